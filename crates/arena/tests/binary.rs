//! The binary `evaluate`, as people and scripts call it.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `evaluate` in a folder.
fn evaluate(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_evaluate"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_match_is_printed_and_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["greedy", "random", "--games", "10", "--out", "m.jsonl"];
    let output = evaluate(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(
        printed.starts_with("greedy against random\ngames 10: +"),
        "{printed}"
    );
    assert!(printed.contains("distinct games 10"), "{printed}");

    let args = [
        "greedy", "random", "--games", "14", "--out", "m.jsonl", "--json",
    ];
    let output = evaluate(folder.path(), &args);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&json["games"], &json["continued"]),
        (&14.into(), &10.into())
    );
    assert!(json["elo"]["low"].as_f64() < json["elo"]["high"].as_f64());
}

#[test]
fn a_negative_test_exits_with_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["random", "greedy", "--games", "2000", "--sprt", "0,200"];
    let output = evaluate(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("test negative, LLR"));
    let args = ["greedy", "random", "--games", "2000", "--sprt", "-200,0"];
    assert_eq!(evaluate(folder.path(), &args).status.code(), Some(0));
}

#[test]
fn a_tuning_is_a_table_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = |more: &[&'static str]| {
        let mut args = vec![
            "tune",
            "level:beginner,sims=8",
            "--pairs",
            "6",
            "--batch",
            "2",
        ];
        args.extend([
            "--concurrency",
            "2",
            "--max-plies",
            "60",
            "--out",
            "t.jsonl",
        ]);
        args.extend(["--key", "cpuct=1:0.5:2", "--key", "fpu=0.2:-0.5:0.5:0.1"]);
        args.extend(more);
        args
    };
    let output = evaluate(folder.path(), &args(&[]));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(
        printed.starts_with("pairs 6, games of the upper"),
        "{printed}"
    );
    assert!(printed.contains("\ncpuct     1.0000"), "{printed}");
    assert!(printed.contains("with the means: level:beginner,sims=8,cpuct="));
    let output = evaluate(folder.path(), &args(&["--json"]));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["pairs"], &json["continued"]), (&6.into(), &6.into()));
    assert_eq!(json["keys"][1]["name"], "fpu");
    let output = evaluate(folder.path(), &args(&["--seed", "2"]));
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.contains("t.jsonl holds another tuning: seed is 1 there and 2 here"),
        "{told}"
    );
    let output = evaluate(
        folder.path(),
        &["tune", "level:beginner", "--key", "cpuct=9:0:2"],
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_ladder_is_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = [
        "ladder", "random", "greedy", "--games", "8", "--out", "ladder", "--json",
    ];
    let output = evaluate(folder.path(), &args);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["standings"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        std::fs::read_dir(folder.path().join("ladder"))
            .expect("files")
            .count(),
        1
    );
}

#[test]
fn the_bench_names_its_signature() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["bench", "--depth", "2", "--ms", "5", "--json"];
    let read = || -> serde_json::Value {
        serde_json::from_slice(&evaluate(folder.path(), &args).stdout).expect("JSON")
    };
    let (first, second) = (read(), read());
    assert!(first["signature"].as_u64() > Some(0));
    assert_eq!(first["signature"], second["signature"]);
}

#[test]
fn errors_exit_with_two_and_name_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("other.jsonl"), "hello\n").expect("a file");
    let cases: &[(&[&str], &str)] = &[
        (&["clasical", "random"], "did you mean `classical`?"),
        (&["level:clup", "random"], "did you mean `club`?"),
        (&["model:no.model", "random"], "no.model"),
        (&["random"], "<B>"),
        (
            &["random", "greedy", "--openings", "book"],
            "`book`: expected `random:N`",
        ),
        (
            &["random", "greedy", "--sprt", "10,0"],
            "elo0 must be below elo1",
        ),
        (
            &["random", "greedy", "--variant", "chess"],
            "unknown variant `chess`",
        ),
        (
            &["level:club", "greedy", "--variant", "bestemshe"],
            "level:club",
        ),
        (&["random", "greedy", "--games", "0"], "--games"),
        (
            &["random", "greedy", "--out", "other.jsonl"],
            "other.jsonl, line 1",
        ),
        (
            &["ladder", "random", "greedy", "--anchor", "classical"],
            "the anchor `classical` is not one of the players",
        ),
        (&["bench", "--model", "random"], "`random` has no model"),
    ];
    for (args, expected) in cases {
        let output = evaluate(folder.path(), args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

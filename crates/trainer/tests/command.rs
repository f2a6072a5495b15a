//! The real binary: what it says, writes and returns.

use std::path::Path;
use std::process::{Command, Output};

/// Settings that make the smoke run as small as it can be.
const TINY: [&str; 8] = [
    "selfplay.bootstrap_games=6",
    "selfplay.games=4",
    "selfplay.games_last=4",
    "selfplay.simulations=4",
    "selfplay.simulations_last=4",
    "evaluation.anchors=[\"random\"]",
    "evaluation.games=2",
    "evaluation.games_last=2",
];

fn train(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_train"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary runs")
}

fn smoke() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/smoke.toml");
    path.display().to_string()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_run_is_trained_reported_inspected_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let smoke = smoke();
    let mut arguments = vec![smoke.as_str(), "--run", "my-run"];
    for setting in TINY {
        arguments.extend(["--set", setting]);
    }
    let output = train(folder.path(), &arguments);
    let log = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{log}");
    for expected in [
        "starting fresh",
        "device flex",
        "self-play",
        "learning",
        "against random",
    ] {
        assert!(log.contains(expected), "{expected}: {log}");
    }
    let run = folder.path().join("my-run");
    for file in [
        "metrics.csv",
        "metrics.jsonl",
        "report.html",
        "levels/configs/levels.toml",
    ] {
        assert!(run.join(file).is_file(), "{file}");
    }

    // Again in the same folder: refused, with what to do; a resume has nothing left to do.
    let output = train(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--resume"));
    let output = train(folder.path(), &["--resume", "--run", "my-run"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("resuming from generation 1"));

    let cases = [
        (vec!["inspect", "my-run"], "checkpoint 0001"),
        (vec!["inspect", "my-run/checkpoints/0001"], "generation 1"),
        (
            vec!["inspect", "my-run/checkpoints/0001/record.train"],
            "checksum right",
        ),
        (vec!["inspect", "my-run/config.toml"], "2 generations"),
        (vec!["report", "my-run"], "report.html"),
        (vec!["export", "my-run", "--to", "best.model"], "best.model"),
        (
            vec!["export", "my-run", "--levels", "levels"],
            "expert: generation 1",
        ),
        (vec!["inspect", "best.model"], "run my-run"),
    ];
    for (arguments, expected) in cases {
        let output = train(folder.path(), &arguments);
        let (said, log) = (text(&output.stdout), text(&output.stderr));
        assert!(
            output.status.success() && said.contains(expected),
            "{arguments:?}: {said}{log}"
        );
    }
}

#[test]
fn mistakes_are_named_and_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("text.bin"), "hello").unwrap();
    let cases = [
        (vec!["missing.toml"], "missing.toml"),
        (vec!["--set", "run.sed=1"], "did you mean `seed`"),
        (vec!["--set", "learner.batch=0"], "learner.batch"),
        (vec!["--set", "run.device=cuda", "--run", "x"], "cuda"),
        (vec!["--resume"], "leave out --resume"),
        (vec!["inspect", "nothing"], "nothing"),
        (vec!["inspect", "text.bin"], "text.bin"),
        (vec!["export", ".", "--to", "x.model"], "neither"),
        (vec!["report", "nothing"], "nothing"),
    ];
    for (arguments, expected) in cases {
        let output = train(folder.path(), &arguments);
        let log = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {log}");
        assert!(log.contains(expected), "{arguments:?}: {log}");
    }
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn a_run_that_cannot_fit_is_refused_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let smoke = smoke();
    // Sixteen terabytes of rows, and as many games as would fill them.
    let memory = [
        "replay.max_mib=16777216",
        "selfplay.games=100000000",
        "selfplay.games_last=100000000",
        "run.generations=9999",
    ];
    let memory: Vec<&str> = memory.iter().flat_map(|one| ["--set", one]).collect();
    let run = [&[smoke.as_str()], &memory[..]].concat();
    let refused = |arguments: &[&str]| {
        let output = train(folder.path(), arguments);
        let log = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{log}");
        assert!(
            log.contains("replay.max_mib") && log.contains("--oversize"),
            "{log}"
        );
        text(&output.stdout)
    };
    refused(&run);
    assert!(!folder.path().join("runs").exists(), "nothing was written");
    // Told too by the estimate, beside what it measured.
    let told = refused(&[&run[..], &["--dry-run"]].concat());
    for line in ["games ", "time ", "disk ", "memory "] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

//! What goes wrong is told, with a name and an exit code, and nothing is lost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use togyz_tests::run::{play, text, train, trained};
use togyz_tests::{Finished, Program, root};

/// A copy of the trained run that may be spoilt; the folder goes with it.
fn copied() -> (tempfile::TempDir, PathBuf) {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a run") {
            let path = entry.expect("an entry").path();
            let copied = to.join(path.file_name().expect("a name"));
            if path.is_dir() {
                copy(&path, &copied);
            } else {
                fs::copy(&path, &copied).expect("a copy");
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    copy(&trained().join("run"), &run);
    (folder, run)
}

#[test]
fn a_run_without_its_manifest_is_not_begun_anew() {
    let (_folder, run) = copied();
    fs::remove_file(run.join("manifest.toml")).expect("a manifest");
    train(&run, &["--resume"])
        .exits(2)
        .says(&["manifest", "checkpoints"]);
    assert!(
        run.join("checkpoints/0001/model.model").is_file(),
        "nothing is lost"
    );
}

#[test]
fn a_match_goes_on_when_its_checkpoint_is_named_in_another_way() {
    let (folder, run) = copied();
    let results = folder.path().join("match.jsonl");
    let measure = |spec: &str, games: &str| {
        let arguments = [spec, "random", "--games", games, "--out", text(&results)];
        Program::Evaluate.run(folder.path(), &arguments)
    };
    measure(&format!("checkpoint:{},sims=4", text(&run)), "2").exits(0);
    measure("checkpoint:run,sims=4", "4").exits(0);
    measure("checkpoint:run,sims=5", "4")
        .exits(2)
        .says(&["another match"]);
    let lines = fs::read_to_string(&results)
        .expect("results")
        .lines()
        .count();
    assert_eq!(lines, 5, "a header and four games");
}

#[test]
fn an_anchor_that_is_not_there_is_told_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    train(
        &run,
        &["--set", "evaluation.anchors=[\"model:absent.model\"]"],
    )
    .exits(2)
    .says(&["evaluation.anchors", "absent.model"]);
    let shards = fs::read_dir(run.join("replay")).map_or(0, Iterator::count);
    assert_eq!(shards, 0, "no game was played");
}

#[test]
fn a_damaged_file_is_an_error_for_inspect() {
    let (folder, run) = copied();
    let record = run.join("checkpoints/0001/record.train");
    let mut bytes = fs::read(&record).expect("a record");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&record, bytes).expect("a file");
    Program::Train
        .run(folder.path(), &["inspect", text(&record)])
        .exits(2)
        .says(&["record.train", "damaged"]);
}

#[test]
fn a_file_of_another_kind_is_not_saved_over() {
    let (folder, run) = copied();
    let model = run.join("checkpoints/0001/model.model");
    let before = fs::read(&model).expect("a model");
    play(
        folder.path(),
        &["--engine", "random", "--autosave", text(&model)],
        "3\nquit\n",
    )
    .exits(2)
    .says(&["model.model", "--load"]);
    assert!(fs::read(&model).expect("a model") == before);
}

#[test]
fn a_collection_is_read_from_the_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    play(folder.path(), &["replay", "-"], "1. 76 11 2. 65 77x\n")
        .exits(0)
        .says(&["4"]);
}

/// Runs the program with an output on which nothing can be written.
fn with_full(program: Program, arguments: &[&str], error_output: bool) -> Finished {
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("/dev/full");
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = program.command(root());
    command.args(arguments).current_dir(folder.path());
    if error_output {
        command.stderr(Stdio::from(full));
    } else {
        command.stdout(Stdio::from(full));
    }
    let output = command.output().expect("the program starts");
    Finished::new(arguments.join(" "), &output)
}

#[test]
fn an_output_that_is_full_ends_no_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    let config = root().join("configs/smoke.toml");
    let arguments = [
        text(&config),
        "--run",
        text(&run),
        "--set",
        "run.generations=1",
    ];
    with_full(Program::Train, &arguments, true).exits(0);
    assert!(run.join("report.html").is_file());
    let arguments = ["random", "random", "--games", "2"];
    with_full(Program::Evaluate, &arguments, false)
        .exits(2)
        .says(&["result"]);
}

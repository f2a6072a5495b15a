//! What a signal does to a training run.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use togyz_tests::run::{text, training};
use togyz_tests::{Finished, Program, root};

/// After a first signal.
const SAVED: Duration = Duration::from_secs(2);
/// After a second.
const AT_ONCE: Duration = Duration::from_millis(500);
/// What the programs say with their exit code.
const INTERRUPTED: i32 = 130;

/// A run whose every stage takes longer than the test.
fn start(run: &Path, more: &[&str]) -> Child {
    let long = [
        "--set",
        "selfplay.bootstrap_games=400",
        "--set",
        "selfplay.games=100000",
        "--set",
        "selfplay.games_last=100000",
        "--set",
        "selfplay.simulations=400",
        "--set",
        "selfplay.simulations_last=400",
    ];
    let arguments = training(run, &[&long[..], more].concat())
        .into_iter()
        .map(str::to_owned);
    let mut command = Program::Train.command(root());
    command.args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status()
        .expect("a signal");
    assert!(sent.success());
}

/// How the program ended, and how long after `since`.
fn end(child: Child, since: Instant) -> (Finished, Duration) {
    let output: Output = child.wait_with_output().expect("an end");
    let took = since.elapsed();
    (Finished::new("train".to_owned(), &output), took)
}

fn shards(run: &Path) -> usize {
    std::fs::read_dir(run.join("replay")).map_or(0, |entries| {
        entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".shard"))
            .count()
    })
}

#[test]
fn a_signal_ends_a_run_within_two_seconds_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    // From the first games to the learning beside the next ones, each time a little further.
    for (number, signal) in ["TERM", "INT", "TERM", "INT"].into_iter().enumerate() {
        let more: &[&str] = if number == 0 { &[] } else { &["--resume"] };
        let child = start(&run, more);
        sleep(Duration::from_millis(400 << number));
        let before = shards(&run);
        let since = Instant::now();
        send(signal, &child);
        let (finished, took) = end(child, since);
        assert!(took < SAVED, "{took:?} after {signal}: {finished:#?}");
        let finished = finished.exits(INTERRUPTED).says(&["stopping", "--resume"]);
        assert!(number == 0 || finished.err.contains("resuming"));
        assert!(shards(&run) >= before, "{finished:#?}");
    }
    assert!(shards(&run) > 0);
}

#[test]
fn a_second_signal_ends_a_run_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    let child = start(&run, &[]);
    sleep(Duration::from_millis(500));
    send("INT", &child);
    let since = Instant::now();
    send("INT", &child);
    let (finished, took) = end(child, since);
    assert!(took < AT_ONCE, "{took:?}: {finished:#?}");
    finished.exits(INTERRUPTED);
    // Nothing that was written is broken.
    let child = start(&run, &["--resume"]);
    sleep(Duration::from_millis(500));
    send("TERM", &child);
    end(child, Instant::now()).0.exits(INTERRUPTED);
    Program::Train
        .run(root(), &["inspect", text(&run.join("config.toml"))])
        .exits(0);
}

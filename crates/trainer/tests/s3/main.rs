//! Whole runs over the S3 protocol, where its server (the Python package `moto[server]`) is installed.
//!
//! `cargo test --workspace --features togyz-trainer/s3 --test s3`
#![cfg(feature = "s3")]

mod faults;
mod server;

use std::path::Path;
use std::process::Output;

use server::{KEY, SECRET, Server, train};

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// The smallest of configs.
fn smoke() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/smoke.toml");
    path.display().to_string()
}

#[test]
fn a_run_over_the_s3_protocol() {
    let Some(server) = Server::start() else {
        println!("skipped: python3 has no moto[server] here");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (config, run, spool) = (smoke(), at("run"), at("spool"));
    let store = ["--store", "s3://togyz/some/run", "--poll", "0.2", "--quiet"];
    let mut learner = vec!["learner", &config, "--run", &run, "--term", "10"];
    learner.extend(store);
    for setting in [
        "selfplay.bootstrap_games=20",
        "selfplay.games=10",
        "selfplay.games_last=10",
        "replay.min_rows=200",
    ] {
        learner.extend(["--set", setting]);
    }
    let mut worker = vec!["worker", "--index", "7", "--spool", &spool];
    worker.extend(store);
    let worker = train(server.port, &worker).spawn().expect("a worker");
    let learner = train(server.port, &learner).output().expect("a learner");
    assert!(learner.status.success(), "{}", text(&learner));
    let worker = worker.wait_with_output().expect("a worker");
    assert!(worker.status.success(), "{}", text(&worker));
    let status = train(server.port, &["status", "--store", "s3://togyz/some/run"]);
    let status = { status }.output().expect("a status");
    let told = text(&status);
    for word in ["finished", "-7: generation", "models: "] {
        assert!(told.contains(word), "no `{word}` in {told}");
    }
    for told in [text(&learner), text(&worker), told] {
        assert!(!told.contains(SECRET) && !told.contains(KEY), "{told}");
    }
}

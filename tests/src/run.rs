//! A small training run, and what is done with it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::{Finished, Program, root};

/// A run small enough for a test: the smoke config with less of everything.
const SMALLER: &[&str] = &[
    "--set",
    "selfplay.bootstrap_games=20",
    "--set",
    "selfplay.games=10",
    "--set",
    "selfplay.games_last=10",
    "--set",
    "replay.min_rows=200",
    "--set",
    "evaluation.games=2",
    "--set",
    "evaluation.games_last=2",
];

/// One trained run, shared by the tests that only read it: `run` in the folder.
///
/// # Panics
/// If it cannot be trained.
#[must_use]
pub fn trained() -> &'static Path {
    static RUN: OnceLock<TempDir> = OnceLock::new();
    RUN.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let run = folder.path().join("run");
        train(&run, &[])
            .exits(0)
            .says(&["starting fresh", "device"]);
        folder
    })
    .path()
}

/// Trains the small run in `run`.
#[must_use]
pub fn train(run: &Path, more: &[&str]) -> Finished {
    Program::Train.run(root(), &training(run, more))
}

/// The arguments of the small run in `run`.
#[must_use]
pub fn training<'a>(run: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    static CONFIG: OnceLock<std::path::PathBuf> = OnceLock::new();
    let config = CONFIG.get_or_init(|| root().join("configs/smoke.toml"));
    let mut arguments = vec![text(config), "--run", text(run)];
    arguments.extend(SMALLER);
    arguments.extend(more);
    arguments
}

/// The path as an argument.
///
/// # Panics
/// If it is not UTF-8.
#[must_use]
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Plays with `typed` as what the player types.
///
/// # Panics
/// If the program cannot be started.
#[must_use]
pub fn play(folder: &Path, arguments: &[&str], typed: &str) -> Finished {
    let mut child = Program::Play
        .command(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("play starts");
    let mut input = child.stdin.take().expect("a pipe");
    // A program that ends early reads no more; its exit status tells the tale.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("play ends");
    Finished::new(format!("play {} < {typed:?}", arguments.join(" ")), &output)
}

/// Games, weights and levels by name. Training records are left out: equal ones may differ in the
/// order of their parts.
///
/// # Panics
/// If the run's files cannot be read.
#[must_use]
pub fn products(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut products = BTreeMap::new();
    let mut folders = ["replay", "checkpoints", "levels"]
        .map(|name| run.join(name))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_none_or(|extension| extension != "train")
            {
                let name = path.strip_prefix(run).expect("below the run");
                products.insert(text(name).to_owned(), fs::read(&path).expect("a file"));
            }
        }
    }
    products
}

/// The metrics without times, speeds and memory.
///
/// # Panics
/// If they cannot be read.
#[must_use]
pub fn metrics(run: &Path) -> Vec<serde_json::Value> {
    let lines = fs::read_to_string(run.join("metrics.jsonl")).expect("metrics");
    let timeless = |line: &str| {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let fields = line.as_object_mut().expect("an object");
        fields.retain(|key, _| !key.contains("second") && key != "memory_mib");
        line
    };
    lines.lines().map(timeless).collect()
}

/// A random number below `below`: the moments differ from test to test, not from run to run.
#[must_use]
pub fn random(state: &mut u64, below: u64) -> u64 {
    // Steele, Lea and Flood 2014, splitmix64.
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)) % below
}

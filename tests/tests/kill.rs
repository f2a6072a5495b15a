//! Programs killed at random moments, again and again, end with what they make when nobody kills
//! them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use togyz_tests::run::{metrics, products, random, text, train, training};
use togyz_tests::{Program, root};

/// How often a training run is killed, over all runs of the test, unless `KILLS` says how often.
const MANY: u32 = 200;
/// How often the shorter work is killed, each of it, unless `KILLS` says how often.
const FEWER: u32 = 40;
/// The longest that a program is let alone at first, milliseconds; from kill to kill a little longer,
/// so that the slowest stage is passed in the end on any machine.
const LONGEST: u64 = 120;

fn start(program: Program, arguments: &[&str]) -> Child {
    let mut command = program.command(root());
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// How often to kill: what `KILLS` says, else so often.
fn kills(unless: u32) -> u32 {
    let wanted = std::env::var("KILLS").ok();
    wanted
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(unless)
}

/// Starts and kills the program until it ends by itself or `most` kills are done; how often it was
/// killed.
fn kill(most: u32, moments: &mut u64, mut start: impl FnMut() -> Child) -> u32 {
    for kills in 0..most {
        let mut child = start();
        sleep(Duration::from_millis(random(
            moments,
            LONGEST + u64::from(2 * kills),
        )));
        if let Some(status) = child.try_wait().expect("a status") {
            assert!(status.success(), "{status}");
            return kills;
        }
        child.kill().expect("a kill");
        child.wait().expect("an end");
    }
    most
}

#[test]
fn a_run_killed_two_hundred_times_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [
        "--set",
        "run.workers=1",
        "--set",
        "selfplay.games_per_shard=2",
        "--set",
        "evaluation.anchors=[\"random\"]",
    ];
    let whole = folder.path().join("whole/run");
    train(&whole, &settings).exits(0);
    let (made, lines) = (products(&whole), metrics(&whole));
    let mut moments = 1;
    let (mut done, mut runs) = (0, 0);
    let most = kills(MANY);
    while done < most {
        runs += 1;
        let run = folder.path().join(runs.to_string()).join("run");
        done += kill(most - done, &mut moments, || {
            let mut more = settings.to_vec();
            if run.join("config.toml").exists() {
                more.push("--resume");
            }
            start(Program::Train, &training(&run, &more))
        });
        let mut more = settings.to_vec();
        if run.join("config.toml").exists() {
            more.push("--resume");
        }
        train(&run, &more).exits(0);
        let found = products(&run);
        let names = |made: &BTreeMap<String, Vec<u8>>| made.keys().cloned().collect::<Vec<_>>();
        assert_eq!(
            names(&made),
            names(&found),
            "after {done} kills, run {runs}"
        );
        for (name, bytes) in &made {
            assert!(
                *bytes == found[name],
                "{name}, after {done} kills, run {runs}"
            );
        }
        assert!(
            lines == metrics(&run),
            "other metrics after {done} kills, run {runs}"
        );
    }
    println!("{done} kills of {runs} runs");
}

/// Tables that take some tenths of a second.
fn building(tables: &Path) -> Vec<&str> {
    let build = ["tables", "build", "--variant", "bestemshe", "--balls", "12"];
    [&build[..], &["--threads", "1", "--dir", text(tables)]].concat()
}

#[test]
fn a_killed_build_of_tables_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole");
    Program::Play.run(root(), &building(&whole)).exits(0);
    let made = files(&whole);
    let mut moments = 3;
    let (mut done, mut builds) = (0, 0);
    while done < kills(FEWER) {
        builds += 1;
        let tables = folder.path().join(builds.to_string());
        done += kill(kills(FEWER) - done, &mut moments, || {
            start(Program::Play, &building(&tables))
        });
        Program::Play.run(root(), &building(&tables)).exits(0);
        let found = files(&tables);
        assert!(
            made == found,
            "after {done} kills, build {builds}: {:?}",
            found.keys()
        );
    }
    println!("{done} kills of {builds} builds");
}

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("a file"))
        })
        .collect()
}

#[test]
fn a_killed_match_and_a_killed_ladder_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let cases: [&[&str]; 2] = [
        &["classical,nodes=300", "greedy", "--games", "60"],
        &[
            "ladder",
            "random",
            "greedy",
            "classical,nodes=100",
            "--games",
            "20",
        ],
    ];
    let mut moments = 2;
    for (number, arguments) in cases.into_iter().enumerate() {
        let results = |name: &str| {
            let out = file(&format!("{name}-{number}"));
            let arguments = [arguments, &["--out", text(&out)]].concat();
            Program::Evaluate.run(root(), &arguments).exits(0);
            games(&out)
        };
        let whole = results("whole");
        let (mut done, mut matches) = (0, 0);
        while done < kills(FEWER) {
            matches += 1;
            let cut = format!("cut{matches}");
            let out = file(&format!("{cut}-{number}"));
            let arguments = [arguments, &["--out", text(&out)]].concat();
            done += kill(kills(FEWER) - done, &mut moments, || {
                start(Program::Evaluate, &arguments)
            });
            assert_eq!(whole, results(&cut), "{arguments:?}");
        }
        println!("{done} kills of {matches}: {arguments:?}");
    }
}

/// What each game of a results file, or of a folder of them, was, without the time it took.
fn games(out: &Path) -> Vec<String> {
    // A ladder's files are named by their matches.
    let files: Vec<(String, std::path::PathBuf)> = match fs::read_dir(out) {
        Ok(entries) => entries
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                (
                    entry.file_name().to_string_lossy().into_owned(),
                    entry.path(),
                )
            })
            .collect(),
        Err(_) => vec![(String::new(), out.to_owned())],
    };
    let mut games = Vec::new();
    for (name, file) in files {
        let text = fs::read_to_string(&file).expect("results");
        for line in text.lines().skip(1) {
            let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
            games.push(format!(
                "{name} {} {} {}",
                game["game"], game["moves"], game["result"]
            ));
        }
    }
    games.sort();
    games
}

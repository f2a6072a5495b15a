//! The built binary: arguments in, text and exit codes out.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::golden;

/// Games by an independent slow reference.
const VECTORS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../rules/tests/data/games.jsonl"
);

pub(crate) fn play(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_play"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may leave before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
pub(crate) fn expect(output: &Output, code: i32) -> String {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}\n{errors}");
    text
}

#[track_caller]
fn refused(arguments: &[&str], part: &str) {
    let output = play(arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.contains(part), "{arguments:?}: {errors}");
}

/// A game of the vectors as people write it down.
fn score_sheet(game: &Value) -> String {
    let mut text = format!("[Variant {}]\n", game["variant"]);
    for (ply, pair) in game["pairs"].as_array().unwrap().iter().enumerate() {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += &format!("{} ", pair.as_str().unwrap());
    }
    text + "*\n\n"
}

fn vectors() -> Vec<Value> {
    let text = std::fs::read_to_string(VECTORS).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_piped_game_reads_as_a_transcript() {
    let input = "7\nhnit\n1\nboard lines\n6\nmoves\n";
    let output = play(&["--level", "none"], input);
    let text = expect(&output, 0);
    assert!(!text.contains('\x1b'), "no colour in a pipe");
    golden("piped.txt", &text);
}

#[test]
fn the_computer_answers_and_the_end_of_input_ends() {
    let output = play(&["--engine", "classical,depth=3", "--seed", "1"], "7\n");
    let text = expect(&output, 0);
    assert!(text.contains("Bastaushy plays hole 7"), "{text}");
    assert!(text.contains("Kostaushy plays "), "{text}");
    let output = play(&["--engine", "random,seed=3", "--side", "north"], "");
    assert!(expect(&output, 0).contains("Bastaushy plays "));
    let output = play(&["--engine", "greedy", "--color", "always"], "quit\n");
    assert!(expect(&output, 0).contains("\x1b["));
    // Bytes that are no text, and a line without an end.
    let output = play(&["--level", "none"], "\u{0}\u{1}\n7");
    assert!(expect(&output, 0).contains("Bastaushy plays hole 7"));
}

#[test]
fn autosave_and_load() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let file = path.to_str().unwrap();
    expect(&play(&["--level", "none", "--autosave", file], "7\n1\n"), 0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("1. 76(10) 11"), "{text}");
    let output = play(&["--level", "none", "--load", file], "moves\n");
    assert!(expect(&output, 0).contains("Loaded game 1"));
}

#[test]
fn wrong_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let broken = write(folder.path(), "broken.model", b"not a model");
    let broken = broken.to_str().unwrap();
    for (arguments, part) in [
        (&["--level", "clbu"][..], "unknown level `clbu`"),
        (&["--level", "club", "--variant", "bestemshe"], "bestemshe"),
        (&["--engine", "clasical"], "did you mean `classical`"),
        (&["--model", broken], "broken.model"),
        (&["--model", "absent.model"], "absent.model"),
        (&["--checkpoint", "absent"], "absent"),
        (&["--position", "1,2/3"], "no position"),
        (&["--variant", "oware"], "unknown variant `oware`"),
        (&["--side", "east"], "expected bastaushy"),
        (&["--load", "absent.txt"], "absent.txt"),
        (&["--models", "absent"], "absent"),
        (&["analyze", "absent.txt"], "no file, and no position"),
        (
            &["analyze", "startpos", "--ply", "3"],
            "the game has 0 half-moves",
        ),
        (&["replay", "absent.txt"], "absent.txt"),
        (&["perft", "x"], "invalid"),
        (&["perft", "3", "--position", "nonsense"], "nonsense"),
    ] {
        refused(arguments, part);
    }
}

#[test]
fn replay_of_right_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = vectors();
    let sheets: String = games.iter().map(score_sheet).collect();
    let path = write(folder.path(), "games.txt", sheets);
    let file = path.to_str().unwrap();
    let text = expect(&play(&["replay", file, "--json"], ""), 0);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), games.len() + 1);
    for (line, game) in lines.iter().zip(&games) {
        assert_eq!(line["type"], "game");
        assert_eq!(line["plies"], game["moves"].as_array().unwrap().len());
        assert_eq!(line["variant"], game["variant"]);
        assert_eq!(line["score"], game["score"], "{line}");
    }
    let summary = lines.last().unwrap();
    assert_eq!(
        (&summary["type"], &summary["wrong"]),
        (&"summary".into(), &0.into())
    );
    let text = expect(&play(&["replay", file, "--quiet"], ""), 0);
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn replay_names_the_first_wrong_token() {
    let folder = tempfile::tempdir().unwrap();
    let sheets = "1. 76(10) 11 2. 65 *\n\n1. 76 11\n2. 64 77x *\n\n1. 98(11) *\n\n1. 98 \u{416}\n";
    let mut bytes = sheets.as_bytes().to_vec();
    bytes.extend(b"\n{\xff} 1. 98 *\n");
    let path = write(folder.path(), "games.txt", bytes);
    let file = path.to_str().unwrap();
    let output = play(&["replay", file], "");
    let text = expect(&output, 1);
    for part in [
        "game 1: 3 half-moves, 22-10, *",
        "game 2, line 4, column 4, move 2 of Bastaushy: `64`: the last ball falls in hole 5, not 4",
        "(after 2 right half-moves)",
        "`98(11)`: the kazan holds 10 balls after it, not 11",
        "3 wrong",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(String::from_utf8_lossy(&output.stderr).contains("not UTF-8 from byte"));
    // A file that cannot be read does not keep the others from being checked.
    let output = play(&["replay", "absent.txt", file, "--json"], "");
    let text = expect(&output, 2);
    let wrong: Value = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|line| line["type"] == "wrong")
        .unwrap();
    assert_eq!((&wrong["line"], &wrong["token"]), (&4.into(), &"64".into()));
}

#[test]
fn analyze_as_json() {
    let text = expect(
        &play(
            &[
                "analyze",
                "startpos",
                "--json",
                "--engine",
                "classical,depth=4",
                "--moves",
                "3",
            ],
            "",
        ),
        0,
    );
    let report: Value = serde_json::from_str(&text).unwrap();
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(
        keys(&report),
        sorted(&["schema", "variant", "engine", "source", "analyses"])
    );
    assert_eq!(report["schema"], 1);
    assert_eq!(report["source"]["kind"], "position");
    let analysis = &report["analyses"][0];
    assert_eq!(
        keys(analysis),
        sorted(&[
            "ply",
            "position",
            "side_to_move",
            "outcome",
            "win",
            "draw",
            "loss",
            "margin",
            "proven",
            "exact",
            "depth",
            "nodes",
            "simulations",
            "moves",
        ])
    );
    let chances: f64 = ["win", "draw", "loss"]
        .iter()
        .map(|name| analysis[*name].as_f64().unwrap())
        .sum();
    assert!((chances - 1.0).abs() < 1e-3, "{chances}");
    let moves = analysis["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    for one in moves {
        assert_eq!(
            keys(one),
            sorted(&[
                "hole",
                "notation",
                "win",
                "margin",
                "share",
                "proven",
                "line",
                "line_notation"
            ])
        );
        assert_eq!(one["line"][0], one["hole"]);
    }
}

#[test]
fn analyze_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "[White \"A\"]\n\n1. 76 11 2. 65 77x 3. 89 13 4. 44 78 5. 33 82 6. 82 1-0\n";
    let path = write(folder.path(), "game.txt", sheet);
    let file = path.to_str().unwrap();
    let engine = ["--engine", "classical,depth=2", "--json"];
    let run = |more: &[&str]| -> Value {
        let arguments = [&["analyze", file], &engine[..], more].concat();
        serde_json::from_str(&expect(&play(&arguments, ""), 0)).unwrap()
    };
    let last = run(&[]);
    assert_eq!(last["source"]["white"], "A");
    assert_eq!(last["analyses"][0]["ply"], 11);
    assert_eq!(last["analyses"][0]["outcome"]["winner"], "bastaushy");
    assert!(last["analyses"][0].get("moves").is_none());
    assert_eq!(run(&["--ply", "10"])["analyses"][0]["moves"][0]["hole"], 8);
    assert_eq!(run(&["--every"])["analyses"].as_array().unwrap().len(), 12);
    let text = expect(
        &play(&["analyze", file, "--engine", "classical,depth=2"], ""),
        0,
    );
    assert!(text.contains("Bastaushy wins 82 to 16"), "{text}");
}

#[test]
fn perft_and_levels() {
    let text = expect(&play(&["perft", "6", "--threads", "2"], ""), 0);
    assert!(text.starts_with("perft 6 = 360035 "), "{text}");
    let text = expect(
        &play(&["perft", "3", "--divide", "--variant", "bestemshe"], ""),
        0,
    );
    assert_eq!(text.lines().count(), 6, "{text}");
    assert!(text.contains("perft 3 = 91 "), "{text}");
    let text = expect(&play(&["levels"], ""), 0);
    let library = togyz_players::Library::embedded().unwrap();
    for level in library.levels().names() {
        assert!(text.contains(level), "{level}: {text}");
    }
}

/// Sends Ctrl-C to a program that has just written `until`, closes its input, and waits.
#[cfg(unix)]
fn interrupted(arguments: &[&str], until: &str) -> (Option<i32>, String) {
    use std::io::Read as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_play"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(until.as_bytes()) {
        assert_eq!(
            out.read(&mut byte).unwrap(),
            1,
            "{}",
            String::from_utf8_lossy(&text)
        );
        text.push(byte[0]);
    }
    // The program flushes just before it thinks: give it the moment to begin.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let process = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &process])
            .status()
            .unwrap()
            .success()
    );
    std::thread::sleep(std::time::Duration::from_millis(100));
    drop(child.stdin.take());
    out.read_to_end(&mut text).unwrap();
    (
        child.wait().unwrap().code(),
        String::from_utf8(text).unwrap(),
    )
}

#[cfg(unix)]
#[test]
fn interrupts() {
    // At the prompt it ends the program.
    let (code, text) = interrupted(&["--level", "none"], "Bastaushy> ");
    assert_eq!(code, Some(130), "{text}");
    assert!(text.ends_with("interrupted\n"), "{text}");
    // While the computer thinks it stops the thinking; then the input ends.
    let thinker = ["--engine", "classical,ms=600000", "--side", "north"];
    let (code, text) = interrupted(&thinker, "classical,ms=600000), to move\n");
    // The mover is at the top: the board goes on below its name.
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Stopped: Bastaushy has not moved."), "{text}");
}

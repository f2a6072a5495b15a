//! `play review`: losses, turning points, pages, and what is kept beside the games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::{expect, play};

/// The shortest game, and an ending that the small tables know.
const GAMES: &str = "\
[White \"Aibek <b>\"]
[Black \"Dana\"]
[Result \"1-0\"]

1. 76 11 2. 65 77x 3. 89 13 4. 44 78 5. 33 82 6. 82 1-0

[White \"Short\"]
[FEN \"0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,1,0/80,80/-1,-1/0\"]

1. 91 *
";
const BUDGET: [&str; 2] = ["--engine", "classical,nodes=3000"];

fn folder(games: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), games).unwrap();
    folder
}

#[track_caller]
fn review(folder: &Path, more: &[&str]) -> (String, String) {
    let games = folder.join("games.txt");
    let arguments = [&["review", games.to_str().unwrap()], &BUDGET[..], more].concat();
    let output = play(&arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (expect(&output, 0), errors)
}

fn json(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const FIRST: &str = "[White \"Aibek <b>\"]\n[Black \"Dana\"]\n\n1. 76 11 2. 65 77x 3. 89 13 4. 44 78 5. 33 82 6. 82 1-0\n";

/// What the page reads is read here too.
#[test]
fn hole_numbers_are_a_game() {
    let moves = |text: &str| {
        let (text, errors) = review(folder(text).path(), &["--json"]);
        assert_eq!(errors, "");
        let [report] = json(&text).try_into().unwrap();
        report["moves"].clone()
    };
    assert_eq!(moves("7 1 6\n7 8 1"), moves("76 11 65 77x 89 13"));
    // A header would make it another kind of file.
    let text = folder("7 1 6");
    let file = text.path().join("games.txt");
    let output = play(&["review", file.to_str().unwrap(), "--annotate"], "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("has no place for a review"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "7 1 6");
    let wrong = folder("7 1 6 7 7");
    let file = wrong.path().join("games.txt");
    let output = play(&["review", file.to_str().unwrap()], "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("half-move 5: `7`: hole 7 is"), "{errors}");
    expect(&output, 1);
}

#[test]
fn every_move_has_its_loss() {
    let folder = folder(FIRST);
    let (text, errors) = review(folder.path(), &["--json"]);
    assert_eq!(errors, "");
    let [report] = json(&text).try_into().unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(
        (&report["game"], &report["result"]),
        (&1.into(), &"1-0".into())
    );
    assert_eq!(report["outcome"]["winner"], "bastaushy");
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 11);
    for (index, one) in moves.iter().enumerate() {
        assert_eq!(one["ply"], index + 1);
        let loss = one["loss_chance"].as_f64().unwrap();
        let expected = match loss {
            ..0.05 => "good",
            ..0.15 => "doubtful",
            _ => "bad",
        };
        assert_eq!(one["judgement"], expected, "{one}");
        assert!(one["loss_balls"].as_f64().unwrap() >= 0.0);
        if one["hole"] == one["best"] {
            assert_eq!(one["loss_chance"], 0.0, "{one}");
        }
    }
    // The end of the game is told as exact.
    assert_eq!(moves[10]["after"]["exact"], true);
    assert_eq!(moves[10]["after"]["expected"], 1.0);
    assert_eq!(report["end"]["margin"], 66.0);
    let sides = &report["sides"];
    for (side, count) in [("bastaushy", 6), ("kostaushy", 5)] {
        let sum = &sides[side];
        let of = |key: &str| sum[key].as_u64().unwrap();
        assert_eq!(
            (of("moves"), of("good") + of("doubtful") + of("bad")),
            (count, count)
        );
    }
    // Such a short game is lost by bad moves alone.
    assert!(sides["kostaushy"]["bad"].as_u64().unwrap() >= 1, "{sides}");
}

#[test]
fn nothing_is_worked_out_twice() {
    let folder = folder(FIRST);
    let kept = folder.path().join("games.txt.review.json");
    let (first, _) = review(folder.path(), &[]);
    let written = fs::read(&kept).unwrap();
    let stamp = fs::metadata(&kept).unwrap().modified().unwrap();
    assert_eq!(review(folder.path(), &[]).0, first);
    assert_eq!(
        fs::metadata(&kept).unwrap().modified().unwrap(),
        stamp,
        "not written again"
    );

    // Names do not matter, moves do; so does the budget, and `--again`.
    let renamed = FIRST.replace("Dana", "Aizhan");
    fs::write(folder.path().join("games.txt"), renamed).unwrap();
    review(folder.path(), &[]);
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), stamp);
    review(folder.path(), &["--sims", "100"]);
    let other = fs::read(&kept).unwrap();
    assert_ne!(other, written);
    review(folder.path(), &["--again"]);
    assert_eq!(fs::read(&kept).unwrap(), written, "the last budget is kept");

    // What is damaged is told, and made anew.
    for damage in [
        "{",
        "{\"schema\": 1}",
        "{\"schema\": 99, \"reviews\": []}",
        "\u{0}",
        &String::from_utf8_lossy(&written).replace("\"review\":\"1 ", "\"review\":\"2 "),
        &String::from_utf8_lossy(&written).replace(",8", ",9"),
    ] {
        fs::write(&kept, damage).unwrap();
        let (text, errors) = review(folder.path(), &[]);
        assert!(errors.contains("it is judged anew"), "{damage}: {errors}");
        assert_eq!(text.lines().count(), first.lines().count());
        assert_eq!(fs::read(&kept).unwrap(), written);
    }
    fs::remove_file(&kept).unwrap();
    review(folder.path(), &["--no-save"]);
    assert!(!kept.exists());
}

#[test]
fn collections_patterns_and_pages() {
    let folder = folder(GAMES);
    fs::write(folder.path().join("other.txt"), FIRST).unwrap();
    let page = folder.path().join("review.html");
    let pattern = folder.path().join("*.txt");
    let arguments = [
        "review",
        pattern.to_str().unwrap(),
        "--html",
        page.to_str().unwrap(),
        "--engine",
        "classical,nodes=300",
        "--json",
    ];
    let reports = json(&expect(&play(&arguments, ""), 0));
    assert_eq!(reports.len(), 3);
    // Known by the tables: the value of each move is exact.
    let short = &reports[1];
    assert_eq!(short["white"], "Short");
    assert_eq!(short["moves"][0]["before"]["exact"], true);
    assert_eq!(short["end"]["exact"], true);
    // Kept reviews are no games, so the pattern's second run finds the same files.
    assert_eq!(json(&expect(&play(&arguments, ""), 0)), reports);

    let html = fs::read_to_string(page).unwrap();
    assert_eq!(html.matches("<svg ").count(), 3);
    assert!(html.contains("Aibek &lt;b&gt;") && !html.contains("<b>"));
    for outside in ["http:", "https:", "<script", "src=", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder("1. 98(11)\n\n[White \"a\"]\n\n1. 76\n");
    let games = folder.path().join("games.txt");
    let games = games.to_str().unwrap();
    let output = play(&[&["review", games], &BUDGET[..]].concat(), "");
    let text = expect(&output, 1);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("the kazan holds 10 balls after it, not 11"),
        "{errors}"
    );
    assert!(
        text.contains("games.txt, 2)"),
        "the other game is reviewed: {text}"
    );
    for (arguments, part) in [
        (&["review", "nowhere.txt"][..], "nowhere.txt"),
        (&["review", "nowhere*.txt"], "fits no file"),
        (
            &["review", games, "--engine", "level:nobody"],
            "unknown level",
        ),
    ] {
        let output = play(arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
}

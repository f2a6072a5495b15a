//! Reviews that files of games carry themselves.

use std::fs;
use std::path::Path;

use crate::binary::{expect, play};

/// Two games with all that an own hand puts into a file, and a broken one between them.
const GAMES: &str = "\
[White \"Aibek\"]

1. 76 11 2. 65 {a \"remark\"} 77x! 3. 89 13 ; and another

1. 75 *

[White \"Dana\"] [Black \"Short\"]
[FEN \"0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,1,0/80,80/-1,-1/0\"]

1. 91 *
";

#[track_caller]
fn review(file: &Path, more: &[&str], code: i32) -> (String, String) {
    let engine = ["--engine", "classical,nodes=300"];
    let arguments = [&["review", file.to_str().unwrap()], &engine[..], more].concat();
    let output = play(&arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (expect(&output, code), errors)
}

/// Without the reviews' headers.
fn bare(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("[EngineReview "));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_file_carries_its_reviews_and_nothing_else_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, GAMES).unwrap();
    let (first, errors) = review(&file, &["--json", "--annotate"], 1);
    assert!(errors.contains("game 2, line 5"), "{errors}");
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(bare(&written), GAMES);
    assert_eq!(
        written.matches("[EngineReview \"1 classical ").count(),
        2,
        "{written}"
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing beside it"
    );

    // Elsewhere, with no time to think, it is there at once; and its page and text with it.
    let other = folder.path().join("other.txt");
    fs::write(&other, &written).unwrap();
    let page = folder.path().join("page.html");
    let more = ["--json", "--html", page.to_str().unwrap(), "--no-save"];
    let (again, _) = review(&other, &more, 1);
    assert_eq!(again, first.replace("games.txt", "other.txt"));
    assert_eq!(
        fs::read_to_string(&page).unwrap().matches("<svg ").count(),
        2
    );
    // Nothing is written a second time.
    review(&file, &["--annotate"], 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
}

#[test]
fn what_a_file_carries_is_not_worked_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, "76 11 65 77x 89 13").unwrap();
    // So much work that only the first of the two can be meant.
    let engine = ["--engine", "classical,nodes=300000"];
    let run = |more: &[&str]| {
        let begun = std::time::Instant::now();
        let arguments = [&["review", file.to_str().unwrap()], &engine[..], more].concat();
        expect(&play(&arguments, ""), 0);
        begun.elapsed()
    };
    let first = run(&["--annotate"]);
    assert!(run(&["--annotate"]) < first / 2 && run(&["--no-save"]) < first / 2);
}

#[test]
fn a_wrong_or_foreign_review_is_told_and_judged_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, "76 11 65 77x 89 13\n").unwrap();
    let (right, _) = review(&file, &["--json", "--annotate"], 0);
    let written = fs::read_to_string(&file).unwrap();
    for (text, told) in [
        (written.replace("\"1 ", "\"2 "), "damaged"),
        (written.replace("\"1 classical", "\"1 expert"), "damaged"),
        (
            "[EngineReview \"\"]\n\n76 11 65 77x 89 13\n".to_owned(),
            "damaged",
        ),
        (
            "[EngineReview \"good game\"]\n\n76 11 65 77x 89 13\n".to_owned(),
            "damaged",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let (anew, errors) = review(&file, &["--json", "--no-save"], 0);
        assert_eq!(anew, right);
        assert!(
            errors.contains(told) && errors.contains("judged anew"),
            "{errors}"
        );
    }
    // Other moves, other limits: each has its own words, and the new one takes the old one's place.
    fs::write(&file, written.replace("89 13", "89")).unwrap();
    let (_, errors) = review(&file, &["--annotate"], 0);
    assert!(
        errors.contains("game 1: its review is of other moves")
            || errors.contains("of other moves"),
        "{errors}"
    );
    let (_, errors) = review(&file, &["--sims", "50", "--annotate"], 0);
    assert!(
        errors.contains("by classical, with another model, other limits"),
        "{errors}"
    );
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("[EngineReview ").count(), 1, "{text}");
    assert_eq!(review(&file, &["--sims", "50", "--no-save"], 0).1, "");
}

#[test]
fn a_file_that_cannot_carry_a_review_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let old: &[u8] = b"[White \"Ca\xf1a\"]\n\n76 11\n";
    fs::write(&file, old).unwrap();
    let (_, errors) = review(&file, &["--annotate"], 2);
    assert!(errors.contains("byte 10 is no UTF-8"), "{errors}");
    assert_eq!(fs::read(&file).unwrap(), old);
    let output = play(&["review", "-", "--annotate"], "76 11");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("--annotate"), "{errors}");
}

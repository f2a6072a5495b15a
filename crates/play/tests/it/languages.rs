//! The terminal in every language: by the locale, by `--language`, by a command; and what programs
//! read, in English whatever the locale.

use std::io::Write as _;
use std::process::{Command, Stdio};

use togyz_play::{Language, Messages, Told};
use togyz_rules::Side;

use crate::golden;

/// What the program writes with these variables of the locale.
#[track_caller]
fn play_in(locale: &[(&str, &str)], arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_play"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let mut child = command
        .args(arguments)
        .envs(locale.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads nothing may have ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

const GAME: &str = "hnit\n0\n7\n1\n6\n7\nundo 2\nredo\nboard lines\nmoves\nlanguage\nhelp undo\n\
    8\nside\nboth\nresign\nundo\nlevel beginner\n";

/// A piece of a game with its errors, in each language.
#[test]
fn transcripts() {
    for language in Language::ALL {
        let code = language.code();
        let arguments = ["--level", "none", "--seed", "1", "--language", code];
        let text = play_in(&[], &arguments, GAME);
        for marks in [
            "{", "}", "$", "game-", "board-", "command-", "help-", "error-",
        ] {
            assert!(!text.contains(marks), "{code}: {marks}: {text}");
        }
        golden(&format!("languages/{code}.txt"), &text);
    }
}

/// Hints, evaluations and tables of one search, and the whole help.
#[test]
fn advice_is_given_in_the_language() {
    let classical = [
        "--engine",
        "classical,depth=2",
        "--hints",
        "classical,depth=4",
    ];
    for language in Language::ALL {
        let messages = Messages::of(language);
        let arguments = [&classical[..], &["--language", language.code()]].concat();
        let text = play_in(&[], &arguments, "hint\neval\nanalyze 2\nlevels\n");
        let mover = ("side", Side::Bastaushy.told(messages).into());
        let moves = messages.format("eval-moves-of", &[mover]);
        let (margin, share) = (messages.text("eval-margin"), messages.text("eval-share"));
        let (name, model) = (messages.text("level-name"), messages.text("level-model"));
        for (begun, words) in [
            (messages.text("ui-hint"), &[][..]),
            (moves, &[]),
            (messages.text("eval-move"), &[margin, share]),
            (name, &[model]),
        ] {
            let whole = |line: &str| words.iter().all(|word| line.contains(word));
            let mut lines = text.lines().map(str::trim_start);
            let found = lines.any(|line| line.contains(&begun) && whole(line));
            assert!(found, "{begun} {words:?}: {text}");
        }
        let text = play_in(&[], &arguments, "help\n");
        for key in ["help-watch", "help-quit"] {
            assert!(text.contains(&messages.text(key)), "{key}: {text}");
        }
    }
}

#[test]
fn the_locale_is_followed() {
    let kazakh = "Бастаушы> ";
    for (locale, prompt) in [
        (&[("LANG", "kk_KZ.UTF-8")][..], kazakh),
        (
            &[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "kk_KZ.UTF-8")],
            kazakh,
        ),
        (
            &[
                ("LANG", "ru_RU"),
                ("LC_MESSAGES", "fr_FR"),
                ("LC_ALL", "kk"),
            ],
            kazakh,
        ),
        (&[("LANG", "kk_KZ.UTF-8"), ("LC_ALL", "C")], "Bastaushy> "),
        (&[("LANG", "kk_KZ.UTF-8"), ("LC_ALL", "")], kazakh),
        (&[("LANG", "de_DE.UTF-8")], "Bastaushy> "),
        (&[("LANG", "ky_KG.UTF-8")], "Баштоочу> "),
        (&[("LANG", "ar_EG.UTF-8")], "باستاوشي> "),
        (&[], "Bastaushy> "),
    ] {
        let text = play_in(locale, &["--level", "none"], "");
        assert!(text.contains(prompt), "{locale:?}: {text}");
    }
    // By hand, and changed in the game.
    let locale = [("LC_ALL", "kk_KZ.UTF-8")];
    let text = play_in(
        &locale,
        &["--level", "none", "--language", "eu"],
        "language ky\n",
    );
    assert!(text.contains("Idatzi 1etik 9ra zulo bat"), "{text}");
    assert!(
        text.contains("Кыргызча") && text.ends_with("Баштоочу> \n"),
        "{text}"
    );
}

/// What programs read does not depend on whoever is logged in.
#[test]
fn programs_read_english() {
    let locale = [("LC_ALL", "kk_KZ.UTF-8")];
    let classical = ["--engine", "classical,depth=3"];
    let analyze = |more: &[&'static str]| [&["analyze", "startpos"], &classical[..], more].concat();
    for (arguments, input) in [
        (analyze(&[]), ""),
        (analyze(&["--json"]), ""),
        (
            [&["analyze", "--json"], &classical[..]].concat(),
            "startpos\n",
        ),
        (
            [&["ugi"], &classical[..]].concat(),
            "position startpos moves 7\nd\nquit\n",
        ),
        (vec!["perft", "3", "--divide", "--threads", "1"], ""),
        (vec!["levels"], ""),
        (vec!["replay", "-"], "1. 76 11 *\n"),
    ] {
        let text = play_in(&locale, &arguments, input);
        let is_english = text.chars().all(|c| !('\u{400}'..'\u{530}').contains(&c));
        assert!(is_english && !text.is_empty(), "{arguments:?}: {text}");
    }
    let text = play_in(&locale, &analyze(&["--language", "kk"]), "");
    assert!(text.contains("Бастаушы"), "{text}");
}

/// Reviews and their page, and what is certain of a position.
#[test]
fn reviews_and_solutions_are_told_in_the_language() {
    let folder = tempfile::tempdir().unwrap();
    let (games, page) = (folder.path().join("g.txt"), folder.path().join("g.html"));
    std::fs::write(&games, "1. 76 11 2. 65 77x 3. 89 13 4. 44 78\n").unwrap();
    let [games, html] = [&games, &page].map(|path| path.to_str().unwrap());
    let review = [
        "review",
        games,
        "--engine",
        "classical,nodes=300",
        "--html",
        html,
    ];
    let study = "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0";
    for language in Language::ALL {
        let (messages, code) = (Messages::of(language), language.code());
        let chosen = ["--language", code];
        let text = play_in(&[], &[&review[..], &chosen].concat(), "");
        let written = std::fs::read_to_string(&page).unwrap();
        assert!(
            written.contains(&format!("<html lang=\"{code}\" dir=")),
            "{written}"
        );
        for word in [
            "ui-review-bad",
            "ui-review-turning",
            "eval-move",
            "eval-margin",
        ] {
            let word = messages.text(word);
            assert!(text.contains(&word), "{code}: {word}: {text}");
            assert!(written.contains(&word), "{code}: {word}: {written}");
        }
        let solved = play_in(&[], &[&["solve", study][..], &chosen].concat(), "");
        let draw = [("told", messages.text("eval-draw").into())];
        let open = messages.text("solve-open");
        assert!(
            solved.contains(&messages.format("eval-certain", &draw)),
            "{solved}"
        );
        assert!(!solved.contains(&open));
        let told = [&text, &written, &solved].map(String::as_str).concat();
        for marks in ["{ $", "ui-", "eval-", "solve-"] {
            assert!(!told.contains(marks), "{code}: {marks}: {told}");
        }
    }
}

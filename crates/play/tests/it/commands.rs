//! What can be typed, and what is said to what cannot.

use std::path::PathBuf;

use togyz_play::{Command, Form, Language, Layout, Replace, parse_command};
use togyz_rules::{Move, Side};

#[test]
fn understood() {
    let save = |path: Option<&str>, replace| Command::Save {
        path: path.map(PathBuf::from),
        replace,
    };
    let load = |path: &str, game| Command::Load {
        path: path.into(),
        game,
    };
    for (line, command) in [
        ("7", Command::Play(Move::from_number(7).unwrap())),
        ("36x", Command::PlayPair("36x".parse().unwrap())),
        ("43(10)", Command::PlayPair("43(10)".parse().unwrap())),
        ("HINT", Command::Hint),
        ("h", Command::Hint),
        ("undo", Command::Undo(1)),
        ("u 12", Command::Undo(12)),
        ("redo 2", Command::Redo(2)),
        ("analyse 3", Command::Analyze(Some(3))),
        ("side", Command::Side(None)),
        ("side north", Command::Side(Some(Side::Kostaushy))),
        ("side Bastaushy", Command::Side(Some(Side::Bastaushy))),
        ("level", Command::Level(None)),
        ("level Club", Command::Level(Some("club".into()))),
        ("position show", Command::Position(None)),
        (
            "position startpos",
            Command::Position(Some("startpos".into())),
        ),
        ("notation fen", Command::Notation(Some(Form::Fen))),
        ("board lines", Command::Layout(Layout::Lines)),
        ("language", Command::Language(None)),
        ("lang KK", Command::Language(Some(Language::Kazakh))),
        ("b", Command::Show),
        ("save", save(None, Replace::OnlyOwn)),
        (
            "save my game.txt",
            save(Some("my game.txt"), Replace::OnlyOwn),
        ),
        ("save! a", save(Some("a"), Replace::Any)),
        ("load my game.txt", load("my game.txt", 1)),
        ("load my games.txt 12", load("my games.txt", 12)),
        ("? undo", Command::Help(Some("undo".into()))),
        ("q", Command::Quit),
    ] {
        assert_eq!(parse_command(line).unwrap(), Some(command), "{line}");
    }
    for blank in ["", "   ", "# a comment", "\t"] {
        assert_eq!(parse_command(blank), Ok(None), "{blank:?}");
    }
}

#[test]
fn not_understood() {
    for (line, part) in [
        ("hnit", "did you mean `hint`"),
        ("undoo", "did you mean `undo`"),
        ("xyzzy", "`help` lists all"),
        ("0", "from 1 to 9"),
        ("10", "`10` is no hole"),
        ("7 8", "`8` follows"),
        ("99999999999999999999", "from 1 to 9"),
        ("hint now", "takes no argument"),
        ("undo 0", "from 1 to 999: undo [N]"),
        ("undo -1", "`-1` is no number"),
        ("analyze 10", "from 1 to 9"),
        ("load", "load FILE"),
        ("save!", "save [FILE]"),
        ("engine", "engine SPEC"),
        ("side east", "bastaushy"),
        ("language xx", "en, kk, ky, ru, es, fr, ar, eu"),
        ("board round", "box, text, lines"),
        ("notation pgn", "compact, fen, pairs, game"),
        ("ж", "Unknown command `ж`"),
    ] {
        let error = parse_command(line).unwrap_err().to_string();
        assert!(error.contains(part), "{line}: {error}");
    }
    let long = parse_command(&"x".repeat(10_000)).unwrap_err().to_string();
    assert!(long.len() < 200, "a long line is not repeated whole");
}

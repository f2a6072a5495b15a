//! The screen as lines: the board, the moves beside it, the evaluation once asked for, the prompt.

use std::sync::Arc;
use std::time::Duration;

use togyz_play::screen::{Frame, Size, draw};
use togyz_play::{Layout, Seats, Session, SessionConfig, Style, Timer, parse_command};
use togyz_players::{Budget, Library};
use togyz_rules::{Position, Side, Variant};

use crate::golden;

const WIDE: Size = Size {
    columns: 96,
    rows: 26,
};

/// A game against `greedy` on a screen.
fn session() -> Session {
    let config = SessionConfig {
        start: Position::start(Variant::Togyz),
        seats: Seats::Against(Side::Bastaushy),
        opponent: "greedy".parse().unwrap(),
        adviser: Some("classical,nodes=2000".parse().unwrap()),
        budget: Budget::default(),
        seed: 1,
        style: Style::PLAIN,
        autosave: None,
        date: "2011.05.21".to_owned(),
    };
    let timer = Timer {
        now: || Duration::ZERO,
        stop: Arc::default(),
    };
    let mut session = Session::new(Library::embedded().unwrap(), config, timer).unwrap();
    session.set_layout(Layout::Hidden);
    session
}

/// Carries out a line; gives what is told.
fn say(session: &mut Session, line: &str) -> String {
    let command = parse_command(line).unwrap().unwrap();
    let mut told = session.handle(command).unwrap();
    if session.step() == togyz_play::Step::Think {
        told += &session.think().unwrap();
    }
    told
}

fn shown(session: &Session, told: &str, typed: &str, size: Size) -> Frame {
    let frame = draw(&session.view(Style::PLAIN), told, typed, size);
    assert!(frame.lines.len() <= size.rows);
    for line in &frame.lines {
        assert!(line.chars().count() <= size.columns, "{line}");
    }
    assert!(frame.cursor.0 < size.columns && frame.cursor.1 < size.rows);
    frame
}

#[track_caller]
fn check(name: &str, frame: &Frame) {
    let lines: Vec<&str> = frame.lines.iter().map(|line| line.trim_end()).collect();
    let (column, row) = frame.cursor;
    golden(
        &format!("screen/{name}.txt"),
        &format!("{}\ncursor: column {column}, row {row}\n", lines.join("\n")),
    );
}

#[test]
fn the_game_in_place() {
    let mut session = session();
    let greeting = session.greeting();
    check("start", &shown(&session, &greeting, "", WIDE));
    for line in ["7", "9", "1"] {
        say(&mut session, line);
    }
    let told = say(&mut session, "2");
    check("game", &shown(&session, &told, "hin", WIDE));
    // The evaluation comes when it is asked for, and goes with its position.
    let told = say(&mut session, "hint");
    check("hint", &shown(&session, &told, "", WIDE));
    let told = say(&mut session, "undo");
    let after = shown(&session, &told, "", WIDE);
    assert!(
        !after
            .lines
            .iter()
            .any(|line| line.contains("is expected to end"))
    );
}

#[test]
fn every_size_has_its_picture() {
    let mut session = session();
    let told = say(&mut session, "7");
    // No room beside the board: the last moves stand below it.
    let narrow = shown(
        &session,
        &told,
        "",
        Size {
            columns: 70,
            rows: 24,
        },
    );
    check("narrow", &narrow);
    check(
        "small",
        &shown(
            &session,
            &told,
            "",
            Size {
                columns: 40,
                rows: 12,
            },
        ),
    );
    // A text that is longer than the room takes the board's place.
    let help = say(&mut session, "help");
    check(
        "help",
        &shown(
            &session,
            &help,
            "",
            Size {
                columns: 90,
                rows: 20,
            },
        ),
    );
    for columns in [0, 1, 5, 61, 62, 63, 85, 86, 200] {
        for rows in [0, 1, 2, 3, 17, 18, 19, 60] {
            let size = Size { columns, rows };
            if columns > 0 && rows > 0 {
                shown(&session, &help, "analyze 3", size);
            } else {
                // A terminal that tells nothing about itself must not end the game.
                let frame = draw(&session.view(Style::PLAIN), &help, "7", size);
                assert_eq!(frame.lines.len(), rows.max(1));
            }
        }
    }
}

#[test]
fn a_board_in_sentences_is_wrapped() {
    let session = session();
    let style = Style {
        layout: Layout::Lines,
        ..Style::PLAIN
    };
    let frame = draw(
        &session.view(style),
        "",
        "",
        Size {
            columns: 62,
            rows: 24,
        },
    );
    assert!(frame.lines.iter().all(|line| line.chars().count() <= 62));
    assert!(
        frame
            .lines
            .iter()
            .any(|line| line.contains("Bastaushy to move."))
    );
}

#[test]
fn colour_takes_no_room() {
    let session = session();
    let style = Style {
        layout: Layout::Box,
        colour: togyz_play::Colour::On,
        ..Style::PLAIN
    };
    let plain = Style {
        colour: togyz_play::Colour::Off,
        ..style
    };
    let draw_in = |style| draw(&session.view(style), "told", "7", WIDE);
    let (coloured, plain) = (draw_in(style), draw_in(plain));
    assert_eq!(coloured.cursor, plain.cursor);
    let bare: Vec<String> = coloured
        .lines
        .iter()
        .map(|line| without_codes(line))
        .collect();
    assert_eq!(bare, plain.lines);
    assert_ne!(coloured.lines, plain.lines);
}

fn without_codes(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text += part.split_once('m').unwrap().1;
    }
    text
}

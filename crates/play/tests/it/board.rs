//! Golden drawings: every layout, both seats, tuzdiks of each side, with and without colour.

use togyz_play::{Board, Colour, Language, Layout, Style};
use togyz_rules::{BySide, Move, Played, Position, Side, Variant};

use crate::golden;

fn draw(position: &Position, last: Option<&Played>, bottom: Side, style: Style) -> String {
    let names = BySide::new("you".to_owned(), "level club".to_owned());
    Board {
        position,
        bottom,
        last,
        names: &names,
        style,
    }
    .to_string()
}

/// A late position with a tuzdik of each side: Bastaushy's in hole 3 of Kostaushy, Kostaushy's in
/// hole 5 of Bastaushy.
fn tuzdiks() -> Position {
    let text = "1,2,10,3,0,4,12,0,1/5,6,0,7,8,0,20,2,1/45,35/2,4/0";
    Position::parse(text, Variant::Togyz).unwrap()
}

#[test]
fn drawings() {
    let start = Position::start(Variant::Togyz);
    let (after, played) = start.play(Move::from_number(7).unwrap()).unwrap();
    let boxed = Style {
        layout: Layout::Box,
        ..Style::PLAIN
    };
    let lines = Style {
        layout: Layout::Lines,
        ..Style::PLAIN
    };
    let coloured = Style {
        layout: Layout::Box,
        colour: Colour::On,
        ..Style::PLAIN
    };
    let south = Side::Bastaushy;
    let small = Position::start(Variant::Bestemshe);
    let (next, fed) = tuzdiks().play(Move::from_number(7).unwrap()).unwrap();
    for (name, drawing) in [
        ("start.txt", draw(&start, None, south, Style::PLAIN)),
        ("start-box.txt", draw(&start, None, south, boxed)),
        ("start-lines.txt", draw(&start, None, south, lines)),
        (
            "capture.txt",
            draw(&after, Some(&played), south, Style::PLAIN),
        ),
        (
            "capture-flipped.txt",
            draw(&after, Some(&played), south.other(), Style::PLAIN),
        ),
        (
            "capture-lines.txt",
            draw(&after, Some(&played), south, lines),
        ),
        (
            "capture-colour.txt",
            draw(&after, Some(&played), south, coloured),
        ),
        ("tuzdiks.txt", draw(&tuzdiks(), None, south, Style::PLAIN)),
        (
            "tuzdiks-flipped.txt",
            draw(&tuzdiks(), None, south.other(), Style::PLAIN),
        ),
        (
            "tuzdiks-fed.txt",
            draw(&next, Some(&fed), south, Style::PLAIN),
        ),
        ("tuzdiks-lines.txt", draw(&tuzdiks(), None, south, lines)),
        (
            "tuzdiks-colour.txt",
            draw(&tuzdiks(), None, south, coloured),
        ),
        ("bestemshe.txt", draw(&small, None, south, Style::PLAIN)),
    ] {
        golden(name, &drawing);
    }
}

/// Colour adds nothing that the characters do not say.
#[test]
fn colour_is_only_escape_codes() {
    for layout in [Layout::Box, Layout::Text, Layout::Lines] {
        let of = |colour| {
            let style = Style {
                layout,
                colour,
                ..Style::PLAIN
            };
            draw(&tuzdiks(), None, Side::Bastaushy, style)
        };
        let mut bare = String::new();
        let coloured = of(Colour::On);
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            bare += before;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(bare + rest, of(Colour::Off), "{layout}");
    }
}

/// Every line of a drawing ends within 72 columns, and the frame is straight, in every language.
#[test]
fn frames_are_straight() {
    let check = |position: &Position, side, language| {
        let style = Style {
            language,
            ..Style::PLAIN
        };
        let drawing = draw(position, None, side, style);
        let widths: Vec<usize> = drawing
            .lines()
            .filter(|line| line.trim_start().starts_with(['+', '|', 'v']))
            .map(|line| line.trim_end_matches([' ', '^']).chars().count())
            .collect();
        assert_eq!(widths.len(), 8, "{drawing}");
        let straight = |&width: &usize| width == widths[0] && width <= 72;
        assert!(widths.iter().all(straight), "{drawing}");
    };
    for language in Language::ALL {
        for side in Side::ALL {
            for variant in Variant::ALL {
                check(&Position::start(variant), side, language);
            }
            check(&tuzdiks(), side, language);
        }
    }
}

//! Positions and moves as text: what is read, what is written, what is refused.

use togyz_rules::{Fen, Hole, PairToken, Position, Side, Variant};

use crate::{hole, position};

/// FENs as they are found in the wild, with the compact position they stand for.
const FENS: &[(Variant, &str, &str)] = &[
    (
        Variant::Togyz,
        "9S,9S,9S,9S,1,10S,10S,10S,10S/9S,9S,9S,9S,9S,1S,10S,10S,10S 10 5 N 1",
        "",
    ),
    (
        Variant::Togyz,
        "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4",
        "12,2,13,13,0,3,12,12,1/12,12,0,1,2,3,12,2,13/22,15/-1,4/0",
    ),
    (
        Variant::Togyz,
        "2,T,24S,2S,9S,3S,9S,9S/2S,11S,2S,T,2,9S,9S,4S 30 39 S 16",
        "2,11,2,0,0,0,9,9,4/9,9,3,9,2,24,0,0,0/30,39/6,3/0",
    ),
    (
        Variant::Togyz,
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S_0_0_S_1",
        "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0",
    ),
    (
        Variant::Bestemshe,
        "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1",
        "5,5,5,5,5/5,5,5,5,5/0,0/-1,-1/0",
    ),
    (
        Variant::Qozdatu,
        "7/7 49 49 N",
        "0,0,0,0,0,0,0/0,0,0,0,0,0,0/49,49/-1,-1/1",
    ),
    (
        Variant::Togyz,
        "8,1S/9 81 80 N 77",
        "0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0/81,80/-1,-1/1",
    ),
    (
        Variant::Togyz,
        "0S,7,1s/9 81 80 n 77",
        "0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0/81,80/-1,-1/1",
    ),
];

#[test]
fn fens_are_read() {
    for &(variant, fen, compact) in FENS {
        let found = Position::from_fen(fen, variant);
        if compact.is_empty() {
            // A printed test of another project whose balls do not add up.
            assert!(found.is_err(), "{fen}");
        } else {
            assert_eq!(
                found.map(|p| p.to_compact()).as_deref(),
                Ok(compact),
                "{fen}"
            );
        }
    }
}

#[test]
fn holes_with_no_ball_are_runs_and_tuzdiks_are_not_among_them() {
    let study = position(
        "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0",
        Variant::Togyz,
    );
    let fen = Fen {
        position: study,
        move_number: 60,
    };
    assert_eq!(fen.to_string(), "5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 60");
    assert_eq!(study.tuzdik(Side::Kostaushy), Hole::from_index(4));
}

#[test]
fn wrong_positions_say_what_is_wrong() {
    let table = [
        (
            "",
            "`` is no position: expected `startpos`, a compact position or a FEN",
        ),
        (
            "start",
            "`start` is no position: expected `startpos`, a compact position or a FEN",
        ),
        (
            "9,9/9,9/0,0/-1,-1/0",
            "the row of Bastaushy has 2 holes; togyz is played with 9",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9/0,0/-1,-1/0",
            "the row of Kostaushy has 8 holes; togyz is played with 9",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,x/0,0/-1,-1/0",
            "`x` is no number of balls in a hole",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,+9/0,0/-1,-1/0",
            "`+9` is no number of balls in a hole",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,70000/0,0/-1,-1/0",
            "`70000` is no number of balls in a hole",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0/-1,-1/0",
            "a compact position has 1 kazans, expected 2",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1,3/0",
            "a compact position has 3 tuzdiks, expected 2",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/9,-1/0",
            "`9` is no tuzdik of Bastaushy: expected -1 or an index from 0",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/2",
            "`2` is no side to move: expected 0 or 1",
        ),
        ("9/9 0", "a FEN has 2 fields, expected 5"),
        (
            "9/8 0 0 S 1",
            "the row of Bastaushy has 8 holes; togyz is played with 9",
        ),
        (
            "9/9,9 0 0 S 1",
            "the row of Bastaushy has 18 holes; togyz is played with 9",
        ),
        (
            "9/8,u 0 0 S 1",
            "`u` is no hole of a FEN: expected balls (`9S`), empty holes (`3`) or a tuzdik (`t`)",
        ),
        (
            "9/8,9SS 0 0 S 1",
            "`9SS` is no hole of a FEN: expected balls (`9S`), empty holes (`3`) or a tuzdik (`t`)",
        ),
        ("9/8,S 0 0 S 1", "`` is no number of balls in a hole"),
        ("9/9 0 0 W 1", "`W` is no side to move: expected S or N"),
        ("9/9 0 0 S -1", "`-1` is no number of a move"),
        ("9/9 0 0 S 1", "there are 0 balls in all, not 162"),
    ];
    for (text, message) in table {
        let error = Position::parse(text, Variant::Togyz).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn pairs_are_read_in_every_spelling() {
    let table = [
        ("76", 7, 6, false, None),
        ("91", 9, 1, false, None),
        ("43(10)", 4, 3, false, Some(10)),
        ("36x", 3, 6, true, None),
        ("36X", 3, 6, true, None),
        ("36x(41)", 3, 6, true, Some(41)),
        ("36\u{445}", 3, 6, true, None),
        ("36\u{425}(7)", 3, 6, true, Some(7)),
    ];
    for (text, origin, landing, tuzdik, kazan) in table {
        let token: PairToken = text.parse().expect(text);
        let expected = PairToken {
            mv: hole(origin),
            landing: Hole::from_number(landing).expect("a hole"),
            tuzdik,
            kazan,
        };
        assert_eq!(token, expected, "{text}");
    }
    for text in [
        "", "7", "70", "06", "761", "76()", "76(256)", "76(1000)", "76(1", "76)", "7 6", "76xx",
        "76x(", "é6", "7é", "76(1a)", "76(-1)", "76 ",
    ] {
        assert!(text.parse::<PairToken>().is_err(), "{text}");
    }
}

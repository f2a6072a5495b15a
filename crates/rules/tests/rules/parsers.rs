//! Nothing that comes from outside makes a parser panic, and what is accepted is in order.

use proptest::prelude::*;
use togyz_rules::{Fen, GameRecord, Hole, Move, PairToken, Position, Setup, Variant, collection};

/// Pieces that parsers care about, so that random text gets past their first line.
const PIECES: &[&str] = &[
    "9S,9S,9S,9S,9S,9S,9S,9S,9S",
    "/",
    " 0 0 S 1",
    "9,9,9,9,9,9,9,9,9",
    "/0,0/-1,-1/0",
    ",",
    "t",
    "T",
    "-1",
    "0",
    "9",
    "162",
    "300",
    "99999999999999999999",
    "S",
    "N",
    " ",
    "_",
    "\n",
    "\r\n",
    "\t",
    "1.",
    "1...",
    "76",
    "43(10)",
    "36x",
    "36X",
    "36\u{445}",
    "91",
    "(",
    ")",
    "{",
    "}",
    "{zero}",
    "[",
    "]",
    "[White \"",
    "\"]",
    "\\",
    "\"",
    "[Variant \"bestemshe\"]",
    "[FEN \"",
    "1-0",
    "*",
    "$3",
    ";",
    "!",
    "\u{feff}",
    "½-½",
    "é",
    "\0",
    "startpos",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

/// Every parser of the crate, on one text.
fn read_everything(text: &str) {
    for variant in Variant::ALL {
        for position in [
            Position::parse(text, variant),
            Position::from_compact(text, variant),
            Position::from_fen(text, variant),
        ]
        .into_iter()
        .flatten()
        {
            assert_eq!(Setup::from(position).build(), Ok(position), "{text:?}");
        }
        let _ = Fen::parse(text, variant).map(|fen| fen.to_string());
        let _ = GameRecord::parse(text, variant).map(|record| record.to_string());
        for game in collection(text, variant) {
            match game {
                Ok(record) => {
                    let again = GameRecord::parse(&record.to_string(), variant);
                    assert_eq!(again.as_ref(), Ok(&record), "{text:?}");
                }
                Err(error) => {
                    let line = text
                        .split('\n')
                        .nth(error.line - 1)
                        .expect("the line is there");
                    assert!(
                        error.column <= line.chars().count() + 1,
                        "{text:?}: {error}"
                    );
                    let _ = error.to_string();
                }
            }
        }
    }
    let _ = text.parse::<PairToken>();
    let _ = text.parse::<Move>();
    let _ = text.parse::<Variant>();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_everything(&text);
    }

    #[test]
    fn any_heap_of_pieces_is_read_or_refused(text in pieces()) {
        read_everything(&text);
    }

    #[test]
    fn any_damage_to_a_good_game_is_read_or_refused(at in 0usize..200, to in any::<char>(), cut: bool) {
        let good = "[White \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n\n1. 76(10) 11(10) 2. 65 77x {note} 3. 89 13 1-0\n";
        let mut chars: Vec<char> = good.chars().collect();
        let at = at % chars.len();
        if cut { chars.truncate(at); } else { chars[at] = to; }
        read_everything(&chars.into_iter().collect::<String>());
    }

    #[test]
    fn any_setup_is_built_or_refused(
        rows in prop::array::uniform2(prop::array::uniform9(0u16..30)),
        kazans in prop::array::uniform2(any::<u16>()),
        places in prop::collection::vec((any::<bool>(), any::<bool>(), 0usize..9), 0..4),
    ) {
        use togyz_rules::{BySide, Place, Side};
        for variant in Variant::ALL {
            let mut setup = Setup::start(variant);
            setup.rows = BySide::new(rows[0], rows[1]);
            setup.kazans = BySide::new(kazans[0], kazans[1]);
            for &(owner, row, hole) in &places {
                let side = |first| if first { Side::Bastaushy } else { Side::Kostaushy };
                let hole = Hole::from_index(hole).expect("below 9");
                setup.tuzdiks[side(owner)].push(Place { row: side(row), hole });
            }
            if let Ok(position) = setup.build() {
                prop_assert_eq!(Setup::from(position).build(), Ok(position));
            }
        }
    }
}

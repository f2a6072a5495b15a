//! The features of random positions are what the crate promises.

mod common;

use common::random_game;
use proptest::prelude::*;
use togyz_model::{ACTIVE, Features, ROWS};
use togyz_rules::{Position, Variant};

/// The rows by the words of the documentation, one hole after the other.
fn by_the_book(position: &Position) -> Vec<u16> {
    let mover = position.side_to_move();
    let mut rows = Vec::new();
    for (side, first_slot) in [(mover, 0), (mover.other(), 9)] {
        let faces_tuzdik = position.tuzdik(side.other()).is_some();
        for index in 0..9_u16 {
            let hole = togyz_rules::Hole::from_index(index.into()).expect("nine holes");
            let balls = u16::from(position.balls(side, hole)).min(31);
            rows.push((first_slot + index) * 64 + if faces_tuzdik { 32 } else { 0 } + balls);
        }
    }
    for (side, first) in [(mover, 1152), (mover.other(), 1236)] {
        rows.push(first + u16::from(position.kazan(side)).min(83));
    }
    for (side, first) in [(mover, 1320), (mover.other(), 1330)] {
        rows.push(
            first
                + position
                    .tuzdik(side)
                    .map_or(0, |hole| u16::from(hole.number())),
        );
    }
    rows
}

#[test]
fn sizes_are_those_of_the_format() {
    assert_eq!((ROWS, ACTIVE), (1340, 22));
    let supported = |variant| Features::supports(variant);
    assert!(supported(Variant::Togyz) && supported(Variant::Historic));
    assert!(!supported(Variant::Qozdatu) && !supported(Variant::Bestemshe));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn rows_of_random_games(seed in any::<u64>(), historic in any::<bool>()) {
        let variant = if historic { Variant::Historic } else { Variant::Togyz };
        for position in random_game(variant, seed) {
            let features = Features::of(&position);
            let rows = features.rows();
            prop_assert_eq!(&rows[..], &by_the_book(&position)[..]);
            prop_assert!(rows.is_sorted_by(|a, b| a < b), "distinct and ascending");
            prop_assert!(usize::from(rows[ACTIVE - 1]) < ROWS);
            prop_assert_eq!(features, Features::of(&position.turned()));
        }
    }
}

#[test]
fn games_reach_the_rare_rows() {
    let mut seen = vec![false; ROWS];
    for seed in 0..300 {
        for position in random_game(Variant::Togyz, seed) {
            for &row in Features::of(&position).rows() {
                seen[usize::from(row)] = true;
            }
        }
    }
    // A kazan above 82, 31 balls and more in a hole, tuzdiks of both sides on each hole but the 9th.
    let rare = [1152 + 83, 1236 + 83]
        .into_iter()
        .chain(1321..1329)
        .chain(1331..1339);
    for row in rare {
        assert!(seen[row], "row {row}");
    }
    assert!((0..18).any(|slot| seen[slot * 64 + 31] || seen[slot * 64 + 63]));
    assert!(!seen[1329] && !seen[1339], "hole 9 is never a tuzdik");
}

//! The features of random positions are what the crate promises.

mod common;

use common::random_game;
use proptest::prelude::*;
use togyz_model::{FeatureSet, Features, MAX_ACTIVE, PADDING, ROWS};
use togyz_rules::{BySide, Hole, Place, Position, Setup, Side, Variant};

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

/// The rows of the captures, each by playing the move; for the side that is not to move, in the same
/// position with it to move.
fn captures_by_the_book(position: &Position) -> Vec<u16> {
    let mover = position.side_to_move();
    let (mut rows, mut hit) = (Vec::new(), [None; 18]);
    for (side, slot) in [(mover, 0), (mover.other(), 9)] {
        let to_move = with_side_to_move(position, side);
        for mv in to_move.legal_moves() {
            let (_, played) = to_move.play(mv).expect("legal");
            let kind = match u16::from(played.captured) {
                0 => continue,
                _ if played.made_tuzdik => 15,
                balls => (balls / 2).min(15) - 1,
            };
            rows.push(1340 + 16 * (slot + u16::try_from(mv.index()).expect("below nine")) + kind);
            hit[usize::from(9 - slot) + played.landing.hole.index()] = Some(kind);
        }
    }
    let hit = (0..).zip(hit);
    rows.extend(hit.filter_map(|(slot, kind)| Some(1628 + 16 * slot + kind?)));
    rows
}

fn with_side_to_move(position: &Position, side_to_move: Side) -> Position {
    let holes = |side| {
        std::array::from_fn(|index| {
            Hole::from_index(index).map_or(0, |hole| position.balls(side, hole).into())
        })
    };
    let tuzdiks = |side: Side| {
        let place = |hole| Place {
            row: side.other(),
            hole,
        };
        position.tuzdik(side).map(place).into_iter().collect()
    };
    let setup = Setup {
        variant: position.variant(),
        rows: BySide::from_fn(holes),
        kazans: BySide::from_fn(|side| position.kazan(side).into()),
        tuzdiks: BySide::from_fn(tuzdiks),
        side_to_move,
    };
    setup.build().expect("a position of a game")
}

#[test]
fn sizes_are_those_of_the_format() {
    assert_eq!((ROWS, MAX_ACTIVE), (1916, 58));
    let sets = [FeatureSet::Holes, FeatureSet::Captures];
    assert_eq!(sets.map(FeatureSet::rows), [1340, ROWS]);
    for set in sets {
        assert_eq!(FeatureSet::of_version(set.version()), Some(set));
    }
    assert_eq!(FeatureSet::of_version(3), None);
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
            prop_assert_eq!(&rows[..22], &by_the_book(&position)[..]);
            prop_assert_eq!(features.rows_of(FeatureSet::Holes), &rows[..22]);
            if variant == Variant::Togyz {
                prop_assert_eq!(&rows[22..], &captures_by_the_book(&position)[..]);
            }
            prop_assert!(rows.is_sorted_by(|a, b| a < b), "distinct and ascending");
            prop_assert!(rows.iter().all(|&row| usize::from(row) < ROWS));
            prop_assert_eq!(&features.padded()[..rows.len()], rows);
            prop_assert!(features.padded()[rows.len()..].iter().all(|&row| row == PADDING));
            prop_assert_eq!(features, Features::of(&position.turned()));
            let holes = Features::of_set(&position, FeatureSet::Holes);
            prop_assert_eq!(holes.rows(), &rows[..22]);
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
    // Captures of 2 to 30 balls and tuzdiks, by either side.
    for side in 0..2 {
        let of_side = |kind: usize| (0..9).any(|hole| seen[1340 + (side * 9 + hole) * 16 + kind]);
        assert!((0..16).all(of_side), "side {side}");
        let hit = |kind: usize| (0..9).any(|hole| seen[1628 + (side * 9 + hole) * 16 + kind]);
        assert!((0..16).all(hit), "side {side}");
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

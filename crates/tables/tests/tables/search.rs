//! Random positions searched to the end of the game, by the rules alone.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Position, Variant};
use togyz_tables::{Bounds, Pair, TableSet};

/// The balls that the mover ends with under best play: by looking at every line to its end. With a
/// tuzdik on the board no position comes again, so every line has one.
fn searched(position: &Position, known: &mut HashMap<Position, u8>) -> u8 {
    if let Some(&own) = known.get(position) {
        return own;
    }
    let mover = position.side_to_move();
    let own = match position.natural_end() {
        Some(outcome) => outcome.score[mover],
        None => position
            .legal_moves()
            .iter()
            .map(|mv| position.variant().total() - searched(&position.play_unchecked(mv), known))
            .max()
            .expect("a side with a move"),
    };
    known.insert(*position, own);
    own
}

fn agrees(variant: Variant, balls: u8, samples: u32) {
    let set = TableSet::solved(variant, balls);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for pair in Pair::all(variant).filter(|pair| *pair != Pair::Free) {
        for _ in 0..samples {
            let position = set.any(pair, balls, &mut |below| rng.random_range(0..below));
            let own = searched(&position, &mut HashMap::new()) - position.own_kazan();
            let expected = Bounds {
                own,
                other: balls - own,
            };
            assert_eq!(
                set.bounds(&position),
                Some(expected),
                "{}",
                position.to_compact()
            );
        }
    }
}

#[test]
fn togyz_with_four_balls() {
    agrees(Variant::Togyz, 4, 20);
}

#[test]
fn historic_with_three_balls() {
    agrees(Variant::Historic, 3, 20);
}

/// 19 seconds in release on a free core:
/// `cargo test --release -p togyz-tables --test tables -- --ignored with_seven_balls`.
#[test]
#[ignore = "twenty seconds in release; fewer balls run always"]
fn with_seven_balls() {
    agrees(Variant::Togyz, 7, 200);
}

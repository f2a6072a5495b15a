//! Every small layer of every variant, by plain sweeps over a hash map.

use std::collections::HashMap;

use togyz_rules::Variant;
use togyz_tables::{Bounds, TableSet};

use crate::support::{Slow, all_tuzdiks, boards};

/// All boards up to `balls`, from 0, until a whole sweep changes nothing.
fn sweeps(variant: Variant, balls: u8) -> HashMap<Slow, Bounds> {
    let all: Vec<Slow> = all_tuzdiks(variant)
        .into_iter()
        .flat_map(|tuzdiks| (0..=balls).flat_map(move |n| boards(variant, tuzdiks, n)))
        .collect();
    let mut values: HashMap<Slow, Bounds> = all
        .iter()
        .map(|slow| (slow.clone(), Bounds::default()))
        .collect();
    loop {
        let mut next = values.clone();
        for slow in &all {
            let moves = slow.moves(variant);
            let own = moves
                .iter()
                .map(|mv| mv.gained + values[&mv.next].other)
                .max();
            let other = moves.iter().map(|mv| mv.given + values[&mv.next].own).min();
            let bounds = Bounds {
                own: own.unwrap_or(0),
                other: other.unwrap_or(slow.balls()),
            };
            next.insert(slow.clone(), bounds);
        }
        if next == values {
            return values;
        }
        values = next;
    }
}

fn agrees(variant: Variant, balls: u8) {
    let set = TableSet::solved(variant, balls);
    let expected = sweeps(variant, balls);
    let positions: u64 = (0..=balls).map(|n| TableSet::positions(variant, n)).sum();
    assert_eq!(expected.len() as u64, positions, "{variant}");
    for (slow, bounds) in expected {
        let position = slow.position(variant, 0);
        assert_eq!(set.bounds(&position), Some(bounds), "{position:?}");
    }
}

#[test]
fn togyz_up_to_two_balls() {
    agrees(Variant::Togyz, 2);
}

#[test]
fn historic_up_to_two_balls() {
    agrees(Variant::Historic, 2);
}

#[test]
fn qozdatu_up_to_four_balls() {
    agrees(Variant::Qozdatu, 4);
}

#[test]
fn bestemshe_up_to_five_balls() {
    agrees(Variant::Bestemshe, 5);
}

/// 35 seconds in release on a free core, and 130 MB:
/// `cargo test --release -p togyz-tables --test tables -- --ignored more_balls`.
#[test]
#[ignore = "half a minute in release; fewer balls run always"]
fn more_balls() {
    agrees(Variant::Togyz, 4);
    agrees(Variant::Historic, 4);
}

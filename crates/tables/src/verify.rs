//! Values worked out once more.

use togyz_rules::Position;

use crate::index::Walk;
use crate::layer::Bounds;
use crate::pair::Pair;
use crate::set::TableSet;
use crate::solve::one_step;

/// A value that is not what follows from those after the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The board; its kazans are any.
    pub position: Position,
    /// What the table says.
    pub found: Bounds,
    /// What follows.
    pub expected: Bounds,
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Layers of pairs that were solved anew and compared whole.
    pub layers: usize,
    /// Their positions.
    pub solved: u64,
    /// Single values that were derived from those after their moves.
    pub derived: u64,
    /// The layers of both forms of a pair that the set has.
    pub pairs: usize,
    /// Where the two bounds do not always add up to the balls on the board, so that both are stored.
    pub unequal: Vec<Unequal>,
    /// Values that are wrong; at most one of each layer.
    pub mismatches: Vec<Mismatch>,
}

/// A layer in which neither side can force what the other is not sure of: an endless game is better
/// for both than to give in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unequal {
    /// The tuzdiks.
    pub pair: Pair,
    /// The balls on the board.
    pub balls: u8,
    /// Positions whose bounds do not add up to them.
    pub positions: u64,
}

/// Works out values of a set once more: every layer up to `whole` balls from nothing, and of every
/// larger layer `samples` values from those after their moves.
///
/// `below(n)` gives any number below `n`; `done` is called after each layer of a pair.
#[must_use]
pub fn verify(
    set: &TableSet,
    whole: u8,
    samples: u32,
    below: &mut dyn FnMut(u64) -> u64,
    go_on: &mut dyn FnMut(Pair, u8) -> bool,
) -> Verified {
    let mut verified = Verified::default();
    let fresh = TableSet::solved(set.variant(), whole);
    for balls in 0..=set.balls() {
        for pair in Pair::all(set.variant()) {
            let mismatch = if balls <= whole {
                verified.layers += 1;
                verified.solved += set.shape().count(pair, balls) * pair.forms() as u64;
                compare(set, &fresh, pair, balls)
            } else {
                verified.derived += u64::from(samples);
                sample(set, pair, balls, samples, below)
            };
            verified.mismatches.extend(mismatch);
            if let Some(layer) = set.layer(pair, balls) {
                verified.pairs += 1;
                let positions = layer.unequal(set.shape().count(pair, balls), balls);
                verified.unequal.extend((positions > 0).then_some(Unequal {
                    pair,
                    balls,
                    positions,
                }));
            }
            if !go_on(pair, balls) {
                verified.stopped = true;
                return verified;
            }
        }
    }
    verified
}

/// The first value of a layer that differs between two sets.
fn compare(set: &TableSet, fresh: &TableSet, pair: Pair, balls: u8) -> Option<Mismatch> {
    let templates: Vec<Position> = (0..pair.forms())
        .filter_map(|form| pair.template(set.variant(), form, balls))
        .collect();
    let mut walk = Walk::new(set.shape(), templates.first()?, balls);
    for _ in 0..set.shape().count(pair, balls) {
        for (form, template) in templates.iter().enumerate() {
            let position = walk.position(template, form);
            let (found, expected) = (set.bounds(&position)?, fresh.bounds(&position)?);
            if found != expected {
                return Some(Mismatch {
                    position,
                    found,
                    expected,
                });
            }
        }
        walk.advance();
    }
    None
}

/// The first of some values that does not follow from those after the moves.
fn sample(
    set: &TableSet,
    pair: Pair,
    balls: u8,
    samples: u32,
    below: &mut dyn FnMut(u64) -> u64,
) -> Option<Mismatch> {
    for _ in 0..samples {
        let position = set.any(pair, balls, below);
        let found = set.bounds(&position)?;
        let expected = one_step(&position, balls, |next, _| {
            set.bounds(next).unwrap_or_default()
        });
        if found != expected {
            return Some(Mismatch {
                position,
                found,
                expected,
            });
        }
    }
    None
}

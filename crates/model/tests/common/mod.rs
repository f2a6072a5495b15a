//! What the tests of this crate share: positions to ask about, and models that answer.

#![allow(dead_code, reason = "each test binary uses what it needs")]

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_model::{Model, ModelHeader, Weights};
use togyz_rules::{Position, Variant};

/// The positions of a random game, its end included.
pub(crate) fn random_game(variant: Variant, seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::start(variant);
    let mut positions = vec![position];
    // Played on to the natural end, so that kazans above 82 occur as well.
    while !position.legal_moves().is_empty() && positions.len() < 1000 {
        let moves = position.legal_moves();
        let nth = rng.random_range(0..moves.len());
        let mv = moves.iter().nth(nth).expect("below the length");
        position = position.play_unchecked(mv);
        positions.push(position);
    }
    positions
}

/// An untrained model.
pub(crate) fn model(trunk: &[u32], seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let weights = Weights::random(trunk, &mut rng);
    Model::new(ModelHeader::new(trunk), weights).expect("random weights are within bounds")
}

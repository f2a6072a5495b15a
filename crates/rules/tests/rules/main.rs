//! What the rules must do: known values, the slow reference, properties, and texts.

mod known;
mod notation;
mod parsers;
mod properties;
mod records;
mod reference;
mod repetition;
mod rulings;
mod setup;
mod vectors;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Move, Position, Variant};

/// The generator of a test: the same seed, the same games.
fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A legal move, each as likely as the other.
fn random_move(position: &Position, rng: &mut impl Rng) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    moves.iter().nth(rng.random_range(0..moves.len()))
}

/// A random game to its end by the rules.
fn random_game(variant: Variant, rng: &mut impl Rng) -> Game {
    let mut game = Game::new(variant);
    while game.outcome().is_none() {
        let mv = random_move(game.position(), rng).expect("a game that is not over has a move");
        game.play(mv).expect("a legal move");
    }
    game
}

/// The position of a compact text that is known to be right.
fn position(text: &str, variant: Variant) -> Position {
    match Position::from_compact(text, variant) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The move of a hole's number.
fn hole(number: u32) -> Move {
    Move::from_number(number).expect("a hole's number")
}

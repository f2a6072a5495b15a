//! The tree with a random playout for each simulation, as a general MCTS program has it, to hold
//! `docs/compare/open_spiel_mcts.py` against.
//!
//! `cargo run --release -p togyz-mcts --example playouts`: microseconds a simulation from the start,
//! the least of five searches, and how much of them the playouts took.

#![expect(clippy::print_stdout, reason = "an example tells its result")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_mcts::{Evaluation, Limits, MctsConfig, PlaySearch, Value};
use togyz_rules::{Game, Position, Variant};

const ROUNDS: u64 = 5;

fn main() {
    println!("togyz, from the start, one thread, least of {ROUNDS}");
    for simulations in [12, 1_000, 25_000, 250_000] {
        let rounds = (0..ROUNDS).map(|seed| search(simulations, seed));
        let least = rounds.min_by_key(|(whole, _)| *whole);
        let (whole, playouts) = least.unwrap_or_default();
        let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(simulations);
        println!(
            "{simulations:>8} simulations: {:>8.2} us each, {:>10.0}/s; the playouts {:.2} us",
            each(whole),
            f64::from(simulations) / whole.as_secs_f64(),
            each(playouts),
        );
    }
}

/// The time of a search, and that of its playouts: those of the same positions again, alone.
fn search(simulations: u32, seed: u64) -> (Duration, Duration) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    let game = Game::new(Variant::Togyz);
    let (limits, never) = (Limits::simulations(simulations), AtomicBool::new(false));
    let begun = Instant::now();
    {
        let evaluator = |position: &Position| {
            positions.push(*position);
            let value = playout(*position, &mut rng);
            Evaluation::uniform(position, value, 0.0, 0.0)
        };
        let mut search = PlaySearch::new(MctsConfig::default(), evaluator);
        search.search(&game, &limits, &|| Duration::ZERO, &never);
    }
    let whole = begun.elapsed();
    let begun = Instant::now();
    for position in positions {
        std::hint::black_box(playout(position, &mut rng));
    }
    (whole, begun.elapsed())
}

/// The result of random moves to the end, from the view of the side to move.
fn playout(mut position: Position, rng: &mut ChaCha8Rng) -> Value {
    let mover = position.side_to_move();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let moves = position.legal_moves();
        let Some(mv) = moves.iter().nth(rng.random_range(0..moves.len())) else {
            return Value::DRAW;
        };
        position = position.play_unchecked(mv);
    };
    match outcome.winner {
        None => Value::DRAW,
        Some(winner) => Value::new(if winner == mover { 1.0 } else { -1.0 }),
    }
}

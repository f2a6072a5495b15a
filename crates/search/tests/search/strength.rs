//! The fitted evaluation is what the search's strength comes from.

use crate::common::{random_game, search};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Side, Variant};
use togyz_search::{Evaluation, KazanEvaluation, Limits, Searcher, TableEvaluation};

const PAIRS: u64 = 15;
const NODES: u64 = 400;

/// A small form of `examples/selfmatch.rs`, which plays 200 games at 4,000 nodes.
#[test]
fn the_table_beats_the_kazan_difference_at_equal_nodes() {
    let mut table = Searcher::new(TableEvaluation::default(), 1 << 18);
    let mut kazan = Searcher::new(KazanEvaluation, 1 << 18);
    let mut points = 0.0;
    for pair in 0..PAIRS {
        let mut rng = ChaCha8Rng::seed_from_u64(pair);
        let plies = rng.random_range(2..=10);
        let opening = random_game(Variant::Togyz, plies, &mut rng);
        for side in Side::ALL {
            points += play(opening.clone(), side, &mut table, &mut kazan);
        }
    }
    let share = points / (2 * PAIRS) as f64;
    assert!(share > 0.8, "only {:.1} %", 100.0 * share);
}

/// The points of `first`, who plays `side`.
fn play<A: Evaluation, B: Evaluation>(
    mut game: Game,
    side: Side,
    first: &mut Searcher<A>,
    second: &mut Searcher<B>,
) -> f64 {
    first.clear();
    second.clear();
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.points(side);
        }
        let report = if game.position().side_to_move() == side {
            search(first, &game, &Limits::nodes(NODES))
        } else {
            search(second, &game, &Limits::nodes(NODES))
        };
        game.play(report.unwrap().best).unwrap();
    }
}

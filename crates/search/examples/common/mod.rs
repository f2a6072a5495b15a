//! What the examples share: random openings, and searches by nodes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Move, Variant};
use togyz_search::{Evaluation, Limits, SearchReport, Searcher};

/// The generator of game number `index` of a run: independent of how many games there are.
pub(crate) fn generator(seed: u64, index: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    rng
}

/// A game of two to ten random half-moves that is not over.
pub(crate) fn opening(rng: &mut impl Rng) -> Game {
    loop {
        let mut game = Game::new(Variant::Togyz);
        for _ in 0..rng.random_range(2..=10) {
            let mv = random_move(&game, rng);
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Any legal move.
pub(crate) fn random_move(game: &Game, rng: &mut impl Rng) -> Option<Move> {
    let moves = game.position().legal_moves();
    let index = rng.random_range(0..moves.len().max(1));
    moves.iter().nth(index)
}

/// Searches by a number of nodes alone.
pub(crate) fn think<E: Evaluation>(
    searcher: &mut Searcher<E>,
    game: &Game,
    nodes: u64,
) -> Option<SearchReport> {
    let never = AtomicBool::new(false);
    searcher.search(game, &Limits::nodes(nodes), &|| Duration::ZERO, &never)
}

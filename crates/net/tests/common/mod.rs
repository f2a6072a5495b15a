//! A batch that tests and the benchmark share.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use togyz_model::Features;
use togyz_net::{Batch, Example};
use togyz_rules::{Game, Variant};

/// Positions of random games with all targets.
pub(crate) fn random_batch(count: usize) -> Batch {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut batch = Batch::default();
    while batch.len() < count {
        let mut game = Game::new(Variant::Togyz);
        while !game.position().is_over() && batch.len() < count {
            let position = *game.position();
            let moves: Vec<_> = position.legal_moves().iter().collect();
            let chosen = moves[rng.next_u32() as usize % moves.len()];
            let mut policy = [0.0; 9];
            policy[chosen.index()] = 1.0;
            batch.push(&Example {
                features: Features::of(&position),
                legal: position.legal_moves(),
                policy: Some(policy),
                wdl: Some([0.7, 0.1, 0.2]),
                margin: Some(f32::from(position.own_kazan())),
                reply: Some(chosen),
                yields: Some(rng.next_u32() & 0x3_ffff),
                weight: 1.0,
            });
            if game.play_on(chosen).is_err() {
                break;
            }
        }
    }
    batch
}

//! One seed in the config, a generator of its own for every game and step.
//!
//! A generator depends on what it is for, never on the thread that asks: any number of workers
//! plays the same games.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use togyz_files::ContentHash;

/// What a generator is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A game of self-play, by its index in the generation.
    Game(u64),
    /// A step of the learner.
    Step(u64),
    /// An evaluation's openings and players.
    Match,
    /// The network's first weights.
    Network,
}

/// The generator for one purpose in one generation.
pub(crate) fn generator(seed: u64, generation: u32, purpose: Purpose) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(digest(seed, generation, purpose))
}

/// A 64-bit seed for one purpose in one generation, below 2^63 so that any text format holds it.
pub(crate) fn number(seed: u64, generation: u32, purpose: Purpose) -> u64 {
    let digest = digest(seed, generation, purpose);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(bytes) >> 1
}

fn digest(seed: u64, generation: u32, purpose: Purpose) -> [u8; 32] {
    *ContentHash::of(format!("{seed} {generation} {purpose:?}").as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_game_and_step_has_a_seed_of_its_own() {
        let purposes = (0..50)
            .flat_map(|index| [Purpose::Game(index), Purpose::Step(index)])
            .chain([Purpose::Match, Purpose::Network]);
        let all: Vec<(u64, u32, Purpose)> = purposes
            .flat_map(|purpose| {
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(run, of)| (run, of, purpose))
            })
            .collect();
        let seeds = || {
            all.iter()
                .map(|&(run, generation, purpose)| number(run, generation, purpose))
        };
        assert_eq!(seeds().collect::<HashSet<_>>().len(), all.len());
        assert!(seeds().eq(seeds()));
        // As it was when the first runs were made: a change would make other games of their seeds.
        assert_eq!(number(1, 2, Purpose::Game(3)), 5_335_671_893_265_994_730);
    }
}

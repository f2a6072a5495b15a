//! Starts that make games differ, the same for both players.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Move, Variant};

use crate::selection::Selection;

/// Deterministic players play the same game from the same start; a match of 40 games that are two
/// is worth two. So every pair of games has its own random opening, played once with each colour.
///
/// # Examples
/// ```
/// use togyz_arena::Openings;
/// use togyz_rules::Variant;
/// let openings = Openings { plies: 4, seed: 1 };
/// let starts = openings.generate(Variant::Togyz, 10);
/// assert!(starts.iter().all(|moves| moves.len() == 4));
/// // A longer match begins with the same openings.
/// assert_eq!(openings.generate(Variant::Togyz, 20)[..10], starts);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// Half-moves played at random from the start; 0 begins every game at the start.
    pub plies: u32,
    /// Which openings.
    pub seed: u64,
}

/// The longest opening: more would decide too many games.
const MAX_PLIES: u32 = 40;
/// After so many known openings in a row all are taken to be known, and they repeat.
const TRIES: u32 = 2_000;

impl Openings {
    /// The moves of the first `count` openings.
    ///
    /// They are different positions as long as there are enough of them (73 of two plies in the
    /// tournament game), and none of them is finished.
    #[must_use]
    pub fn generate(&self, variant: Variant, count: usize) -> Vec<Vec<Move>> {
        distinct(self.seed, count, |rng| self.random(variant, rng))
    }

    /// One random opening, unless it runs into the end of the game.
    pub(crate) fn random(&self, variant: Variant, rng: &mut ChaCha8Rng) -> Option<Game> {
        let mut game = Game::new(variant);
        for _ in 0..self.plies.min(MAX_PLIES) {
            let moves: Vec<Move> = game.position().legal_moves().iter().collect();
            game.play(*moves.choose(rng)?).ok()?;
        }
        game.outcome().is_none().then_some(game)
    }
}

/// The moves of the first `count` games that `one` gives, in different positions as long as it finds
/// such.
pub(crate) fn distinct(
    seed: u64,
    count: usize,
    mut one: impl FnMut(&mut ChaCha8Rng) -> Option<Game>,
) -> Vec<Vec<Move>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        let mut tries = 0;
        let opening = loop {
            let Some(opening) = one(&mut rng) else {
                continue;
            };
            if seen.insert(*opening.position()) {
                break opening;
            }
            tries += 1;
            if tries == TRIES {
                seen.clear();
            }
        };
        openings.push(opening.plies().iter().map(|ply| ply.mv).collect());
    }
    openings
}

/// The seed of one game's player: its own for every match, game and seat.
pub(crate) fn derive_seed(seed: u64, game: u32, seat: u8) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream((u64::from(game) << 1 | u64::from(seat)) + 1);
    rng.random()
}

/// A text that names no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}`: expected `random:N` (N random half-moves, 0 to {MAX_PLIES}), `balanced:N` (those after which \
     nobody is ahead), `start2` or `balls:N..M` (random play until N to M balls, 2 or more, are on the \
     board)"
)]
pub struct OpeningsError(pub String);

impl Openings {
    /// Reads `random:N`, `balanced:N`, `start2` for every way to play the first two half-moves, or
    /// `balls:N..M` for random play from the start to so many balls.
    ///
    /// # Errors
    /// [`OpeningsError`] for anything else.
    pub fn parse(text: &str, seed: u64) -> Result<(Openings, Selection), OpeningsError> {
        let plies = |plies| u32::from_str(plies).ok();
        let known = match text.split_once(':') {
            Some(("random", number)) => plies(number).zip(Some(Selection::Any)),
            Some(("balanced", number)) => plies(number).zip(Some(Selection::Balanced)),
            Some(("balls", range)) => Some(0).zip(range.parse().ok().map(Selection::Late)),
            None if text == "start2" => Some((2, Selection::Any)),
            _ => None,
        };
        match known {
            Some((plies @ 0..=MAX_PLIES, selection)) => Ok((Openings { plies, seed }, selection)),
            _ => Err(OpeningsError(text.to_owned())),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "random:{}", self.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_distinct_legal_and_undecided() {
        for variant in Variant::ALL {
            let openings = Openings { plies: 6, seed: 7 }.generate(variant, 200);
            let mut positions = HashSet::new();
            for moves in &openings {
                let mut game = Game::new(variant);
                for &mv in moves {
                    game.play(mv).expect("a legal move");
                }
                assert!(game.outcome().is_none());
                positions.insert(*game.position());
            }
            assert_eq!(positions.len(), 200, "{variant}");
        }
    }

    #[test]
    fn all_two_ply_openings_come_before_one_repeats() {
        let (openings, _) = Openings::parse("start2", 3).expect("openings");
        let starts = openings.generate(Variant::Togyz, 146);
        let distinct = |part: &[Vec<Move>]| part.iter().collect::<HashSet<_>>().len();
        let positions = {
            let mut seen = HashSet::new();
            for moves in &starts {
                let mut game = Game::new(Variant::Togyz);
                for &mv in moves {
                    game.play(mv).expect("a legal move");
                }
                seen.insert(*game.position());
            }
            seen.len()
        };
        assert_eq!(distinct(&starts), positions, "no two of 73 transpose");
        assert_eq!((positions, distinct(&starts[..73])), (73, 73));
    }

    #[test]
    fn seeds_differ_by_game_and_seat() {
        let seeds: HashSet<u64> = (0..100)
            .flat_map(|game| [derive_seed(1, game, 0), derive_seed(1, game, 1)])
            .collect();
        assert_eq!(seeds.len(), 200);
        assert_eq!(derive_seed(1, 5, 0), derive_seed(1, 5, 0));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "random",
            "random:41",
            "random:x",
            "start3",
            "book",
            "balls",
            "balls:40..20",
            "balanced",
            "balanced:-1",
        ] {
            assert!(Openings::parse(text, 0).is_err(), "{text}");
        }
    }
}

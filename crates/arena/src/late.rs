//! Starts with few balls on the board: a match about endgames.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Move, Position, Variant};

use crate::openings::{Openings, distinct};

/// How many balls lie on the board when the players take over from random play.
///
/// Half of the balls of a game are captured before its endgame begins, and what a player knows of
/// endgames shows little in games from the start. Both sides can still win: none has a majority,
/// nor so many balls that the other could not have one any more.
///
/// # Units
/// Balls in the holes, those in the kazans not counted.
///
/// # Examples
/// ```
/// use togyz_arena::{LateStart, Openings};
/// use togyz_rules::{Game, Variant};
/// let late: LateStart = "20..40".parse()?;
/// for moves in late.generate(Openings { plies: 0, seed: 1 }, Variant::Togyz, 10) {
///     let mut game = Game::new(Variant::Togyz);
///     for mv in moves {
///         game.play(mv).expect("a legal move");
///     }
///     assert!((20..=40).contains(&game.position().balls_on_board()));
/// }
/// # Ok::<(), togyz_arena::LateStartError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LateStart(RangeInclusive<u8>);

/// With a single ball nothing is open any more: whoever gets it, the result stands.
const LEAST: u8 = 2;
/// Random play longer than any game is a game without an end.
const MAX_PLIES: usize = 2_000;

/// A text that is no range of balls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}`: expected a range of balls on the board from {LEAST} up, such as `20..40`")]
pub struct LateStartError(pub String);

impl LateStart {
    /// The moves of the first `count` openings, all different as far as there are so many.
    ///
    /// A number of balls is drawn; random moves go on after those of `openings` until no more balls
    /// are on the board. What falls below the range on the way, or is decided, is thrown away.
    #[must_use]
    pub fn generate(&self, openings: Openings, variant: Variant, count: usize) -> Vec<Vec<Move>> {
        distinct(openings.seed, count, |rng| {
            self.random(openings.random(variant, rng)?, rng)
        })
    }

    /// Goes on with a game at random, until it is a start.
    fn random(&self, mut game: Game, rng: &mut ChaCha8Rng) -> Option<Game> {
        let most = rng.random_range(self.0.clone());
        while game.position().balls_on_board() > most && game.plies().len() < MAX_PLIES {
            let moves: Vec<Move> = game.position().legal_moves().iter().collect();
            game.play(*moves.choose(rng)?).ok()?;
        }
        let is_start = self.0.contains(&game.position().balls_on_board())
            && game.outcome().is_none()
            && is_open(game.position());
        is_start.then_some(game)
    }
}

/// Whether both sides could still get a majority.
fn is_open(position: &Position) -> bool {
    let least = position.own_kazan().min(position.other_kazan());
    least + position.balls_on_board() >= position.variant().majority()
}

impl FromStr for LateStart {
    type Err = LateStartError;

    fn from_str(text: &str) -> Result<LateStart, LateStartError> {
        let number = |text: &str| text.parse::<u8>().ok();
        let range = match text.split_once("..") {
            Some((least, most)) => number(least).zip(number(most)),
            None => number(text).map(|both| (both, both)),
        };
        match range {
            Some((least, most)) if LEAST <= least && least <= most => Ok(LateStart(least..=most)),
            _ => Err(LateStartError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for LateStart {
    type Error = LateStartError;

    fn try_from(text: String) -> Result<LateStart, LateStartError> {
        text.parse()
    }
}

impl From<LateStart> for String {
    fn from(late: LateStart) -> String {
        late.to_string()
    }
}

impl fmt::Display for LateStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn late_starts_are_distinct_open_and_within_the_range() {
        for (variant, text) in [
            (Variant::Togyz, "20..40"),
            (Variant::Togyz, "6"),
            (Variant::Historic, "10..12"),
            (Variant::Qozdatu, "8..20"),
            (Variant::Bestemshe, "6..14"),
        ] {
            let late: LateStart = text.parse().expect("a range");
            let openings = Openings { plies: 4, seed: 3 };
            let mut positions = HashSet::new();
            let mut balls = HashSet::new();
            for moves in late.generate(openings, variant, 60) {
                let mut game = Game::new(variant);
                for mv in moves {
                    game.play(mv).expect("a legal move");
                }
                let position = *game.position();
                assert!(game.outcome().is_none() && is_open(&position));
                assert!(late.0.contains(&position.balls_on_board()), "{variant}");
                balls.insert(position.balls_on_board());
                positions.insert(position);
            }
            assert_eq!(positions.len(), 60, "{variant}");
            let sizes = usize::from(late.0.end() - late.0.start()) + 1;
            assert!(balls.len() * 2 >= sizes, "{variant}: {balls:?}");
        }
    }

    #[test]
    fn one_that_is_out_of_reach_is_not_open() {
        let open = |kazans: &str| {
            let text = format!("0,0,0,0,0,0,1,0,2/0,0,0,0,0,3,1,1,2/{kazans}/-1,-1/0");
            is_open(&Position::from_compact(&text, Variant::Togyz).expect("a position"))
        };
        assert!(open("72,80") && open("80,72"));
        assert!(!open("71,81") && !open("81,71"));
    }

    #[test]
    fn texts_come_back_and_others_are_refused() {
        for text in ["20..40", "2..2", "6..160"] {
            let late: LateStart = text.parse().expect("a range");
            assert_eq!(late.to_string(), text);
        }
        assert_eq!("9".parse(), Ok(LateStart(9..=9)));
        for text in [
            "", "..", "20..", "40..20", "1..5", "20..=40", "-2..5", "300",
        ] {
            assert!(text.parse::<LateStart>().is_err(), "{text}");
        }
    }
}

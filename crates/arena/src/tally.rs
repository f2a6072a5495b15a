//! What the games of a match add up to.

use std::collections::HashSet;
use std::time::Duration;

use crate::elo::Elo;
use crate::record::{GameLine, Reason};

/// One of the two players of a match, whatever colour it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player whose result is told.
    A,
    /// Its opponent.
    B,
}

impl Seat {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }
}

/// One `T` for each player of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BySeat<T> {
    /// The first player's.
    pub a: T,
    /// The second player's.
    pub b: T,
}

impl<T> BySeat<T> {
    /// The one that belongs to a seat.
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::A => &self.a,
            Seat::B => &self.b,
        }
    }

    /// The same, to be changed.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::A => &mut self.a,
            Seat::B => &mut self.b,
        }
    }
}

/// How long a player took.
///
/// # Units
/// Moves, and microseconds of wall time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Moves thought about.
    pub moves: u64,
    /// Time for all of them.
    pub total_us: u64,
    /// The longest of them.
    pub longest_us: u64,
}

impl Pace {
    /// Counts one move.
    pub fn add(&mut self, time: Duration) {
        let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.moves += 1;
        self.total_us = self.total_us.saturating_add(us);
        self.longest_us = self.longest_us.max(us);
    }

    fn merge(&mut self, other: &Pace) {
        // What a file says of the time is not checked, so it may be any number.
        self.moves = self.moves.saturating_add(other.moves);
        self.total_us = self.total_us.saturating_add(other.total_us);
        self.longest_us = self.longest_us.max(other.longest_us);
    }

    /// The mean time of a move, in milliseconds; 0 before the first.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        self.total_us as f64 / 1000.0 / self.moves.max(1) as f64
    }
}

/// The games of a match, counted from the first player's view.
///
/// # Examples
/// ```
/// use togyz_arena::Tally;
/// let tally = Tally { wins: 60, draws: 0, losses: 40, pentanomial: [8, 0, 24, 0, 18], ..Tally::default() };
/// assert_eq!((tally.games(), tally.pairs()), (100, 50));
/// assert!((tally.elo().elo - 70.4).abs() < 0.1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Games the first player won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games it lost.
    pub losses: u64,
    /// Pairs of games by the points the first player made in them: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
    /// Games with different moves. Fewer than the games means that some were played twice, and
    /// that the interval is too narrow.
    pub distinct_games: u64,
    /// Games lost by a crash, an error or an illegal move; they are among the wins and losses.
    pub forfeits: BySeat<u64>,
    /// Games drawn by repetition.
    pub repetitions: u64,
    /// Games drawn by the limit of plies.
    pub ply_limits: u64,
    /// How long the players took.
    pub pace: BySeat<Pace>,
}

impl Tally {
    /// Counts these games. A pair counts for the pentanomial when both its games are there.
    #[must_use]
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameLine>) -> Tally {
        let mut counter = Counter::default();
        for game in games {
            counter.add(game);
        }
        counter.tally
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Complete pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pentanomial.iter().sum()
    }

    /// The first player's share of the points.
    ///
    /// # Units
    /// 0 to 1; one half before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64
    }

    /// The Elo difference with its 95 % interval, from the complete pairs.
    #[must_use]
    pub fn elo(&self) -> Elo {
        Elo::from_pentanomial(&self.pentanomial)
    }
}

/// A tally that grows game by game.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    pub(crate) tally: Tally,
    seen: HashSet<String>,
    /// Half points of the pairs of which one game is there.
    open: std::collections::HashMap<u32, usize>,
}

impl Counter {
    pub(crate) fn add(&mut self, game: &GameLine) {
        let half_points = match game.winner() {
            Some(Seat::A) => {
                self.tally.wins += 1;
                2
            }
            Some(Seat::B) => {
                self.tally.losses += 1;
                0
            }
            None => {
                self.tally.draws += 1;
                1
            }
        };
        let pair = game.game / 2;
        match self.open.remove(&pair) {
            Some(first) => self.tally.pentanomial[first + half_points] += 1,
            None => {
                self.open.insert(pair, half_points);
            }
        }
        if self.seen.insert(game.moves.clone()) {
            self.tally.distinct_games += 1;
        }
        match game.reason {
            Reason::Repetition => self.tally.repetitions += 1,
            Reason::PlyLimit => self.tally.ply_limits += 1,
            Reason::Crash | Reason::Error | Reason::IllegalMove => {
                if let Some(winner) = game.winner() {
                    *self.tally.forfeits.get_mut(winner.other()) += 1;
                }
            }
            Reason::Majority | Reason::NoMove | Reason::Tables => {}
        }
        for seat in [Seat::A, Seat::B] {
            self.tally.pace.get_mut(seat).merge(game.pace.get(seat));
        }
    }
}

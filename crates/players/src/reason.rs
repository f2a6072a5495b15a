//! Why a move is good, in one plain sentence.

use std::fmt;

use togyz_rules::{Hole, Move};

use crate::thought::Proof;

/// The most telling thing about a move.
///
/// # Examples
/// ```
/// use togyz_players::Reason;
/// let reason = Reason::Captures { balls: 12, leaves: 5 };
/// assert_eq!(reason.to_string(), "captures 12 balls and leaves the opponent five holes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It brings the mover's kazan to the majority.
    Wins {
        /// The balls in the kazan after it.
        kazan: u8,
    },
    /// It leaves the opponent without a move, and the mover with more balls.
    Starves {
        /// The balls by which the mover wins.
        margin: u8,
    },
    /// It begins a line that brings the mover's kazan to the majority.
    WinsIn {
        /// The mover's moves to there, this one included.
        moves: u8,
    },
    /// It begins a line that leaves the opponent without a move, and the mover with more balls.
    StarvesIn {
        /// The mover's moves to there, this one included.
        moves: u8,
        /// The balls by which the mover wins.
        margin: u8,
    },
    /// There is no other move.
    OnlyMove,
    /// It makes a tuzdik.
    Tuzdik {
        /// The opponent's hole that becomes the tuzdik.
        hole: Hole,
    },
    /// Its last ball captures.
    Captures {
        /// The balls captured.
        balls: u8,
        /// The holes that the opponent can play from after it.
        leaves: u8,
    },
    /// Its balls fall into the mover's tuzdik.
    FeedsTuzdik {
        /// The balls gained that way.
        balls: u8,
    },
    /// The opponent could have captured more.
    AvoidsLoss {
        /// The own hole that was under attack.
        hole: Hole,
        /// The balls that are saved.
        balls: u8,
    },
    /// The opponent could have made a tuzdik.
    AvoidsTuzdik {
        /// The own hole that was under attack.
        hole: Hole,
    },
    /// It prepares a capture.
    Threatens {
        /// The move that would capture.
        with: Move,
        /// The balls it would capture.
        balls: u8,
    },
    /// It prepares a tuzdik.
    ThreatensTuzdik {
        /// The move that would make it.
        with: Move,
        /// The opponent's hole.
        hole: Hole,
    },
    /// The end is worked out, and nothing nearer explains the move.
    Proven(Proof),
    /// It gives the opponent no ball.
    KeepsHome {
        /// The balls that lie in the mover's row after it.
        balls: u8,
    },
    /// Nothing that a single move shows: the search found the best line to begin with it.
    BestLine,
}

/// The numbers that a board can show, in words.
const NUMBERS: [&str; 10] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
];

/// `one hole`, `five holes`.
fn holes(count: u8) -> String {
    let number = NUMBERS.get(usize::from(count)).copied().unwrap_or("many");
    format!("{number} {}", if count == 1 { "hole" } else { "holes" })
}

/// `1 ball`, `12 balls`.
fn balls(count: u8) -> String {
    format!("{count} {}", if count == 1 { "ball" } else { "balls" })
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Wins { kazan } => write!(f, "wins the game with {kazan} balls in the kazan"),
            Reason::Starves { margin } => write!(
                f,
                "leaves the opponent without a move and wins by {}",
                balls(margin)
            ),
            Reason::WinsIn { moves } => write!(f, "wins in {moves} moves"),
            Reason::StarvesIn { moves, margin } => write!(
                f,
                "starves the opponent in {moves} moves and wins by {}",
                balls(margin)
            ),
            Reason::OnlyMove => f.write_str("is the only move"),
            Reason::Tuzdik { hole } => write!(f, "makes the opponent's hole {hole} a tuzdik"),
            Reason::Captures { balls: n, leaves } => write!(
                f,
                "captures {} and leaves the opponent {}",
                balls(n),
                holes(leaves)
            ),
            Reason::FeedsTuzdik { balls: n } => {
                write!(f, "sows {} into the own tuzdik", balls(n))
            }
            Reason::AvoidsLoss { hole, balls: n } => {
                write!(f, "avoids the loss of {} in hole {hole}", balls(n))
            }
            Reason::AvoidsTuzdik { hole } => {
                write!(f, "keeps the opponent from making a tuzdik of hole {hole}")
            }
            Reason::Threatens { with, balls: n } => {
                write!(f, "prepares to capture {} with hole {with}", balls(n))
            }
            Reason::ThreatensTuzdik { with, hole } => write!(
                f,
                "prepares a tuzdik in the opponent's hole {hole} with hole {with}"
            ),
            Reason::Proven(Proof::Win) => f.write_str("wins by force"),
            Reason::Proven(Proof::Draw) => f.write_str("holds a certain draw"),
            Reason::Proven(Proof::Loss) => f.write_str("resists longest in a lost position"),
            Reason::KeepsHome { balls: n } => {
                write!(f, "gives nothing away and keeps {} at home", balls(n))
            }
            Reason::BestLine => f.write_str("begins the best line that the search found"),
        }
    }
}

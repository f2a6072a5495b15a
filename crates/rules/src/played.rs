//! What a move did, or why it cannot be played.

use crate::hole::{Hole, Move};
use crate::side::{BySide, Side};

/// Where the last ball of a move fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landing {
    /// Whose row.
    pub row: Side,
    /// Which hole of it.
    pub hole: Hole,
}

/// What a move did, beyond the position it led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// The hole that was sown.
    pub mv: Move,
    /// Who moved.
    pub side: Side,
    /// How many balls were sown.
    pub sown: u8,
    /// Where the last ball fell.
    pub landing: Landing,
    /// The balls captured by the last ball, three when it made a tuzdik; without those that fell
    /// into tuzdiks on the way.
    pub captured: u8,
    /// Whether the move made a tuzdik, in [`Played::landing`].
    pub made_tuzdik: bool,
    /// What each kazan gained in all.
    pub gained: BySide<u8>,
}

/// The move cannot be played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board has fewer holes.
    #[error("there is no hole {0} on this board")]
    NoSuchHole(Hole),
    /// The hole is the opponent's tuzdik.
    #[error("hole {0} is the opponent's tuzdik")]
    Tuzdik(Hole),
    /// The hole holds no ball.
    #[error("hole {0} is empty")]
    Empty(Hole),
}

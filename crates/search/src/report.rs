//! What a search found out.

use togyz_rules::Move;

use crate::score::Score;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The move to play.
    pub best: Move,
    /// What the position is worth for the side to move.
    pub score: Score,
    /// The last iteration that was finished; 0 if the limits did not even allow one.
    ///
    /// # Units
    /// Plies.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// The line expected, [`SearchReport::best`] first.
    pub line: Vec<Move>,
    /// Every legal move, the best first, the others by the work they needed.
    pub root: Vec<RootMove>,
}

/// What a search found out about one move of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// What it is worth at most for the side that plays it.
    pub score: Score,
    /// Whether it is worth that much indeed. As a rule only the best move's value is known: of the
    /// others it was only shown that they are no better.
    pub exact: bool,
    /// The line expected after it, this move first; of moves without a value of their own the move
    /// alone.
    pub line: Vec<Move>,
    /// Positions visited below it.
    pub nodes: u64,
}

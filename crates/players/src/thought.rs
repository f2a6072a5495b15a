//! What a player thinks of a position.

use togyz_rules::Move;

/// A result that is certain, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// The side to move wins whatever the opponent does.
    Win,
    /// Neither side can do better than a draw.
    Draw,
    /// The side to move loses whatever it does.
    Loss,
}

/// The least difference of a game that is not a draw: the balls are even in number.
const LEAST_MARGIN: f32 = 2.0;

impl Proof {
    /// An expected difference that does not contradict the result: a tree's mean holds what its
    /// simulations met before the result was known.
    pub(crate) fn settle(proven: Option<Proof>, margin: f32) -> f32 {
        match proven {
            Some(Proof::Win) => margin.max(LEAST_MARGIN),
            Some(Proof::Draw) => 0.0,
            Some(Proof::Loss) => margin.min(-LEAST_MARGIN),
            None => margin,
        }
    }
}

/// A move that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its share of the search: of the visits in a tree, of the nodes in the classical search.
    ///
    /// # Units
    /// 0 to 1; the shares of a thought add up to 1.
    pub share: f32,
    /// The mover's expected result after it: win chance plus half the chance of a draw, 0 to 1.
    pub win: f32,
    /// The final difference that is expected after it, in balls, the mover's view.
    pub margin: f32,
    /// The line that is expected, this move first.
    pub line: Vec<Move>,
    /// The certain result after it, the mover's view.
    pub proven: Option<Proof>,
}

/// What a player thinks of a position: the move it plays and all that a board, a hint or an
/// analysis shows, from one search.
///
/// # Units
/// `win`, `draw`, `loss` are chances, 0 to 1, sum 1; `margin` is in balls. All from the view of the
/// side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What the player plays: the best candidate, or at a weak level one not far below.
    pub mv: Move,
    /// The legal moves, the best first.
    pub candidates: Vec<Candidate>,
    /// The mover's chance to win.
    pub win: f32,
    /// The chance of a draw.
    pub draw: f32,
    /// The mover's chance to lose.
    pub loss: f32,
    /// The final difference that is expected.
    pub margin: f32,
    /// The result, where it is certain.
    pub proven: Option<Proof>,
    /// Whether all of it is exact: from endgame tables, with the margin of best play by both sides.
    pub exact: bool,
    /// The depth in plies, of a search that has one.
    pub depth: Option<u8>,
    /// The positions that were looked at.
    pub nodes: u64,
    /// The simulations of a tree search, else 0.
    pub simulations: u32,
}

impl Thought {
    /// The best candidate.
    #[must_use]
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The candidate that is played.
    #[must_use]
    pub fn chosen(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|one| one.mv == self.mv)
    }
}

//! How a game ended.

use crate::side::{BySide, Side};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A side has more than half of the balls.
    Majority,
    /// The side to move has no ball in a playable hole (atsyz kalu).
    NoMove,
    /// The same position with the same side to move stood on the board for the third time.
    Repetition,
    /// A limit on the game's length that the caller set was reached; see who ran the game.
    PlyLimit,
    /// Whoever ran the game took its value from endgame tables and did not play it out.
    Tables,
}

/// The result of a finished game.
///
/// # Source
/// Rules of record: more balls wins; balls left at atsyz kalu belong to the row they lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// Who won, or nobody.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: EndReason,
    /// Balls in the kazans, with the balls left on the board added only after atsyz kalu.
    pub score: BySide<u8>,
}

impl Outcome {
    /// The outcome in which whoever has more balls wins.
    #[must_use]
    pub fn by_score(reason: EndReason, score: BySide<u8>) -> Outcome {
        let winner = match score.bastaushy.cmp(&score.kostaushy) {
            std::cmp::Ordering::Greater => Some(Side::Bastaushy),
            std::cmp::Ordering::Less => Some(Side::Kostaushy),
            std::cmp::Ordering::Equal => None,
        };
        Outcome {
            winner,
            reason,
            score,
        }
    }

    /// A draw whatever the score is.
    #[must_use]
    pub fn draw(reason: EndReason, score: BySide<u8>) -> Outcome {
        Outcome {
            winner: None,
            reason,
            score,
        }
    }

    /// 1 for a win of `side`, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub fn points(&self, side: Side) -> f64 {
        match self.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// The balls of `side` less those of the other.
    ///
    /// # Units
    /// Balls, -162 to 162.
    #[must_use]
    pub fn margin(&self, side: Side) -> i16 {
        i16::from(self.score[side]) - i16::from(self.score[side.other()])
    }
}

//! What a table means for a game with kazans.

use togyz_rules::{Move, Position};

use crate::layer::Bounds;
use crate::set::TableSet;

/// The result under best play, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The other side gets more than half of the balls.
    Loss,
    /// Neither side can force more than half.
    Draw,
    /// The side to move gets more than half.
    Win,
}

impl Verdict {
    /// The same result from the other side's view.
    #[must_use]
    pub const fn turned(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

/// What a position is worth, exactly, where no position has come twice before.
///
/// # Units
/// Balls at the end of a game that is played on to its natural end: those in the kazans now and
/// those that each side is sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// The result.
    pub verdict: Verdict,
    /// What the side to move ends with at least.
    pub own: u8,
    /// What the other side ends with at least.
    pub other: u8,
}

impl Exact {
    fn new(position: &Position, bounds: Bounds) -> Exact {
        let majority = position.variant().majority();
        let own = position.own_kazan() + bounds.own;
        let other = position.other_kazan() + bounds.other;
        let verdict = if own >= majority {
            Verdict::Win
        } else if other >= majority {
            Verdict::Loss
        } else {
            Verdict::Draw
        };
        Exact {
            verdict,
            own,
            other,
        }
    }

    /// The same from the other side's view.
    #[must_use]
    pub const fn turned(self) -> Exact {
        Exact {
            verdict: self.verdict.turned(),
            own: self.other,
            other: self.own,
        }
    }

    /// The mover's lead at the end. Where endless play keeps balls on the board, the lead of what
    /// both are sure of.
    ///
    /// # Units
    /// Balls.
    #[must_use]
    pub fn margin(&self) -> i16 {
        i16::from(self.own) - i16::from(self.other)
    }
}

/// A move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactMove {
    /// The move.
    pub mv: Move,
    /// The value after it, from the view of the side that moves.
    pub exact: Exact,
}

impl TableSet {
    /// The exact value of a position with its kazans; `None` if no table has it.
    #[inline]
    #[must_use]
    pub fn exact(&self, position: &Position) -> Option<Exact> {
        Some(Exact::new(position, self.bounds(position)?))
    }

    /// All moves of a position with their exact values, the best first; `None` if no table has the
    /// position, or one after a move.
    ///
    /// Best is the better result, then the larger lead, then what leads to it: to go on with the
    /// first move wins in finitely many moves what is won, also where positions can come again.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<ExactMove>> {
        self.bounds(position)?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let next = position.play_unchecked(mv);
            let exact = Exact::new(&next, self.bounds(&next)?).turned();
            // What leads to balls that are had at once needs no measure.
            let is_quiet = next.balls_on_board() == position.balls_on_board();
            let progress = is_quiet.then(|| self.progress(&next));
            moves.push((ExactMove { mv, exact }, progress));
        }
        moves.sort_by_key(|(one, progress)| {
            let exact = one.exact;
            (
                std::cmp::Reverse((exact.verdict, exact.margin(), exact.own)),
                *progress,
            )
        });
        Some(moves.into_iter().map(|(one, _)| one).collect())
    }
}

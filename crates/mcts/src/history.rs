//! Repetition: what has stood on the board before the root.

use togyz_rules::{Game, Position};

/// The positions before the root that can still come again: those since the last capture, none
/// once there is a tuzdik, for with one balls never come back to where they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    /// The oldest first.
    past: Vec<Position>,
}

impl History {
    /// What matters at ply `ply` of the game; empty if the game has no such ply.
    pub(crate) fn at(game: &Game, ply: usize) -> History {
        let mut past = Vec::new();
        if let Some(now) = game.position_at(ply).filter(|now| !now.has_tuzdik()) {
            past = (0..ply)
                .rev()
                .map_while(|ply| game.position_at(ply))
                .take_while(|past| past.balls_on_board() == now.balls_on_board())
                .copied()
                .collect();
            past.reverse();
        }
        History { past }
    }

    /// Moves on from `before` to `after`.
    pub(crate) fn advance(&mut self, before: &Position, after: &Position) {
        if after.has_tuzdik() || after.balls_on_board() != before.balls_on_board() {
            self.past.clear();
        } else {
            self.past.push(*before);
        }
    }

    /// Whether nothing before the root can come again.
    pub(crate) fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// How often `position` has stood on the board before the root.
    pub(crate) fn count(&self, position: &Position) -> usize {
        self.past.iter().filter(|past| *past == position).count()
    }
}

//! The tables as a search asks them: with the game's history in mind.

use std::sync::Arc;

use togyz_rules::{Game, Position};

use crate::exact::{Exact, ExactMove};
use crate::set::TableSet;

/// A way to ask tables during a game, up to a number of balls.
///
/// A table knows no history. A side that wins without tuzdiks may have to pass through positions
/// that stood on the board before, and a third time is a draw. As long as each stood there once at
/// most that cannot happen, for who follows the tables passes none twice. When one has stood there
/// twice, positions without a tuzdik and with as many balls are no longer answered; those with fewer
/// have no history and are.
///
/// # Examples
/// ```
/// use togyz_rules::{Game, Position, Variant};
/// use togyz_tables::{Probe, TableSet, Verdict};
/// let mut tables = Probe::new(TableSet::small(Variant::Togyz));
/// let text = "0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,2,0/81,78/-1,-1/0";
/// let game = Game::from_position(Position::from_compact(text, Variant::Togyz)?);
/// tables.begin(&game);
/// let exact = tables.exact(game.position()).expect("three balls");
/// assert_eq!(exact.verdict, tables.moves(game.position()).expect("three balls")[0].exact.verdict);
/// # Ok::<(), togyz_rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Probe {
    set: Arc<TableSet>,
    /// The most balls that are answered.
    most: u8,
    /// Without a tuzdik, fewer than so many.
    below: u8,
}

impl Probe {
    /// All that the set has without a gap.
    #[must_use]
    pub fn new(set: Arc<TableSet>) -> Probe {
        Probe {
            most: set.balls(),
            below: u8::MAX,
            set,
        }
    }

    /// No more than so many balls.
    #[must_use]
    pub fn up_to(self, balls: u8) -> Probe {
        Probe {
            most: self.most.min(balls),
            ..self
        }
    }

    /// The most balls that are answered.
    #[must_use]
    pub fn balls(&self) -> u8 {
        self.most
    }

    /// Tells what has been played: call it for every search.
    pub fn begin(&mut self, game: &Game) {
        self.below = u8::MAX;
        let now = game.position();
        let balls = now.balls_on_board();
        if balls > self.most || now.has_tuzdik() {
            return;
        }
        // Those since the last capture; with fewer balls than the tables have they are few.
        let past: Vec<&Position> = game
            .positions()
            .rev()
            .take_while(|past| past.balls_on_board() == balls)
            .collect();
        let is_twice = |(i, one): (usize, &&Position)| past[i + 1..].contains(one);
        if past.iter().enumerate().any(is_twice) {
            self.below = balls;
        }
    }

    /// Whether the history keeps some positions from being answered.
    #[must_use]
    pub fn is_narrowed(&self) -> bool {
        self.below != u8::MAX
    }

    /// The exact value of a position of the game or after it; `None` where there is none.
    #[inline]
    #[must_use]
    pub fn exact(&self, position: &Position) -> Option<Exact> {
        let balls = position.balls_on_board();
        if balls > self.most || (balls >= self.below && !position.has_tuzdik()) {
            return None;
        }
        self.set.exact(position)
    }

    /// The moves of a position with their exact values, the best first: see [`TableSet::moves`].
    #[must_use]
    pub fn moves(&self, position: &Position) -> Option<Vec<ExactMove>> {
        self.exact(position)?;
        self.set.moves(position)
    }
}

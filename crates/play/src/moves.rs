//! Moves as programs write them: the number of a hole, or pair notation.

use std::str::FromStr;

use togyz_rules::{Game, Move, PairMismatch, PairToken, PlayError, Position, pair_text};

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// The number of the hole.
    Hole(Move),
    /// Pair notation, which is checked.
    Pair(PairToken),
}

/// The text is neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMoveText;

/// The move cannot be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MoveError {
    /// It is not legal.
    #[error(transparent)]
    Illegal(#[from] PlayError),
    /// It does something else than it says.
    #[error(transparent)]
    Mismatch(#[from] PairMismatch),
}

impl FromStr for MoveText {
    type Err = NoMoveText;

    fn from_str(text: &str) -> Result<MoveText, NoMoveText> {
        let hole = text.parse().map(MoveText::Hole).ok();
        hole.or_else(|| text.parse().map(MoveText::Pair).ok())
            .ok_or(NoMoveText)
    }
}

impl MoveText {
    /// Plays it.
    pub(crate) fn play(self, game: &mut Game) -> Result<(), MoveError> {
        match self {
            MoveText::Hole(mv) => {
                game.play(mv)?;
            }
            MoveText::Pair(pair) => {
                let played = game.play(pair.mv)?;
                pair.check(&played, game.position().kazan(played.side))?;
            }
        }
        Ok(())
    }
}

/// A line of play in pair notation; it ends where a move is not legal.
pub(crate) fn pairs_of(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut pairs = Vec::with_capacity(line.len());
    for &mv in line {
        let Ok((next, played)) = position.play(mv) else {
            break;
        };
        pairs.push(pair_text(&played, next.kazan(played.side)));
        position = next;
    }
    pairs
}

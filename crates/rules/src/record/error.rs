//! What is wrong with a game's text, and where.

use std::fmt;

use super::GameResult;
use crate::notation::{PairError, PairMismatch, PositionError};
use crate::played::IllegalMove;
use crate::side::Side;
use crate::variant::UnknownVariant;

/// The first wrong token of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameError {
    /// Which game of the text, from 1.
    pub game: usize,
    /// The line of the token, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The move it stands for; none among the headers.
    pub at_move: Option<MovePlace>,
    /// The half-moves of the game that were right before it.
    pub plies: usize,
    /// The token as it is written.
    pub token: Box<str>,
    /// What is wrong with it.
    pub kind: GameErrorKind,
}

/// A half-move of a game as players count: the move's number and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePlace {
    /// The pair of half-moves, from 1.
    pub number: usize,
    /// Whose half-move.
    pub side: Side,
}

/// What is wrong with a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameErrorKind {
    /// A header that is not written `[Name "value"]`.
    #[error("a header is written [Name \"value\"] on one line")]
    Header,
    /// A variant that does not exist.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// A start that is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A brace that is never closed.
    #[error("the comment is not closed")]
    Comment,
    /// Text where a move belongs.
    #[error(transparent)]
    Move(#[from] PairError),
    /// A move that the rules do not allow.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A move after the end of the game.
    #[error("the game is over: the side to move has no ball in a playable hole")]
    Over,
    /// A move that does something else than is written.
    #[error(transparent)]
    Mismatch(#[from] PairMismatch),
    /// `{zero}` where the mover has a move.
    #[error("the side to move has balls in {0} playable holes")]
    NotZero(usize),
    /// A closing result against the header.
    #[error("the header says {header}")]
    Result {
        /// What the header says.
        header: GameResult,
    },
    /// A text without a game.
    #[error("there is no game in the text")]
    NoGame,
    /// A second game where one was asked for.
    #[error("a second game begins here")]
    SecondGame,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {}, line {}, column {}",
            self.game, self.line, self.column
        )?;
        if let Some(place) = self.at_move {
            write!(f, ", move {} of {}", place.number, place.side)?;
        }
        if !self.token.is_empty() {
            write!(f, ": `{}`", self.token)?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl std::error::Error for GameError {}

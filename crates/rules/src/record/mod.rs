//! Games with headers, as people keep them: one game, or files of thousands.
//!
//! ```text
//! [Event "Shortest game"]
//! [White "?"]
//! [Result "1-0"]
//! [Variant "togyz"]
//!
//! 1. 76(10) 11 2. 65(20) 77x {a comment} 3. 89(30) 13 4. 44 78 5. 33 82 6. 82 1-0
//! ```
//!
//! # Reading
//! - Headers `[Name "value"]` come first and may be missing. `Variant` and `Position` (or `FEN`, in
//!   any form of [`Position::parse`](crate::Position::parse)) say where the game starts; names are
//!   known in any case of letters; other headers are kept.
//! - Moves are in pair notation and are checked against the rules. Their numbers may be there or
//!   not, glued or not, and are not checked. `!` and `?` after a move, `$1`, `{comments}` and `;`
//!   to the end of the line are dropped.
//! - `{zero}` says that the mover has no move, which is checked.
//! - A result (`1-0`, `0-1`, `1/2-1/2`, `*`) ends the game; so do the next game's headers, a move
//!   numbered `1.`, and the end of the text.
//! - Players who go on after a majority or a third repetition are followed to the last move written.
//!
//! # Results
//! People resign, and run out of time: a result that the board does not show is no fault. One that
//! the board contradicts does not make the moves wrong either, so the game is read and
//! [`GameRecord::result_conflict`] tells. Only a header and a closing result that contradict each
//! other are an error, since nothing says which of the two was meant.

mod edit;
mod error;
mod read;
mod tokens;
mod write;

pub use edit::with_headers;
pub use error::{GameError, GameErrorKind, MovePlace};
pub use read::{Collection, collection};

use std::fmt;

use crate::game::Game;
use crate::outcome::Outcome;
use crate::side::Side;
use crate::variant::Variant;

/// The result that a game's text states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This side won: `1-0` or `0-1`.
    Win(Side),
    /// Nobody won: `1/2-1/2`.
    Draw,
    /// Not known, or not over: `*`.
    #[default]
    Open,
}

impl GameResult {
    fn from_text(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" => GameResult::Win(Side::Bastaushy),
            "0-1" => GameResult::Win(Side::Kostaushy),
            "1/2-1/2" | "1/2" | "½-½" => GameResult::Draw,
            "*" => GameResult::Open,
            _ => return None,
        })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner.map_or(GameResult::Draw, GameResult::Win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Side::Bastaushy) => "1-0",
            GameResult::Win(Side::Kostaushy) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        })
    }
}

/// What stands above the moves of a game. An empty text is a header that is not there.
///
/// The variant and the start are the game's own, see [`GameRecord::game`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// The tournament or match.
    pub event: String,
    /// Where it was played.
    pub site: String,
    /// When, as `2011.05.21` by custom.
    pub date: String,
    /// Bastaushy's player.
    pub white: String,
    /// Kostaushy's player.
    pub black: String,
    /// The result that is stated.
    pub result: GameResult,
    /// Every other header by name, in the order of the text.
    pub others: Vec<(String, String)>,
}

/// A game with its headers. Its `Display` is the canonical text.
///
/// # Examples
/// ```
/// use togyz_rules::{GameRecord, GameResult, Side, Variant};
/// let text = r#"
/// [White "Aibek"]
/// [Black "Dana"]
///
/// 1. 76 11 2. 65 77x {the shortest game} 3. 89 13 4. 44 78 5. 33 82 6. 82 1-0
/// "#;
/// let record = GameRecord::parse(text, Variant::Togyz)?;
/// assert_eq!(record.headers.white, "Aibek");
/// assert_eq!(record.headers.result, GameResult::Win(Side::Bastaushy));
/// assert_eq!(record.game.plies().len(), 11);
/// assert_eq!(GameRecord::parse(&record.to_string(), Variant::Togyz)?, record);
///
/// let error = GameRecord::parse("1. 98(11)", Variant::Togyz).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "game 1, line 1, column 4, move 1 of Bastaushy: `98(11)`: the kazan holds 10 balls after it, not 11"
/// );
/// # Ok::<(), togyz_rules::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// What stands above the moves.
    pub headers: Headers,
    /// The start and the moves.
    pub game: Game,
}

/// The result that is stated is not the one on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the result is stated as {stated}, but the board says {}", GameResult::from(*.outcome))]
pub struct ResultConflict {
    /// What the text says.
    pub stated: GameResult,
    /// How the game ended.
    pub outcome: Outcome,
}

impl GameRecord {
    /// A game without headers but its result, if it is over.
    #[must_use]
    pub fn new(game: Game) -> GameRecord {
        let headers = Headers {
            result: game.outcome().map_or(GameResult::Open, GameResult::from),
            ..Headers::default()
        };
        GameRecord { headers, game }
    }

    /// Reads the one game of a text. `variant` holds where no header names another.
    ///
    /// # Errors
    /// [`GameError`] with the first wrong token and its place, or if there is no game, or a second.
    pub fn parse(text: &str, variant: Variant) -> Result<GameRecord, GameError> {
        let mut games = collection(text, variant);
        match games.next() {
            None => Err(games.missing()),
            Some(Ok(_)) if let Some(error) = games.surplus() => Err(error),
            Some(game) => game,
        }
    }

    /// Whether the stated result contradicts the board. A game that is not over on the board, or
    /// whose result is not stated, contradicts nothing.
    #[must_use]
    pub fn result_conflict(&self) -> Option<ResultConflict> {
        let stated = self.headers.result;
        let outcome = self.game.outcome()?;
        (stated != GameResult::Open && stated != outcome.into())
            .then_some(ResultConflict { stated, outcome })
    }
}

//! Positions and moves as text, in and out.
//!
//! | form | example | written by |
//! | --- | --- | --- |
//! | compact position | `9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0` | [`Position::to_compact`] |
//! | FEN | `9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1` | [`Position::to_fen`], [`Fen`] |
//! | pair notation | `76`, `43(10)`, `36x` | [`pair_text`], [`Game::pairs`](crate::Game::pairs) |
//! | a move by itself | `7` | [`Move`](crate::Move)'s `Display` |
//!
//! Whatever is read goes through [`Setup`](crate::Setup) or is checked against the rules, so text
//! from outside becomes a valid position or a named error, never a panic.

mod compact;
mod fen;
mod pair;

pub use fen::Fen;
pub use pair::{PairError, PairMismatch, PairToken, pair_text};

use crate::position::Position;
use crate::setup::SetupError;
use crate::side::Side;
use crate::variant::Variant;

/// The word for the variant's starting position.
const STARTPOS: &str = "startpos";
/// How much of a wrong text an error repeats.
const QUOTED: usize = 40;

/// The text describes no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// None of the forms.
    #[error("`{0}` is no position: expected `startpos`, a compact position or a FEN")]
    Unrecognized(String),
    /// A part is missing, or there is one too many.
    #[error("{form} has {found} {parts}, expected {expected}")]
    PartCount {
        /// Which form the text was read as.
        form: &'static str,
        /// What was counted.
        parts: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row of the wrong length.
    #[error("the row of {row} has {found} holes; {variant} is played with {expected}")]
    HoleCount {
        /// Whose row.
        row: Side,
        /// How many holes the text describes.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The rule set.
        variant: Variant,
    },
    /// Something else where a number belongs, or a number too large to be meant.
    #[error("`{text}` is no number of {what}")]
    Number {
        /// What the number counts.
        what: &'static str,
        /// What stands there.
        text: String,
    },
    /// A hole of a FEN that is neither balls, a run of empty holes, nor a tuzdik.
    #[error(
        "`{0}` is no hole of a FEN: expected balls (`9S`), empty holes (`3`) or a tuzdik (`t`)"
    )]
    Hole(String),
    /// A tuzdik of a compact position that is no index.
    #[error("`{text}` is no tuzdik of {owner}: expected -1 or an index from 0")]
    Tuzdik {
        /// Whose tuzdik.
        owner: Side,
        /// What stands there.
        text: String,
    },
    /// Neither side is named where the side to move belongs.
    #[error("`{text}` is no side to move: expected {expected}")]
    SideToMove {
        /// What stands there.
        text: String,
        /// The two names of the form.
        expected: &'static str,
    },
    /// Well written, but no position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// Reads a position in any form: `startpos`, a compact position, or a FEN.
    ///
    /// # Errors
    /// [`PositionError`] with the first part that is wrong.
    ///
    /// # Examples
    /// ```
    /// use togyz_rules::{Position, Variant};
    /// let start = Position::start(Variant::Bestemshe);
    /// for text in ["startpos", "5,5,5,5,5/5,5,5,5,5/0,0/-1,-1/0", "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1"] {
    ///     assert_eq!(Position::parse(text, Variant::Bestemshe)?, start);
    /// }
    /// # Ok::<(), togyz_rules::PositionError>(())
    /// ```
    pub fn parse(text: &str, variant: Variant) -> Result<Position, PositionError> {
        let text = text.trim();
        match text.bytes().filter(|&byte| byte == b'/').count() {
            0 if text == STARTPOS => Ok(Position::start(variant)),
            1 => Position::from_fen(text, variant),
            4 => Position::from_compact(text, variant),
            _ => Err(PositionError::Unrecognized(quoted(text))),
        }
    }
}

/// The beginning of a wrong text, for an error message.
fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// Reads plain digits: no sign, no spaces.
fn number<T: std::str::FromStr>(text: &str, what: &'static str) -> Result<T, PositionError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| text.parse().ok())
        .flatten()
        .ok_or_else(|| PositionError::Number {
            what,
            text: quoted(text),
        })
}

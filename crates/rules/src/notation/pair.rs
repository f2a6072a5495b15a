//! Pair notation: what players write on a score sheet.

use std::fmt;
use std::str::FromStr;

use crate::hole::{Hole, Move};
use crate::played::Played;

/// One move in pair notation, as read and not yet checked: `76`, `43(10)`, `36x`.
///
/// The first digit is the hole that is sown, the second the hole where the last ball falls, on
/// either row. `x` marks a new tuzdik, `(n)` the mover's kazan after a gain.
///
/// # Examples
/// ```
/// use togyz_rules::{Move, PairToken, Position, Variant};
/// let token: PairToken = "98(10)".parse()?;
/// let (next, played) = Position::start(Variant::Togyz).play(token.mv)?;
/// assert_eq!(token.check(&played, next.other_kazan()), Ok(()));
///
/// let wrong: PairToken = "98(12)".parse()?;
/// let error = wrong.check(&played, next.other_kazan()).unwrap_err();
/// assert_eq!(error.to_string(), "the kazan holds 10 balls after it, not 12");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairToken {
    /// The hole that is sown.
    pub mv: Move,
    /// The number of the hole where the last ball falls.
    pub landing: Hole,
    /// Whether it carries the mark of a new tuzdik.
    pub tuzdik: bool,
    /// The mover's kazan, if it is given.
    pub kazan: Option<u8>,
}

/// The text is no move in pair notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move in pair notation: expected one like 76, 43(10) or 36x")]
pub struct PairError;

/// A move in pair notation does not say what the move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairMismatch {
    /// The last ball falls elsewhere.
    #[error("the last ball falls in hole {expected}, not {found}")]
    Landing {
        /// Where it falls.
        expected: Hole,
        /// What is written.
        found: Hole,
    },
    /// The move made a tuzdik and the mark is missing.
    #[error("it makes a tuzdik, but the x is missing")]
    TuzdikUnmarked,
    /// The mark is there and the move made no tuzdik.
    #[error("it makes no tuzdik, but is marked x")]
    NoTuzdik,
    /// Another number of balls.
    #[error("the kazan holds {expected} balls after it, not {found}")]
    Kazan {
        /// What the mover's kazan holds.
        expected: u8,
        /// What is written.
        found: u8,
    },
}

impl PairToken {
    /// The move as it is written canonically: the count after every move that fed the mover's kazan
    /// unless it made a tuzdik.
    #[must_use]
    pub fn of(played: &Played, kazan_after: u8) -> PairToken {
        let gained = played.gained[played.side] > 0;
        PairToken {
            mv: played.mv,
            landing: played.landing.hole,
            tuzdik: played.made_tuzdik,
            kazan: (gained && !played.made_tuzdik).then_some(kazan_after),
        }
    }

    /// Checks what is written against what the move did. A count may be left out.
    ///
    /// # Errors
    /// The first [`PairMismatch`]: landing, then tuzdik, then kazan.
    pub fn check(&self, played: &Played, kazan_after: u8) -> Result<(), PairMismatch> {
        if self.landing != played.landing.hole {
            return Err(PairMismatch::Landing {
                expected: played.landing.hole,
                found: self.landing,
            });
        }
        match (self.tuzdik, played.made_tuzdik) {
            (false, true) => return Err(PairMismatch::TuzdikUnmarked),
            (true, false) => return Err(PairMismatch::NoTuzdik),
            _ => {}
        }
        match self.kazan {
            Some(found) if found != kazan_after => Err(PairMismatch::Kazan {
                expected: kazan_after,
                found,
            }),
            _ => Ok(()),
        }
    }

    /// Reads one move without allocating; the hot path of replays.
    fn read(text: &[u8]) -> Option<PairToken> {
        let (&[origin, landing], rest) = text.split_first_chunk::<2>()?;
        let mv = Move::from_number(u32::from(origin.wrapping_sub(b'0'))).ok()?;
        let landing = Hole::from_number(u32::from(landing.wrapping_sub(b'0'))).ok()?;
        // Score sheets typed on a Kazakh or Russian keyboard have the Cyrillic letter.
        let marked = [&b"x"[..], b"X", "\u{445}".as_bytes(), "\u{425}".as_bytes()]
            .iter()
            .find_map(|mark| rest.strip_prefix(*mark));
        let kazan = match marked.unwrap_or(rest) {
            [] => None,
            [b'(', digits @ .., b')'] => Some(small_number(digits)?),
            _ => return None,
        };
        Some(PairToken {
            mv,
            landing,
            tuzdik: marked.is_some(),
            kazan,
        })
    }
}

/// One to three digits that fit a byte.
fn small_number(digits: &[u8]) -> Option<u8> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u8, |number, digit| {
        if !digit.is_ascii_digit() {
            return None;
        }
        number.checked_mul(10)?.checked_add(digit - b'0')
    })
}

impl FromStr for PairToken {
    type Err = PairError;

    fn from_str(text: &str) -> Result<PairToken, PairError> {
        PairToken::read(text.as_bytes()).ok_or(PairError)
    }
}

impl fmt::Display for PairToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mv, self.landing)?;
        if self.tuzdik {
            f.write_str("x")?;
        }
        match self.kazan {
            Some(kazan) => write!(f, "({kazan})"),
            None => Ok(()),
        }
    }
}

/// Writes a move in pair notation.
///
/// `kazan_after` is the mover's kazan after the move.
///
/// # Examples
/// ```
/// use togyz_rules::{Move, Position, Variant, pair_text};
/// let (next, played) = Position::start(Variant::Togyz).play(Move::from_number(7)?)?;
/// assert_eq!(pair_text(&played, next.other_kazan()), "76(10)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pair_text(played: &Played, kazan_after: u8) -> String {
    PairToken::of(played, kazan_after).to_string()
}

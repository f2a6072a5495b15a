//! The numbers of the table evaluation, and the text they are kept in.

use std::fmt;
use std::sync::LazyLock;

use togyz_rules::MAX_HOLES;

/// Buckets of a hole: 0 to 30 balls, and 31 or more.
pub const BUCKETS: usize = 32;

/// The weights of [`TableEvaluation`](super::TableEvaluation).
///
/// All but the scale are added for the side that owns the hole or the tuzdik and subtracted for the
/// other; a ball in the kazan is worth 100.
///
/// # Units
/// 1/100 ball.
///
/// # Examples
/// ```
/// use togyz_search::Weights;
/// let fitted = Weights::fitted();
/// assert_eq!(Weights::parse(&fitted.to_string())?, *fitted);
/// # Ok::<(), togyz_search::InvalidWeights>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The difference that changes the odds of winning by a factor of e.
    pub scale: f64,
    /// What it is worth to be the one who moves.
    pub tempo: i16,
    /// What a tuzdik is worth, by its hole, while all balls are in the holes; in proportion less
    /// when fewer are.
    ///
    /// # Shapes
    /// `[hole]`; the last is never one.
    pub tuzdik: [i16; MAX_HOLES],
    /// What the balls of a hole are worth.
    ///
    /// # Shapes
    /// `[whether the other side has a tuzdik][hole][balls, cut to 31]`
    pub holes: [[[i16; BUCKETS]; MAX_HOLES]; 2],
}

/// The text holds no set of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidWeights {
    /// A line that begins with none of the known words.
    #[error("line {line}: unknown entry `{word}`")]
    Unknown {
        /// Counted from 1.
        line: usize,
        /// What it begins with.
        word: String,
    },
    /// Something that is no number of the range.
    #[error("line {line}: `{word}` is not a number that fits here")]
    Number {
        /// Counted from 1.
        line: usize,
        /// What stands in its place.
        word: String,
    },
    /// Too few or too many numbers.
    #[error("line {line}: {found} numbers instead of {expected}")]
    Count {
        /// Counted from 1.
        line: usize,
        /// Numbers found.
        found: usize,
        /// Numbers that belong there.
        expected: usize,
    },
    /// An entry is absent.
    #[error("there is no entry `{0}`")]
    Missing(String),
}

static FITTED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::parse(include_str!("../../data/evaluation.txt"))
        .expect("invariant: the tests parse the same text")
});

impl Weights {
    /// The weights that the project ships, see `data/evaluation.txt` for their origin.
    #[must_use]
    pub fn fitted() -> &'static Weights {
        &FITTED
    }

    /// Weights that are all zero: the plain kazan difference.
    ///
    /// # Units
    /// `scale` as in [`Weights::scale`].
    #[must_use]
    pub fn zero(scale: f64) -> Weights {
        Weights {
            scale,
            tempo: 0,
            tuzdik: [0; MAX_HOLES],
            holes: [[[0; BUCKETS]; MAX_HOLES]; 2],
        }
    }

    /// Reads the text that `Display` writes. Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// [`InvalidWeights`] names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Weights, InvalidWeights> {
        let mut weights = Weights::zero(f64::NAN);
        let mut seen = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let mut words = line.split_whitespace();
            let name = match words.next() {
                None => continue,
                Some(word) if word.starts_with('#') => continue,
                Some(word) => word,
            };
            let words: Vec<&str> = words.collect();
            match name {
                "scale" => {
                    let [value] = numbers::<f64, 1>(&words, number)?;
                    if !(value.is_finite() && value > 0.0) {
                        return Err(InvalidWeights::Number {
                            line: number,
                            word: words[0].to_owned(),
                        });
                    }
                    weights.scale = value;
                }
                "tempo" => [weights.tempo] = numbers(&words, number)?,
                "tuzdik" => weights.tuzdik = numbers(&words, number)?,
                _ => match row(name) {
                    Some((flag, hole)) => weights.holes[flag][hole] = numbers(&words, number)?,
                    None => {
                        return Err(InvalidWeights::Unknown {
                            line: number,
                            word: name.to_owned(),
                        });
                    }
                },
            }
            seen.push(name.to_owned());
        }
        let needed = ["scale", "tempo", "tuzdik"].map(str::to_owned);
        match needed
            .into_iter()
            .chain(row_names())
            .find(|name| !seen.contains(name))
        {
            Some(name) => Err(InvalidWeights::Missing(name)),
            None => Ok(weights),
        }
    }
}

/// The two kinds of rows: the other side has no tuzdik, or has one.
const KINDS: [&str; 2] = ["free", "faced"];

fn row_names() -> impl Iterator<Item = String> {
    KINDS
        .iter()
        .flat_map(|kind| (1..=MAX_HOLES).map(move |hole| format!("{kind}-{hole}")))
}

fn row(name: &str) -> Option<(usize, usize)> {
    let index = row_names().position(|known| known == name)?;
    Some((index / MAX_HOLES, index % MAX_HOLES))
}

fn numbers<T: std::str::FromStr, const N: usize>(
    words: &[&str],
    line: usize,
) -> Result<[T; N], InvalidWeights> {
    let parsed = words
        .iter()
        .map(|word| {
            word.parse().map_err(|_| InvalidWeights::Number {
                line,
                word: (*word).to_owned(),
            })
        })
        .collect::<Result<Vec<T>, _>>()?;
    let found = parsed.len();
    parsed.try_into().map_err(|_| InvalidWeights::Count {
        line,
        found,
        expected: N,
    })
}

impl fmt::Display for Weights {
    /// One entry a line, its name first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[i16]| {
            let words: Vec<String> = numbers.iter().map(i16::to_string).collect();
            words.join(" ")
        };
        writeln!(f, "scale {}", self.scale)?;
        writeln!(f, "tempo {}", self.tempo)?;
        writeln!(f, "tuzdik {}", list(&self.tuzdik))?;
        for (name, row) in row_names().zip(self.holes.iter().flatten()) {
            writeln!(f, "{name} {}", list(row))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_parse_and_say_where_they_come_from() {
        let text = include_str!("../../data/evaluation.txt");
        Weights::parse(text).unwrap();
        for word in ["# command:", "# games:", "# seed:", "# loss:"] {
            assert!(text.contains(word), "no {word}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_named() {
        let good = Weights::zero(500.0).to_string();
        let cases = [
            (
                good.replace("tempo 0", "tempo x"),
                "line 2: `x` is not a number that fits here",
            ),
            (
                good.replace("tempo 0", "tempo 0 0"),
                "line 2: 2 numbers instead of 1",
            ),
            (
                good.replace("tempo 0", "tempo 99999"),
                "line 2: `99999` is not a number that fits here",
            ),
            (
                good.replace("scale 500", "scale -1"),
                "line 1: `-1` is not a number that fits here",
            ),
            (
                good.replace("free-3", "free-10"),
                "line 6: unknown entry `free-10`",
            ),
            (good.replace("tempo 0", "# x"), "there is no entry `tempo`"),
            (String::new(), "there is no entry `scale`"),
        ];
        for (text, message) in cases {
            assert_eq!(Weights::parse(&text).unwrap_err().to_string(), message);
        }
        assert_eq!(Weights::parse(&good), Ok(Weights::zero(500.0)));
    }
}

//! The numbers of the table evaluation, and the text they are kept in.

use std::fmt;
use std::sync::LazyLock;

use togyz_rules::MAX_HOLES;

/// Buckets of a hole: 0 to 30 balls, and 31 or more.
pub const BUCKETS: usize = 32;

/// The weights of [`TableEvaluation`](super::TableEvaluation).
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
    ///
    /// # Units
    /// 1/100 ball.
    pub scale: f64,
    /// What counts while all balls are in the holes; in between the two are mixed.
    pub early: PhaseWeights,
    /// What counts when hardly any ball is left.
    pub late: PhaseWeights,
}

/// What counts in one phase of the game.
///
/// Each weight is added for the side that owns the hole or the tuzdik and subtracted for the other;
/// a ball in the kazan is worth 100 in both phases.
///
/// # Units
/// 1/100 ball.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseWeights {
    /// What it is worth to be the one who moves.
    pub tempo: i16,
    /// What a tuzdik is worth, by its hole.
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

impl PhaseWeights {
    /// Weights that are all zero: the plain kazan difference.
    pub const ZERO: PhaseWeights = PhaseWeights {
        tempo: 0,
        tuzdik: [0; MAX_HOLES],
        holes: [[[0; BUCKETS]; MAX_HOLES]; 2],
    };

    /// The list of an entry's numbers.
    fn entry(&self, entry: Entry) -> &[i16] {
        match entry {
            Entry::Tempo => std::slice::from_ref(&self.tempo),
            Entry::Tuzdik => &self.tuzdik,
            Entry::Hole(kind, hole) => &self.holes[kind][hole],
        }
    }

    fn entry_mut(&mut self, entry: Entry) -> &mut [i16] {
        match entry {
            Entry::Tempo => std::slice::from_mut(&mut self.tempo),
            Entry::Tuzdik => &mut self.tuzdik,
            Entry::Hole(kind, hole) => &mut self.holes[kind][hole],
        }
    }
}

/// A line of a phase in the text.
#[derive(Clone, Copy)]
enum Entry {
    Tempo,
    Tuzdik,
    /// Whether the other side has a tuzdik, and the hole's index.
    Hole(usize, usize),
}

/// The two kinds of rows: the other side has no tuzdik, or has one.
const KINDS: [&str; 2] = ["free", "faced"];

/// The lines of a phase, in order.
fn entries() -> impl Iterator<Item = (String, Entry)> {
    let rows = (0..2 * MAX_HOLES).map(|row| {
        let (kind, hole) = (row / MAX_HOLES, row % MAX_HOLES);
        (
            format!("{}-{}", KINDS[kind], hole + 1),
            Entry::Hole(kind, hole),
        )
    });
    [("tempo", Entry::Tempo), ("tuzdik", Entry::Tuzdik)]
        .into_iter()
        .map(|(name, entry)| (name.to_owned(), entry))
        .chain(rows)
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

    /// Reads the text that `Display` writes. Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// [`InvalidWeights`] names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Weights, InvalidWeights> {
        let mut weights = Weights {
            scale: f64::NAN,
            early: PhaseWeights::ZERO,
            late: PhaseWeights::ZERO,
        };
        let mut missing: Vec<String> = weights.lines().map(|(name, _)| name).collect();
        missing.insert(0, SCALE.to_owned());
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            let mut words = text.split_whitespace();
            let Some(name) = words.next().filter(|name| !name.starts_with('#')) else {
                continue;
            };
            let words: Vec<&str> = words.collect();
            if name == SCALE {
                let [scale] = numbers::<f64>(&words, line, 1)?[..] else {
                    continue;
                };
                if !(scale.is_finite() && scale > 0.0) {
                    let word = words.concat();
                    return Err(InvalidWeights::Number { line, word });
                }
                weights.scale = scale;
            } else if let Some(list) = weights.list_mut(name) {
                list.copy_from_slice(&numbers(&words, line, list.len())?);
            } else {
                let word = name.to_owned();
                return Err(InvalidWeights::Unknown { line, word });
            }
            missing.retain(|known| known != name);
        }
        match missing.into_iter().next() {
            Some(name) => Err(InvalidWeights::Missing(name)),
            None => Ok(weights),
        }
    }

    /// All lists of numbers with their names.
    fn lines(&self) -> impl Iterator<Item = (String, &[i16])> {
        [("early", &self.early), ("late", &self.late)]
            .into_iter()
            .flat_map(|(phase, weights)| {
                entries()
                    .map(move |(name, entry)| (format!("{phase}-{name}"), weights.entry(entry)))
            })
    }

    /// The list with this name.
    fn list_mut(&mut self, name: &str) -> Option<&mut [i16]> {
        let (phase, rest) = name.split_once('-')?;
        let weights = match phase {
            "early" => &mut self.early,
            "late" => &mut self.late,
            _ => return None,
        };
        let (_, entry) = entries().find(|(known, _)| known == rest)?;
        Some(weights.entry_mut(entry))
    }
}

/// The name of the line with [`Weights::scale`].
const SCALE: &str = "scale";

fn numbers<T: std::str::FromStr>(
    words: &[&str],
    line: usize,
    expected: usize,
) -> Result<Vec<T>, InvalidWeights> {
    if words.len() != expected {
        return Err(InvalidWeights::Count {
            line,
            found: words.len(),
            expected,
        });
    }
    let parse = |word: &&str| {
        word.parse().map_err(|_| InvalidWeights::Number {
            line,
            word: (*word).to_owned(),
        })
    };
    words.iter().map(parse).collect()
}

impl fmt::Display for Weights {
    /// One entry a line, its name first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{SCALE} {}", self.scale)?;
        for (name, list) in self.lines() {
            let words: Vec<String> = list.iter().map(i16::to_string).collect();
            writeln!(f, "{name} {}", words.join(" "))?;
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
        let zero = Weights {
            scale: 500.0,
            early: PhaseWeights::ZERO,
            late: PhaseWeights::ZERO,
        };
        let good = zero.to_string();
        let cases = [
            (
                good.replace("early-tempo 0", "early-tempo x"),
                "line 2: `x` is not a number that fits here",
            ),
            (
                good.replace("early-tempo 0", "early-tempo 0 0"),
                "line 2: 2 numbers instead of 1",
            ),
            (
                good.replace("early-tempo 0", "early-tempo 99999"),
                "line 2: `99999` is not a number that fits here",
            ),
            (
                good.replace("scale 500", "scale -1"),
                "line 1: `-1` is not a number that fits here",
            ),
            (
                good.replace("early-free-3", "early-free-10"),
                "line 6: unknown entry `early-free-10`",
            ),
            (
                good.replace("early-tempo 0", "# x"),
                "there is no entry `early-tempo`",
            ),
            (String::new(), "there is no entry `scale`"),
        ];
        for (text, message) in cases {
            assert_eq!(Weights::parse(&text).unwrap_err().to_string(), message);
        }
        assert_eq!(Weights::parse(&good), Ok(zero));
    }
}

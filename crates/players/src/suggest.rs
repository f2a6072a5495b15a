//! The nearest valid word, for errors.

use std::fmt;

/// How unlike two words may be to be worth a suggestion, from 0 (nothing in common) to 1 (equal).
const LIKENESS: f64 = 0.5;

/// The word that was probably meant, shown as the end of an error message: empty when none is
/// near, and the words to choose from always.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The nearest word.
    nearest: Option<String>,
    /// Every valid word.
    known: Vec<String>,
}

/// Finds the nearest of `known` to `found`.
pub(crate) fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Suggestion {
    let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
    let nearest = known
        .iter()
        .map(|word| (strsim::normalized_damerau_levenshtein(found, word), word))
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word.clone());
    Suggestion { nearest, known }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(nearest) = &self.nearest {
            write!(f, "did you mean `{nearest}`? ")?;
        }
        write!(f, "(known: {})", self.known.join(", "))
    }
}

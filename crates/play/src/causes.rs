//! An error with its causes in one line.

use std::error::Error;

/// The error's text and those of its causes, each told once: many name their cause themselves.
#[must_use]
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let told = cause.to_string();
        if !text.contains(&told) {
            text = format!("{text}: {told}");
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Chained {
        text: &'static str,
        source: Option<Box<Chained>>,
    }

    #[test]
    fn each_cause_once() {
        let chain = |texts: [&'static str; 3]| {
            texts.into_iter().rev().fold(None, |source, text| {
                Some(Box::new(Chained { text, source }))
            })
        };
        let told = |texts| with_causes(&*chain(texts).unwrap());
        assert_eq!(
            told(["a.toml", "line 3", "no such key"]),
            "a.toml: line 3: no such key"
        );
        assert_eq!(
            told(["a.toml: line 3", "line 3", "key"]),
            "a.toml: line 3: key"
        );
    }
}

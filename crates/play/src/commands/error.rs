//! Why a line is no command.

use crate::i18n::{Language, Messages, Told, Value};

/// A line that is no command. The message is for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told(Messages::of(Language::English)))]
pub enum CommandError {
    /// No command begins with this word.
    Unknown {
        /// What was typed.
        word: String,
        /// What it resembles.
        nearest: Option<&'static str>,
    },
    /// A number that is no hole.
    NoHole(String),
    /// An argument where none belongs.
    NoArgument {
        /// The command.
        name: String,
        /// What follows it.
        found: String,
    },
    /// An argument is missing.
    Missing {
        /// The command.
        name: &'static str,
        /// How it is written.
        usage: &'static str,
    },
    /// A count that is none.
    Count {
        /// What was typed.
        found: String,
        /// The largest count.
        most: usize,
        /// How the command is written.
        usage: &'static str,
    },
    /// A word that the command does not know.
    Word {
        /// What was typed.
        found: String,
        /// What can be typed.
        expected: String,
    },
}

impl Told for CommandError {
    fn told(&self, messages: &Messages) -> String {
        let text = |name, text: &str| (name, Value::from(text.to_owned()));
        match self {
            CommandError::Unknown { word, nearest } => unknown(word, *nearest, messages),
            CommandError::NoHole(word) => messages.format("command-no-hole", &[text("word", word)]),
            CommandError::NoArgument { name, found } => messages.format(
                "command-no-argument",
                &[text("name", name), text("word", found)],
            ),
            CommandError::Missing { name, usage } => messages.format(
                "command-missing",
                &[text("name", name), text("usage", usage)],
            ),
            CommandError::Count { found, most, usage } => messages.format(
                "command-count",
                &[
                    text("word", found),
                    ("most", (*most).into()),
                    text("usage", usage),
                ],
            ),
            CommandError::Word { found, expected } => messages.format(
                "command-word",
                &[text("word", found), text("expected", expected)],
            ),
        }
    }
}

/// That no command has this name, and which one is meant perhaps.
pub(crate) fn unknown(word: &str, nearest: Option<&'static str>, messages: &Messages) -> String {
    let word = ("word", Value::from(word.to_owned()));
    match nearest {
        Some(nearest) => messages.format("command-nearest", &[word, ("nearest", nearest.into())]),
        None => messages.format("command-unknown", &[word]),
    }
}

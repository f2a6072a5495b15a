//! Why a text is no game or no position, in sentences of a language.

use togyz_rules::{GameError, GameErrorKind, PlayError, PositionError};

use super::{Messages, Told, Value};

impl Told for PositionError {
    fn told(&self, messages: &Messages) -> String {
        match self {
            PositionError::Unrecognized(text) => quoted("notation-position", text, messages),
            PositionError::PartCount {
                found, expected, ..
            } => {
                let values = [("found", (*found).into()), ("expected", (*expected).into())];
                messages.format("notation-parts", &values)
            }
            PositionError::HoleCount {
                row,
                found,
                expected,
                ..
            } => {
                let values = [
                    ("side", row.told(messages).into()),
                    ("found", (*found).into()),
                    ("expected", (*expected).into()),
                ];
                messages.format("notation-holes", &values)
            }
            PositionError::Number { text, .. }
            | PositionError::Hole(text)
            | PositionError::Tuzdik { text, .. }
            | PositionError::SideToMove { text, .. } => quoted("notation-part", text, messages),
            PositionError::Setup(error) => error.told(messages),
        }
    }
}

impl Told for GameErrorKind {
    fn told(&self, messages: &Messages) -> String {
        match self {
            GameErrorKind::Header => messages.text("notation-header"),
            GameErrorKind::Variant(_) => messages.text("notation-variant"),
            GameErrorKind::Position(error) => error.told(messages),
            GameErrorKind::Comment => messages.text("notation-comment"),
            GameErrorKind::Move(_) => messages.text("notation-move"),
            GameErrorKind::Illegal(error) => PlayError::from(*error).told(messages),
            GameErrorKind::Over => messages.text("error-over"),
            GameErrorKind::Mismatch(error) => error.told(messages),
            GameErrorKind::NotZero(_) => messages.text("notation-not-zero"),
            GameErrorKind::Result { header } => {
                quoted("notation-result", &header.to_string(), messages)
            }
            GameErrorKind::NoGame => messages.text("notation-no-game"),
            GameErrorKind::SecondGame => messages.text("notation-second-game"),
        }
    }
}

/// Where it is, and what is wrong there.
impl Told for GameError {
    fn told(&self, messages: &Messages) -> String {
        let why = self.kind.told(messages);
        if self.token.is_empty() {
            return why;
        }
        let text = ("text", Value::from(self.token.to_string()));
        let why = ("why", Value::from(why));
        match self.at_move {
            Some(place) => {
                let number = ("number", Value::from(place.number));
                let side = ("side", Value::from(place.side.told(messages)));
                messages.format("notation-at-move", &[number, side, text, why])
            }
            None => {
                let line = ("line", Value::from(self.line));
                messages.format("notation-at-line", &[line, text, why])
            }
        }
    }
}

fn quoted(key: &str, text: &str, messages: &Messages) -> String {
    messages.format(key, &[("text", text.to_owned().into())])
}

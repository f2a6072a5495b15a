//! What a session writes on request: the list of moves, notations, help.

use super::{Session, SessionError};
use crate::board::legend;
use crate::commands::{COMMANDS, FORMS, Form, find, nearest};
use crate::i18n::{Language, Messages};

impl Session {
    pub(super) fn moves(&self) -> String {
        let pairs = self.state.game().pairs();
        if pairs.is_empty() {
            return self.messages().text("game-no-moves") + "\n";
        }
        let first = self.state.game().start().side_to_move().index();
        let mut text = String::new();
        for (ply, pair) in pairs.iter().enumerate() {
            let ply = ply + first;
            if ply.is_multiple_of(2) {
                text += &format!("{:>4}. {pair:<9}", ply / 2 + 1);
            } else if text.is_empty() {
                text += &format!("{:>4}. {:<9} {pair}\n", 1, "...");
            } else {
                text += &format!(" {pair}\n");
            }
        }
        format!("{}\n", text.trim_end())
    }

    /// Speaks a language, and tells which there are.
    pub(super) fn speak(&mut self, language: Option<Language>) -> String {
        if let Some(language) = language {
            self.config.style.language = language;
        }
        let language = self.language();
        let values = [
            ("name", language.name().into()),
            ("code", language.code().into()),
            ("codes", Language::codes(Some(language)).into()),
        ];
        self.messages().format("game-language", &values) + "\n"
    }

    /// The position, the moves, or both as text that other programs read.
    pub(super) fn notation(&self, form: Option<Form>) -> String {
        match form {
            None => FORMS
                .into_iter()
                .filter(|(_, form)| *form != Form::Game)
                .map(|(name, form)| format!("{name}: {}", self.notation(Some(form))))
                .collect(),
            Some(Form::Compact) => format!("{}\n", self.state.position().to_compact()),
            Some(Form::Fen) => format!("{}\n", self.state.fen()),
            Some(Form::Pairs) => format!("{}\n", self.state.game().pairs().join(" ")),
            Some(Form::Game) => self.record().to_string(),
        }
    }
}

/// Explains a command, or lists all.
pub(super) fn help(topic: Option<String>, messages: &Messages) -> Result<String, SessionError> {
    let Some(word) = topic else {
        let lines = COMMANDS
            .iter()
            .map(|entry| format!("  {:<34} {}\n", entry.usage, messages.text(entry.about)));
        let legend = legend(messages);
        return Ok(format!("{}\n{legend}\n", lines.collect::<String>()));
    };
    let Some(entry) = find(&word) else {
        let nearest = nearest(&word);
        return Err(SessionError::NoCommand { word, nearest });
    };
    let mut text = format!("{}: {}\n", entry.usage, messages.text(entry.about));
    if !entry.aliases.is_empty() {
        let words = [("words", entry.aliases.join(", ").into())];
        text += &format!("  {}\n", messages.format("game-also", &words));
    }
    Ok(text)
}

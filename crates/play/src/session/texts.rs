//! What a session writes on request: the list of moves, notations, help.

use super::{Session, SessionError};
use crate::board::LEGEND;
use crate::commands::{COMMANDS, FORMS, Form, find, nearest};

impl Session {
    pub(super) fn moves(&self) -> String {
        let pairs = self.state.game().pairs();
        if pairs.is_empty() {
            return "No move has been played.\n".to_owned();
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
pub(super) fn help(topic: Option<String>) -> Result<String, SessionError> {
    let Some(word) = topic else {
        let lines = COMMANDS
            .iter()
            .map(|entry| format!("  {:<34} {}\n", entry.usage, entry.about));
        return Ok(format!("{}\n{LEGEND}\n", lines.collect::<String>()));
    };
    let Some(entry) = find(&word) else {
        let nearest = nearest(&word);
        return Err(SessionError::NoCommand { word, nearest });
    };
    let mut text = format!("{}: {}\n", entry.usage, entry.about);
    if !entry.aliases.is_empty() {
        text += &format!("  also: {}\n", entry.aliases.join(", "));
    }
    Ok(text)
}

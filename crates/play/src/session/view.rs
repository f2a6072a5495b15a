//! What a screen shows of a session, all of it from one state.

use crate::board::Board;
use crate::evaluation::told_evaluation;
use crate::i18n::Language;
use crate::style::{Layout, Style};

use super::Session;

/// The parts of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board, in the style asked for.
    pub board: String,
    /// The chances of both sides with a bar; only of a position about which somebody has asked.
    pub evaluation: Option<String>,
    /// The moves, a pair a line.
    pub moves: Vec<String>,
    /// What asks for the next command.
    pub prompt: String,
    /// The language of all of it.
    pub language: Language,
}

impl Session {
    /// What there is to see now, in the session's language.
    #[must_use]
    pub fn view(&self, style: Style) -> View {
        let style = Style {
            language: self.language(),
            ..style
        };
        let names = self.names();
        let position = *self.state.position();
        let board = Board {
            position: &position,
            bottom: self.bottom,
            last: self.state.game().plies().last(),
            names: &names,
            style,
        };
        let known = self
            .advice
            .as_ref()
            .filter(|advice| (advice.position, advice.plies) == (position, self.state.plies()));
        View {
            board: board.to_string(),
            evaluation: known
                .map(|advice| told_evaluation(&advice.thought, &position, &names, style)),
            moves: self.moves().lines().map(str::to_owned).collect(),
            prompt: self.prompt(),
            language: self.language(),
        }
    }

    /// How boards are written in what the session tells.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.config.style.layout
    }

    /// Writes boards another way from now on.
    pub fn set_layout(&mut self, layout: Layout) {
        self.config.style.layout = layout;
    }
}

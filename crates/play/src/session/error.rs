//! Why a command was not carried out. The session is then as it was before.

use std::path::PathBuf;

use togyz_files::FileError;
use togyz_players::{PlayerError, SpecError};
use togyz_rules::{PairMismatch, PlayError, PositionError, Side};

use crate::causes::with_causes;
use crate::commands::unknown;
use crate::i18n::{Language, Messages, Told, Value};
use crate::input::InputError;

/// A command that cannot be carried out.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.told(Messages::of(Language::English)))]
pub enum SessionError {
    /// The move is not legal.
    Play(#[from] PlayError),
    /// The move is legal, but does not do what the pair notation says.
    Mismatch {
        /// What was typed.
        text: String,
        /// The hole.
        mv: u8,
        /// The difference.
        source: PairMismatch,
    },
    /// It is the computer's turn, and it was stopped.
    ComputersTurn(Side),
    /// The game has a result.
    Over,
    /// There is no move of the person.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// There is no opponent to give the game to.
    NobodyToResign,
    /// No command has this name.
    NoCommand {
        /// What was typed.
        word: String,
        /// What it resembles.
        nearest: Option<&'static str>,
    },
    /// The text is no position.
    Position(#[from] PositionError),
    /// The text names no player.
    Spec(#[from] SpecError),
    /// The player cannot be had, or cannot move.
    Player(#[from] PlayerError),
    /// No file was named.
    NoFile,
    /// The file is another's.
    NotOwn(PathBuf),
    /// The file cannot be read.
    Input(#[from] InputError),
    /// The file cannot be written.
    File(#[from] FileError),
}

impl Told for SessionError {
    /// What rules, files and players say themselves is told in their words.
    fn told(&self, messages: &Messages) -> String {
        let text = |key, text: String| messages.format(key, &[("text", text.into())]);
        match self {
            SessionError::Play(error) => error.told(messages),
            SessionError::Mismatch { text, mv, source } => messages.format(
                "error-mismatch",
                &[
                    ("text", text.clone().into()),
                    ("why", source.told(messages).into()),
                    ("hole", (*mv).into()),
                ],
            ),
            SessionError::ComputersTurn(side) => computers_turn(*side, messages),
            SessionError::Over => format!(
                "{} {}",
                messages.text("error-over"),
                messages.text("game-over-again")
            ),
            SessionError::NothingToUndo => messages.text("error-nothing-to-undo"),
            SessionError::NothingToRedo => messages.text("error-nothing-to-redo"),
            SessionError::NobodyToResign => messages.text("error-nobody-resigns"),
            SessionError::NoCommand { word, nearest } => unknown(word, *nearest, messages),
            SessionError::Position(PositionError::Setup(error)) => error.told(messages),
            SessionError::Position(error) => text("error-position", error.told(messages)),
            SessionError::Spec(error) => text("error-player", with_causes(error)),
            SessionError::Player(error) => text("error-player", with_causes(error)),
            SessionError::NoFile => messages.text("error-no-file"),
            SessionError::NotOwn(path) => {
                let file = Value::from(path.display().to_string());
                messages.format("error-not-own", &[("file", file)])
            }
            SessionError::Input(InputError::NoSuchGame {
                path,
                wanted,
                found,
            }) => messages.format(
                "error-no-such-game",
                &[
                    ("file", path.display().to_string().into()),
                    ("wanted", (*wanted).into()),
                    ("found", (*found).into()),
                ],
            ),
            SessionError::Input(error) => text("error-file", with_causes(error)),
            SessionError::File(error) => text("error-file", with_causes(error)),
        }
    }
}

/// That the computer is to move, and what can be done.
pub(super) fn computers_turn(side: Side, messages: &Messages) -> String {
    let turn = [("side", side.told(messages).into())];
    format!(
        "{} {}",
        messages.format("error-computers-turn", &turn),
        messages.text("game-go-or-side")
    )
}

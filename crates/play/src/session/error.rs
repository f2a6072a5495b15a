//! Why a command was not carried out. The session is then as it was before.

use std::path::PathBuf;

use togyz_files::FileError;
use togyz_players::{PlayerError, SpecError};
use togyz_rules::{PairMismatch, PlayError, PositionError, Side};

use crate::input::InputError;

/// A command that cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The move is not legal.
    #[error("{0}")]
    Play(#[from] PlayError),
    /// The move is legal, but does not do what the pair notation says.
    #[error("{text}: {source}; `{mv}` alone plays the hole")]
    Mismatch {
        /// What was typed.
        text: String,
        /// The hole.
        mv: u8,
        /// The difference.
        source: PairMismatch,
    },
    /// It is the computer's turn, and it was stopped.
    #[error(
        "it is the turn of {0}, which the computer plays: `go` lets it move, `side` takes its place"
    )]
    ComputersTurn(Side),
    /// The game has a result.
    #[error("the game is over: `new` starts another, `undo` takes the last move back")]
    Over,
    /// There is no move of the person.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("there is nothing to play again: nothing was taken back since the last move")]
    NothingToRedo,
    /// There is no opponent to give the game to.
    #[error("the computer plays both sides: nobody can resign")]
    NobodyToResign,
    /// No command has this name.
    #[error("there is no command `{word}`{}", .nearest.map_or_else(String::new, |name| format!(": did you mean `{name}`?")))]
    NoCommand {
        /// What was typed.
        word: String,
        /// What it resembles.
        nearest: Option<&'static str>,
    },
    /// The text is no position.
    #[error("no position: {0}")]
    Position(#[from] PositionError),
    /// The text names no player.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// The player cannot be had, or cannot move.
    #[error("{0}")]
    Player(#[from] PlayerError),
    /// No file was named.
    #[error("in which file? `save FILE`")]
    NoFile,
    /// The file is another's.
    #[error("{} is there already and is not this game's: `save! {}` replaces it", .0.display(), .0.display())]
    NotOwn(PathBuf),
    /// The file cannot be read.
    #[error("{0}")]
    Input(#[from] InputError),
    /// The file cannot be written.
    #[error("{0}")]
    File(#[from] FileError),
}

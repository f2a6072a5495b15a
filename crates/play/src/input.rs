//! Texts that come from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use togyz_rules::{GameError, GameRecord, Variant, collection};

/// The longest file of games that is read: some ten million half-moves.
const MOST: u64 = 256 * 1024 * 1024;

/// A text read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// The text; bytes that are no UTF-8 have become `U+FFFD`.
    pub text: String,
    /// Where the first such byte is.
    pub damage: Option<usize>,
}

/// Why a file gives no text.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is larger than any collection of games.
    #[error("{}: larger than {MOST} bytes, the most that is read", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// The file holds fewer games.
    #[error("{}: there is no game {wanted}; the file holds {found}", path.display())]
    NoSuchGame {
        /// The file.
        path: PathBuf,
        /// The game asked for, from 1.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The game is wrong.
    #[error("{}: {source}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// What and where.
        source: Box<GameError>,
    },
}

/// Reads a file as text. Old collections are in many encodings and the moves are ASCII, so bytes
/// that are no UTF-8 are replaced and reported, not refused.
///
/// # Errors
/// [`InputError`] names the file.
pub(crate) fn read_text(path: &Path) -> Result<Text, InputError> {
    let io = |source| InputError::Io {
        path: path.to_owned(),
        source,
    };
    let mut bytes = Vec::new();
    let mut take = |from: &mut dyn Read| from.take(MOST + 1).read_to_end(&mut bytes);
    if path.as_os_str() == "-" {
        take(&mut io::stdin().lock()).map_err(io)?;
    } else {
        take(&mut File::open(path).map_err(io)?).map_err(io)?;
    }
    if bytes.len() as u64 > MOST {
        return Err(InputError::TooLong {
            path: path.to_owned(),
        });
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Text { text, damage: None },
        Err(error) => Text {
            damage: Some(error.utf8_error().valid_up_to()),
            text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
        },
    })
}

/// A game of a file, and whether it is the only one there.
///
/// # Errors
/// [`InputError`] if the file cannot be read, has no such game, or if the game is wrong.
pub(crate) fn read_game(
    path: &Path,
    number: usize,
    variant: Variant,
) -> Result<(GameRecord, bool), InputError> {
    let text = read_text(path)?.text;
    let mut games = collection(&text, variant);
    let mut found = 0;
    while let Some(game) = games.next() {
        found += 1;
        if found == number {
            let record = game.map_err(|error| InputError::Game {
                path: path.to_owned(),
                source: Box::new(error),
            })?;
            return Ok((record, number == 1 && games.next().is_none()));
        }
    }
    Err(InputError::NoSuchGame {
        path: path.to_owned(),
        wanted: number,
        found,
    })
}

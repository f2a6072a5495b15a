//! Reviews written into the files of games themselves.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use togyz_files::{FileError, write_atomic};
use togyz_rules::{Variant, with_headers};

use super::carried::HEADER;
use crate::holes;
use crate::input::{InputError, Text, read_text};

/// Why a review is not written into a file of games.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotesError {
    /// Bytes that are no text would come out as others.
    #[error("{}: byte {at} is no UTF-8, and writing a review into the file would change it", path.display())]
    Damage {
        /// The file.
        path: PathBuf,
        /// Where.
        at: usize,
    },
    /// Somebody wrote the file meanwhile.
    #[error("{}: the file was changed meanwhile", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A header would make the file one that nobody reads.
    #[error("{}: a game in hole numbers has no place for a review", path.display())]
    Holes {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be read again.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It cannot be found or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Its place or its permissions cannot be looked up.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// The headers for the games of a file.
pub(crate) struct Notes {
    path: PathBuf,
    variant: Variant,
    /// What the file holds now.
    text: String,
    values: BTreeMap<usize, String>,
}

impl Notes {
    /// For a file that was read.
    pub(crate) fn new(path: &Path, variant: Variant, text: &Text) -> Result<Notes, NotesError> {
        let path = path.to_owned();
        match text.damage {
            Some(at) => Err(NotesError::Damage { path, at }),
            None if holes::game(&text.text, variant).is_some() => Err(NotesError::Holes { path }),
            None => Ok(Notes {
                path,
                variant,
                text: text.text.clone(),
                values: BTreeMap::new(),
            }),
        }
    }

    /// Keeps the header of a game, counted from 1.
    pub(crate) fn put(&mut self, game: usize, value: String) {
        self.values.insert(game, value);
    }

    /// Writes what is new, if nobody else wrote the file.
    pub(crate) fn save(&mut self) -> Result<(), NotesError> {
        let values = std::mem::take(&mut self.values);
        let text = with_headers(&self.text, self.variant, HEADER, &values);
        if text == self.text {
            return Ok(());
        }
        if read_text(&self.path)?.text != self.text {
            let path = self.path.clone();
            return Err(NotesError::Changed { path });
        }
        let io = |source| NotesError::Io {
            path: self.path.clone(),
            source,
        };
        // A link stays one, and who may read the file stays so too.
        let place = fs::canonicalize(&self.path).map_err(io)?;
        let permissions = fs::metadata(&place).map_err(io)?.permissions();
        write_atomic(&place, text.as_bytes())?;
        fs::set_permissions(&place, permissions).map_err(io)?;
        self.text = text;
        Ok(())
    }
}

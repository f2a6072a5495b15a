//! The files of a folder of tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use togyz_files::{Access, Contents, FileError, FileKind};
use togyz_rules::Variant;

use crate::index::Shape;
use crate::layer::Layer;
use crate::pair::Pair;

/// The kind of a table file, `.table`, as [`Storage::Compressed`].
pub const TABLE_FILE: FileKind = FileKind {
    magic: *b"TOGYZTBL",
    version: 1,
    name: "endgame table",
    max_bytes: 4 << 30,
    compress: true,
};

/// How the files of tables are stored, and so how they are used. Either is read, whatever was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// Compressed to about an eleventh, for neighbours have similar values, and read whole into
    /// memory: nothing that happens to the file later can disturb a game.
    #[default]
    Compressed,
    /// As they are, and mapped: opening copies nothing, pages are fetched when they are asked for,
    /// and all programs of a machine share them. No other program may cut a file short meanwhile,
    /// see [`Access::Map`].
    Plain,
}

impl Storage {
    fn kind(self) -> FileKind {
        FileKind {
            compress: self == Storage::Compressed,
            ..TABLE_FILE
        }
    }
}

/// Why a table cannot be used or built.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A file is missing, unreadable or broken.
    #[error(transparent)]
    File(#[from] FileError),
    /// A sound file with another table than its name says.
    #[error("{}: the file holds another table than its name says", path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
    },
    /// The folder cannot be made or read.
    #[error("{}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// More balls than a table can have.
    #[error("tables of {variant} go up to {most} balls, not {balls}")]
    TooManyBalls {
        /// The variant.
        variant: Variant,
        /// What was asked for.
        balls: u8,
        /// The most.
        most: u8,
    },
    /// The layer is larger than the memory that may be used.
    #[error("the layer of {balls} balls needs {bytes} bytes of memory; {most} may be used")]
    Memory {
        /// The layer.
        balls: u8,
        /// What it needs.
        bytes: u64,
        /// What was allowed.
        most: u64,
    },
}

/// The name of a table's file: variant, balls, tuzdiks.
///
/// # Examples
/// ```
/// use togyz_rules::Variant;
/// use togyz_tables::{Pair, file_name};
/// assert_eq!(file_name(Variant::Togyz, Pair::Two(2, 6), 8), "togyz-08-37.table");
/// assert_eq!(file_name(Variant::Bestemshe, Pair::Free, 16), "bestemshe-16-00.table");
/// ```
#[must_use]
pub fn file_name(variant: Variant, pair: Pair, balls: u8) -> String {
    format!("{variant}-{balls:02}-{pair}.table")
}

/// What a file holds.
#[derive(Serialize, Deserialize)]
pub(crate) struct Body<L> {
    variant: Variant,
    /// As text, `37`.
    pair: String,
    balls: u8,
    layer: L,
}

/// Writes a layer, whole or not at all.
pub(crate) fn write(
    folder: &Path,
    variant: Variant,
    pair: Pair,
    balls: u8,
    layer: &Layer,
    storage: Storage,
) -> Result<u64, TableError> {
    let body = Body {
        variant,
        pair: pair.to_string(),
        balls,
        layer,
    };
    let path = folder.join(file_name(variant, pair, balls));
    Ok(togyz_files::write(&path, &storage.kind(), &body)?.bytes)
}

/// Reads a layer and checks that it is the one that was asked for and whole.
pub(crate) fn read(
    folder: &Path,
    shape: &Shape,
    pair: Pair,
    balls: u8,
) -> Result<Layer, TableError> {
    let path = folder.join(file_name(shape.variant, pair, balls));
    let file = Arc::new(Contents::open(&path, &TABLE_FILE, Access::Map)?);
    let body: Body<Layer<&[u8]>> = file.decode()?;
    let layer = body.layer.kept(&file);
    let is_same = body.variant == shape.variant
        && body.pair == pair.to_string()
        && body.balls == balls
        && layer.fits(
            pair.forms(),
            shape.count(pair, balls),
            balls,
            pair == Pair::Free,
        );
    if is_same {
        Ok(layer)
    } else {
        Err(TableError::OtherTable { path })
    }
}

//! Files with a magic, a version, a length and a checksum.
//!
//! Damage does not get past the checksum, so each target looks twice: at the bytes as they are, and
//! at the same bytes with a checksum made right, which is what a hostile writer would send.

use std::path::Path;

use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, FileError, FileKind, HEADER_BYTES, decode};
use togyz_model::{Model, RawOutput, Scratch};
use togyz_play::with_causes;
use togyz_rules::{Position, Variant};
use togyz_tables::{Pair, TableSet, file_name};

/// What the file is called in errors.
pub(super) const NAME: &str = "folder/of.fuzzing";

/// A kind of file that only the fuzzing has, compressed and small.
pub const FILE: FileKind = FileKind {
    magic: *b"TOGYZFUZ",
    version: 1,
    name: "note of the fuzzing",
    max_bytes: 1 << 20,
    compress: true,
};

/// What such a file holds: one of each thing that has a length, or a choice, in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// A text.
    pub text: String,
    /// A list of lists.
    pub lists: Vec<Vec<u64>>,
    /// A choice.
    pub choice: Option<Result<bool, char>>,
    /// Many small numbers.
    pub bytes: Vec<u8>,
}

/// The same bytes with lengths and a checksum that are right; `None` if there is no whole header.
fn sealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut sealed = bytes.to_vec();
    let (header, body) = sealed.split_at_mut_checked(HEADER_BYTES)?;
    let stored = (body.len() as u64).to_le_bytes();
    header[16..24].copy_from_slice(&stored);
    // The flags say whether the body is compressed; if it is, the length promised stays as it is.
    if header[12] & 1 == 0 {
        header[24..32].copy_from_slice(&stored);
    }
    let checksum = ContentHash::of(&[&header[..32], &*body].concat());
    header[32..].copy_from_slice(checksum.as_bytes());
    Some(sealed)
}

/// Hands the bytes as they are, and with a right checksum.
pub(super) fn as_is_and_sealed(bytes: &[u8], read: impl Fn(&[u8])) {
    read(bytes);
    if let Some(sealed) = sealed(bytes) {
        read(&sealed);
    }
}

/// Asserts that an error names the file.
pub(super) fn names(error: &(dyn std::error::Error + 'static), file: &str) {
    let told = with_causes(error);
    assert!(told.contains(file), "`{told}` does not name {file}");
}

/// Header and body of a file of this project.
///
/// # Panics
/// If an error does not name the file.
pub fn files(bytes: &[u8]) {
    as_is_and_sealed(bytes, |bytes| {
        if let Err(error) = note(bytes) {
            names(&error, NAME);
        }
    });
}

fn note(bytes: &[u8]) -> Result<Note, FileError> {
    decode(NAME, bytes, &FILE)
}

pub(super) fn accepts_file(bytes: &[u8]) -> bool {
    note(bytes).is_ok()
}

/// A model file; what is accepted has finite opinions.
///
/// # Panics
/// If it has not, or if an error does not name the file.
pub fn models(bytes: &[u8]) {
    as_is_and_sealed(bytes, |bytes| match Model::from_bytes(NAME, bytes) {
        Ok(model) => {
            let position = Position::start(Variant::Togyz);
            let features = togyz_model::Features::of(&position);
            let (mut scratch, mut output) = (Scratch::new(), RawOutput::default());
            model.forward(&mut scratch, &features, &mut output);
            let prediction = output.prediction(position.legal_moves());
            assert!(prediction.margin.is_finite(), "{prediction:?}");
            assert!(
                prediction.policy.iter().all(|p| p.is_finite()),
                "{prediction:?}"
            );
        }
        Err(error) => names(&error, NAME),
    });
}

pub(super) fn accepts_model(bytes: &[u8]) -> bool {
    Model::from_bytes(NAME, bytes).is_ok()
}

/// The variant whose tables are read: one pair, so one file for each number of balls.
const VARIANT: Variant = Variant::Qozdatu;
/// The balls of the file: the first number that is not always there.
const BALLS: u8 = togyz_tables::SMALL_BALLS + 1;

/// The name that a file of the corpus has in a folder of tables.
fn table_name() -> String {
    file_name(VARIANT, Pair::Free, BALLS)
}

/// Puts the bytes into a folder as the table of six balls, and opens it.
fn open_table<T>(bytes: &[u8], look: impl FnOnce(togyz_tables::Opened, &Path) -> T) -> T {
    let folder = super::scratch();
    let path = folder.path().join(table_name());
    std::fs::write(&path, bytes).expect("a temporary file takes bytes");
    look(TableSet::open(folder.path(), VARIANT, 1 << 30, 1), &path)
}

/// A file of an endgame table; what is accepted can be asked about any board.
///
/// # Panics
/// If a problem does not name the file.
pub fn tables(bytes: &[u8]) {
    as_is_and_sealed(bytes, |bytes| {
        open_table(bytes, |opened, path| {
            for problem in &opened.problems {
                names(problem, &path.display().to_string());
            }
            if opened.tables.balls() < BALLS {
                assert!(!opened.problems.is_empty(), "refused without a word");
                return;
            }
            // Boards spread over the table: first, last and some between.
            for nth in 0..64_u64 {
                let mut below = |n: u64| (n - 1).min(n / 63 * nth);
                let position = opened.tables.any(Pair::Free, BALLS, &mut below);
                let _ = opened.tables.bounds(&position);
                let _ = opened.tables.exact(&position);
                let _ = opened.tables.moves(&position);
            }
        });
    });
}

pub(super) fn accepts_table(bytes: &[u8]) -> bool {
    open_table(bytes, |opened, _| opened.tables.balls() >= BALLS)
}

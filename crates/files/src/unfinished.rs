//! What a process that was killed while it wrote leaves behind.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::error::{Action, FileError};

/// How the temporary names begin. A killed process may leave such a file; it is never read.
pub(crate) const TEMPORARY: &str = ".writing-";

/// Folders within folders that are looked into.
const MAX_DEPTH: u32 = 8;

/// Whether a file of this name was being written when its process ended.
///
/// # Examples
/// ```
/// assert!(togyz_files::is_unfinished(".writing-Xy12".as_ref()));
/// assert!(!togyz_files::is_unfinished("expert.model".as_ref()));
/// ```
#[must_use]
pub fn is_unfinished(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes())
}

/// Removes the unfinished files of a folder and of those in it, and says how many there were. Only
/// for a folder that no other process writes to.
///
/// # Errors
/// [`FileError::Io`] if a folder cannot be listed or a file not removed.
pub fn remove_unfinished(folder: &Path) -> Result<u64, FileError> {
    let mut removed = 0;
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let io = |error| FileError::io(&folder, Action::Read, error);
        for entry in fs::read_dir(&folder).map_err(io)? {
            let entry = entry.map_err(io)?;
            let path = entry.path();
            if entry.file_type().map_err(io)?.is_dir() {
                if depth < MAX_DEPTH {
                    folders.push((path, depth + 1));
                }
            } else if is_unfinished(&entry.file_name()) {
                fs::remove_file(&path)
                    .map_err(|error| FileError::io(&path, Action::Write, error))?;
                removed += 1;
            }
        }
    }
    Ok(removed)
}

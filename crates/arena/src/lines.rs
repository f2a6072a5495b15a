//! A file of lines of JSON that grows by one line at a time.

use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The open file.
#[derive(Debug)]
pub(crate) struct Lines {
    file: File,
}

impl Lines {
    /// Opens a file, or begins it, and gives the lines that are there.
    ///
    /// A last line without an end was being written when the program was stopped: it is not among
    /// them, and the first [`Lines::append`] comes in its place. Nothing is changed before.
    pub(crate) fn open(path: &Path) -> Result<(Lines, String), std::io::Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut text = std::io::read_to_string(&file)?;
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        file.seek(SeekFrom::Start(text.len() as u64))?;
        Ok((Lines { file }, text))
    }

    /// Cuts off an unfinished line.
    pub(crate) fn cut(&mut self) -> Result<(), std::io::Error> {
        let end = self.file.stream_position()?;
        self.file.set_len(end)
    }

    /// Adds a line. One write: a stop leaves at most one line unfinished.
    pub(crate) fn append(&mut self, value: &impl serde::Serialize) -> Result<(), std::io::Error> {
        let line = serde_json::to_string(value)?;
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

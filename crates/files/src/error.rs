//! What can go wrong between a value and a disk.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The eight bytes a file begins with, shown as text where they are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magic(pub [u8; 8]);

impl fmt::Display for Magic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// What was being done to a file when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Opening or reading it.
    Read,
    /// Writing it under its temporary name, or syncing it.
    Write,
    /// Giving it its final name, or syncing the folder that lists it.
    Rename,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Read => "read",
            Action::Write => "write",
            Action::Rename => "rename",
        })
    }
}

/// Why a file could not be written or read. Every variant names the file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// No file has this name.
    #[error("{}: there is no such file", path.display())]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// A file that must not change has this name already, with another content.
    #[error("{}: a file with another content is there already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The disk, or what the user may use of it, is full.
    #[error("{}: the disk is full", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The operating system refused.
    #[error("{}: cannot {action} the file", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: Action,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file does not begin as any file of this project does.
    #[error("{}: this is no {kind}: it begins with {found}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: &'static str,
        /// How it begins.
        found: Magic,
    },
    /// The file is one of this project's, but of another kind.
    #[error("{}: this is no {kind} but a file of kind {found}", path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: &'static str,
        /// How it begins.
        found: Magic,
    },
    /// The file was written in another version of its format.
    #[error("{}: {kind} in format version {found}; this program reads version {supported}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
        /// The version it is in.
        found: u32,
        /// The version that can be read.
        supported: u32,
    },
    /// The header asks for something this program does not know.
    #[error("{}: unknown flags {flags:#x} in the header", path.display())]
    UnknownFlags {
        /// The file.
        path: PathBuf,
        /// All flags.
        flags: u32,
    },
    /// The file ends too early.
    #[error("{}: the file is cut short: {found} bytes of {expected}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Bytes that the file should have.
        expected: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// The file goes on after its end.
    #[error("{}: the file goes on after its {expected} bytes", path.display())]
    TrailingBytes {
        /// The file.
        path: PathBuf,
        /// Bytes that the file should have.
        expected: u64,
    },
    /// The content is not what was written.
    #[error("{}: the checksum is wrong: the file is damaged", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
    },
    /// The content is, or says it is, larger than its kind may be.
    #[error("{}: {bytes} bytes are too many for a {kind}: {max} is the most", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
        /// Bytes of the body.
        bytes: u64,
        /// The most it may have.
        max: u64,
    },
    /// The body is undamaged, but no value of the kind can be made of it.
    #[error("{}: the body of the {kind} is malformed", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
        /// What the decoder said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The value cannot be written as bytes.
    #[error("{}: this value cannot be written as a {kind}", path.display())]
    Unencodable {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
        /// What the encoder said.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl FileError {
    /// The error of the operating system, told apart where users need it.
    pub(crate) fn io(path: &Path, action: Action, source: io::Error) -> FileError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound if action == Action::Read => FileError::NotFound { path },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                FileError::DiskFull { path, source }
            }
            _ => FileError::Io {
                path,
                action,
                source,
            },
        }
    }

    /// The file that the error is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            FileError::NotFound { path }
            | FileError::Exists { path }
            | FileError::DiskFull { path, .. }
            | FileError::Io { path, .. }
            | FileError::Foreign { path, .. }
            | FileError::OtherKind { path, .. }
            | FileError::Version { path, .. }
            | FileError::UnknownFlags { path, .. }
            | FileError::Truncated { path, .. }
            | FileError::TrailingBytes { path, .. }
            | FileError::Checksum { path }
            | FileError::TooLarge { path, .. }
            | FileError::Malformed { path, .. }
            | FileError::Unencodable { path, .. } => path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operating_system_is_understood() {
        let path = Path::new("runs/quick/model");
        let cases = [
            (
                io::ErrorKind::StorageFull,
                Action::Write,
                "the disk is full",
            ),
            (
                io::ErrorKind::QuotaExceeded,
                Action::Write,
                "the disk is full",
            ),
            (
                io::ErrorKind::NotFound,
                Action::Read,
                "there is no such file",
            ),
            (
                io::ErrorKind::NotFound,
                Action::Write,
                "cannot write the file",
            ),
            (
                io::ErrorKind::PermissionDenied,
                Action::Read,
                "cannot read the file",
            ),
            (
                io::ErrorKind::CrossesDevices,
                Action::Rename,
                "cannot rename the file",
            ),
        ];
        for (kind, action, expected) in cases {
            let error = FileError::io(path, action, kind.into());
            assert_eq!(error.to_string(), format!("runs/quick/model: {expected}"));
            assert_eq!(error.path(), path);
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_full_disk_as_the_kernel_reports_it() {
        // ENOSPC
        let full = io::Error::from_raw_os_error(28);
        let error = FileError::io(Path::new("x"), Action::Write, full);
        assert!(matches!(error, FileError::DiskFull { .. }), "{error}");
    }
}

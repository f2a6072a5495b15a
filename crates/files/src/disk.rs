//! Bytes to a disk and back: whole, or not at all.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use crate::codec::{FileKind, decode_body, encode_for};
use crate::error::{Action, FileError};
use crate::hash::ContentHash;
use crate::header::{COVERED_BYTES, HEADER_BYTES, Header};
use crate::unfinished::TEMPORARY;

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The content's name, the same as [`Header::hash`].
    pub hash: ContentHash,
    /// The bytes of the file.
    pub bytes: u64,
}

/// Writes a value to a file, replacing what was there at one moment: a reader, or a machine that
/// loses power, sees the old content or the new one, never a part.
///
/// # Errors
/// [`FileError`]; the old content is untouched.
pub fn write<T: Serialize + ?Sized>(
    path: &Path,
    kind: &FileKind,
    value: &T,
) -> Result<Written, FileError> {
    let (bytes, hash) = encode_for(path, kind, value)?;
    write_atomic(path, &bytes)?;
    Ok(Written {
        hash,
        bytes: bytes.len() as u64,
    })
}

/// Writes a value to a new file of `folder` whose name is made from the content's hash, and which
/// never changes again. That it is there already with the same content is fine.
///
/// # Errors
/// [`FileError::Exists`] if the name is taken by another content, and every other [`FileError`].
///
/// # Examples
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// use togyz_files::{FileKind, read, write_new};
/// const SHARD: FileKind = FileKind {
///     magic: *b"TOGYZSHA",
///     version: 1,
///     name: "shard",
///     max_bytes: 1 << 20,
///     compress: true,
/// };
/// let games = vec![1_u32, 2, 3];
/// let (path, written) = write_new(folder, &SHARD, &games, |hash| format!("7-{}.shard", hash.short()))?;
/// assert!(path.ends_with(format!("7-{}.shard", written.hash.short())));
/// assert_eq!(read::<Vec<u32>>(&path, &SHARD)?, games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_new<T: Serialize + ?Sized>(
    folder: &Path,
    kind: &FileKind,
    value: &T,
    name: impl FnOnce(&ContentHash) -> String,
) -> Result<(PathBuf, Written), FileError> {
    let (bytes, hash) = encode_for(folder, kind, value)?;
    let path = folder.join(name(&hash));
    let temporary = write_temporary(&path, &bytes)?;
    if let Err(error) = temporary.persist_noclobber(&path) {
        if error.error.kind() != std::io::ErrorKind::AlreadyExists {
            return Err(FileError::io(&path, Action::Rename, error.error));
        }
        let there = fs::read(&path).map_err(|error| FileError::io(&path, Action::Read, error))?;
        if there != bytes {
            return Err(FileError::Exists { path });
        }
    }
    sync_folder(&path)?;
    let bytes = bytes.len() as u64;
    Ok((path, Written { hash, bytes }))
}

/// Writes plain bytes, such as a text, as [`write()`] writes values: whole or not at all.
///
/// # Errors
/// [`FileError::Io`] or [`FileError::DiskFull`]; the old content is untouched.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let temporary = write_temporary(path, bytes)?;
    temporary
        .persist(path)
        .map_err(|error| FileError::io(path, Action::Rename, error.error))?;
    sync_folder(path)
}

/// Reads a value back.
///
/// # Errors
/// [`FileError`], for a file that is missing, unreadable, no regular file, of another kind or
/// version, cut short, damaged, too large or malformed.
pub fn read<T: DeserializeOwned>(path: &Path, kind: &FileKind) -> Result<T, FileError> {
    read_with_hash(path, kind).map(|(value, _)| value)
}

/// [`read()`], with the file's hash.
///
/// # Errors
/// As [`read()`].
pub fn read_with_hash<T: DeserializeOwned>(
    path: &Path,
    kind: &FileKind,
) -> Result<(T, ContentHash), FileError> {
    let mut begun = Begun::open(path, Some(kind))?;
    begun.header.check(path, kind)?;
    begun.read_rest(path)?;
    let Begun { header, bytes, .. } = begun;
    let value = decode_body(path, &header, &bytes, kind)?;
    Ok((value, header.hash))
}

/// Reads what a file of any kind says about itself, and whether its checksum is right, without
/// decoding it: `Ok((header, intact))`.
///
/// # Errors
/// [`FileError`] if the file cannot be read or has no header of this project.
pub fn peek(path: &Path) -> Result<(Header, bool), FileError> {
    let Begun {
        file,
        bytes,
        header,
    } = Begun::open(path, None)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..COVERED_BYTES]);
    hasher
        .update_reader(file)
        .map_err(|error| FileError::io(path, Action::Read, error))?;
    let body_bytes = hasher.count() - COVERED_BYTES as u64;
    let hash: ContentHash = hasher.finalize().into();
    let intact = body_bytes == header.stored_bytes && hash == header.hash;
    Ok((header, intact))
}

/// A file of which the header has been read.
pub(crate) struct Begun {
    pub(crate) file: File,
    /// What has been read of it.
    pub(crate) bytes: Vec<u8>,
    pub(crate) header: Header,
}

impl Begun {
    /// Opens a file and reads its header; of any kind if none is given.
    pub(crate) fn open(path: &Path, kind: Option<&FileKind>) -> Result<Begun, FileError> {
        let mut file = open_regular(path)?;
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        (&mut file)
            .take(HEADER_BYTES as u64)
            .read_to_end(&mut bytes)
            .map_err(|error| FileError::io(path, Action::Read, error))?;
        let header = Header::parse(path, &bytes, kind)?;
        Ok(Begun {
            file,
            bytes,
            header,
        })
    }

    /// Reads the rest. The buffer grows with what is really there, and stops one byte after the
    /// promised end.
    pub(crate) fn read_rest(&mut self, path: &Path) -> Result<(), FileError> {
        (&mut self.file)
            .take(self.header.stored_bytes.saturating_add(1))
            .read_to_end(&mut self.bytes)
            .map_err(|error| FileError::io(path, Action::Read, error))?;
        Ok(())
    }
}

/// Opens a file to read it. Nothing else is opened: a pipe that nobody writes to would keep the
/// program waiting for ever.
fn open_regular(path: &Path) -> Result<File, FileError> {
    let io = |error| FileError::io(path, Action::Read, error);
    if !fs::metadata(path).map_err(io)?.is_file() {
        return Err(io(not_regular()));
    }
    File::open(path).map_err(io)
}

fn not_regular() -> std::io::Error {
    std::io::Error::other("it is there and is no regular file")
}

/// Writes the bytes under a temporary name beside `path` and syncs them to the disk. The file is
/// removed again unless it is persisted.
fn write_temporary(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, FileError> {
    let io = |error| FileError::io(path, Action::Write, error);
    // A device or a folder is nobody's old content: renaming a file over `/dev/null` would break it.
    if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
        return Err(io(not_regular()));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        // As any new file, not private as temporary files are: the umask has its say.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(folder_of(path)).map_err(io)?;
    temporary.write_all(bytes).map_err(io)?;
    temporary.as_file().sync_all().map_err(io)?;
    Ok(temporary)
}

/// Makes the new name of the file survive a loss of power.
fn sync_folder(path: &Path) -> Result<(), FileError> {
    // Elsewhere a folder cannot be opened as a file.
    if cfg!(unix) {
        File::open(folder_of(path))
            .and_then(|folder| folder.sync_all())
            .map_err(|error| FileError::io(path, Action::Rename, error))?;
    }
    Ok(())
}

/// The folder that lists the file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

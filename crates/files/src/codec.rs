//! Values to bytes and back, without a disk.

use std::error::Error;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{FileError, Magic};
use crate::hash::ContentHash;
use crate::header::{COVERED_BYTES, HEADER_BYTES, Header};

/// The compression level. On replay records 3 is near the knee: higher levels gain a few percent of
/// size for several times the time.
const ZSTD_LEVEL: i32 = 3;

/// The most bytes that one byte of a zstd frame can become: a block of 128 KiB takes four at least, a
/// header of three and the one byte that it repeats (RFC 8878, 3.1.1.2).
const ZSTD_MOST: u64 = (128 << 10) / 4;

/// A kind of file: how it is recognised and how large it may be.
///
/// # Examples
/// ```
/// use togyz_files::FileKind;
/// const NOTES: FileKind = FileKind {
///     magic: *b"TOGYZNOT",
///     version: 1,
///     name: "note",
///     max_bytes: 1 << 16,
///     compress: true,
/// };
/// let bytes = togyz_files::encode(&NOTES, &"nine holes".to_owned())?;
/// let back: String = togyz_files::decode("a note in memory", &bytes, &NOTES)?;
/// assert_eq!(back, "nine holes");
/// # Ok::<(), togyz_files::FileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The eight bytes it begins with; the first five are `TOGYZ`.
    pub magic: [u8; 8],
    /// The version of the body's format: any change of the value's type is a new one.
    pub version: u32,
    /// What it is called in errors, such as "model" or "replay shard".
    pub name: &'static str,
    /// The most bytes a body may have, decompressed. Neither reading nor writing goes beyond.
    pub max_bytes: u64,
    /// Whether to compress the body where that makes it smaller.
    pub compress: bool,
}

/// Turns a value into the bytes of a whole file.
///
/// Equal values give equal bytes.
///
/// # Errors
/// [`FileError::TooLarge`] above the kind's bound, [`FileError::Unencodable`] for a value that has
/// no encoding.
pub fn encode<T: Serialize + ?Sized>(kind: &FileKind, value: &T) -> Result<Vec<u8>, FileError> {
    encode_for(Path::new(kind.name), kind, value).map(|(bytes, _)| bytes)
}

/// The hash that the value's file has, or would have.
///
/// # Errors
/// As [`encode`].
pub fn hash<T: Serialize + ?Sized>(kind: &FileKind, value: &T) -> Result<ContentHash, FileError> {
    encode_for(Path::new(kind.name), kind, value).map(|(_, hash)| hash)
}

/// [`encode`], with the file's name for the errors, and its hash.
pub(crate) fn encode_for<T: Serialize + ?Sized>(
    path: &Path,
    kind: &FileKind,
    value: &T,
) -> Result<(Vec<u8>, ContentHash), FileError> {
    let unencodable = |source: Box<dyn Error + Send + Sync>| FileError::Unencodable {
        path: path.to_owned(),
        kind: kind.name,
        source,
    };
    // 1. The body, behind room for the header.
    let mut bytes = vec![0; HEADER_BYTES];
    bincode::serde::encode_into_std_write(value, &mut bytes, bincode::config::standard())
        .map_err(|error| unencodable(error.into()))?;
    let decoded_bytes = (bytes.len() - HEADER_BYTES) as u64;
    if decoded_bytes > kind.max_bytes {
        return Err(FileError::TooLarge {
            path: path.to_owned(),
            kind: kind.name,
            bytes: decoded_bytes,
            max: kind.max_bytes,
        });
    }

    // 2. Compressed, if the kind wants it and it helps.
    let mut compressed = false;
    if kind.compress {
        let body = zstd::bulk::compress(&bytes[HEADER_BYTES..], ZSTD_LEVEL)
            .map_err(|error| unencodable(error.into()))?;
        if body.len() < bytes.len() - HEADER_BYTES {
            compressed = true;
            bytes.truncate(HEADER_BYTES);
            bytes.extend_from_slice(&body);
        }
    }

    // 3. The header, whose checksum covers its own beginning and the body.
    let mut header = Header {
        magic: Magic(kind.magic),
        version: kind.version,
        compressed,
        stored_bytes: (bytes.len() - HEADER_BYTES) as u64,
        decoded_bytes,
        hash: ContentHash::from_bytes([0; 32]),
    };
    header.hash = checksum(&header.to_bytes(), &bytes[HEADER_BYTES..]);
    bytes[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
    Ok((bytes, header.hash))
}

/// Turns the bytes of a whole file back into the value. `name` is what errors call the file.
///
/// # Errors
/// Every [`FileError`] that says what is wrong with a file's content. Nothing of the body is decoded
/// before its checksum is right, and no length in it makes more memory be used than the kind allows.
pub fn decode<T: DeserializeOwned>(
    name: impl AsRef<Path>,
    bytes: &[u8],
    kind: &FileKind,
) -> Result<T, FileError> {
    decode_with_hash(name, bytes, kind).map(|(value, _)| value)
}

/// [`decode`], with the file's hash.
///
/// # Errors
/// As [`decode`].
pub fn decode_with_hash<T: DeserializeOwned>(
    name: impl AsRef<Path>,
    bytes: &[u8],
    kind: &FileKind,
) -> Result<(T, ContentHash), FileError> {
    let path = name.as_ref();
    let header = Header::parse(path, bytes, Some(kind))?;
    header.check(path, kind)?;
    let value = decode_body(path, &header, bytes, kind)?;
    Ok((value, header.hash))
}

/// Decodes the file in `bytes`, whose header has been read and checked.
pub(crate) fn decode_body<T: DeserializeOwned>(
    path: &Path,
    header: &Header,
    bytes: &[u8],
    kind: &FileKind,
) -> Result<T, FileError> {
    let stored = stored(path, header, bytes)?;
    let body = decompress(path, header, stored, kind)?;
    decode_value(path, body.as_deref().unwrap_or(stored), kind)
}

/// The body as stored: exactly the bytes that the header promises, undamaged.
pub(crate) fn stored<'a>(
    path: &Path,
    header: &Header,
    bytes: &'a [u8],
) -> Result<&'a [u8], FileError> {
    let expected = header.file_bytes();
    let found = bytes.len() as u64;
    if found < expected {
        return Err(FileError::Truncated {
            path: path.to_owned(),
            expected,
            found,
        });
    }
    if found > expected {
        return Err(FileError::TrailingBytes {
            path: path.to_owned(),
            expected,
        });
    }
    let stored = &bytes[HEADER_BYTES..];
    if checksum(bytes, stored) != header.hash {
        return Err(FileError::Checksum {
            path: path.to_owned(),
        });
    }
    Ok(stored)
}

/// The body decompressed into a buffer of the promised size, which is within the kind's bound;
/// `None` if it is stored as it is.
pub(crate) fn decompress(
    path: &Path,
    header: &Header,
    stored: &[u8],
    kind: &FileKind,
) -> Result<Option<Vec<u8>>, FileError> {
    let malformed = |source| malformed(path, kind, source);
    let body = if header.compressed {
        // A length that so few bytes cannot come to is not believed: memory is claimed for what may be
        // there, and more than fits in it is an error.
        let most = (stored.len() as u64).saturating_mul(ZSTD_MOST);
        let capacity = usize::try_from(header.decoded_bytes.min(most));
        let capacity = capacity.map_err(|e| malformed(e.into()))?;
        Some(zstd::bulk::decompress(stored, capacity).map_err(|e| malformed(e.into()))?)
    } else {
        None
    };
    if body.as_deref().unwrap_or(stored).len() as u64 != header.decoded_bytes {
        return Err(malformed(
            "the body has another length than promised".into(),
        ));
    }
    Ok(body)
}

/// The value, which must use the body up.
pub(crate) fn decode_value<'a, T: Deserialize<'a>>(
    path: &Path,
    body: &'a [u8],
    kind: &FileKind,
) -> Result<T, FileError> {
    let malformed = |source| malformed(path, kind, source);
    let (value, used) = decode_bounded(body).map_err(|error| malformed(error.into()))?;
    if used != body.len() {
        return Err(malformed("bytes are left over after the value".into()));
    }
    Ok(value)
}

fn malformed(path: &Path, kind: &FileKind, source: Box<dyn Error + Send + Sync>) -> FileError {
    FileError::Malformed {
        path: path.to_owned(),
        kind: kind.name,
        source,
    }
}

/// The checksum of a file: `head` begins with its header, `body` is its body as stored.
fn checksum(head: &[u8], body: &[u8]) -> ContentHash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&head[..COVERED_BYTES]);
    hasher.update(body);
    hasher.finalize().into()
}

/// Decodes a value with a limit on the memory that lengths inside the body can claim.
///
/// bincode's limit is a type parameter, so the smallest of three is taken that no honest body of
/// this size can reach: bincode counts the bytes of a number in memory, at most eight times its
/// bytes in the body. (A list grows as its elements are read, so only texts and byte strings could
/// claim memory ahead of their bytes at all.)
fn decode_bounded<'a, T: Deserialize<'a>>(
    body: &'a [u8],
) -> Result<(T, usize), bincode::error::DecodeError> {
    const SMALL: usize = 1 << 20;
    const MEDIUM: usize = 1 << 26;
    // 256 GiB where pointers are wide enough, else 2 GiB.
    const LARGE: usize = usize::MAX >> (if usize::BITS > 32 { 26 } else { 1 });
    let config = bincode::config::standard();
    match body.len().saturating_mul(8) {
        ..SMALL => bincode::serde::borrow_decode_from_slice(body, config.with_limit::<SMALL>()),
        SMALL..MEDIUM => {
            bincode::serde::borrow_decode_from_slice(body, config.with_limit::<MEDIUM>())
        }
        _ => bincode::serde::borrow_decode_from_slice(body, config.with_limit::<LARGE>()),
    }
}

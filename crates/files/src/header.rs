//! The 64 bytes before every body.
//!
//! ```text
//! byte  0        8         12      16             24              32         64
//!       | magic  | version | flags | stored bytes | decoded bytes | checksum | body ...
//! ```
//!
//! Numbers are little-endian. The checksum covers the bytes before it and the body after it, as
//! stored, so that damage is found before anything is decompressed or decoded.

use std::path::Path;

use crate::codec::FileKind;
use crate::error::{FileError, Magic};
use crate::hash::ContentHash;

/// The bytes of a header.
pub const HEADER_BYTES: usize = 64;

/// The bytes of a header that the checksum covers: those before it.
pub(crate) const COVERED_BYTES: usize = 32;

/// How the magic of every kind begins, so that a file of another kind is told from a foreign one.
pub(crate) const FAMILY: &[u8] = b"TOGYZ";

/// The flag of a body that zstd has compressed; all others are zero.
const FLAG_ZSTD: u32 = 1;

/// What a file says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which kind of file it is.
    pub magic: Magic,
    /// The version of the kind's format.
    pub version: u32,
    /// Whether the body is compressed.
    pub compressed: bool,
    /// The bytes of the body in the file.
    pub stored_bytes: u64,
    /// The bytes of the body once decompressed.
    pub decoded_bytes: u64,
    /// The checksum written in the header: the file's content hash.
    pub hash: ContentHash,
}

impl Header {
    /// The header as written, its checksum included.
    pub(crate) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let flags = if self.compressed { FLAG_ZSTD } else { 0 };
        let mut bytes = [0; HEADER_BYTES];
        bytes[0..8].copy_from_slice(&self.magic.0);
        bytes[8..12].copy_from_slice(&self.version.to_le_bytes());
        bytes[12..16].copy_from_slice(&flags.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.stored_bytes.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.decoded_bytes.to_le_bytes());
        bytes[32..64].copy_from_slice(self.hash.as_bytes());
        bytes
    }

    /// Reads the header that `bytes` begins with. What it claims is not yet believed.
    ///
    /// `kind` is what the reader hopes for, if it hopes for a certain one.
    pub(crate) fn parse(
        path: &Path,
        bytes: &[u8],
        kind: Option<&FileKind>,
    ) -> Result<Header, FileError> {
        let kind_name = kind.map_or("file of this project", |kind| kind.name);
        let foreign = |found: &[u8]| FileError::Foreign {
            path: path.to_owned(),
            kind: kind_name,
            found: Magic(std::array::from_fn(|i| found.get(i).copied().unwrap_or(0))),
        };
        let family = &bytes[..bytes.len().min(FAMILY.len())];
        if !FAMILY.starts_with(family) {
            return Err(foreign(bytes));
        }
        let Some(bytes) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(FileError::Truncated {
                path: path.to_owned(),
                expected: HEADER_BYTES as u64,
                found: bytes.len() as u64,
            });
        };
        let flags = u32_at(bytes, 12);
        if flags & !FLAG_ZSTD != 0 {
            return Err(FileError::UnknownFlags {
                path: path.to_owned(),
                flags,
            });
        }
        Ok(Header {
            magic: Magic(array_at(bytes, 0)),
            version: u32_at(bytes, 8),
            compressed: flags & FLAG_ZSTD != 0,
            stored_bytes: u64::from_le_bytes(array_at(bytes, 16)),
            decoded_bytes: u64::from_le_bytes(array_at(bytes, 24)),
            hash: ContentHash::from_bytes(array_at(bytes, 32)),
        })
    }

    /// Whether the file is of this kind, in the version that can be read, and not above its bound.
    pub(crate) fn check(&self, path: &Path, kind: &FileKind) -> Result<(), FileError> {
        let path = path.to_owned();
        if self.magic.0 != kind.magic {
            return Err(FileError::OtherKind {
                path,
                kind: kind.name,
                found: self.magic,
            });
        }
        if self.version != kind.version {
            return Err(FileError::Version {
                path,
                kind: kind.name,
                found: self.version,
                supported: kind.version,
            });
        }
        // A body is stored compressed only where that makes it smaller, so one bound serves both.
        let bytes = self.decoded_bytes.max(self.stored_bytes);
        if bytes > kind.max_bytes {
            return Err(FileError::TooLarge {
                path,
                kind: kind.name,
                bytes,
                max: kind.max_bytes,
            });
        }
        Ok(())
    }

    /// The bytes of the whole file.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        self.stored_bytes.saturating_add(HEADER_BYTES as u64)
    }
}

fn array_at<const N: usize>(bytes: &[u8; HEADER_BYTES], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

fn u32_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u32 {
    u32::from_le_bytes(array_at(bytes, at))
}

//! A file whose body stays where it is, for values too large to be copied.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use serde::Deserialize;

use crate::codec::{FileKind, decode_value, decompress, stored};
use crate::disk::Begun;
use crate::error::FileError;
use crate::header::HEADER_BYTES;
use crate::map::map;

/// How the bytes of a file are had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Copied to memory. Whatever happens to the file afterwards changes nothing.
    #[default]
    Read,
    /// Mapped, if the system can and the body is not compressed; else copied. Pages are fetched as
    /// they are needed, can be dropped, and are shared with other programs that map the file.
    ///
    /// As long as it is mapped, no program may write into the file or cut it short: the bytes would
    /// change, or the system would end this program (SIGBUS). Replacing it as [`write`](crate::write())
    /// does is harmless, and so is deleting it.
    Map,
}

/// The body of a checked file, decompressed, from which values can borrow.
///
/// # Examples
/// ```
/// use togyz_files::{Access, Contents, FileKind, write};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// const NAMES: FileKind = FileKind {
///     magic: *b"TOGYZNAM",
///     version: 1,
///     name: "list of names",
///     max_bytes: 1 << 20,
///     compress: false,
/// };
/// let path = folder.join("holes.names");
/// write(&path, &NAMES, &["art", "tekturmas"])?;
/// let contents = Contents::open(&path, &NAMES, Access::Map)?;
/// let names: (&str, &str) = contents.decode()?;
/// assert_eq!(names.1, "tekturmas");
/// assert_eq!(&contents.body()[contents.place_of(names.0.as_bytes()).expect("borrowed")], b"art");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Contents {
    path: PathBuf,
    kind: FileKind,
    body: Body,
}

enum Body {
    /// Without the header.
    Copied(Vec<u8>),
    /// With it.
    Mapped(Mmap),
}

impl Contents {
    /// Opens a file and checks all of it: header, length, checksum.
    ///
    /// # Errors
    /// Every [`FileError`] that says what is wrong with a file, but for its value's.
    pub fn open(path: &Path, kind: &FileKind, access: Access) -> Result<Contents, FileError> {
        // 1. The header says whether there is anything to map.
        let begun = Begun::open(path, Some(kind))?;
        let header = &begun.header;
        header.check(path, kind)?;
        // 2. In place, if that can be done.
        let mapped = match access {
            Access::Map if !header.compressed => map(&begun.file).ok(),
            _ => None,
        };
        let body = match mapped {
            Some(map) => {
                let plain = stored(path, header, &map)?;
                // Not compressed: only its length is checked.
                decompress(path, header, plain, kind)?;
                Body::Mapped(map)
            }
            None => Body::Copied(copied(path, begun, kind)?),
        };
        Ok(Contents {
            path: path.to_owned(),
            kind: *kind,
            body,
        })
    }

    /// The encoded value.
    #[inline]
    #[must_use]
    pub fn body(&self) -> &[u8] {
        match &self.body {
            Body::Copied(bytes) => bytes,
            Body::Mapped(map) => &map[HEADER_BYTES..],
        }
    }

    /// Whether the body is mapped, not copied.
    #[must_use]
    pub fn is_mapped(&self) -> bool {
        matches!(self.body, Body::Mapped(_))
    }

    /// The value, which may borrow from the body.
    ///
    /// # Errors
    /// [`FileError::Malformed`].
    pub fn decode<'a, T: Deserialize<'a>>(&'a self) -> Result<T, FileError> {
        decode_value(&self.path, self.body(), &self.kind)
    }

    /// Where in the body bytes lie that a value has borrowed from it; `None` if they lie elsewhere.
    #[must_use]
    pub fn place_of(&self, borrowed: &[u8]) -> Option<Range<usize>> {
        let body = self.body();
        let start = borrowed.as_ptr().addr().checked_sub(body.as_ptr().addr())?;
        let end = start.checked_add(borrowed.len())?;
        (end <= body.len()).then_some(start..end)
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contents")
            .field("path", &self.path)
            .field("bytes", &self.body().len())
            .field("mapped", &self.is_mapped())
            .finish()
    }
}

/// The body of a file whose header has been read.
fn copied(path: &Path, mut begun: Begun, kind: &FileKind) -> Result<Vec<u8>, FileError> {
    begun.read_rest(path)?;
    let Begun {
        header, mut bytes, ..
    } = begun;
    let stored = stored(path, &header, &bytes)?;
    match decompress(path, &header, stored, kind)? {
        Some(body) => Ok(body),
        None => Ok(bytes.split_off(HEADER_BYTES)),
    }
}

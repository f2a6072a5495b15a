//! The bytes of a table: their own, or in a file that is open.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use togyz_files::Contents;

/// Bytes that are read and written as a whole, not one by one.
#[derive(Clone)]
pub(crate) enum Bytes {
    /// Solved here, or carried by the program.
    Own(Vec<u8>),
    /// Part of a file, which stays open as long as they are used.
    InFile {
        /// The file's body.
        file: Arc<Contents>,
        /// Where in it.
        place: Range<usize>,
    },
}

impl Bytes {
    /// Bytes that were borrowed from the file.
    pub(crate) fn kept(borrowed: &[u8], file: &Arc<Contents>) -> Bytes {
        match file.place_of(borrowed) {
            Some(place) => Bytes::InFile {
                file: Arc::clone(file),
                place,
            },
            None => Bytes::Own(borrowed.to_vec()),
        }
    }

    #[inline]
    pub(crate) fn get(&self) -> &[u8] {
        match self {
            Bytes::Own(bytes) => bytes,
            Bytes::InFile { file, place } => &file.body()[place.clone()],
        }
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Bytes) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.get().len())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.get())
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        struct Whole;
        impl<'de> Visitor<'de> for Whole {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes::Own(bytes.to_vec()))
            }

            fn visit_byte_buf<E: serde::de::Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes::Own(bytes))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Bytes, A::Error> {
                Err(A::Error::custom("bytes, not a list"))
            }
        }
        deserializer.deserialize_byte_buf(Whole)
    }
}

//! The name of a content: its blake3 hash.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A blake3 hash: equal contents have equal names, in every process and on every machine.
///
/// Written and serialized as 64 hexadecimal digits.
///
/// # Examples
/// ```
/// use togyz_files::ContentHash;
/// let hash = ContentHash::of(b"togyz kumalak");
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// assert_eq!(hash.short().len(), 12);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash([u8; 32]);

/// A text that is no [`ContentHash`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no content hash: 64 hexadecimal digits are wanted")]
pub struct InvalidHash(pub String);

impl ContentHash {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> ContentHash {
        blake3::hash(bytes).into()
    }

    pub(crate) const fn from_bytes(bytes: [u8; 32]) -> ContentHash {
        ContentHash(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first twelve digits: enough to tell the files of a run apart, short enough for a name.
    #[must_use]
    pub fn short(&self) -> String {
        self.0[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

impl From<blake3::Hash> for ContentHash {
    fn from(hash: blake3::Hash) -> ContentHash {
        ContentHash(hash.into())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

impl FromStr for ContentHash {
    type Err = InvalidHash;

    fn from_str(text: &str) -> Result<ContentHash, InvalidHash> {
        blake3::Hash::from_hex(text)
            .map(ContentHash::from)
            .map_err(|_| InvalidHash(text.to_owned()))
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ContentHash, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

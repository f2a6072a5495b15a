#![doc = include_str!("../README.md")]

mod codec;
mod contents;
mod disk;
mod error;
mod hash;
mod header;
mod map;
mod unfinished;

pub use codec::{FileKind, decode, decode_with_hash, encode, hash};
pub use contents::{Access, Contents};
pub use disk::{Written, peek, read, read_with_hash, write, write_atomic, write_new};
pub use error::{Action, FileError, Magic};
pub use hash::{ContentHash, InvalidHash};
pub use header::{HEADER_BYTES, Header};
pub use unfinished::{is_unfinished, remove_unfinished};

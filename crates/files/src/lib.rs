#![doc = include_str!("../README.md")]

mod codec;
mod disk;
mod error;
mod hash;
mod header;

pub use codec::{FileKind, decode, encode};
pub use disk::{Written, peek, read, write, write_atomic, write_new};
pub use error::{Action, FileError, Magic};
pub use hash::{ContentHash, InvalidHash};
pub use header::{HEADER_BYTES, Header};

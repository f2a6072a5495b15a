//! A file's bytes where the operating system keeps them, without a copy.
//!
//! The one place of unsafe code in this crate; [`std::fs::read`] is its safe twin.
#![expect(unsafe_code, reason = "a mapped file can be changed by others")]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file, for reading.
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. This crate never writes to a file
    // under its final name: a new content is another file that is renamed over it, and the map
    // keeps the old one. What remains is another program that writes into the file or cuts it
    // short, which the documentation of `Contents` forbids; every reader of the bytes checks its
    // indices, so that changed bytes are wrong values and no access out of bounds.
    unsafe { Mmap::map(file) }
}

//! What is fuzzed: every parser and decoder as one function of bytes, which must neither panic nor
//! hang nor allocate beyond its bound, whatever the bytes are.
//!
//! The programs of `fuzz/` hand these functions to libFuzzer; `tests/tests/fuzz` runs them on stable
//! Rust over the corpus and over seeded mutations of it. What the trainer reads needs burn, whose build
//! takes minutes: the feature `trainer`, on unless it is left out, brings it in.

mod binary;
mod sent;
mod text;
#[cfg(feature = "trainer")]
mod trained;

pub use binary::{FILE, Note, files, models, tables};
pub use sent::{requests, ugi};
pub use text::{commands, games, levels, moves, options, positions, records, reviews, specs};
#[cfg(feature = "trainer")]
pub use trained::{configs, manifests, shards};

/// One thing that reads what others wrote.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: the folder in `fuzz/corpus` and the program in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Reads the bytes, asserts what must hold of whatever is accepted, and drops it.
    pub run: fn(&[u8]),
    /// For files with a checksum: whether these very bytes are accepted.
    pub accepts: Option<fn(&[u8]) -> bool>,
    /// The most that one run may allocate at a time.
    ///
    /// # Units
    /// Bytes.
    pub bound: usize,
}

/// A folder for the files of one run, in memory where the system has such a place: on a disk the
/// writing of ten thousand small files would be most of the time.
fn scratch() -> tempfile::TempDir {
    let memory = std::path::Path::new("/dev/shm");
    tempfile::tempdir_in(memory)
        .or_else(|_| tempfile::tempdir())
        .expect("a temporary folder")
}

/// What a text may cost: its bytes several times over, and some room.
const TEXT: usize = 4 << 20;

const fn text(name: &'static str, run: fn(&[u8])) -> Target {
    Target {
        name,
        run,
        accepts: None,
        bound: TEXT,
    }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    text("positions", positions),
    text("moves", moves),
    text("games", games),
    text("specs", specs),
    text("options", options),
    text("levels", levels),
    text("records", records),
    text("commands", commands),
    text("ugi", ugi),
    text("requests", requests),
    text("reviews", reviews),
    Target {
        name: "files",
        run: files,
        accepts: Some(binary::accepts_file),
        bound: 8 << 20,
    },
    Target {
        name: "models",
        run: models,
        accepts: Some(binary::accepts_model),
        // A compressed body may be as large as the kind allows, and is laid out for the processor.
        bound: 600 << 20,
    },
    Target {
        name: "tables",
        run: tables,
        accepts: Some(binary::accepts_table),
        // What so few bytes can hold once decompressed.
        bound: 512 << 20,
    },
    #[cfg(feature = "trainer")]
    text("configs", configs),
    #[cfg(feature = "trainer")]
    Target {
        name: "shards",
        run: shards,
        accepts: Some(trained::accepts_shard),
        // A compressed body may claim as much as its kind allows.
        bound: 1100 << 20,
    },
    #[cfg(feature = "trainer")]
    Target {
        name: "manifests",
        run: manifests,
        accepts: Some(trained::accepts_manifest),
        bound: TEXT,
    },
];

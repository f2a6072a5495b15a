//! What the pipeline may ask of the machine. Libraries read no clock and print nothing: whoever runs
//! the pipeline hands these in. They change what is reported and when a run stops, never what it
//! learns.

use std::path::Path;
use std::time::Duration;

/// The machine's clocks, memory and disk.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Time since some fixed moment, never going back.
    pub clock: fn() -> Duration,
    /// Time since 1970, for what people read of other machines.
    pub now: fn() -> Duration,
    /// The process's resident memory in bytes, where it is known.
    pub memory: fn() -> Option<u64>,
    /// All memory that the process may have in bytes, where it is known.
    pub whole_memory: fn() -> Option<u64>,
    /// The free bytes of the disk that holds a path, where they are known.
    pub free_disk: fn(&Path) -> Option<u64>,
}

/// Who watches a run: bars on a terminal, lines elsewhere, nobody in a test.
pub trait Observer {
    /// Something worth a line.
    fn notice(&mut self, text: &str);

    /// Something wrong that the run survives.
    fn warn(&mut self, text: &str);

    /// A stage of `total` units of work begins.
    fn begin(&mut self, stage: &str, total: u64);

    /// `done` of the stage's units are done; `note` says how it goes.
    fn progress(&mut self, done: u64, note: &str);

    /// The stage is over.
    fn end(&mut self, summary: &str);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn notice(&mut self, _text: &str) {}
    fn warn(&mut self, _text: &str) {}
    fn begin(&mut self, _stage: &str, _total: u64) {}
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

#![doc = include_str!("../README.md")]

mod build;
mod bytes;
mod exact;
mod file;
mod index;
mod layer;
mod pair;
mod probe;
mod set;
mod small;
mod solve;
mod verify;

pub use build::{BuildReport, Plan, Progress, build};
pub use exact::{Exact, ExactMove, Verdict};
pub use file::{Storage, TABLE_FILE, TableError, file_name};
pub use index::MAX_BALLS;
pub use layer::Bounds;
pub use pair::Pair;
pub use probe::Probe;
pub use set::{Opened, SMALL_BALLS, TableSet};
pub use verify::{Mismatch, Unequal, Verified, verify};

//! What was played: shards on the disk, the window in memory.

mod buffer;
mod shard;
mod trace;
mod window;

#[cfg(test)]
mod tests;

pub use buffer::{LearningSet, ReplayBuffer, ValueTarget, example_of};
pub use shard::{PlayedGame, REPLAY, SHARD, Shard, ShardError, ShardName, StartKind, shards_of};
pub use window::{steps_allowed, window_rows};

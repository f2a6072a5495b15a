//! What was played: shards on the disk, the window in memory.

mod buffer;
mod ingested;
mod read;
mod shard;
mod trace;
mod verify;
mod window;

#[cfg(test)]
mod tests;

pub(crate) use buffer::AVERAGED_BYTES;
pub use buffer::{LearningSet, ReplayBuffer, ValueTarget, example_of};
pub(crate) use ingested::{INGESTED, Ingested};
pub use read::read_shards;
pub(crate) use shard::worker_of;
pub use shard::{PlayedGame, REPLAY, SHARD, Shard, ShardError, ShardName, StartKind, shards_of};
pub use verify::Expected;
pub(crate) use window::oldest_allowed;
pub use window::{steps_allowed, window_rows};

//! Games of self-play as files: a shard holds a fixed range of a generation's games.

use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, FileError, FileKind, decode, encode};
use togyz_rules::{EndReason, Side, Variant};

use crate::sample::{PackedPosition, Sample};
use crate::store::{Store, StoreError};

/// The folder of the shards in a run.
pub const REPLAY: &str = "replay";

/// Replay shards on a disk.
pub const SHARD: FileKind = FileKind {
    magic: *b"TOGYZREP",
    version: 2,
    name: "replay shard",
    max_bytes: 1 << 30,
    compress: true,
};

/// How a game of self-play began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartKind {
    /// From the start with random half-moves.
    Opening,
    /// From a late position reached by random play.
    Late,
    /// From a position of the replay window and a random move.
    Fork,
}

/// A finished game of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its index in the generation; with the run's seed it decides the game.
    pub index: u64,
    /// How it began.
    pub start_kind: StartKind,
    /// The first position of the record.
    pub start: PackedPosition,
    /// The holes played, by number.
    pub moves: Vec<u8>,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// Why the game was over.
    pub reason: EndReason,
    /// Bastaushy's balls less Kostaushy's at the end of the record.
    pub margin: i16,
    /// Simulations of all its searches.
    pub simulations: u64,
    /// What is learnt from it.
    pub samples: Vec<Sample>,
}

/// The games of one shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// The rules.
    pub variant: Variant,
    /// The run's seed.
    pub seed: u64,
    /// The generation that played.
    pub generation: u32,
    /// The shard's place in the generation.
    pub sequence: u32,
    /// The model that played, `None` for generation 0's evaluator without one.
    pub model: Option<ContentHash>,
    /// The games by index.
    pub games: Vec<PlayedGame>,
}

/// A shard cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bytes are no intact shard.
    #[error(transparent)]
    File(#[from] FileError),
    /// A shard whose samples are no positions.
    #[error("{name}: game {game} holds a sample that is no position")]
    Position {
        /// The shard's name.
        name: String,
        /// The game's index.
        game: u64,
        /// What is wrong with it.
        source: togyz_rules::SetupError,
    },
    /// A game that the rules do not allow, or that is not what its record says.
    #[error("{name}: game {game} is impossible: {reason}")]
    Impossible {
        /// The shard's name.
        name: String,
        /// The game's index.
        game: u64,
        /// What the rules say.
        reason: String,
    },
    /// A shard that belongs to another run or place.
    #[error("{name}: {reason}")]
    Foreign {
        /// The shard's name.
        name: String,
        /// What does not fit.
        reason: String,
    },
}

impl Shard {
    /// Puts the shard under a name made of its generation, place and content, and of who played it
    /// where that is not the run itself. Putting it again changes nothing.
    ///
    /// # Errors
    /// [`ShardError`] if it cannot be encoded or stored.
    pub fn put(&self, store: &dyn Store, worker: Option<&str>) -> Result<String, ShardError> {
        let bytes = encode(&SHARD, self)?;
        let hash = ContentHash::of(&bytes).short();
        let by = worker.map_or_else(String::new, |worker| format!("-{worker}"));
        let name = format!(
            "{REPLAY}/{:04}-{:05}-{hash}{by}.shard",
            self.generation, self.sequence
        );
        store.put(&name, &bytes)?;
        Ok(name)
    }

    /// Reads a shard and checks that it is what its name says.
    ///
    /// # Errors
    /// [`ShardError`], which names the shard.
    pub fn get(store: &dyn Store, name: &str) -> Result<Shard, ShardError> {
        let bytes = store.get(name)?.unwrap_or_default();
        let shard: Shard = decode(name, &bytes, &SHARD)?;
        match ShardName::parse(name) {
            Some(place)
                if place.generation == shard.generation && place.sequence == shard.sequence =>
            {
                Ok(shard)
            }
            _ => Err(ShardError::Foreign {
                name: name.to_owned(),
                reason: format!(
                    "the name does not fit the content, shard {} of generation {}",
                    shard.sequence, shard.generation
                ),
            }),
        }
    }
}

/// What a shard's name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShardName {
    /// The generation that played.
    pub generation: u32,
    /// The shard's place in the generation.
    pub sequence: u32,
}

impl ShardName {
    /// Reads `replay/GGGG-SSSSS-hash.shard` and `replay/GGGG-SSSSS-hash-worker.shard`.
    #[must_use]
    pub fn parse(name: &str) -> Option<ShardName> {
        let base = name.rsplit('/').next()?.strip_suffix(".shard")?;
        let mut parts = base.split('-');
        Some(ShardName {
            generation: parts.next()?.parse().ok()?,
            sequence: parts.next()?.parse().ok()?,
        })
    }
}

/// Who played a shard, by its name; `None` for the run itself.
#[must_use]
pub(crate) fn worker_of(name: &str) -> Option<&str> {
    let base = name.rsplit('/').next()?.strip_suffix(".shard")?;
    base.splitn(4, '-').nth(3)
}

/// The shards of one generation by place; other files of the folder are passed over, and what
/// earlier generations played is not looked at.
///
/// # Errors
/// [`StoreError`] if the folder cannot be listed.
pub fn shards_of(
    store: &dyn Store,
    generation: u32,
) -> Result<Vec<(ShardName, String)>, StoreError> {
    let mut shards: Vec<_> = store
        .list_after(REPLAY, &format!("{REPLAY}/{generation:04}-"))?
        .into_iter()
        .filter_map(|name| Some((ShardName::parse(&name)?, name)))
        .filter(|(place, _)| place.generation == generation)
        .collect();
    shards.sort();
    // Two files of one place come from two processes that played the same games.
    shards.dedup_by_key(|(place, _)| *place);
    Ok(shards)
}

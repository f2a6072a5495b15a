//! The finished games of unfinished shards, on the worker's own disk: a worker that dies loses no more
//! than the games that were being played.

use togyz_files::{decode, encode};

use crate::replay::{SHARD, Shard, ShardError};
use crate::store::{LocalStore, Store};

/// A folder of unfinished shards, each replaced after every game.
#[derive(Debug)]
pub(crate) struct Journal(LocalStore);

impl Journal {
    /// A journal in this folder.
    pub(crate) fn new(folder: LocalStore) -> Journal {
        Journal(folder)
    }

    fn name(shard: &Shard) -> String {
        format!(
            "unfinished/{:04}-{:05}.shard",
            shard.generation, shard.sequence
        )
    }

    /// Adds the games of this very shard that are there; those of another run or model, or damaged
    /// ones, are played again.
    pub(super) fn take_up(&self, shard: &mut Shard) -> Result<(), ShardError> {
        let name = Journal::name(shard);
        let Some(bytes) = self.0.get(&name)? else {
            return Ok(());
        };
        let Ok(kept) = decode::<Shard>(&name, &bytes, &SHARD) else {
            return Ok(());
        };
        let empty = Shard {
            games: Vec::new(),
            ..kept
        };
        if empty == *shard {
            shard.games = kept.games;
        }
        Ok(())
    }

    /// Keeps the games so far.
    pub(super) fn keep(&self, shard: &Shard) -> Result<(), ShardError> {
        Ok(self
            .0
            .replace(&Journal::name(shard), &encode(&SHARD, shard)?)?)
    }

    /// The shard is where it belongs.
    pub(super) fn forget(&self, shard: &Shard) -> Result<(), ShardError> {
        Ok(self.0.remove(&Journal::name(shard))?)
    }

    /// Removes what was begun of generations before this one: nobody will finish it.
    pub(crate) fn prune(&self, below: u32) -> Result<(), ShardError> {
        let limit = format!("unfinished/{below:04}-");
        for name in self.0.list("unfinished")? {
            if name < limit {
                self.0.remove(&name)?;
            }
        }
        Ok(())
    }
}

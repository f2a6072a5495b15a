//! Which shard is played next, by one process alone or by many that know nothing of one another.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use togyz_files::ContentHash;

use super::{Journal, Recipe};
use crate::replay::shards_of;
use crate::store::{Store, StoreError};

/// Who plays, where to, and until when.
#[derive(Clone, Copy)]
pub(crate) struct Effort<'a> {
    /// Where the shards are put.
    pub store: &'a dyn Store,
    /// The name of one player of many; `None` where nobody else plays.
    pub worker: Option<&'a str>,
    /// Where the games of unfinished shards are kept, if anywhere.
    pub journal: Option<&'a Journal>,
    /// Shards that are played at a time.
    pub threads: usize,
    /// What tells how long a shard takes to be put.
    pub clock: fn() -> Duration,
    /// Once it says so, no shard is begun.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Once it says so, those under way are given up.
    pub abandon: &'a (dyn Fn() -> bool + Sync),
}

/// The shards that are still to be played.
pub(super) struct Missing<'a> {
    store: &'a dyn Store,
    generation: u32,
    /// Whether others may play them meanwhile.
    contested: bool,
    /// The next one last.
    todo: Mutex<Vec<u32>>,
}

impl<'a> Missing<'a> {
    /// What the store lacks of a generation.
    ///
    /// One alone goes through it in order. Many would all play the same shard if they did: each has
    /// an order of its own, drawn from its name, so that two meet by chance alone until few are left.
    /// Those are then played by several, and nobody waits for the slowest.
    pub(super) fn find(
        recipe: &Recipe<'_>,
        effort: &Effort<'a>,
    ) -> Result<Missing<'a>, StoreError> {
        let generation = recipe.generation;
        let present = present(effort.store, generation)?;
        let mut todo: Vec<u32> = (0..recipe.shards())
            .filter(|sequence| !present.contains(sequence))
            .collect();
        match effort.worker {
            None => todo.reverse(),
            Some(worker) => todo.sort_by_cached_key(|sequence| {
                let key = format!("{worker} {generation} {sequence}");
                *ContentHash::of(key.as_bytes()).as_bytes()
            }),
        }
        Ok(Missing {
            store: effort.store,
            generation,
            contested: effort.worker.is_some(),
            todo: Mutex::new(todo),
        })
    }

    /// How many there were when they were looked for.
    pub(super) fn len(&self) -> usize {
        self.todo().len()
    }

    /// Takes the next one that nobody has put meanwhile.
    pub(super) fn next(&self) -> Result<Option<u32>, StoreError> {
        // Others wait for the list of what is left, not for the store.
        let present = if self.contested && self.len() > 0 {
            present(self.store, self.generation)?
        } else {
            HashSet::new()
        };
        let mut todo = self.todo();
        todo.retain(|sequence| !present.contains(sequence));
        Ok(todo.pop())
    }

    fn todo(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        // A list of numbers is whole after any panic.
        self.todo.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn present(store: &dyn Store, generation: u32) -> Result<HashSet<u32>, StoreError> {
    let shards = shards_of(store, generation)?;
    Ok(shards
        .into_iter()
        .map(|(place, _)| place.sequence)
        .collect())
}

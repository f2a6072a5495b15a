//! A store that may be away: what cannot be put is kept on this machine's disk, and put later.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::patience::Backoff;
use crate::replay::{REPLAY, ShardName};
use crate::store::{CountedStore, LocalStore, Put, Requests, Store, StoreError, Usage};

/// A shared store with a folder that takes the shards while it cannot be reached.
#[derive(Debug)]
pub(super) struct Spool {
    shared: Arc<CountedStore>,
    folder: LocalStore,
    clock: fn() -> Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What the last list that came through held, and what was put since.
    known: BTreeSet<String>,
    backoff: Backoff,
}

/// What became of the shards that were kept back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Drained {
    pub sent: u64,
    /// Of generations that nobody learns from any more.
    pub stale: u64,
}

impl Spool {
    pub(super) fn new(
        shared: Arc<CountedStore>,
        folder: LocalStore,
        clock: fn() -> Duration,
    ) -> Spool {
        Spool {
            shared,
            folder,
            clock,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Names and numbers: whole after any panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the store may be tried now.
    pub(super) fn is_due(&self) -> bool {
        self.state().backoff.is_due((self.clock)())
    }

    /// Notes how a try went; the next one after a failure comes later each time.
    pub(super) fn note<T, E>(&self, result: &Result<T, E>) {
        let backoff = &mut self.state().backoff;
        match result {
            Ok(_) => backoff.succeeded(),
            Err(_) => _ = backoff.failed((self.clock)()),
        }
    }

    /// What was asked of the shared store so far.
    pub(super) fn requests(&self) -> Requests {
        self.shared.requests()
    }

    /// The shards that wait here.
    pub(super) fn waiting(&self) -> Result<Vec<String>, StoreError> {
        self.folder.list(REPLAY)
    }

    /// Puts what waits here, but for shards older than `oldest`.
    pub(super) fn drain(&self, oldest: u32) -> Result<Drained, StoreError> {
        let mut drained = Drained::default();
        for name in self.waiting()? {
            let stale = ShardName::parse(&name).is_none_or(|place| place.generation < oldest);
            if stale {
                drained.stale += 1;
            } else if let Some(bytes) = self.folder.get(&name)? {
                if !self.is_due() {
                    break;
                }
                let put = self.shared.put(&name, &bytes);
                self.note(&put);
                put?;
                drained.sent += 1;
            }
            self.folder.remove(&name)?;
        }
        Ok(drained)
    }
}

/// Only the calls that self-play makes differ from the shared store's.
impl Store for Spool {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        if self.is_due() {
            let put = self.shared.put(name, bytes);
            self.note(&put);
            if put.is_ok() {
                self.state().known.insert(name.to_owned());
                return put;
            }
        }
        self.folder.put(name, bytes)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared.get(name)
    }

    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        if self.is_due() {
            let listed = self.shared.list_after(folder, after);
            self.note(&listed);
            if let Ok(names) = listed {
                self.state().known = names.into_iter().collect();
            }
        }
        let mut names: BTreeSet<String> =
            self.folder.list_after(folder, after)?.into_iter().collect();
        let state = self.state();
        let within = |name: &&String| name.starts_with(folder) && name.as_str() > after;
        names.extend(state.known.iter().filter(within).cloned());
        Ok(names.into_iter().collect())
    }

    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        self.shared.usage(folder)
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.shared.replace(name, bytes)
    }

    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        self.shared.quarantine(name)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.shared.remove(name)
    }
}

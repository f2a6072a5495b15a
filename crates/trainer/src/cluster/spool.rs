//! A store that may be away: what cannot be put is kept on this machine's disk, and put later.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::replay::{REPLAY, ShardName};
use crate::store::{LocalStore, Put, Store, StoreError, Usage};

/// The first wait after a failure; each further failure doubles it.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A shared store with a folder that takes the shards while it cannot be reached.
#[derive(Debug)]
pub(super) struct Spool {
    shared: Arc<dyn Store>,
    folder: LocalStore,
    clock: fn() -> Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What the last list that came through held, and what was put since.
    known: BTreeSet<String>,
    /// Failures in a row, and when the next try may be made.
    failures: u32,
    retry_at: Duration,
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
        shared: Arc<dyn Store>,
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
        let state = self.state();
        state.failures == 0 || (self.clock)() >= state.retry_at
    }

    /// Notes how a try went; the next one after a failure comes later each time.
    pub(super) fn note<T, E>(&self, result: &Result<T, E>) {
        let mut state = self.state();
        if result.is_ok() {
            state.failures = 0;
            return;
        }
        // Others that tried at the same time tell of the same failure.
        let now = (self.clock)();
        if state.failures > 0 && now < state.retry_at {
            return;
        }
        let wait = FIRST_WAIT.saturating_mul(1 << state.failures.min(10));
        state.failures = state.failures.saturating_add(1);
        state.retry_at = now + wait.min(LONGEST_WAIT);
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

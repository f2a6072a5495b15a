//! What a worker tells of itself, for those who look at a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::state::{StateError, from_sealed, to_sealed};
use crate::store::{Requests, Store};

/// The folder of the reports.
const WORKERS: &str = "workers";

/// What a worker has done since it began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerReport {
    /// Its name.
    pub name: String,
    /// Its program's version.
    pub program: String,
    /// The generation it plays, or played last.
    pub generation: u32,
    /// Games that it has put or keeps back.
    pub games: u64,
    /// Samples in them.
    pub samples: u64,
    /// Seconds since it began.
    pub seconds: f64,
    /// Shards that wait on its disk because the store was away.
    pub waiting: u64,
    /// Shards that came too late to be learnt from and were dropped.
    pub stale: u64,
    /// When this was written, seconds since 1970 by its machine's clock.
    pub at: u64,
    /// What it asked of the store, before it wrote this.
    pub requests: Requests,
}

impl WorkerReport {
    /// Games an hour over the worker's life.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a count far below 2^53")]
    pub fn games_per_hour(&self) -> f64 {
        self.games as f64 * 3600.0 / self.seconds.max(1.0)
    }

    /// How long ago it was written, by this machine's clock.
    #[must_use]
    pub fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(Duration::from_secs(self.at))
    }

    /// Writes it, in place of the worker's last one.
    pub(super) fn save(&self, store: &dyn Store) -> Result<(), StateError> {
        let name = format!("{WORKERS}/{}.toml", self.name);
        Ok(store.replace(&name, to_sealed(&name, self)?.as_bytes())?)
    }

    /// The reports of all workers, by name.
    pub(super) fn all(store: &dyn Store) -> Result<Vec<WorkerReport>, StateError> {
        let mut reports = Vec::new();
        for name in store.list(WORKERS)? {
            if let Some(bytes) = store.get(&name)? {
                reports.push(from_sealed(&name, &bytes)?);
            }
        }
        Ok(reports)
    }
}

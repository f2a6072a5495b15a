//! How a shared run stands, for people.

use std::fmt::Write as _;
use std::time::Duration;

use togyz_rules::Variant;

use super::evaluator::Ratings;
use super::order::{Order, is_finished};
use super::report::WorkerReport;
use super::{ClusterError, published};
use crate::metrics::Metric;
use crate::replay::{INGESTED, REPLAY, shards_of};
use crate::selfplay::Recipe;
use crate::store::{Requests, Store, Usage};

/// A worker not heard of for so long counts as gone.
const GONE: Duration = Duration::from_secs(180);

/// How a shared run stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// Every worker that ever reported.
    pub workers: Vec<WorkerReport>,
    /// The generation that is played, if any is.
    pub generation: Option<u32>,
    /// How many generations lie between the model that plays it and the newest that it could be.
    pub staleness: Option<u32>,
    /// Shards of it that are there, and that it has.
    pub shards: (usize, u32),
    /// Generations that were learnt from.
    pub ingested: usize,
    /// The newest published model.
    pub model: Option<u32>,
    /// Whether the run is over.
    pub finished: bool,
    /// Shards put aside, and who played them.
    pub quarantined: Vec<String>,
    /// The newest ratings.
    pub ratings: Vec<Metric>,
    /// Objects and bytes by part of the store.
    pub disk: Vec<(&'static str, Usage)>,
}

/// Looks at a store.
///
/// # Errors
/// [`ClusterError`] if something in it cannot be read.
pub fn status(store: &dyn Store) -> Result<Status, ClusterError> {
    let mut status = Status {
        workers: WorkerReport::all(store)?,
        generation: Order::newest(store, None)?,
        staleness: None,
        shards: (0, 0),
        ingested: store.list(INGESTED)?.len(),
        model: published(store, None)?.last().copied(),
        finished: false,
        quarantined: store.list("quarantine")?,
        ratings: Ratings::newest(store)?,
        disk: Vec::new(),
    };
    if let Some(generation) = status.generation {
        status.finished = is_finished(store, generation)?;
        if let Some(order) = Order::load(store, generation)? {
            status.staleness = order
                .model_generation()
                .and_then(|model| generation.checked_sub(model)?.checked_sub(1));
            let config = order.config(store)?;
            let recipe = Recipe::new(&config, generation, Variant::Togyz, None, &[], None);
            let there = shards_of(store, generation)?.len();
            status.shards = (there, recipe.shards());
        }
    }
    for part in [REPLAY, "models", "forks", "quarantine"] {
        status.disk.push((part, store.usage(part)?));
    }
    Ok(status)
}

#[expect(clippy::cast_precision_loss, reason = "bytes far below 2^53")]
fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

impl Status {
    /// The status in words; `now` is the time since 1970 by this machine's clock.
    #[must_use]
    pub fn describe(&self, now: Duration) -> String {
        let mut text = String::new();
        self.describe_run(&mut text);
        self.describe_workers(&mut text, now);
        for metric in &self.ratings {
            let _ = writeln!(
                text,
                "rating of generation {}: {:+.0} Elo ({:+.0} to {:+.0}) against {}",
                metric.generation,
                metric.elo.unwrap_or(0.0),
                metric.elo_low.unwrap_or(0.0),
                metric.elo_high.unwrap_or(0.0),
                metric.anchor.as_deref().unwrap_or("?")
            );
        }
        for (part, usage) in &self.disk {
            let (objects, mib) = (usage.objects, mib(usage.bytes));
            let _ = writeln!(text, "{part}: {objects} objects, {mib:.1} MiB");
        }
        for name in &self.quarantined {
            let worker = crate::replay::worker_of(name).unwrap_or("the learner");
            let _ = writeln!(text, "put aside: {name}, played by {worker}");
        }
        text
    }

    fn describe_run(&self, text: &mut String) {
        let Some(generation) = self.generation else {
            text.push_str("no generation yet: the learner has not begun\n");
            return;
        };
        let (there, all) = self.shards;
        let _ = writeln!(
            text,
            "generation {generation}{}: {there} of {all} shards; {} generations learnt from",
            if self.finished {
                " (the last, finished)"
            } else {
                ""
            },
            self.ingested
        );
        let _ = match (self.model, self.staleness) {
            (Some(model), Some(behind)) => writeln!(
                text,
                "newest model: generation {model}; the games are played by a model {behind} generations \
                 older than the newest they could have"
            ),
            (Some(model), None) => {
                writeln!(
                    text,
                    "newest model: generation {model}; the games are played without one"
                )
            }
            (None, _) => writeln!(text, "no model yet"),
        };
    }

    fn describe_workers(&self, text: &mut String, now: Duration) {
        let (here, gone): (Vec<_>, Vec<_>) = self
            .workers
            .iter()
            .partition(|worker| worker.age(now) < GONE);
        let pace = here.iter().map(|worker| worker.games_per_hour());
        let pace = pace.fold(0.0, |sum, pace| sum + pace);
        let _ = writeln!(
            text,
            "workers: {} at work, {} not heard of for {} s; {pace:.0} games/h",
            here.len(),
            gone.len(),
            GONE.as_secs()
        );
        if !self.workers.is_empty() {
            let mut requests = Requests::default();
            self.workers
                .iter()
                .for_each(|worker| requests += worker.requests);
            let _ = writeln!(text, "their requests to the store: {requests}");
        }
        for worker in &self.workers {
            let _ = writeln!(
                text,
                "  {}: generation {}, {} games, {:.0} games/h, {} shards waiting, {} too late, heard of \
                 {} s ago",
                worker.name,
                worker.generation,
                worker.games,
                worker.games_per_hour(),
                worker.waiting,
                worker.stale,
                worker.age(now).as_secs()
            );
        }
    }
}

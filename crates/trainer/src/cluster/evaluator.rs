//! An evaluator: rates each published model as it comes, while others play and learn on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use togyz_rules::Variant;

use super::ClusterError;
use super::order::{Order, is_finished};
use super::patience::pause;
use super::published::{fetch, find, published};
use crate::config::TrainConfig;
use crate::evaluation::Evaluation;
use crate::host::{Host, Observer};
use crate::metrics::Metric;
use crate::pipeline::{Ended, match_line};
use crate::state::{from_sealed, to_sealed};
use crate::store::Store;

/// The folder of the ratings.
const RATINGS: &str = "ratings";

/// What an evaluator is started with.
#[derive(Clone, Debug)]
pub struct EvaluatorSettings {
    /// The folder for the models that it rates and the games of its matches.
    pub folder: PathBuf,
    /// Games that are played at a time.
    pub threads: usize,
    /// Time between two looks for a new model.
    pub poll: Duration,
}

/// The matches of one generation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ratings {
    matches: Vec<Metric>,
}

impl Ratings {
    fn name(generation: u32) -> String {
        format!("{RATINGS}/{generation:04}.toml")
    }

    /// The matches of the newest generation that was rated.
    pub(super) fn newest(store: &dyn Store) -> Result<Vec<Metric>, ClusterError> {
        let names = store.list(RATINGS)?;
        let Some(name) = names.last() else {
            return Ok(Vec::new());
        };
        let Some(bytes) = store.get(name)? else {
            return Ok(Vec::new());
        };
        Ok(from_sealed::<Ratings>(name, &bytes)?.matches)
    }
}

/// Rates published models until the run is finished and its last model rated, or until `stop`.
///
/// # Errors
/// [`ClusterError`]; matches that were played are kept in the folder, and gone on with.
pub fn follow(
    store: &dyn Store,
    settings: &EvaluatorSettings,
    host: &Host,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Ended, ClusterError> {
    observer.notice("evaluator: waiting for a model to rate");
    let mut known = None;
    while !stop.load(Ordering::Relaxed) {
        let order = match Order::newest(store, None)? {
            Some(newest) => Order::load(store, newest)?,
            None => None,
        };
        if let Some(order) = order {
            let config = order.config(store)?;
            for generation in published(store, known)? {
                let last =
                    generation + 1 >= config.run.generations || is_finished(store, generation)?;
                let rated = Rating {
                    store,
                    settings,
                    config: &config,
                    generation,
                    last,
                };
                if !rated.run(host, observer, stop)? {
                    return Ok(Ended::Interrupted);
                }
                known = Some(generation);
            }
            let newest = order.generation;
            if known == Some(newest) && is_finished(store, newest)? {
                return Ok(Ended::Finished);
            }
        }
        let stop = || stop.load(Ordering::Relaxed);
        pause(settings.poll, host.clock, &stop);
    }
    Ok(Ended::Interrupted)
}

/// The rating of one generation.
struct Rating<'a> {
    store: &'a dyn Store,
    settings: &'a EvaluatorSettings,
    config: &'a TrainConfig,
    generation: u32,
    last: bool,
}

impl Rating<'_> {
    /// Plays the matches and publishes their results; `false` if it was stopped.
    fn run(
        &self,
        host: &Host,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<bool, ClusterError> {
        let evaluation = Evaluation {
            config: self.config,
            run: &self.settings.folder,
            variant: Variant::Togyz,
            generation: self.generation,
            last: self.last,
            workers: self.settings.threads,
        };
        if !evaluation.is_due() {
            return Ok(true);
        }
        // Also where it was rated already: the next one plays against it.
        let checkpoint = find(self.store, self.generation)?;
        fetch(self.store, &checkpoint, &self.settings.folder)?;
        let name = Ratings::name(self.generation);
        if self.store.get(&name)?.is_some() {
            return Ok(true);
        }
        let mut matches = Vec::new();
        let generation = self.generation;
        let ended = evaluation
            .run(host, observer, stop, &mut |metric| {
                matches.push(Metric {
                    generation,
                    ..metric
                });
            })
            .map_err(|error| ClusterError::Evaluation(Box::new(error)))?;
        if !ended {
            return Ok(false);
        }
        for metric in &matches {
            observer.notice(&match_line(metric));
        }
        let ratings = Ratings { matches };
        self.store
            .put(&name, to_sealed(&name, &ratings)?.as_bytes())?;
        Ok(true)
    }
}

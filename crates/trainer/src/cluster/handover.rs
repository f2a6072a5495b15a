//! The learner's state in the store: a learner that is started on another machine, in an empty folder,
//! goes on from there.
//!
//! ```text
//! learner/GGGG-HASH.train   the training record after generation GGGG
//! learner/GGGG.toml         where the run stood then, and the record's checksum; written last
//! metrics/GGGG.toml         the metrics of generation GGGG
//! ```
//!
//! The models are published anyhow, and games are nowhere but in the store. The two newest records
//! stay, the older of them in case that the newer one is damaged.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, write_atomic};

use super::published::{fetch, find, publish, published};
use super::{ClusterError, broken};
use crate::checkpoint::{Checkpoint, CheckpointError, RECORD, checkpoint_dir};
use crate::host::Observer;
use crate::metrics::{Metric, MetricsLog, read_metrics};
use crate::state::{RunState, Stage, from_sealed, to_sealed};
use crate::store::{LocalStore, Store};

/// The folder of the records.
const LEARNER: &str = "learner";
/// The folder of the metrics.
const METRICS: &str = "metrics";

/// Where a run stands after a generation has been learnt.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Handover {
    /// The content hash of the training record.
    record: ContentHash,
    checkpoint: Checkpoint,
    state: RunState,
}

/// What was measured in a generation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    lines: Vec<Metric>,
}

fn manifest(generation: u32) -> String {
    format!("{LEARNER}/{generation:04}.toml")
}

fn record(generation: u32, hash: ContentHash) -> String {
    format!("{LEARNER}/{generation:04}-{}.train", hash.short())
}

fn measured(generation: u32) -> String {
    format!("{METRICS}/{generation:04}.toml")
}

/// The generations whose state is in the store, newest first.
fn handed_over(store: &dyn Store) -> Result<Vec<u32>, ClusterError> {
    let names = store.list(LEARNER)?;
    let generation = |name: &String| {
        let inside = name.strip_prefix(LEARNER)?.strip_prefix('/')?;
        inside.strip_suffix(".toml")?.parse().ok()
    };
    Ok(names.iter().rev().filter_map(generation).collect())
}

/// Puts the state after a generation's learning, if it is not there; `run` is the learner's folder.
pub(crate) fn hand_over(
    store: &dyn Store,
    run: &Path,
    state: &RunState,
) -> Result<(), ClusterError> {
    let generation = state.generation;
    let name = manifest(generation);
    if store.get(&name)?.is_some() {
        return Ok(());
    }
    // 1. What the manifest names. Of a run that begins to be shared, the earlier models too.
    let before = handed_over(store)?.first().copied();
    let folder = checkpoint_dir(run, generation);
    if before.is_none() {
        for earlier in Checkpoint::all(run)? {
            publish(store, &checkpoint_dir(run, earlier))?;
        }
    }
    let path = folder.join(RECORD);
    let bytes = fs::read(&path).map_err(|source| CheckpointError::Io { path, source })?;
    let hash = ContentHash::of(&bytes);
    store.put(&record(generation, hash), &bytes)?;
    // The generation before has had its matches since its own state was left.
    let first = before.map_or(0, |_| generation.saturating_sub(1));
    let lines = read_metrics(run)?;
    let saved = &lines[..state.metrics.min(lines.len())];
    for of in first..=generation {
        let lines = saved.iter().filter(|line| line.generation == of);
        let lines = lines.cloned().collect();
        let name = measured(of);
        store.replace(&name, to_sealed(&name, &Measured { lines })?.as_bytes())?;
    }
    // 2. The manifest.
    let handover = Handover {
        record: hash,
        checkpoint: Checkpoint::open(&folder)?,
        state: state.clone(),
    };
    store.put(&name, to_sealed(&name, &handover)?.as_bytes())?;
    // 3. Of what is older only the one before stays; manifests go first.
    let Some(before) = before else {
        return Ok(());
    };
    let (names, limit) = (store.list(LEARNER)?, format!("{LEARNER}/{before:04}"));
    let old = names.iter().filter(|name| **name < limit);
    let (manifests, records): (Vec<_>, Vec<_>) = old.partition(|name| name.ends_with(".toml"));
    for name in manifests.into_iter().chain(records) {
        store.remove(name)?;
    }
    Ok(())
}

fn load(store: &dyn Store, generation: u32) -> Result<Handover, ClusterError> {
    let name = manifest(generation);
    let bytes = store.get(&name)?.ok_or_else(|| broken(&name))?;
    Ok(from_sealed(&name, &bytes)?)
}

/// Brings the newest state in the store into the learner's folder, if it is ahead of what is there; the
/// folder's manifest comes last. A damaged state is told and put aside, so that it is left anew, and the
/// one before it taken.
pub(crate) fn take_over(
    store: &dyn Store,
    run: &LocalStore,
    observer: &mut dyn Observer,
) -> Result<(), ClusterError> {
    let stands = RunState::load(run)?.map(|state| (state.generation, state.stage));
    let mut result = Ok(());
    for generation in handed_over(store)? {
        if stands >= Some((generation, Stage::Evaluate)) {
            return Ok(());
        }
        match restore(store, generation, run, observer) {
            Ok(()) => {
                observer.notice(&format!(
                    "the state after generation {generation} is taken from the store"
                ));
                return Ok(());
            }
            Err(error @ ClusterError::Store(_)) => return Err(error),
            Err(error) => {
                observer.warn(&format!("{error}; trying the state before it"));
                store.quarantine(&manifest(generation))?;
                result = Err(error);
            }
        }
    }
    result
}

fn restore(
    store: &dyn Store,
    generation: u32,
    run: &LocalStore,
    observer: &mut dyn Observer,
) -> Result<(), ClusterError> {
    // 1. All is read and checked before anything is written.
    let handover = load(store, generation)?;
    let name = record(generation, handover.record);
    let bytes = store.get(&name)?.ok_or_else(|| broken(&name))?;
    if ContentHash::of(&bytes) != handover.record {
        store.quarantine(&name)?;
        return Err(broken(&name));
    }
    let mut lines = Vec::new();
    for name in store.list(METRICS)? {
        if name <= measured(generation)
            && let Some(bytes) = store.get(&name)?
        {
            match from_sealed::<Measured>(&name, &bytes) {
                Ok(measured) => lines.extend(measured.lines),
                Err(error) => observer.warn(&format!("{error}; these metrics are lost")),
            }
        }
    }
    // 2. Models, record, metrics.
    let root = run.path("");
    for earlier in published(store, None)? {
        if earlier < generation {
            fetch(store, &find(store, earlier)?, &root)?;
        }
    }
    let folder = checkpoint_dir(&root, generation);
    fetch(store, &handover.checkpoint, &root)?;
    write_atomic(&folder.join(RECORD), &bytes)?;
    let mut log = MetricsLog::open(&root, 0)?;
    for line in lines.iter().take(handover.state.metrics) {
        log.write(line)?;
    }
    // 3. Where it stands.
    let state = RunState {
        metrics: log.lines(),
        ..handover.state
    };
    Ok(state.save(run)?)
}

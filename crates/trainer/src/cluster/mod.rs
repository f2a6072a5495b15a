//! A run that spreads over machines: what its stages leave for one another in a shared store.
//!
//! Nobody is told what to do. The learner publishes an order for each generation: which model plays
//! it, from which positions it may fork, under which config. A game's content depends on nothing else
//! but its number, so every worker plays whatever is missing, and a shard that two have played is one.
//!
//! ```text
//! orders/GGGG.toml               what plays generation GGGG; written after all that it names
//! configs/HASH.toml              the run's config, every key
//! forks/GGGG-HASH.forks          positions that its games may be forked from
//! models/GGGG/HASH.model         the model that generation GGGG learnt
//! models/GGGG/manifest.toml      written after it
//! replay/GGGG-SSSSS-HASH-WORKER.shard
//! ingested/GGGG.toml             the shards that were learnt from, each place once
//! finished/GGGG.toml             no generation comes after this one
//! workers/NAME.toml              what a worker has done
//! ratings/GGGG.toml              what the evaluator measured
//! lease/NNNNNNNNNN               who is the learner
//! learner/GGGG-HASH.train        its record after generation GGGG
//! learner/GGGG.toml              where the run stood then; written after it
//! metrics/GGGG.toml              what was measured in generation GGGG
//! quarantine/                    shards that are damaged, or whose games are impossible
//! ```

mod evaluator;
mod handover;
mod lease;
mod order;
mod patience;
mod published;
mod report;
mod sharing;
mod spool;
mod status;
#[cfg(test)]
mod tests;
mod worker;

pub use evaluator::{EvaluatorSettings, follow};
pub(crate) use handover::{hand_over, take_over};
pub use lease::{Lease, LeaseError, Place};
pub(crate) use order::{Order, finish};
pub use patience::PatientStore;
pub(crate) use patience::pause;
pub(crate) use published::{publish, published};
pub use report::WorkerReport;
pub use sharing::Sharing;
pub use status::{Status, status};
pub use worker::{WorkerSettings, work};

use crate::checkpoint::CheckpointError;
use crate::config::ConfigError;
use crate::metrics::MetricsError;
use crate::replay::ShardError;
use crate::run_dir::RunDirError;
use crate::selfplay::{EndingsError, SelfPlayError};
use crate::state::StateError;
use crate::store::StoreError;

/// A worker, an evaluator or a learner cannot use what is in the shared store.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A manifest is damaged.
    #[error(transparent)]
    State(#[from] StateError),
    /// The run is made by another version of this program: its games could be others.
    #[error(
        "{name}: the run is made by togyz-trainer {theirs}, this program is togyz-trainer {ours}: \
         use the same version everywhere"
    )]
    Version {
        /// The manifest.
        name: String,
        /// The version in it.
        theirs: String,
        /// This program's.
        ours: String,
    },
    /// Something that a manifest names is not what it says.
    #[error("{name}: missing, damaged or another than its manifest says")]
    Broken {
        /// The object.
        name: String,
    },
    /// The run's config cannot be read.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run's endgame tables are not on this machine.
    #[error(transparent)]
    Endings(Box<EndingsError>),
    /// A shard cannot be kept.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Self-play failed.
    #[error("self-play")]
    SelfPlay(#[source] Box<SelfPlayError>),
    /// A match failed.
    #[error("evaluation")]
    Evaluation(#[source] Box<crate::evaluation::EvaluationError>),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] togyz_files::FileError),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The metrics cannot be read or written.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// Another worker uses the folder for what is not yet in the store.
    #[error("give each worker of a machine an --index or a --spool of its own")]
    Spool(#[from] RunDirError),
    /// A folder cannot be made.
    #[error("{}", path.display())]
    Folder {
        /// The folder.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl From<SelfPlayError> for ClusterError {
    fn from(error: SelfPlayError) -> ClusterError {
        ClusterError::SelfPlay(Box::new(error))
    }
}

impl From<EndingsError> for ClusterError {
    fn from(error: EndingsError) -> ClusterError {
        ClusterError::Endings(Box::new(error))
    }
}

fn broken(name: &str) -> ClusterError {
    ClusterError::Broken {
        name: name.to_owned(),
    }
}

/// A worker's name as part of an object's name: what is not a letter, a digit, `-`, `.` or `_`
/// becomes `_`.
#[must_use]
pub fn plain_name(name: &str) -> String {
    let fit = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let plain: String = name
        .chars()
        .map(|c| if fit(c) { c } else { '_' })
        .take(64)
        .collect();
    // A name that begins with a dot would be an unfinished file.
    match plain.trim_start_matches('.') {
        "" => "unnamed".to_owned(),
        name => name.to_owned(),
    }
}

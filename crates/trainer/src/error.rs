//! Why a run cannot go on.

use std::path::PathBuf;

use crate::checkpoint::CheckpointError;
use crate::cluster::{ClusterError, LeaseError};
use crate::config::ConfigError;
use crate::evaluation::EvaluationError;
use crate::learning::LearningError;
use crate::levels::LevelsExportError;
use crate::metrics::MetricsError;
use crate::replay::ShardError;
use crate::run_dir::RunDirError;
use crate::selfplay::{EndingsError, SelfPlayError};
use crate::state::StateError;
use crate::store::StoreError;

/// A run cannot go on. What it did is kept.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The config.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run's folder.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// The manifest.
    #[error("run {}", path.display())]
    State {
        /// The run's folder.
        path: PathBuf,
        /// What is wrong.
        source: StateError,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A replay shard.
    #[error(transparent)]
    Shard(Box<ShardError>),
    /// The endgame tables.
    #[error(transparent)]
    Endings(Box<EndingsError>),
    /// Self-play.
    #[error("self-play")]
    SelfPlay(#[source] Box<SelfPlayError>),
    /// The learner.
    #[error("learning")]
    Learning(#[source] Box<LearningError>),
    /// A checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A checkpoint's model.
    #[error(transparent)]
    Model(#[from] togyz_model::ModelError),
    /// A file.
    #[error(transparent)]
    File(#[from] togyz_files::FileError),
    /// An evaluation.
    #[error("evaluation")]
    Evaluation(#[source] Box<EvaluationError>),
    /// The levels.
    #[error("export of the levels")]
    Levels(#[source] Box<LevelsExportError>),
    /// The metrics.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// Checkpoints without the manifest that says where the run stands.
    #[error(
        "{}: there are checkpoints, but the manifest that says where the run stands is missing; \
         bring it back, or begin a run in another folder",
        .0.display()
    )]
    NoManifest(PathBuf),
    /// What is in the shared store.
    #[error(transparent)]
    Cluster(Box<ClusterError>),
    /// The place of the learner.
    #[error(transparent)]
    Lease(#[from] LeaseError),
    /// The shared store was filled by a run with another config.
    #[error("the store holds a run with another config: {0}; give each run a store of its own")]
    StoreOfAnother(String),
    /// The shared store holds a run whose learner never left its state there, and whose folder is another.
    #[error(
        "the store holds a run already, and neither it nor this learner's folder says where that \
         stands: give the folder of the run's learner by --run, or another store"
    )]
    StoreBegun,
    /// Workers know only the models that their learner publishes.
    #[error("selfplay.teacher plays in a run on one machine, not in one that is shared by a store")]
    TeacherShared,
    /// The disk is nearly full.
    #[error(
        "{}: less than {limit} MiB of the disk are free (run.min_free_disk_mib); the run is saved, \
         make room and go on with --resume",
        path.display()
    )]
    DiskLow {
        /// The run's folder.
        path: PathBuf,
        /// The limit, MiB.
        limit: u64,
    },
}

/// The large ones are boxed: a result is passed on by every stage.
macro_rules! boxed {
    ($($source:ty => $variant:ident),* $(,)?) => {$(
        impl From<$source> for TrainError {
            fn from(error: $source) -> TrainError {
                TrainError::$variant(Box::new(error))
            }
        }
    )*};
}

boxed! {
    ShardError => Shard,
    EndingsError => Endings,
    SelfPlayError => SelfPlay,
    LearningError => Learning,
    EvaluationError => Evaluation,
    ClusterError => Cluster,
    LevelsExportError => Levels,
}

#![doc = include_str!("../README.md")]

mod checkpoint;
mod cluster;
mod config;
mod error;
mod estimate;
mod evaluation;
mod host;
mod inspect;
pub mod learner;
mod learning;
mod levels;
mod metrics;
mod needs;
mod pipeline;
mod replay;
mod report;
mod run_dir;
mod sample;
mod seed;
mod selfplay;
mod state;
mod store;
mod targets;

pub use checkpoint::{
    CHECKPOINTS, Checkpoint, CheckpointError, MODEL, RECORD, checkpoint_dir, prune_records,
};
pub use cluster::{
    ClusterError, EvaluatorSettings, Lease, LeaseError, PatientStore, Place, Sharing, Status,
    WorkerReport, WorkerSettings, follow, plain_name, status, work,
};
pub use config::{
    Bootstrap, ConfigError, ConfigSource, EvaluationConfig, LearnerSection, LevelConfig,
    NetSection, ReplayConfig, Root, RunConfig, SearchConfig, SelfPlayConfig, StartsConfig,
    TemperatureConfig, TrainConfig,
};
pub use error::TrainError;
pub use estimate::{Estimate, estimate};
pub use evaluation::EvaluationError;
pub use host::{Host, Observer, Silent};
pub use inspect::{InspectError, describe};
pub use learning::{LearningError, check_device, inherited};
pub use levels::{LevelsExportError, export_levels};
pub use metrics::{Metric, MetricKind, MetricsError, MetricsLog, read_metrics};
pub use needs::{GameSize, Needs, NeedsError, Part};
pub use pipeline::{Ended, Pipeline};
pub use replay::{
    Expected, LearningSet, PlayedGame, REPLAY, ReplayBuffer, SHARD, Shard, ShardError, ShardName,
    StartKind, ValueTarget, example_of, read_shards, shards_of, steps_allowed, window_rows,
};
pub use report::Report;
pub use run_dir::{OpenMode, RunDir, RunDirError, holds_run};
pub use sample::{GameResult, PackedPosition, Sample, SampleKind};
pub use selfplay::{EndingsError, NoMove, PlayTally, SelfPlayError};
pub use state::{MANIFEST, RunState, Stage, StateError};
pub use store::{
    AddressError, CountedStore, LIST_PAGE, LocalStore, Put, RemoteStore, Requests, Store,
    StoreError, Usage, open_store,
};

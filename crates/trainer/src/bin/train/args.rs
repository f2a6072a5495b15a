//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Learns Togyz Kumalak from nothing by self-play.
///
/// Without CONFIG the quick run: at most 20 minutes on two cores. Ctrl-C finishes the step, saves and
/// stops; a second one stops at once.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) train: TrainArgs,
}

/// What a training run is started with.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Go on with the run in the folder
    #[arg(long)]
    pub(crate) resume: bool,
    /// Measure for some seconds, tell games per hour, disk, memory and time, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Which run it is, and how it is told of.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The run's config, such as configs/standard.toml [default: the quick one, built in]
    pub(crate) config: Option<PathBuf>,
    /// The run's folder, instead of the config's run.dir
    #[arg(long, value_name = "DIR")]
    pub(crate) run: Option<PathBuf>,
    /// Replace a value of the config
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Begin although memory or disk are estimated to be too small
    #[arg(long)]
    pub(crate) oversize: bool,
    /// Plain lines, no progress bars
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a checkpoint's model to a file, or a run's levels to a folder
    Export(ExportArgs),
    /// Tell what is in a file (shard, model, record, config) or a run
    Inspect(InspectArgs),
    /// Write a run's report.html
    Report(ReportArgs),
    /// Learn from the games that workers put into a shared store, and publish models for them
    ///
    /// The folder of the run holds what only the learner needs: records, metrics, report. It is made at
    /// the first start and gone on with at every other; in an empty one the run goes on from the state
    /// that its learner left in the store after the newest generation.
    Learner(LearnerArgs),
    /// Play games of self-play into a shared store, with the newest model in it
    Worker(WorkerArgs),
    /// Rate the models of a shared store as they come, by the config's matches
    Evaluator(EvaluatorArgs),
    /// Tell how the run in a shared store stands: workers, games per hour, generation, staleness, disk
    Status(StatusArgs),
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("target").required(true))]
pub(crate) struct ExportArgs {
    /// A run's folder (its newest checkpoint) or a checkpoint's
    pub(crate) source: PathBuf,
    /// The model file to write
    #[arg(long, value_name = "FILE", group = "target")]
    pub(crate) to: Option<PathBuf>,
    /// The folder to write configs/levels.toml and data/models/ to
    #[arg(long, value_name = "DIR", group = "target")]
    pub(crate) levels: Option<PathBuf>,
    /// The config whose levels to export, instead of the run's own
    #[arg(long, value_name = "FILE", requires = "levels")]
    pub(crate) config: Option<PathBuf>,
    /// Measured Elo for the levels: a TOML table for each, with elo, low, high, games
    #[arg(long, value_name = "FILE", requires = "levels")]
    pub(crate) elo: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct InspectArgs {
    /// A file or a run's folder
    pub(crate) path: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
}

/// A shared store.
#[derive(Debug, clap::Args)]
pub(crate) struct StoreArgs {
    /// A folder, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or az://CONTAINER/PREFIX; credentials come
    /// from the environment or the provider's own chain
    #[arg(long, value_name = "URL")]
    pub(crate) store: String,
    /// Seconds between two looks for something new in the store
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pub(crate) poll: f64,
}

/// How long a store that is away is waited for.
#[derive(Debug, clap::Args)]
pub(crate) struct PatienceArgs {
    /// Seconds for which a store that went away is tried again, before the program gives up
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0)]
    pub(crate) patience: f64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LearnerArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Threads that play along here; 0 = the workers play all games
    #[arg(long, value_name = "THREADS", default_value_t = 0)]
    pub(crate) play: usize,
    /// Play the config's matches here too, instead of leaving them to `train evaluator`
    #[arg(long)]
    pub(crate) evaluate: bool,
    /// Keep shards that are too old to be learnt from
    #[arg(long)]
    pub(crate) keep_shards: bool,
    /// Seconds after which a learner that is not heard of has lost its place
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub(crate) term: f64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The worker's number, part of its name [default: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, if
    /// one is set]
    #[arg(long, value_name = "N")]
    pub(crate) index: Option<u64>,
    /// The worker's name, without its number [default: this machine's]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Games that are played at a time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// The folder for unfinished shards, and for those that wait while the store is away [default: one
    /// for this store and name in the system's temporary folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) spool: Option<PathBuf>,
    /// The folder of the endgame tables on this machine, instead of the config's
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<String>,
    /// Plain lines, no progress bars
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EvaluatorArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    /// The folder for the models and the games of the matches [default: one for this store in the
    /// system's temporary folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// Games that are played at a time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Plain lines, no progress bars
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatusArgs {
    /// A folder, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or az://CONTAINER/PREFIX
    #[arg(long, value_name = "URL")]
    pub(crate) store: String,
}

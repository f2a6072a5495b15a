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
    /// The run's config, such as configs/standard.toml [default: the quick one, built in]
    pub(crate) config: Option<PathBuf>,
    /// Go on with the run in the folder
    #[arg(long)]
    pub(crate) resume: bool,
    /// The run's folder, instead of the config's run.dir
    #[arg(long, value_name = "DIR")]
    pub(crate) run: Option<PathBuf>,
    /// Measure for some seconds, tell games per hour, disk, memory and time, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Replace a value of the config
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub(crate) set: Vec<String>,
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

//! `train`: learns Togyz Kumalak from nothing by self-play.

mod args;
mod cluster;
mod commands;
mod machine;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use watch::say;

/// Exit codes: 0 done, 2 an error, 130 interrupted.
const ERROR: u8 = 2;
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match args.command {
        None if args.train.dry_run => commands::dry_run(&args.train),
        None => commands::train(&args.train),
        Some(Command::Export(export)) => commands::export(&export),
        Some(Command::Inspect(inspect)) => commands::inspect(&inspect.path),
        Some(Command::Report(report)) => commands::report(&report.run),
        Some(Command::Learner(learner)) => cluster::learner(&learner),
        Some(Command::Worker(worker)) => cluster::worker(&worker),
        Some(Command::Evaluator(evaluator)) => cluster::evaluator(&evaluator),
        Some(Command::Status(status)) => cluster::tell(&status),
    };
    match result {
        Ok(togyz_trainer::Ended::Finished) => ExitCode::SUCCESS,
        Ok(togyz_trainer::Ended::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::from(ERROR)
        }
    }
}

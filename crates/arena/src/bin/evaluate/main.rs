//! `evaluate`: matches, ladders and speed, with error bars.

#![expect(clippy::print_stdout, reason = "results go to the standard output")]

mod args;
mod bench;
mod ladder;
mod matches;
mod progress;
mod signals;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};

/// Done, or the test is positive.
const DONE: u8 = 0;
/// The test is negative.
const NEGATIVE: u8 = 1;
/// Something is wrong with what was asked for.
const FAILED: u8 = 2;
/// Stopped by a signal, with all finished games kept.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.command {
        None => matches::run(args.versus),
        Some(Command::Ladder(args)) => ladder::run(args),
        Some(Command::Bench(args)) => bench::run(args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

//! `evaluate`: matches, ladders and speed, with error bars.

mod args;
mod bench;
mod ladder;
mod matches;
mod progress;
mod quantize;
mod signals;
mod tune;

use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser as _;

use args::{Args, Command};
use progress::say;

/// Done, or the test is positive.
const DONE: u8 = 0;
/// The test is negative.
const NEGATIVE: u8 = 1;
/// Something is wrong with what was asked for.
const FAILED: u8 = 2;
/// Stopped by a signal, with all finished games kept.
const INTERRUPTED: u8 = 130;

/// Tells a report, in JSON or as `table` writes it, and gives the exit code.
fn tell_report<R: serde::Serialize>(
    report: &R,
    json: bool,
    table: fn(&R) -> String,
    interrupted: bool,
) -> anyhow::Result<u8> {
    let text = if json {
        serde_json::to_string(report)?
    } else {
        table(report)
    };
    tell(&text)?;
    Ok(if interrupted { INTERRUPTED } else { DONE })
}

/// Writes a result to the standard output. Nobody reading it any more, as after `| head`, is no
/// error.
fn tell(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout(), "{}", text.trim_end()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("the result cannot be written")
        }
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.command {
        None => matches::run(args.versus),
        Some(Command::Ladder(args)) => ladder::run(args),
        Some(Command::Tune(args)) => tune::run(args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Quantize(args)) => quantize::run(&args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::from(FAILED)
        }
    }
}

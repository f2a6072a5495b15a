//! The binary `play`: looks at its surroundings, runs, and turns the end into an exit code.

use std::env;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Parser as _;
use togyz_play::{Cli, Language, Surroundings, is_closed_pipe, run, with_causes};

/// The exit code of an error.
const ERROR: u8 = 2;
/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout());
    let input = io::BufReader::new(io::stdin());
    let end = run(cli, &surroundings(), input, &mut out, &mut io::stderr());
    let end = end.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match end {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            let _ = writeln!(io::stderr(), "error: {}", with_causes(error.as_ref()));
            ExitCode::from(ERROR)
        }
    }
}

fn surroundings() -> Surroundings {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let characters = locale("LC_CTYPE").to_lowercase();
    let today = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Surroundings {
        input_is_terminal: io::stdin().is_terminal(),
        output_is_terminal: io::stdout().is_terminal(),
        no_colour: set("NO_COLOR") || env::var_os("TERM").is_some_and(|term| term == "dumb"),
        unicode: characters.contains("utf-8") || characters.contains("utf8"),
        language: Language::wished(&locale("LC_MESSAGES")),
        folder: env::current_dir().ok(),
        now,
        chance: today.as_secs() ^ u64::from(today.subsec_nanos()).rotate_left(32),
        date: togyz_play::date_of(today.as_secs()),
        on_interrupt: |act| ctrlc::set_handler(act).context("Ctrl-C cannot be caught"),
        leave: || std::process::exit(INTERRUPTED),
    }
}

/// The locale of a category.
fn locale(category: &str) -> String {
    let value = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let names = ["LC_ALL", category, "LANG"];
    names.into_iter().find_map(value).unwrap_or_default()
}

/// The time since this was first asked.
fn now() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

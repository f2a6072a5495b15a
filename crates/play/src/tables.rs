//! `play tables`: builds and verifies endgame tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use togyz_players::{Library, TABLES_BYTES};
use togyz_rules::Variant;
use togyz_tables::{MAX_BALLS, Plan, SMALL_BALLS, Storage, TableSet, build, verify};

use crate::Exit;
use crate::causes::with_causes;
use crate::cli::nonzero;

/// Bytes of a megabyte, as people count them.
const MEGABYTE: f64 = 1e6;

/// What to do with endgame tables.
#[derive(Debug, Subcommand)]
pub enum TablesTask {
    /// Build the tables that a folder lacks; a build that was stopped goes on
    Build(BuildArgs),
    /// Work values out once more: small layers whole, of the others any
    Verify(VerifyArgs),
}

/// Which tables.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// The folder [default: data/tables of the project, or of the working directory]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// The rules: togyz, qozdatu, bestemshe or historic
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = nonzero)]
    pub threads: Option<usize>,
}

/// `play tables build`.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// The most balls on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_BALLS)))]
    pub balls: u8,
    /// Store new files as they are, about eleven times as large: they are mapped, not read, and
    /// programs share them; nothing may cut such a file short while it is used
    #[arg(long)]
    pub plain: bool,
    /// Which tables.
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// `play tables verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Which tables.
    #[command(flatten)]
    pub tables: TablesArgs,
    /// Solve all layers up to so many balls from nothing and compare every value
    #[arg(long, value_name = "N", default_value_t = SMALL_BALLS + 1)]
    pub whole: u8,
    /// Of every larger layer and pair of tuzdiks derive so many values from those after their moves
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub samples: u32,
    /// Decides which
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl TablesArgs {
    fn folder(&self, library: &Library, here: Option<&Path>) -> PathBuf {
        let named = self.dir.clone();
        named.unwrap_or_else(|| library.default_tables(here))
    }

    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.unwrap_or_else(cores)
    }
}

/// Builds or verifies.
///
/// # Errors
/// If a table cannot be written, or the output fails.
pub(crate) fn run(
    task: &TablesTask,
    library: &Library,
    here: Option<&Path>,
    now: fn() -> Duration,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    match task {
        TablesTask::Build(args) => {
            let folder = args.tables.folder(library, here);
            build_tables(args, &folder, now, stop, out)
        }
        TablesTask::Verify(args) => {
            let folder = args.tables.folder(library, here);
            verify_tables(args, &folder, stop, out)
        }
    }
}

fn build_tables(
    args: &BuildArgs,
    folder: &Path,
    now: fn() -> Duration,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if args.balls <= SMALL_BALLS {
        writeln!(
            out,
            "Nothing to build: the program carries the tables up to {SMALL_BALLS} balls."
        )?;
        return Ok(Exit::Done);
    }
    let plan = Plan {
        variant: args.tables.variant,
        balls: args.balls,
        threads: args.tables.threads(),
        storage: if args.plain {
            Storage::Plain
        } else {
            Storage::Compressed
        },
    };
    // The bar goes to the error output, and only if that is a terminal.
    let bar = ProgressBar::new(plan.positions());
    let style =
        ProgressStyle::with_template("{bar:30} {percent}% of {len} positions {msg} (eta {eta})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let begun = now();
    let report = build(folder, plan, stop, &|done| {
        bar.set_message(format!("{} balls, tuzdiks {}", done.balls, done.pair));
        bar.inc(done.positions);
    });
    bar.finish_and_clear();
    let report = report?;
    let time = now().saturating_sub(begun).as_secs_f64();
    writeln!(
        out,
        "{}: {} files with {} positions of {}, up to {} balls; {} there already",
        folder.display(),
        report.files,
        report.positions,
        plan.variant,
        plan.balls,
        report.found,
    )?;
    writeln!(
        out,
        "{} positions solved, {} evaluations, {time:.1} s on {} threads",
        report.solved, report.evaluated, plan.threads
    )?;
    if report.stopped {
        writeln!(out, "Stopped: the same command goes on from here.")?;
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

#[expect(clippy::cast_precision_loss, reason = "a size for people")]
fn verify_tables(
    args: &VerifyArgs,
    folder: &Path,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let tables = &args.tables;
    if !folder.is_dir() {
        bail!("{}: there is no such folder", folder.display());
    }
    let opened = TableSet::open(folder, tables.variant, TABLES_BYTES, tables.threads());
    for problem in &opened.problems {
        writeln!(out, "{}", with_causes(problem))?;
    }
    let set = opened.tables;
    writeln!(
        out,
        "{}: {} up to {} balls, {:.1} MB in memory",
        folder.display(),
        tables.variant,
        set.balls(),
        set.bytes() as f64 / MEGABYTE
    )?;
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
    let mut below = |most| rng.random_range(0..most);
    let whole = args.whole.min(set.balls());
    let verified = verify(&set, whole, args.samples, &mut below, &mut |_, _| {
        !stop.load(Ordering::SeqCst)
    });
    if verified.stopped {
        writeln!(out, "Stopped.")?;
        return Ok(Exit::Interrupted);
    }
    writeln!(
        out,
        "{} values of {} layers solved from nothing, {} derived from those after their moves",
        verified.solved, verified.layers, verified.derived
    )?;
    writeln!(
        out,
        "A + B = n in {} of {} layers",
        verified.pairs - verified.unequal.len(),
        verified.pairs
    )?;
    for layer in &verified.unequal {
        writeln!(
            out,
            "both bounds are stored for tuzdiks {} with {} balls: {} positions where neither side can force the rest",
            layer.pair, layer.balls, layer.positions
        )?;
    }
    for wrong in &verified.mismatches {
        let (position, found, expected) = (wrong.position, wrong.found, wrong.expected);
        writeln!(
            out,
            "WRONG: {}: {} and {} balls, expected {} and {}",
            position.to_compact(),
            found.own,
            found.other,
            expected.own,
            expected.other
        )?;
    }
    let is_sound = verified.mismatches.is_empty() && opened.problems.is_empty();
    writeln!(
        out,
        "{}",
        if is_sound {
            "All right."
        } else {
            "Not sound: build them again."
        }
    )?;
    Ok(if is_sound { Exit::Done } else { Exit::Negative })
}

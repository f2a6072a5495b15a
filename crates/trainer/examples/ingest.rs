//! How many games a second the learner takes in: it reads each shard, plays each of its games again by
//! the rules, and adds the samples to the replay window.
//!
//! ```sh
//! cargo run --release -p togyz-trainer --example ingest -- runs/quick
//! ```

#![expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use togyz_rules::Variant;
use togyz_trainer::{
    Expected, LocalStore, REPLAY, ReplayBuffer, RunDir, Shard, ShardName, Store, TrainConfig,
    ValueTarget, read_shards,
};

/// Measures how fast a run's shards are taken in.
#[derive(Debug, Parser)]
struct Args {
    /// The folder of a run that has played
    run: PathBuf,
    /// Threads to go up to
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How often all shards are taken in
    #[arg(long, default_value_t = 20)]
    times: u32,
}

/// The shards of one generation, and what they must be.
struct Generation {
    names: Vec<String>,
    expected: Expected,
}

/// What the shards hold.
#[derive(Default)]
struct Content {
    games: usize,
    samples: usize,
    bytes: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let store = LocalStore::new(&args.run);
    let config = RunDir::config(&args.run)?;
    let (generations, content) = survey(&store, &config)?;
    ensure!(content.games > 0, "{}: no games", args.run.display());
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} games, {} samples, {:.1} MB in shards of {} games; {} times",
        content.games,
        content.samples,
        content.bytes as f64 / 1e6,
        config.selfplay.games_per_shard,
        args.times
    )?;
    let mut measure = |what: &str, work: &mut dyn FnMut() -> Result<()>| -> Result<()> {
        let (begun, before) = (Instant::now(), processor_time());
        for _ in 0..args.times {
            work()?;
        }
        let rates = |time: Duration| {
            let seconds = time.as_secs_f64() / f64::from(args.times);
            format!(
                "{:.0} games, {:.0} samples, {:.1} MB",
                content.games as f64 / seconds,
                content.samples as f64 / seconds,
                content.bytes as f64 / 1e6 / seconds
            )
        };
        writeln!(out, "{what}: a second {}", rates(begun.elapsed()))?;
        if let (Some(before), Some(after)) = (before, processor_time()) {
            let used = rates(after.saturating_sub(before));
            writeln!(out, "{what}: a second of one core {used}")?;
        }
        Ok(())
    };
    for threads in 1..=args.threads {
        for (what, checks) in [("read", false), ("read and played again", true)] {
            measure(&format!("{what} on {threads} threads"), &mut || {
                take_in(&store, &generations, checks, threads).map(drop)
            })?;
        }
    }
    // The window is one, and takes the samples in order: this part is not spread over threads.
    let shards = take_in(&store, &generations, false, args.threads)?;
    let target = ValueTarget::of(&config.learner);
    let mut buffer = ReplayBuffer::new(&config.replay, Variant::Togyz, target);
    measure("added to the window", &mut || {
        for shard in &shards {
            buffer.add("a shard", shard)?;
        }
        Ok(())
    })
}

/// What this process has used of the processor, where Linux tells: in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may have spaces; user and system time are fields 14 and 15.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
}

/// What is there, by generation.
fn survey(store: &LocalStore, config: &TrainConfig) -> Result<(Vec<Generation>, Content)> {
    let mut names: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for name in store.list(REPLAY)? {
        if let Some(place) = ShardName::parse(&name) {
            names.entry(place.generation).or_default().push(name);
        }
    }
    let (mut generations, mut content) = (Vec::new(), Content::default());
    for (generation, names) in names {
        let mut model = None;
        for name in &names {
            let bytes = store.get(name)?.context("it was listed")?;
            let shard = Shard::get(store, name)?;
            content.bytes += bytes.len();
            content.games += shard.games.len();
            content.samples += shard.games.iter().map(|g| g.samples.len()).sum::<usize>();
            model = shard.model;
        }
        let games = config.selfplay.games_of(generation, config.run.generations);
        generations.push(Generation {
            names,
            expected: Expected {
                variant: Variant::Togyz,
                seed: config.run.seed,
                model,
                games: games.into(),
                per_shard: config.selfplay.games_per_shard.into(),
                max_plies: config.selfplay.max_plies as usize,
            },
        });
    }
    Ok((generations, content))
}

/// Reads all shards as the learner does; one that is refused is an error here.
fn take_in(
    store: &LocalStore,
    generations: &[Generation],
    checks: bool,
    threads: usize,
) -> Result<Vec<Shard>> {
    let mut shards = Vec::new();
    for Generation { names, expected } in generations {
        for shard in read_shards(store, names, checks.then_some(expected), threads)? {
            shards.push(shard?);
        }
    }
    Ok(shards)
}

//! `evaluate bench`: how fast the searches are, and whether the classical one still does the same.
//!
//! Speeds are by processor time, so that other work on the machine, which takes its share of the
//! clock on the wall, shows less.

use std::cell::Cell;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use serde_json::{Map, Value};
use togyz_arena::Openings;
use togyz_mcts::{Limits, MctsConfig, PlaySearch};
use togyz_model::{Features, Model, RawOutput, Scratch};
use togyz_players::ModelEvaluator;
use togyz_rules::{Game, Position, Variant};
use togyz_search::{Searcher, TableEvaluation};

use crate::args::Bench;
use crate::matches::library;
use crate::signals::{peak_memory, processor_time, stop_on_signal};
use crate::{DONE, INTERRUPTED, tell};

/// A short search, whose tree lies in the caches.
const SHORT: Duration = Duration::from_millis(20);
/// Evaluations that are timed together: their least time counts.
const BURST: usize = 4096;
/// Positions that are evaluated in turn, so that no cache holds all that belongs to one.
const POSITIONS: usize = 256;
/// How far from the start they are, in plies.
const PLIES: u32 = 30;
/// The transposition table whose speed is measured: one that no cache holds.
const TABLE_BYTES: usize = 64 << 20;
/// The tree's memory.
const TREE_BYTES: u64 = 512 << 20;

/// A search looks at the clock this often before the processor time is asked for again: the system is slow to tell that,
/// where the clock of a game is not.
const LOOKS: u32 = 8;

/// One line of the result.
struct Figure {
    /// Its key in JSON.
    key: &'static str,
    value: f64,
    /// What a person reads behind the value.
    words: String,
}

/// Measures, prints, and gives the exit code.
pub(crate) fn run(args: Bench) -> anyhow::Result<u8> {
    let stop = stop_on_signal()?;
    let model = library()?
        .model_of(&args.model)?
        .with_context(|| format!("`{}` has no model to measure", args.model))?;
    let measured = Duration::from_millis(args.ms);
    let begun = processor_time();
    let report = togyz_search::bench(args.depth);
    let nodes_per_second = per_second(report.nodes, processor_time() - begun);

    let mut figures = vec![Figure {
        key: "nodes_per_second",
        value: nodes_per_second,
        words: "nodes/s of the classical search in these".to_owned(),
    }];
    for (threads, key) in [
        (1, "nodes_per_second_large_table"),
        (2, "nodes_per_second_2_threads"),
    ] {
        figures.push(Figure {
            key,
            value: nodes(
                NonZeroU32::new(threads).unwrap_or(NonZeroU32::MIN),
                measured,
                stop,
            ),
            words: format!("nodes/s with a table of 64 MiB, threads: {threads}"),
        });
    }
    figures.extend(of_model(&args.model.to_string(), &model, measured, stop)?);
    if let Some(bytes) = peak_memory() {
        figures.push(Figure {
            key: "peak_memory_mib",
            value: bytes as f64 / f64::from(1 << 20),
            words: "MiB of memory at most".to_owned(),
        });
    }

    if args.json {
        let mut json = Map::new();
        json.insert("depth".to_owned(), args.depth.into());
        json.insert("signature".to_owned(), report.nodes.into());
        json.insert("model".to_owned(), args.model.to_string().into());
        for figure in figures {
            json.insert(figure.key.to_owned(), figure.value.round().into());
        }
        tell(&Value::Object(json).to_string())?;
    } else {
        tell(&format!(
            "signature {} (nodes to depth {})",
            report.nodes, args.depth
        ))?;
        for figure in figures {
            tell(&format!("{:.0} {}", figure.value, figure.words))?;
        }
    }
    let stopped = stop.load(Ordering::Relaxed);
    Ok(if stopped { INTERRUPTED } else { DONE })
}

/// Nodes a second of the classical search from the start position. With several threads the time
/// is the first one's.
fn nodes(threads: NonZeroU32, measured: Duration, stop: &AtomicBool) -> f64 {
    let mut searcher = Searcher::new(TableEvaluation::default(), TABLE_BYTES).with_threads(threads);
    let begun = processor_time();
    let elapsed = || processor_time() - begun;
    let limits = togyz_search::Limits {
        time: Some(measured),
        ..togyz_search::Limits::default()
    };
    let found = searcher.search(&Game::new(Variant::Togyz), &limits, &elapsed, stop);
    per_second(found.map_or(0, |found| found.nodes), elapsed())
}

/// What the model does in f32 and in integers.
fn of_model(
    name: &str,
    model: &Arc<Model>,
    measured: Duration,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<Figure>> {
    let keys = [
        [
            "passes_per_second_f32",
            "evaluations_per_second_f32",
            "simulations_per_second_20_ms_f32",
            "simulations_per_second_f32",
            "simulations_per_second_20_ms_2_threads_f32",
            "simulations_per_second_2_threads_f32",
        ],
        [
            "passes_per_second",
            "evaluations_per_second",
            "simulations_per_second_20_ms",
            "simulations_per_second",
            "simulations_per_second_20_ms_2_threads",
            "simulations_per_second_2_threads",
        ],
    ];
    let models = [
        ("f32", Arc::new(model.in_floats()?)),
        ("integers", Arc::new(model.quantized()?)),
    ];
    let positions = positions();
    let mut figures = Vec::new();
    for ((numbers, model), [passes, evaluations, simulated @ ..]) in models.iter().zip(keys) {
        let mut scratch = Scratch::new();
        let mut output = RawOutput::default();
        let mut add = |key, value, what: &str| {
            figures.push(Figure {
                key,
                value,
                words: format!("{what} of {name} in {numbers}"),
            });
        };
        let speed = bursts(&positions, measured, |position| {
            model.forward(
                &mut scratch,
                &Features::of_set(position, model.features()),
                &mut output,
            );
            black_box(&output);
        });
        add(passes, speed, "forward passes/s");
        let speed = bursts(&positions, measured, |position| {
            black_box(model.judge(&mut scratch, position));
        });
        add(evaluations, speed, "evaluations/s");
        let searches = [(1, SHORT), (1, measured), (2, SHORT), (2, measured)];
        for (key, (threads, time)) in simulated.into_iter().zip(searches) {
            let threads = NonZeroU32::new(threads).unwrap_or(NonZeroU32::MIN);
            let speed = simulations(model, threads, time, measured, stop);
            let time = time.as_millis();
            let words = format!("simulations/s in {time} ms, threads: {threads},");
            add(key, speed, &words);
        }
    }
    Ok(figures)
}

/// Simulations a second on a fresh tree, the best of what fits into the measured time, but of two searches at
/// least: from its third move on a game grows its trees in memory that was used before, and the first search
/// gets its memory from the system. With several threads the time is the first one's, which works from beginning to end.
fn simulations(
    model: &Arc<Model>,
    threads: NonZeroU32,
    time: Duration,
    measured: Duration,
    stop: &AtomicBool,
) -> f64 {
    let config = MctsConfig {
        max_nodes: MctsConfig::nodes_in(TREE_BYTES),
        ..MctsConfig::default()
    };
    let mut search =
        PlaySearch::new(config, ModelEvaluator::new(Arc::clone(model))).with_threads(threads);
    let game = Game::new(Variant::Togyz);
    let begun = processor_time();
    let mut best = 0.0_f64;
    let mut searches = 0;
    while searches < 2 || processor_time() - begun < measured {
        searches += 1;
        search.clear();
        let begun = processor_time();
        let elapsed = || processor_time() - begun;
        let (looks, last) = (Cell::new(0), Cell::new(Duration::ZERO));
        let clock = || {
            if looks.replace(looks.get() + 1) % LOOKS == 0 {
                last.set(elapsed());
            }
            last.get()
        };
        let Some(found) = search.search(&game, &Limits::time(time), &clock, stop) else {
            break;
        };
        best = best.max(per_second(found.simulations.into(), elapsed()));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    best
}

/// Positions some plies from the start.
fn positions() -> Vec<Position> {
    Openings {
        plies: PLIES,
        seed: 1,
    }
    .generate(Variant::Togyz, POSITIONS)
    .iter()
    .filter_map(|moves| {
        let mut position = Position::start(Variant::Togyz);
        for &mv in moves {
            position = position.play(mv).ok()?.0;
        }
        Some(position)
    })
    .collect()
}

/// Calls a second, by the quickest burst.
fn bursts(positions: &[Position], measured: Duration, mut call: impl FnMut(&Position)) -> f64 {
    let begun = processor_time();
    let mut best = 0.0_f64;
    while best <= 0.0 || processor_time() - begun < measured {
        let begun = processor_time();
        for position in positions.iter().cycle().take(BURST) {
            call(black_box(position));
        }
        best = best.max(per_second(BURST as u64, processor_time() - begun));
    }
    best
}

fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

//! `evaluate bench`: how fast the searches are, and whether the classical one still does the same.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Context as _;
use togyz_arena::Openings;
use togyz_mcts::{Limits, MctsConfig, PlaySearch};
use togyz_model::{Features, Model, RawOutput, Scratch};
use togyz_players::ModelEvaluator;
use togyz_rules::{Game, Position, Variant};

use crate::args::Bench;
use crate::matches::library;
use crate::signals::{clock, stop_on_signal};
use crate::{DONE, INTERRUPTED, tell};

/// How long each speed of the model is measured.
const MEASURED: Duration = Duration::from_secs(1);
/// Positions that are evaluated in turn, so that no cache holds all that belongs to one.
const POSITIONS: usize = 256;
/// How far from the start they are, in plies.
const PLIES: u32 = 30;

/// Measures, prints, and gives the exit code.
pub(crate) fn run(args: Bench) -> anyhow::Result<u8> {
    let stop = stop_on_signal()?;
    let model = library()?
        .model_of(&args.model)?
        .with_context(|| format!("`{}` has no model to measure", args.model))?;

    let begun = clock();
    let report = togyz_search::bench(args.depth);
    let nodes_per_second = per_second(report.nodes, clock() - begun);

    let evaluations_per_second = evaluations(&model);

    let mut search = PlaySearch::new(MctsConfig::default(), ModelEvaluator::new(model));
    let begun = clock();
    let elapsed = || clock() - begun;
    let limits = Limits::time(MEASURED);
    let game = Game::new(Variant::Togyz);
    let found = search.search(&game, &limits, &elapsed, stop);
    let simulations = found.map_or(0, |found| found.simulations);
    let simulations_per_second = per_second(simulations.into(), elapsed());

    if args.json {
        let json = serde_json::json!({
            "depth": args.depth,
            "signature": report.nodes,
            "nodes_per_second": nodes_per_second.round(),
            "model": args.model,
            "evaluations_per_second": evaluations_per_second.round(),
            "simulations_per_second": simulations_per_second.round(),
        });
        tell(&format!("{json}"))?;
    } else {
        tell(&format!(
            "signature {} (nodes to depth {})",
            report.nodes, args.depth
        ))?;
        tell(&format!(
            "{nodes_per_second:.0} nodes/s of the classical search"
        ))?;
        tell(&format!(
            "{evaluations_per_second:.0} evaluations/s of {}",
            args.model
        ))?;
        tell(&format!(
            "{simulations_per_second:.0} simulations/s of {}",
            args.model
        ))?;
    }
    let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
    Ok(if stopped { INTERRUPTED } else { DONE })
}

/// Evaluations a second on one core: features and forward pass.
fn evaluations(model: &Model) -> f64 {
    let positions: Vec<Position> = Openings {
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
    .collect();
    let mut scratch = Scratch::new();
    let mut output = RawOutput::default();
    let begun = clock();
    let mut count = 0;
    while clock() - begun < MEASURED {
        for position in &positions {
            model.forward(
                &mut scratch,
                &Features::of(black_box(position)),
                &mut output,
            );
            black_box(&output);
        }
        count += positions.len() as u64;
    }
    per_second(count, clock() - begun)
}

fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

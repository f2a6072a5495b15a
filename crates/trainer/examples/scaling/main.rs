//! What a run over a shared store comes to with more workers than there are at hand: a simulation of the
//! protocol. docs/scaling.md has the figures and what follows from them.
//!
//! ```sh
//! cargo run --release -p togyz-trainer --example scaling -- --workers 10,1000,100000
//! cargo run --release -p togyz-trainer --example scaling -- --workers 3 --threads 1 --whole
//! ```

mod figures;
mod learner;
mod plan;
mod simulation;
mod store;
#[cfg(test)]
mod tests;

use std::io::Write;

use anyhow::{Context, Result};
use clap::Parser;

use figures::{Figures, grouped};
use plan::Plan;
use simulation::{Run, simulate};

/// Simulates a run over a shared store.
#[derive(Debug, Parser)]
struct Args {
    /// Workers, one column for each number
    #[arg(long, value_delimiter = ',', default_value = "10,1000,100000")]
    workers: Vec<u32>,
    /// Tell what the whole run asks of the store, as the programs count it, instead of figures a day
    #[arg(long)]
    whole: bool,
    #[command(flatten)]
    plan: Plan,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut table: Vec<(&str, Vec<String>)> = Vec::new();
    for &workers in &args.workers {
        let run = simulate(&args.plan, workers);
        let rows = if args.whole {
            whole(&run)
        } else {
            let figures = Figures::of(&args.plan, workers, &run);
            figures
                .context("--generations: at least 5, the first ones are not like the others")?
                .rows()
        };
        for (place, (name, value)) in rows.into_iter().enumerate() {
            match table.get_mut(place) {
                Some((_, values)) => values.push(value),
                None => table.push((name, vec![value])),
            }
        }
    }
    let mut out = std::io::stdout().lock();
    let heads: Vec<String> = args
        .workers
        .iter()
        .map(|w| grouped(f64::from(*w)))
        .collect();
    writeln!(out, "| workers | {} |", heads.join(" | "))?;
    writeln!(out, "| --- |{}", " ---: |".repeat(heads.len()))?;
    for (name, values) in table {
        writeln!(out, "| {name} | {} |", values.join(" | "))?;
    }
    Ok(())
}

/// The whole run, in the words of `train status` and of the learner's last line.
fn whole(run: &Run) -> Vec<(&'static str, String)> {
    let end = run.generations.last().map_or(0.0, |last| last.learnt);
    vec![
        ("seconds", format!("{end:.0}")),
        ("shards written", grouped(run.shards_written)),
        ("workers: puts", grouped(run.workers.puts)),
        ("workers: gets", grouped(run.workers.gets)),
        ("workers: pages of lists", grouped(run.workers.lists)),
        ("learner: puts", grouped(run.learner.puts)),
        ("learner: gets", grouped(run.learner.gets)),
        ("learner: pages of lists", grouped(run.learner.lists)),
    ]
}

//! `evaluate tune SPEC`.

use anyhow::ensure;
use togyz_arena::{TuneConfig, TuneReport, tune};

use crate::args::Tune;
use crate::matches::library_with_tables;
use crate::progress::Meter;
use crate::signals::{clock, stop_on_signal};
use crate::tell_report;

/// The greatest `--rate`: more than a step a pair finds nothing.
const MOST_RATE: f64 = 1.0;

/// Tunes, prints the table, and gives the exit code.
pub(crate) fn run(args: Tune) -> anyhow::Result<u8> {
    let rate = args
        .rate
        .unwrap_or_else(|| TuneConfig::usual_rate(args.pairs));
    ensure!(
        rate > 0.0 && rate <= MOST_RATE,
        "--rate {rate}: expected a number above 0, at most {MOST_RATE}"
    );
    let config = TuneConfig {
        spec: args.spec,
        keys: args.keys,
        pairs: args.pairs,
        batch: args.batch,
        rate,
        terms: args.conditions.config()?,
    };
    let library = library_with_tables(args.conditions.tables.as_deref())?;
    let stop = stop_on_signal()?;
    let title = format!("tuning {}", config.spec);
    let mut meter = Meter::new(title, config.pairs.into(), "pairs");
    let report = tune(
        &config,
        &library,
        args.conditions.variant,
        clock,
        args.out.as_deref(),
        &mut |report| meter.show(report.pairs.into(), values(report)),
        stop,
    );
    meter.finish();
    let report = report?;
    tell_report(&report, args.conditions.json, table, report.interrupted)
}

/// The running values.
fn values(report: &TuneReport) -> String {
    let values = report.keys.iter();
    let values: Vec<String> = values
        .map(|one| format!("{}={:.4}", one.key.name, one.last))
        .collect();
    values.join(" ")
}

fn table(report: &TuneReport) -> String {
    let games = report.games;
    let mut text = format!(
        "pairs {}, games of the upper settings +{} ={} -{}\n\n",
        report.pairs, games.wins, games.draws, games.losses
    );
    let widest = report.keys.iter().map(|one| one.key.name.len()).max();
    let width = widest.unwrap_or(0).max("key".len());
    text.push_str(&format!(
        "{:width$}  {:>9}  {:>9}  {:>9}  {:>7}  {:>19}\n",
        "key", "start", "last", "mean", "steps", "range"
    ));
    for one in &report.keys {
        let range = format!("{} to {}", one.key.min, one.key.max);
        text.push_str(&format!(
            "{:width$}  {:>9.4}  {:>9.4}  {:>9.4}  {:>+7.2}  {range:>19}\n",
            one.key.name,
            one.key.start,
            one.last,
            one.mean,
            (one.mean - one.key.start) / one.key.step
        ));
    }
    text.push_str(&format!("\nwith the means: {}\n", report.spec));
    if report.continued > 0 {
        text.push_str(&format!(
            "{} of the pairs were there already\n",
            report.continued
        ));
    }
    if report.interrupted {
        text.push_str("interrupted: the same command goes on from here if --out was given\n");
    }
    text
}

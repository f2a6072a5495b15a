//! `evaluate ladder SPEC...`.

use anyhow::Context as _;
use togyz_arena::{LadderConfig, LadderReport, Pairing, Tally, play_ladder};

use crate::args::Ladder;
use crate::matches::library_with_tables;
use crate::progress::Progress;
use crate::signals::{clock, stop_on_signal};
use crate::tell_report;

/// Plays the ladder, prints the table, and gives the exit code.
pub(crate) fn run(args: Ladder) -> anyhow::Result<u8> {
    let anchor = match &args.anchor {
        None => 0,
        Some(anchor) => args
            .specs
            .iter()
            .position(|spec| spec == anchor)
            .with_context(|| format!("the anchor `{anchor}` is not one of the players"))?,
    };
    let config = LadderConfig {
        anchor,
        pairing: args
            .neighbours
            .map_or(Pairing::RoundRobin, |reach| Pairing::Neighbours {
                reach: reach as usize,
            }),
        terms: args.terms.config(None)?,
        specs: args.specs,
    };
    let library = library_with_tables(args.terms.conditions.tables.as_deref())?;
    let stop = stop_on_signal()?;
    let mut shown: Option<(String, Progress)> = None;
    let report = play_ladder(
        &config,
        &library,
        args.terms.conditions.variant,
        clock,
        args.out.as_deref(),
        &mut |game, tally: &Tally| {
            let title = format!("{} against {}", game.a, game.b);
            if shown.as_ref().is_none_or(|(known, _)| *known != title) {
                if let Some((_, progress)) = shown.take() {
                    progress.finish();
                }
                let progress = Progress::new(title.clone(), game.games, None);
                shown = Some((title, progress));
            }
            if let Some((_, progress)) = &mut shown {
                progress.show(tally);
            }
        },
        stop,
    );
    if let Some((_, progress)) = shown {
        progress.finish();
    }
    let report = report?;
    tell_report(
        &report,
        args.terms.conditions.json,
        table,
        report.interrupted,
    )
}

fn table(report: &LadderReport) -> String {
    let mut text = String::new();
    for one in &report.matches {
        let tally = &one.report.tally;
        text.push_str(&format!(
            "{} against {}: +{} ={} -{}, Elo {}, distinct games {} of {}\n",
            one.a,
            one.b,
            tally.wins,
            tally.draws,
            tally.losses,
            tally.elo(),
            tally.distinct_games,
            tally.games()
        ));
    }
    if report.standings.is_empty() {
        text.push_str("no table yet: not all players are tied to the anchor by games\n");
        return text;
    }
    let widest = report.standings.iter().map(|one| one.spec.len()).max();
    let width = widest.unwrap_or(0).max("player".len());
    text.push_str(&format!(
        "\n{:width$}  {:>7}  {:>19}  {:>6}  {:>7}\n",
        "player", "Elo", "95 %", "games", "score"
    ));
    for one in &report.standings {
        let interval = format!("[{:+.1}, {:+.1}]", one.rating.low, one.rating.high);
        text.push_str(&format!(
            "{:width$}  {:>+7.1}  {interval:>19}  {:>6}  {:>5.1} %\n",
            one.spec,
            one.rating.elo,
            one.games,
            100.0 * one.score
        ));
    }
    text
}

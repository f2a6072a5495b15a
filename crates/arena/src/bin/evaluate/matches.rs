//! `evaluate A B`.

use std::env;
use std::path::Path;

use anyhow::{Context as _, bail};
use togyz_arena::{MatchReport, Pace, Verdict, play_match};
use togyz_players::Library;

use crate::args::Versus;
use crate::progress::{Progress, say};
use crate::signals::{clock, stop_on_signal};
use crate::{DONE, INTERRUPTED, NEGATIVE, tell};

/// The levels of the project that the program was started in, or the built-in ones.
pub(crate) fn library() -> anyhow::Result<Library> {
    let here = env::current_dir().context("the present folder")?;
    Ok(Library::find(Some(&here))?)
}

/// [`library`] with the endgame tables of a folder; what cannot be used is told and done without.
pub(crate) fn library_with_tables(folder: Option<&Path>) -> anyhow::Result<Library> {
    let mut library = library()?;
    let here = env::current_dir().ok();
    for problem in library.read_tables(folder, here.as_deref()) {
        let problem = anyhow::Error::from(problem);
        say(&format!(
            "warning: {problem:#}: playing without this endgame table"
        ));
    }
    Ok(library)
}

/// Plays the match, prints it, and gives the exit code.
pub(crate) fn run(versus: Versus) -> anyhow::Result<u8> {
    let (Some(a), Some(b)) = (versus.a, versus.b) else {
        bail!("two players are needed: evaluate A B");
    };
    let title = format!("{a} against {b}");
    let config = versus.terms.config(versus.sprt)?.between(a, b);
    let library = library_with_tables(versus.terms.conditions.tables.as_deref())?;
    let stop = stop_on_signal()?;
    let mut progress = Progress::new(title.clone(), config.games, config.sprt);
    let report = play_match(
        &config,
        &library,
        versus.terms.conditions.variant,
        clock,
        versus.out.as_deref(),
        &mut |tally| progress.show(tally),
        stop,
    );
    progress.finish();
    let report = report?;
    if versus.terms.conditions.json {
        tell(&format!(
            "{}",
            json(&config.a.to_string(), &config.b.to_string(), &report)
        ))?;
    } else {
        tell(&format!("{title}\n{}", text(&report)))?;
    }
    Ok(match report.sprt {
        _ if report.interrupted => INTERRUPTED,
        Some(test) if test.verdict == Verdict::Negative => NEGATIVE,
        _ => DONE,
    })
}

fn json(a: &str, b: &str, report: &MatchReport) -> serde_json::Value {
    let tally = &report.tally;
    serde_json::json!({
        "a": a,
        "b": b,
        "games": tally.games(),
        "score": tally.score(),
        "elo": tally.elo(),
        "tally": tally,
        "sprt": report.sprt,
        "continued": report.continued,
        "interrupted": report.interrupted,
    })
}

/// The result as a person reads it.
pub(crate) fn text(report: &MatchReport) -> String {
    let tally = &report.tally;
    let elo = tally.elo();
    let mut lines = vec![
        format!(
            "games {}: +{} ={} -{}, score {:.1} %",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.score()
        ),
        format!("Elo {elo} (95 %), normalized {:+.1}", elo.normalized),
        format!(
            "pairs by points 0, 1/2, 1, 3/2, 2: {:?}; distinct games {}",
            tally.pentanomial, tally.distinct_games
        ),
        format!(
            "ms a move: {} and {}",
            pace(&tally.pace.a),
            pace(&tally.pace.b)
        ),
    ];
    if let Some(test) = report.sprt {
        lines.push(format!("test {test}"));
    }
    let faults = [
        ("lost by a fault of the first player", tally.forfeits.a),
        ("lost by a fault of the second player", tally.forfeits.b),
        ("drawn by repetition", tally.repetitions),
        ("drawn by the limit of plies", tally.ply_limits),
    ];
    for (what, count) in faults {
        if count > 0 {
            lines.push(format!("{what}: {count}"));
        }
    }
    if report.continued > 0 {
        lines.push(format!("{} of them were there already", report.continued));
    }
    if report.interrupted {
        lines.push("interrupted: the same command goes on from here if --out was given".to_owned());
    }
    lines.join("\n")
}

fn pace(pace: &Pace) -> String {
    let longest = pace.longest_us as f64 / 1000.0;
    format!("{:.2} (longest {longest:.1})", pace.mean_ms())
}

//! `play replay`: checks collections of games.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use togyz_rules::{EndReason, GameError, GameRecord, Side, Variant, collection};

use crate::Exit;
use crate::cli::ReplayArgs;
use crate::input::read_text;

/// A line of the JSON output.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'a> {
    Game(Game<'a>),
    Wrong(Wrong<'a>),
    Summary(Summary),
}

/// A game that the rules confirm.
#[derive(Serialize)]
struct Game<'a> {
    file: &'a str,
    game: usize,
    variant: Variant,
    plies: usize,
    /// Balls of Bastaushy and Kostaushy: those of the result, or in the kazans of an open game.
    score: [u8; 2],
    /// What the text states.
    result: String,
    /// Why the board says the game is over.
    end: Option<EndReason>,
    /// The result on the board where the stated one contradicts it.
    conflict: Option<String>,
}

/// A game that is wrong.
#[derive(Serialize)]
struct Wrong<'a> {
    file: &'a str,
    game: usize,
    line: usize,
    column: usize,
    /// Half-moves that were right.
    plies: usize,
    token: &'a str,
    error: String,
}

/// All files together.
#[derive(Clone, Copy, Default, Serialize)]
struct Summary {
    files: usize,
    games: usize,
    plies: usize,
    wrong: usize,
    conflicts: usize,
    unreadable: usize,
    seconds: f64,
}

/// Checks every file and tells of each game, then of all.
///
/// # Errors
/// If the output fails, or a file cannot be read; the other files are checked first.
pub(crate) fn run(
    args: &ReplayArgs,
    now: fn() -> Duration,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let begun = now();
    let mut summary = Summary::default();
    for file in &args.files {
        summary.files += 1;
        if let Err(error) = check_file(args, file, &mut summary, out, err)? {
            summary.unreadable += 1;
            writeln!(err, "error: {error}")?;
        }
    }
    summary.seconds = now().saturating_sub(begun).as_secs_f64();
    summary.write(args, out)?;
    if summary.unreadable > 0 {
        anyhow::bail!(
            "{} of {} files could not be read",
            summary.unreadable,
            summary.files
        );
    }
    Ok(if summary.wrong > 0 {
        Exit::Negative
    } else {
        Exit::Done
    })
}

/// Checks a file: the outer error is one of writing, the inner one of reading.
fn check_file(
    args: &ReplayArgs,
    path: &Path,
    summary: &mut Summary,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Result<(), crate::input::InputError>> {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) => return Ok(Err(error)),
    };
    let file = path.display().to_string();
    if let Some(at) = text.damage {
        writeln!(
            err,
            "warning: {file}: not UTF-8 from byte {at} on; read as far as it goes"
        )?;
    }
    let before = summary.games;
    for (index, game) in collection(&text.text, args.variant).enumerate() {
        summary.games += 1;
        match &game {
            Ok(record) => right(args, &file, index + 1, record, summary, out)?,
            Err(error) => wrong(args, &file, error, summary, out)?,
        }
    }
    if summary.games == before {
        writeln!(err, "warning: {file}: there is no game in the file")?;
    }
    Ok(Ok(()))
}

fn right(
    args: &ReplayArgs,
    file: &str,
    number: usize,
    record: &GameRecord,
    summary: &mut Summary,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let conflict = record.result_conflict();
    let plies = record.game.plies().len();
    summary.plies += plies;
    summary.conflicts += usize::from(conflict.is_some());
    if args.quiet && conflict.is_none() {
        return Ok(());
    }
    let outcome = record.game.outcome();
    let position = record.game.position();
    let score = Side::ALL.map(|side| match outcome {
        Some(outcome) => outcome.score[side],
        None => position.kazan(side),
    });
    if args.json {
        return json(
            &Line::Game(Game {
                file,
                game: number,
                variant: position.variant(),
                plies,
                score,
                result: record.headers.result.to_string(),
                end: outcome.map(|outcome| outcome.reason),
                conflict: conflict
                    .map(|conflict| togyz_rules::GameResult::from(conflict.outcome).to_string()),
            }),
            out,
        );
    }
    write!(
        out,
        "{file}: game {number}: {plies} half-moves, {}-{}, {}",
        score[0], score[1], record.headers.result
    )?;
    match conflict {
        Some(conflict) => writeln!(out, "  (note: {conflict})")?,
        None => writeln!(out)?,
    }
    Ok(())
}

fn wrong(
    args: &ReplayArgs,
    file: &str,
    error: &GameError,
    summary: &mut Summary,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    summary.wrong += 1;
    summary.plies += error.plies;
    if args.json {
        return json(
            &Line::Wrong(Wrong {
                file,
                game: error.game,
                line: error.line,
                column: error.column,
                plies: error.plies,
                token: &error.token,
                error: error.kind.to_string(),
            }),
            out,
        );
    }
    writeln!(
        out,
        "{file}: WRONG: {error} (after {} right half-moves)",
        error.plies
    )?;
    Ok(())
}

fn json(line: &Line<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, line).context("the output failed")?;
    writeln!(out)?;
    Ok(())
}

impl Summary {
    fn write(self, args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
        if args.json {
            return json(&Line::Summary(self), out);
        }
        #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
        let speed = self.plies as f64 / self.seconds.max(1e-9) / 1e6;
        writeln!(
            out,
            "{} games in {} files, {} half-moves: {} wrong, {} with another result than the board; \
             {:.3} s, {speed:.2} M half-moves/s",
            self.games, self.files, self.plies, self.wrong, self.conflicts, self.seconds
        )?;
        Ok(())
    }
}

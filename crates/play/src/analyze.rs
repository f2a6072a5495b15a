//! `play analyze`: the best moves of a position, or of a game's positions.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Serialize;
use togyz_players::{Candidate, Library, PlayerSpec, Proof, Thought, build};
use togyz_rules::{
    BySide, EndReason, Game, GameRecord, Outcome, Position, PositionError, Side, Variant,
};

use crate::Exit;
use crate::board::Board;
use crate::cli::AnalyzeArgs;
use crate::evaluation::{table, told_evaluation};
use crate::i18n::Told;
use crate::input::read_game;
use crate::moves::pairs_of;
use crate::session::{Timer, classical};
use crate::style::Style;

/// The version of the JSON output; it grows when a field changes its meaning or goes.
pub(crate) const SCHEMA: u32 = 1;

/// The JSON output.
#[derive(Serialize)]
struct Report {
    schema: u32,
    variant: Variant,
    /// The spec of the player that analysed.
    engine: String,
    source: Source,
    analyses: Vec<Analysis>,
}

/// Where the positions come from.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Source {
    /// The command line.
    Position,
    /// A game of a file.
    Game {
        file: String,
        game: usize,
        white: String,
        black: String,
        plies: usize,
    },
}

/// One position.
#[derive(Serialize)]
pub(crate) struct Analysis {
    /// Half-moves played before it.
    ply: usize,
    /// In the compact form.
    position: String,
    side_to_move: Side,
    /// The result, if the game is over here; there are no moves then.
    outcome: Option<Ended>,
    /// What was found, from the view of the side to move; none if the game is over.
    #[serde(flatten)]
    found: Option<Found>,
}

#[derive(Serialize)]
pub(crate) struct Ended {
    winner: Option<Side>,
    reason: EndReason,
    score: BySide<u8>,
}

/// What was found of a position, as JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    win: f32,
    draw: f32,
    loss: f32,
    margin: f32,
    proven: Option<Proof>,
    /// Whether all of it is exact, by endgame tables.
    exact: bool,
    depth: Option<u8>,
    nodes: u64,
    simulations: u32,
    moves: Vec<Choice>,
}

/// One move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    hole: u8,
    notation: String,
    win: f32,
    margin: f32,
    share: f32,
    proven: Option<Proof>,
    line: Vec<u8>,
    line_notation: Vec<String>,
}

/// Analyses and prints.
///
/// # Errors
/// If the input is no position and no game, the player cannot be had, or the output fails.
pub(crate) fn run(
    args: &AnalyzeArgs,
    input: &str,
    library: &Library,
    timer: &Timer,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (game, source) = read_input(args, input)?;
    let variant = game.position().variant();
    let spec = engine_or_strongest(args.engine.as_ref(), library, variant);
    let mut player = build(&spec, library, variant, args.seed)?;
    let mut report = Report {
        schema: SCHEMA,
        variant,
        engine: player.name(),
        source,
        analyses: Vec::new(),
    };
    for ply in plies(args, &game)? {
        let past = game_at(&game, ply)?;
        let outcome = past.outcome();
        let thought = match outcome {
            Some(_) => None,
            None => Some(timer.analyze(player.as_mut(), &past, &args.budget.budget())?),
        };
        if args.json {
            let analysis = Analysis::new(&past, ply, thought.as_ref(), args.moves);
            report.analyses.push(analysis);
        } else {
            write_text(&past, ply, outcome, thought.as_ref(), args, style, out)?;
        }
        if timer.was_stopped() {
            return finish(&report, args, style, out).map(|()| Exit::Interrupted);
        }
    }
    finish(&report, args, style, out).map(|()| Exit::Done)
}

fn finish(
    report: &Report,
    args: &AnalyzeArgs,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        serde_json::to_writer_pretty(&mut *out, report).context("the output failed")?;
        writeln!(out)?;
    } else {
        let by = [("name", report.engine.clone().into())];
        writeln!(out, "{}", style.messages().format("game-by", &by))?;
    }
    Ok(())
}

/// The player that is named; else the strongest level, or the classical search where there is none.
pub(crate) fn engine_or_strongest(
    named: Option<&PlayerSpec>,
    library: &Library,
    variant: Variant,
) -> PlayerSpec {
    let strongest = || match library.levels().0.last() {
        Some(level) if variant == Variant::Togyz => PlayerSpec::level(&level.name),
        _ => classical(),
    };
    named.cloned().unwrap_or_else(strongest)
}

/// A game, from a file if there is one of that name, else from a position.
fn read_input(args: &AnalyzeArgs, input: &str) -> anyhow::Result<(Game, Source)> {
    let path = Path::new(input);
    if path.exists() {
        let (record, _) = read_game(path, args.game, args.variant)?;
        let GameRecord { headers, game } = record;
        let source = Source::Game {
            file: input.to_owned(),
            game: args.game,
            white: headers.white,
            black: headers.black,
            plies: game.plies().len(),
        };
        return Ok((game, source));
    }
    match Position::parse(input, args.variant) {
        Ok(position) => Ok((Game::from_position(position), Source::Position)),
        Err(PositionError::Unrecognized(text)) => {
            bail!(
                "`{text}` is no file, and no position: expected `startpos`, a compact position or a FEN"
            )
        }
        Err(error) => Err(error).context(format!("`{input}` is no position")),
    }
}

/// The half-moves after which the game is looked at.
fn plies(args: &AnalyzeArgs, game: &Game) -> anyhow::Result<std::ops::RangeInclusive<usize>> {
    let last = game.plies().len();
    Ok(match args.ply {
        Some(ply) if ply > last => bail!("--ply {ply}: the game has {last} half-moves"),
        Some(ply) => ply..=ply,
        None if args.every => 0..=last,
        None => last..=last,
    })
}

/// The game as it was after `ply` half-moves, with its history for repetition.
pub(crate) fn game_at(game: &Game, ply: usize) -> anyhow::Result<Game> {
    let mut past = Game::from_position(*game.start());
    for played in &game.plies()[..ply] {
        past.play_on(played.mv)?;
    }
    Ok(past)
}

fn write_text(
    game: &Game,
    ply: usize,
    outcome: Option<Outcome>,
    thought: Option<&Thought>,
    args: &AnalyzeArgs,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = game.position();
    let messages = style.messages();
    let names = BySide::new(messages.text("board-south"), messages.text("board-north"));
    let board = Board {
        position,
        bottom: Side::Bastaushy,
        last: game.plies().last(),
        names: &names,
        style,
    };
    let after = [
        ("count", ply.into()),
        ("position", position.to_compact().into()),
    ];
    writeln!(out, "{}\n\n{board}", messages.format("eval-after", &after))?;
    if let Some(outcome) = outcome {
        writeln!(out, "{}\n", (&outcome, position).told(messages))?;
    }
    if let Some(thought) = thought {
        let moves = usize::from(args.moves);
        writeln!(out, "{}", told_evaluation(thought, position, &names, style))?;
        writeln!(out, "{}", table(thought, position, moves, style))?;
    }
    Ok(())
}

impl Analysis {
    /// Of a game's present position, `ply` half-moves after its start.
    pub(crate) fn new(game: &Game, ply: usize, thought: Option<&Thought>, most: u8) -> Analysis {
        let position = game.position();
        Analysis {
            ply,
            position: position.to_compact(),
            side_to_move: position.side_to_move(),
            outcome: game.outcome().map(Ended::from),
            found: thought.map(|thought| Found::new(thought, position, most)),
        }
    }
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Ended {
        Ended {
            winner: outcome.winner,
            reason: outcome.reason,
            score: outcome.score,
        }
    }
}

impl Found {
    pub(crate) fn new(thought: &Thought, position: &Position, most: u8) -> Found {
        Found {
            win: thought.win,
            draw: thought.draw,
            loss: thought.loss,
            margin: thought.margin,
            proven: thought.proven,
            exact: thought.exact,
            depth: thought.depth,
            nodes: thought.nodes,
            simulations: thought.simulations,
            moves: thought
                .candidates
                .iter()
                .take(usize::from(most))
                .map(|candidate| Choice::new(candidate, position))
                .collect(),
        }
    }
}

impl Choice {
    fn new(candidate: &Candidate, position: &Position) -> Choice {
        Choice {
            hole: candidate.mv.number(),
            notation: pairs_of(position, &[candidate.mv]).concat(),
            win: candidate.win,
            margin: candidate.margin,
            share: candidate.share,
            proven: candidate.proven,
            line: candidate.line.iter().map(|mv| mv.number()).collect(),
            line_notation: pairs_of(position, &candidate.line),
        }
    }
}

//! `play solve`: the certain result of a position, with the whole line.

use std::io::Write;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use togyz_players::{Budget, Clock, Library, Proof, Solution, solve};
use togyz_rules::{BySide, Game, Position, Side, Variant};
use togyz_tables::Probe;

use crate::Exit;
use crate::board::Board;
use crate::cli::LibraryArgs;
use crate::i18n::{Language, Messages, Told};
use crate::session::Timer;
use crate::style::Style;

/// Tables up to so many balls are built in minutes.
const TABLES_AT_HAND: u8 = 10;

/// `play solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// A compact position, a FEN, or `startpos`
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The rules
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Positions to look at for each half-move of the line, at most
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    pub nodes: u64,
    /// Milliseconds for each half-move of the line, at most
    #[arg(long, value_name = "N")]
    pub ms: Option<u64>,
    /// Where levels and tables come from.
    #[command(flatten)]
    pub levels: LibraryArgs,
}

/// Solves and prints. [`Exit::Negative`] if the limit came first.
///
/// # Errors
/// If the position is none, or the output fails.
pub(crate) fn run(
    args: &SolveArgs,
    library: &Library,
    timer: &Timer,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let position = Position::parse(&args.position, args.variant)
        .with_context(|| format!("`{}` is no position", args.position))?;
    let game = Game::from_position(position);
    let tables = Probe::new(library.tables(args.variant));
    let budget = Budget {
        nodes: Some(args.nodes),
        time: args.ms.map(Duration::from_millis),
        ..Budget::default()
    };
    let begun = (timer.now)();
    let solution = {
        let elapsed = || (timer.now)().saturating_sub(begun);
        let clock = Clock {
            elapsed: &elapsed,
            stop: &timer.stop,
        };
        solve(&game, &tables, &budget, &clock)
    };
    let time = (timer.now)().saturating_sub(begun).as_secs_f64();
    let names = BySide::new("south".to_owned(), "north".to_owned());
    let board = Board {
        position: &position,
        bottom: Side::Bastaushy,
        last: None,
        names: &names,
        style,
    };
    writeln!(out, "{}\n\n{board}", position.to_compact())?;
    write_solution(&solution, &position, out)?;
    if solution.proven.is_none() && !timer.was_stopped() {
        write_help(&solution, &position, tables.balls(), out)?;
    }
    writeln!(
        out,
        "{} positions searched, endgame tables up to {} balls, {time:.2} s",
        solution.nodes,
        tables.balls()
    )?;
    Ok(match solution.proven {
        Some(_) => Exit::Done,
        None if timer.was_stopped() => Exit::Interrupted,
        None => Exit::Negative,
    })
}

fn write_solution(
    solution: &Solution,
    position: &Position,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mover = position.side_to_move();
    let text = match solution.proven {
        None => "Not solved within the limit.".to_owned(),
        Some(Proof::Draw) => "A draw with best play.".to_owned(),
        Some(Proof::Win) => format!("{mover} wins."),
        Some(Proof::Loss) => format!("{} wins.", mover.other()),
    };
    writeln!(out, "{text}")?;
    let pairs = solution.game.pairs();
    if !pairs.is_empty() {
        let mut line = pairs.clone();
        let by = if solution.searched < line.len() {
            line.insert(solution.searched, "|".to_owned());
            ", by the tables behind the bar"
        } else {
            ""
        };
        writeln!(out, "Line{by}: {}", line.join(" "))?;
    }
    match solution.game.outcome() {
        Some(outcome) => {
            let end = (&outcome, solution.game.position());
            writeln!(out, "{}", end.told(Messages::of(Language::English)))?;
        }
        None if solution.proven.is_some() => writeln!(
            out,
            "The line is cut off at the limit: {}",
            solution.game.position().to_compact()
        )?,
        None => {}
    }
    Ok(())
}

/// What is known of a position that is not solved, and what would help.
fn write_help(
    solution: &Solution,
    position: &Position,
    tables: u8,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for side in Side::ALL.into_iter().filter(|side| solution.holds[*side]) {
        let other = side.other();
        writeln!(
            out,
            "Certain: {side} gets half of the balls or more, so {other} cannot win."
        )?;
    }
    let variant = match position.variant() {
        Variant::Togyz => String::new(),
        other => format!(" --variant {other}"),
    };
    let balls = position.balls_on_board();
    let build = |balls: u8| format!("`play tables build --balls {balls}{variant}`");
    if (tables + 1..=TABLES_AT_HAND).contains(&balls) {
        writeln!(
            out,
            "Tables up to {balls} balls have the answer: {}, then the same again, or `--tables DIR`.",
            build(balls)
        )?;
    } else if tables < TABLES_AT_HAND {
        writeln!(
            out,
            "It has {balls} balls. More `--nodes` or larger tables may solve it: {}, or `--tables DIR`.",
            build(TABLES_AT_HAND)
        )?;
    } else {
        writeln!(out, "It has {balls} balls. More `--nodes` may solve it.")?;
    }
    Ok(())
}

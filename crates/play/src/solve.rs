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
    /// The language of the answer: en, kk, ky, ru, es, fr, ar or eu [default: that of the locale at a
    /// terminal, else English]
    #[arg(long, value_name = "CODE")]
    pub language: Option<Language>,
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
    let messages = style.messages();
    let names = BySide::new("board-south", "board-north").map(|key| messages.text(key));
    let board = Board {
        position: &position,
        bottom: Side::Bastaushy,
        last: None,
        names: &names,
        style,
    };
    let told = Answer {
        solution: &solution,
        position: &position,
        tables: tables.balls(),
        messages,
    };
    writeln!(out, "{}\n\n{board}", position.to_compact())?;
    write!(out, "{}", told.result())?;
    if solution.proven.is_none() && !timer.was_stopped() {
        write!(out, "{}", told.help())?;
    }
    writeln!(
        out,
        "{}; {}; {time:.2} s",
        messages.format("eval-nodes", &[("count", solution.nodes.into())]),
        messages.format("solve-tables", &[("balls", tables.balls().into())]),
    )?;
    Ok(match solution.proven {
        Some(_) => Exit::Done,
        None if timer.was_stopped() => Exit::Interrupted,
        None => Exit::Negative,
    })
}

/// What was found, to be told in a language.
struct Answer<'a> {
    solution: &'a Solution,
    position: &'a Position,
    /// Balls up to which there are tables.
    tables: u8,
    messages: &'a Messages,
}

impl Answer<'_> {
    /// The result, the line that shows it and how it ends.
    fn result(&self) -> String {
        let (messages, game) = (self.messages, &self.solution.game);
        let mover = self.position.side_to_move();
        let wins =
            |side: Side| messages.format("eval-wins", &[("side", side.told(messages).into())]);
        let certain = match self.solution.proven {
            None => None,
            Some(Proof::Draw) => Some(messages.text("eval-draw")),
            Some(Proof::Win) => Some(wins(mover)),
            Some(Proof::Loss) => Some(wins(mover.other())),
        };
        let mut text = match certain {
            None => messages.text("solve-open"),
            Some(told) => messages.format("eval-certain", &[("told", told.into())]),
        };
        text.push('\n');
        let mut line = game.pairs();
        if !line.is_empty() {
            let by_tables = self.solution.searched < line.len();
            if by_tables {
                line.insert(self.solution.searched, "|".to_owned());
            }
            text += &messages.format("eval-line", &[("line", line.join(" ").into())]);
            if by_tables {
                text += &format!("\n| {}", messages.text("eval-tables"));
            }
            text.push('\n');
        }
        match game.outcome() {
            Some(outcome) => {
                text += &format!("{}\n", (&outcome, game.position()).told(messages));
            }
            // The line is cut off at the limit.
            None if self.solution.proven.is_some() => {
                let values = [
                    ("count", game.plies().len().into()),
                    ("position", game.position().to_compact().into()),
                ];
                text += &format!("{}\n", messages.format("eval-after", &values));
            }
            None => {}
        }
        text
    }

    /// What is known of a position that is not solved, and what would help.
    fn help(&self) -> String {
        let messages = self.messages;
        let mut text = String::new();
        for side in Side::ALL
            .into_iter()
            .filter(|side| self.solution.holds[*side])
        {
            let values = [
                ("side", side.told(messages).into()),
                ("other", side.other().told(messages).into()),
            ];
            text += &format!("{}\n", messages.format("solve-holds", &values));
        }
        let balls = self.position.balls_on_board();
        let by_tables = (self.tables + 1..=TABLES_AT_HAND).contains(&balls);
        if !by_tables {
            let values = [("balls", balls.into()), ("option", "--nodes".into())];
            text += &format!("{}\n", messages.format("solve-nodes", &values));
        }
        if by_tables || self.tables < TABLES_AT_HAND {
            let (key, most) = if by_tables {
                ("solve-known", balls)
            } else {
                ("solve-larger", TABLES_AT_HAND)
            };
            let command = match self.position.variant() {
                Variant::Togyz => format!("play tables build --balls {most}"),
                other => format!("play tables build --balls {most} --variant {other}"),
            };
            let values = [("balls", most.into()), ("command", command.into())];
            text += &format!("{}\n", messages.format(key, &values));
        }
        text
    }
}

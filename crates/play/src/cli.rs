//! The command line.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use togyz_players::{Budget, Library, PlayerSpec};
use togyz_rules::{Side, Variant};

use crate::commands::parse_side;
use crate::i18n::Language;
use crate::review::ReviewArgs;
use crate::serve::ServeArgs;
use crate::solve::SolveArgs;
use crate::style::Layout;
use crate::tables::TablesTask;
use crate::ugi::UgiArgs;

/// The word for a game without the computer.
pub(crate) const NOBODY: &str = "none";
/// The level that a bare `play` begins against.
pub(crate) const FIRST_LEVEL: &str = "club";

/// Play Togyz Kumalak in the terminal or the browser, analyse positions, check collections of games.
#[derive(Debug, Parser)]
#[command(name = "play", version, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "At the prompt: 1 to 9 plays a hole, `hint` helps, `help` lists the commands.\n\
    Exit codes: 0 done, 1 a game of a collection is wrong, 2 an error, 130 interrupted."
)]
pub struct Cli {
    /// What to do; without it, play.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// The game to be played.
    #[command(flatten)]
    pub game: GameArgs,
}

/// What there is to do besides playing.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Show the best moves of a position, or of a game's positions
    Analyze(AnalyzeArgs),
    /// Prove the result of a small position, with the whole line
    Solve(SolveArgs),
    /// Build or verify endgame tables
    Tables {
        /// Which of the two.
        #[command(subcommand)]
        task: TablesTask,
    },
    /// Tell what each move of a game lost, and where the game turned
    Review(ReviewArgs),
    /// Speak UGI (or UCI) with a tournament manager
    ///
    /// Of the threads that a player asks for, no more run than the machine has cores.
    Ugi(UgiArgs),
    /// Play in the browser: a page on this machine
    Serve(ServeArgs),
    /// Check games in pair notation, one by one
    Replay(ReplayArgs),
    /// Count the legal sequences of a length
    Perft(PerftArgs),
    /// List the levels with their measured strength
    Levels(LibraryArgs),
}

/// Where levels and models come from.
#[derive(Args, Clone, Debug)]
pub struct LibraryArgs {
    /// The folder that holds configs/levels.toml and data/models [default: the project around the
    /// working directory, else the levels built in]
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
    /// Endgame tables (`play tables build`) [default: data/tables of the project, or of the working
    /// directory; the small ones are always there]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// How much the computer may think.
#[derive(Args, Clone, Debug)]
pub struct BudgetArgs {
    /// Simulations a move (nodes, for the classical search)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sims: Option<u32>,
    /// Milliseconds a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub ms: Option<u64>,
}

/// A game at the prompt.
#[derive(Args, Debug)]
pub struct GameArgs {
    /// Play against this level (`play levels` lists them), or `none` for two people [default: club]
    #[arg(long, value_name = "NAME", group = "opponent")]
    pub level: Option<String>,
    /// Play against a model file
    #[arg(long, value_name = "FILE", group = "opponent")]
    pub model: Option<PathBuf>,
    /// Play against a checkpoint, or the newest one of a run
    #[arg(long, value_name = "DIR", group = "opponent")]
    pub checkpoint: Option<PathBuf>,
    /// Play against any player, such as `classical,depth=8`
    #[arg(long, value_name = "SPEC", group = "opponent")]
    pub engine: Option<PlayerSpec>,
    /// Who gives hints and analyses [default: the opponent, or the strongest level]
    #[arg(long, value_name = "SPEC")]
    pub hints: Option<PlayerSpec>,
    /// The rules: togyz, qozdatu, bestemshe or historic
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Start from a compact position, a FEN, or `startpos`
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Go on with the game of a file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<PathBuf>,
    /// Your side: bastaushy (south, begins) or kostaushy (north)
    #[arg(long, default_value = "bastaushy", value_parser = side)]
    pub side: Side,
    /// Decides the computer's random choices [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Keep the game in this file after every move
    #[arg(long, value_name = "FILE")]
    pub autosave: Option<PathBuf>,
    /// How much the computer may think.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// Where levels come from.
    #[command(flatten)]
    pub levels: LibraryArgs,
    /// Colour: auto is on at a terminal unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColourChoice,
    /// The language of what is told: en, kk, ky, ru, es, fr, ar or eu [default: that of the locale]
    #[arg(long, value_name = "CODE")]
    pub language: Option<Language>,
    /// Line after line instead of a screen that is drawn again; so it is, too, in a pipe, with
    /// NO_COLOR, on a dumb terminal and with `--board lines`
    #[arg(long)]
    pub plain: bool,
    /// The board: box, text, or lines for a screen reader [default: box at a terminal that shows
    /// Unicode, else text]
    #[arg(long, value_name = "LAYOUT")]
    pub board: Option<Layout>,
}

/// When to write colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// At a terminal, unless the environment has `NO_COLOR`.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// `play analyze`.
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// A compact position, a FEN, `startpos`, or a file with a game; without it, `--json` reads
    /// requests line by line from the standard input (docs/analysis.md)
    #[arg(value_name = "POSITION|GAME", required_unless_present = "json")]
    pub input: Option<String>,
    /// Requests of the standard input that are worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "input", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    /// Write JSON, as the README describes it
    #[arg(long)]
    pub json: bool,
    /// Who analyses [default: the strongest level; classical for other variants]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<PlayerSpec>,
    /// The language of the text: en, kk, ky, ru, es, fr, ar or eu [default: that of the locale at a
    /// terminal, else English]
    #[arg(long, value_name = "CODE", conflicts_with = "json")]
    pub language: Option<Language>,
    /// How much it may think.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// The most moves to show of a position
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub moves: u8,
    /// The game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = nonzero)]
    pub game: usize,
    /// The position after this many half-moves of the game [default: after the last]
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Every position of the game
    #[arg(long, conflicts_with = "ply")]
    pub every: bool,
    /// The rules where the file does not name them
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Decides random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where levels come from.
    #[command(flatten)]
    pub levels: LibraryArgs,
}

/// `play replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Files of games; `-` is the standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write JSON, one object a line, as the README describes it
    #[arg(long)]
    pub json: bool,
    /// Tell only of games that are wrong or contradict their result
    #[arg(long, short)]
    pub quiet: bool,
    /// The rules where a game does not name them
    #[arg(long, default_value_t)]
    pub variant: Variant,
}

/// `play perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Half-moves
    #[arg(value_parser = clap::value_parser!(u8).range(..=20))]
    pub depth: u8,
    /// From a compact position, a FEN, or `startpos`
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub position: String,
    /// The rules
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Show the count of each first move
    #[arg(long)]
    pub divide: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = nonzero)]
    pub threads: Option<usize>,
}

impl BudgetArgs {
    /// The limits that were given.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget {
            simulations: self.sims,
            time: self.ms.map(Duration::from_millis),
            ..Budget::default()
        }
    }
}

impl LibraryArgs {
    /// The levels of the folder that was given, else of the project around `here`, else those that
    /// are built in.
    ///
    /// # Errors
    /// If the folder has no levels, or the levels found are wrong.
    pub fn open(&self, here: Option<&Path>) -> anyhow::Result<Library> {
        match &self.models {
            Some(folder) => Library::open(folder).context("no levels there (--models)"),
            None => Library::find(here).context("the levels cannot be read"),
        }
    }

    /// The same with the endgame tables of the folder that was given, else of the default one. What
    /// cannot be used of them is told, and done without.
    ///
    /// # Errors
    /// As [`LibraryArgs::open`].
    pub fn open_with_tables(
        &self,
        here: Option<&Path>,
        err: &mut dyn Write,
    ) -> anyhow::Result<Library> {
        let mut library = self.open(here)?;
        for problem in library.read_tables(self.tables.as_deref(), here) {
            writeln!(
                err,
                "warning: {}: going on without this endgame table",
                crate::causes::with_causes(&problem)
            )?;
        }
        Ok(library)
    }
}

impl GameArgs {
    /// The opponent that was asked for; none for a game of two people.
    #[must_use]
    pub fn opponent(&self) -> Option<PlayerSpec> {
        if let Some(spec) = &self.engine {
            return Some(spec.clone());
        }
        if let Some(path) = &self.model {
            return Some(PlayerSpec::model(path));
        }
        if let Some(path) = &self.checkpoint {
            return Some(PlayerSpec::checkpoint(path));
        }
        match self.level.as_deref() {
            Some(NOBODY) | None => None,
            Some(name) => Some(PlayerSpec::level(name)),
        }
    }

    /// Whether two people play.
    #[must_use]
    pub fn is_for_two(&self) -> bool {
        self.level.as_deref() == Some(NOBODY)
    }
}

fn side(text: &str) -> Result<Side, String> {
    parse_side(text)
        .ok_or_else(|| "expected bastaushy, south, white, kostaushy, north or black".to_owned())
}

pub(crate) fn nonzero(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected a number from 1".to_owned()),
    }
}

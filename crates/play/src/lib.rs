#![doc = include_str!("../README.md")]

mod analysis;
mod analyze;
mod board;
mod causes;
mod choice;
mod cli;
mod commands;
mod date;
mod evaluation;
mod holes;
mod i18n;
mod input;
mod levels;
mod lines;
mod moves;
mod perft;
mod replay;
pub mod review;
pub mod screen;
mod serve;
mod session;
mod solve;
mod style;
mod tables;
mod terminal;
pub mod ugi;

pub use analysis::requested;
pub use board::Board;
pub use causes::with_causes;
pub use choice::PlayerArgs;
pub use cli::Cli;
pub use commands::{Command, CommandError, Form, Replace, parse_command};
pub use date::date_of;
pub use i18n::{Direction, Language, Messages, Told, Value};
pub use input::InputError;
pub use serve::{Rehearsal, ServeArgs};
pub use session::{Seats, Session, SessionConfig, SessionError, Step, Timer, View};
pub use solve::SolveArgs;
pub use style::{Colour, Layout, Style, UnknownLayout};
pub use tables::{BuildArgs, TablesArgs, TablesTask, VerifyArgs};
pub use terminal::Event;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use togyz_players::{Library, PlayerSpec};
use togyz_rules::{Position, Variant};

use cli::{ColourChoice, FIRST_LEVEL, GameArgs, Task};
use session::classical;
use terminal::{Manners, converse, interrupt, send_lines};

/// Lines that wait for the session at most; a program that types ahead waits too.
const TYPED_AHEAD: usize = 16;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All was done.
    Done,
    /// The answer is no: a game of a collection is wrong.
    Negative,
    /// Somebody interrupted.
    Interrupted,
}

impl Exit {
    /// The exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Negative => 1,
            Exit::Interrupted => 130,
        }
    }
}

/// What the program finds around it; only `main` looks.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Whether a person types.
    pub input_is_terminal: bool,
    /// Whether a person reads.
    pub output_is_terminal: bool,
    /// Whether `NO_COLOR` is set, or the terminal is a dumb one.
    pub no_colour: bool,
    /// Whether the locale is a UTF-8 one.
    pub unicode: bool,
    /// The language of the locale.
    pub language: Language,
    /// The working directory.
    pub folder: Option<PathBuf>,
    /// The time since some fixed moment.
    pub now: fn() -> Duration,
    /// A number that is another one each time.
    pub chance: u64,
    /// Today, as `2011.05.21`.
    pub date: String,
    /// Calls a function at each Ctrl-C.
    pub on_interrupt: fn(Box<dyn FnMut() + Send>) -> anyhow::Result<()>,
    /// Ends the process as interrupted.
    pub leave: fn(),
}

/// Runs the program.
///
/// # Errors
/// Whatever stops it, with what it was about.
pub fn run(
    cli: Cli,
    around: &Surroundings,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let here = around.folder.as_deref();
    match cli.task {
        None => play(cli.game, around, input, out, err),
        Some(Task::Analyze(args)) => {
            let library = args.levels.open_with_tables(here, err)?;
            let timer = around.stoppable()?;
            // What goes to a program is in English, unless it is asked for otherwise.
            let style = Style {
                language: args.language.unwrap_or(around.reader()),
                ..around.style(ColourChoice::Auto, None, around.reader())
            };
            match args.input.as_deref() {
                Some(position) => analyze::run(&args, position, &library, &timer, style, out),
                None => analysis::run(args, library, &timer, input, out),
            }
        }
        Some(Task::Solve(args)) => {
            let library = args.levels.open_with_tables(here, err)?;
            let timer = around.stoppable()?;
            let language = args.language.unwrap_or(around.reader());
            let style = around.style(ColourChoice::Auto, None, language);
            solve::run(&args, &library, &timer, style, out)
        }
        Some(Task::Tables { task }) => {
            let library = Library::find(here)?;
            let stop = around.stoppable()?.stop;
            tables::run(&task, &library, here, around.now, &stop, out)
        }
        Some(Task::Review(args)) => {
            let library = args.levels.open_with_tables(here, err)?;
            let timer = around.stoppable()?;
            let language = args.language.unwrap_or(around.reader());
            let style = around.style(ColourChoice::Auto, None, language);
            let output = review::Output { out, err, style };
            review::run(&args, &library, &timer, output)
        }
        Some(Task::Ugi(args)) => {
            let library = args.levels.open_with_tables(here, err)?;
            ugi::run(&args, library, around, input, out)
        }
        Some(Task::Serve(args)) => serve::run(&args, around, out, err),
        Some(Task::Replay(args)) => replay::run(&args, around.now, out, err),
        Some(Task::Perft(args)) => perft::run(&args, around.now, out),
        Some(Task::Levels(args)) => {
            let library = args.open(here)?;
            let messages = Messages::of(around.reader());
            let table = levels::levels_table(library.levels(), library.source(), messages);
            write!(out, "{table}")?;
            Ok(Exit::Done)
        }
    }
}

/// A game at the prompt.
fn play(
    args: GameArgs,
    around: &Surroundings,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    // 1. The session.
    let here = around.folder.as_deref();
    let library = args.levels.open_with_tables(here, err)?;
    let timer = around.timer();
    let language = args.language.unwrap_or(around.language);
    let style = around.style(args.color, args.board, language);
    let on_screen = around.has_screen(&args);
    // What the session tells on a screen is text alone; the screen paints the board.
    let told = if on_screen {
        Style {
            language,
            ..Style::PLAIN
        }
    } else {
        style
    };
    let config = config(&args, &library, around, told)?;
    let mut session = Session::new(library, config, timer.clone())?;
    if on_screen {
        session.set_layout(Layout::Hidden);
    }
    let mut greeting = session.greeting();
    if let Some(path) = args.load {
        greeting = session.handle(Command::Load { path, game: 1 })?;
    }

    if on_screen {
        return screen::run(&mut session, greeting, style, &timer.stop, around, out);
    }

    // 2. Lines and interrupts come through one channel.
    let (events, inbox) = sync_channel(TYPED_AHEAD);
    let thinking = Arc::new(AtomicBool::new(false));
    let on_interrupt = interrupt(&thinking, &timer.stop, events.clone(), around.leave);
    (around.on_interrupt)(Box::new(on_interrupt))?;
    thread::spawn(move || send_lines(input, &events));

    // 3. The conversation.
    let manners = Manners {
        echo: !around.input_is_terminal,
        progress: around.input_is_terminal && around.output_is_terminal,
        style,
    };
    write!(out, "{greeting}")?;
    Ok(converse(&mut session, &inbox, &thinking, out, manners)?)
}

fn config(
    args: &GameArgs,
    library: &Library,
    around: &Surroundings,
    style: Style,
) -> anyhow::Result<SessionConfig> {
    let start = match &args.position {
        Some(text) => Position::parse(text, args.variant).context("no position (--position)")?,
        None => Position::start(args.variant),
    };
    let seats = if args.is_for_two() {
        Seats::People
    } else {
        Seats::Against(args.side)
    };
    // A file that is there is another game's, or none, unless the game goes on from it.
    if let Some(file) = &args.autosave
        && args.load.as_ref() != Some(file)
        && file.exists()
    {
        anyhow::bail!(
            "{} exists already: go on with its game by --load, or name another file (--autosave)",
            file.display()
        );
    }
    Ok(SessionConfig {
        start,
        seats,
        opponent: args
            .opponent()
            .unwrap_or_else(|| first_opponent(library, args.variant)),
        adviser: args.hints.clone(),
        budget: args.budget.budget(),
        seed: args.seed.unwrap_or(around.chance),
        style,
        autosave: args.autosave.clone(),
        date: around.date.clone(),
    })
}

/// Whom a bare `play` begins against.
fn first_opponent(library: &Library, variant: Variant) -> PlayerSpec {
    let level = library.levels().get(FIRST_LEVEL);
    match level.or(library.levels().0.first()) {
        Some(level) if variant == Variant::Togyz => PlayerSpec::level(&level.name),
        _ => classical(),
    }
}

impl Surroundings {
    /// A timer that Ctrl-C stops; a second Ctrl-C leaves at once.
    fn stoppable(&self) -> anyhow::Result<Timer> {
        let timer = self.timer();
        let (stop, leave) = (Arc::clone(&timer.stop), self.leave);
        (self.on_interrupt)(Box::new(move || {
            if stop.swap(true, std::sync::atomic::Ordering::SeqCst) {
                leave();
            }
        }))?;
        Ok(timer)
    }

    /// Whether the game is played on a screen that is drawn again in place: not into or from a pipe,
    /// on a terminal that cannot, or for a screen reader.
    fn has_screen(&self, args: &GameArgs) -> bool {
        self.input_is_terminal
            && self.output_is_terminal
            && !self.no_colour
            && !args.plain
            && args.board != Some(Layout::Lines)
    }

    fn timer(&self) -> Timer {
        Timer {
            now: self.now,
            stop: Arc::default(),
        }
    }

    fn style(&self, colour: ColourChoice, layout: Option<Layout>, language: Language) -> Style {
        let colour = match colour {
            ColourChoice::Always => Colour::On,
            ColourChoice::Auto if self.output_is_terminal && !self.no_colour => Colour::On,
            ColourChoice::Auto | ColourChoice::Never => Colour::Off,
        };
        let layout = layout.unwrap_or(if self.output_is_terminal && self.unicode {
            Layout::Box
        } else {
            Layout::Text
        });
        Style {
            layout,
            colour,
            language,
        }
    }

    /// The language of whoever reads the output: a program reads English.
    fn reader(&self) -> Language {
        if self.output_is_terminal {
            self.language
        } else {
            Language::English
        }
    }
}

/// Whether the error is only that nobody reads the output any more, as after `| head`.
#[must_use]
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

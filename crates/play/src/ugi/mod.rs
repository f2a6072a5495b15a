//! `play ugi`: the protocol that tournament managers speak, see docs/ugi.md.
//!
//! Lines come from a thread of their own and so does what a search finds; one loop takes both from
//! one channel and is alone in writing, so that an answer never waits for a search.

mod command;
mod engine;
mod go;
mod info;
mod options;
mod time;

pub use crate::moves::{MoveText, NoMoveText};
pub use command::{Command, CommandError, Dialect, Query, parse};
pub use go::Go;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use togyz_players::{Clock, Library, Player, PlayerError, Thought};
use togyz_rules::{Move, Variant};

use crate::causes::with_causes;
use crate::choice::PlayerArgs;
use crate::cli::LibraryArgs;
use crate::lines::next_line;
use crate::{Exit, Surroundings};
use engine::Engine;

/// The longest line that is read: no game comes near it.
const LONGEST_LINE: u64 = 64 * 1024;
/// Lines and findings that wait for the loop at most.
const WAITING: usize = 64;
/// What is answered where there is no move to play.
const NO_MOVE: &str = "bestmove 0000";

/// `play ugi`.
#[derive(Args, Debug)]
pub struct UgiArgs {
    /// Who plays, until an option says otherwise.
    #[command(flatten)]
    pub player: PlayerArgs,
    /// The rules, until an option says otherwise
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Decides random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where levels come from.
    #[command(flatten)]
    pub levels: LibraryArgs,
}

/// What reaches the loop.
enum Event {
    /// A line, and when it came.
    Line(Duration, Result<String, CommandError>),
    /// The input ended.
    End,
    /// A search has come so far.
    Found(Thought),
    /// A search is over; the player comes back.
    Done(Box<dyn Player>, Result<Thought, PlayerError>),
    /// A search has failed in a way that should not happen.
    Failed,
}

/// A search under way.
struct Search {
    begun: Duration,
    stop: Arc<AtomicBool>,
    /// Whether its end waits for `stop`.
    infinite: bool,
    /// The best move of a search that is over but may not say so yet.
    held: Option<String>,
}

/// The loop's state.
struct Conversation<'a> {
    engine: Engine,
    now: fn() -> Duration,
    search: Option<Search>,
    /// Commands that wait for the search to stop.
    later: Vec<(Duration, Command)>,
    /// Whether nothing more is read; a search under way is waited for.
    leaving: bool,
    events: SyncSender<Event>,
    out: &'a mut dyn Write,
}

/// Talks until `quit` or the end of the input.
///
/// # Errors
/// If the levels cannot be read or nothing can be written.
pub(crate) fn run(
    args: &UgiArgs,
    library: Library,
    around: &Surroundings,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (events, inbox) = sync_channel(WAITING);
    let (lines, now) = (events.clone(), around.now);
    thread::spawn(move || send_lines(input, now, &lines));
    let folder = around.folder.clone();
    let player = args.player.spec();
    let conversation = Conversation {
        engine: Engine::new(library, folder, args.variant, player, args.seed),
        now,
        search: None,
        later: Vec::new(),
        leaving: false,
        events,
        out,
    };
    conversation
        .hold(&inbox)
        .context("the answers cannot be written")?;
    Ok(Exit::Done)
}

fn send_lines(mut input: impl BufRead, now: fn() -> Duration, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = next_line(&mut input, LONGEST_LINE) {
        let text = if line.cut {
            Err(CommandError::TooLong(LONGEST_LINE))
        } else {
            Ok(line.text)
        };
        if events.send(Event::Line(now(), text)).is_err() {
            return;
        }
    }
    // Nobody listens any more only when the conversation is over.
    let _ = events.send(Event::End);
}

impl Conversation<'_> {
    fn hold(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        while !self.leaving || self.search.is_some() {
            self.out.flush()?;
            let Ok(event) = inbox.recv() else { break };
            match event {
                Event::Line(..) if self.leaving => {}
                Event::Line(at, text) => match text.and_then(|text| parse(&text)) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => {
                        self.leaving = true;
                        self.later.clear();
                        self.stop()?;
                    }
                    Ok(Some(command)) => self.receive(at, command)?,
                    Err(error) => self.error(&error)?,
                },
                Event::End => {
                    // What was asked for is still answered, but what has no end ends now.
                    self.leaving = true;
                    if self.search.as_ref().is_some_and(|search| search.infinite) {
                        self.stop()?;
                    }
                }
                Event::Found(thought) => {
                    if self.search.is_some() {
                        self.tell(&thought)?;
                    }
                }
                Event::Done(player, result) => {
                    self.engine.take_back(player);
                    let best = match result {
                        Ok(thought) => {
                            self.tell(&thought)?;
                            best_move(thought.mv)
                        }
                        Err(error) => {
                            self.error(&error)?;
                            NO_MOVE.to_owned()
                        }
                    };
                    self.finish(best)?;
                }
                Event::Failed => {
                    writeln!(self.out, "info string error the search failed")?;
                    self.finish(NO_MOVE.to_owned())?;
                }
            }
        }
        self.out.flush()
    }

    /// Tells what was found so far.
    fn tell(&mut self, thought: &Thought) -> io::Result<()> {
        let now = (self.now)();
        let begun = self.search.as_ref().map_or(now, |search| search.begun);
        for line in info::told(
            thought,
            now.saturating_sub(begun),
            self.engine.options.lines,
        ) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// A command that comes while a search is told to stop waits for its end, as does what follows
    /// it; one that needs the player while it thinks is refused.
    fn receive(&mut self, at: Duration, command: Command) -> io::Result<()> {
        let Some(search) = &self.search else {
            return self.carry_out(at, command);
        };
        let is_stopping = search.stop.load(Ordering::SeqCst);
        match command {
            Command::Stop if self.later.is_empty() => self.stop(),
            command if is_stopping => {
                self.later.push((at, command));
                Ok(())
            }
            Command::NewGame | Command::SetOption { .. } | Command::Go(_) => {
                writeln!(
                    self.out,
                    "info string error a search is under way: `stop` ends it"
                )
            }
            Command::IsReady => writeln!(self.out, "readyok"),
            command => self.carry_out(at, command),
        }
    }

    fn carry_out(&mut self, at: Duration, command: Command) -> io::Result<()> {
        match command {
            Command::Hello(dialect) => self.hello(dialect),
            Command::IsReady => {
                self.prepare()?;
                writeln!(self.out, "readyok")
            }
            Command::NewGame => {
                self.engine.forget();
                Ok(())
            }
            Command::SetOption { name, value } => match self.engine.set(&name, value.as_deref()) {
                Ok(remarks) => {
                    for remark in remarks {
                        writeln!(self.out, "info string {}", one_line(&remark))?;
                    }
                    Ok(())
                }
                Err(error) => self.error(&error),
            },
            Command::Position { start, moves } => match self.engine.set_game(&start, &moves) {
                Ok(()) => Ok(()),
                Err(error) => self.error(&error),
            },
            Command::Go(go) => self.go(at, &go),
            Command::Query(query) => writeln!(self.out, "response {}", self.engine.answer(query)),
            Command::Print => write!(self.out, "{}", self.engine.drawn()),
            Command::Stop | Command::Quit | Command::Nothing => Ok(()),
        }
    }

    fn hello(&mut self, dialect: Dialect) -> io::Result<()> {
        writeln!(self.out, "id name Togyz {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "id author the Togyz project")?;
        for line in self.engine.told_options() {
            writeln!(self.out, "{line}")?;
        }
        let end = match dialect {
            Dialect::Ugi => "ugiok",
            Dialect::Uci => "uciok",
        };
        writeln!(self.out, "{end}")
    }

    /// Whether there is a player now.
    fn prepare(&mut self) -> io::Result<bool> {
        match self.engine.prepare() {
            Ok(remark) => {
                if let Some(remark) = remark {
                    writeln!(self.out, "info string {}", one_line(&remark))?;
                }
                Ok(true)
            }
            Err(error) => self.error(&error).map(|()| false),
        }
    }

    /// Lets the player think in a thread of its own. The time runs from when the line came.
    fn go(&mut self, begun: Duration, go: &Go) -> io::Result<()> {
        if self.engine.game.outcome().is_some() {
            writeln!(self.out, "info string error {}", PlayerError::GameOver)?;
            return writeln!(self.out, "{NO_MOVE}");
        }
        self.prepare()?;
        let Some(mut player) = self.engine.lend() else {
            return writeln!(self.out, "{NO_MOVE}");
        };
        // Nobody is left to stop a search that begins after the end of the input.
        let stop = Arc::new(AtomicBool::new(self.leaving && go.infinite));
        let (game, budget) = (self.engine.game.clone(), self.engine.budget(go));
        let many = self.engine.options.lines > 1;
        let (now, flag, alarm) = (self.now, Arc::clone(&stop), Alarm(self.events.clone()));
        thread::spawn(move || {
            let clock = Clock {
                elapsed: &|| now().saturating_sub(begun),
                stop: &flag,
            };
            let mut tell = |thought| {
                let _ = alarm.0.send(Event::Found(thought));
            };
            let result = player.consider(&game, &budget, &clock, many, Some(&mut tell));
            let _ = alarm.0.send(Event::Done(player, result));
        });
        self.search = Some(Search {
            begun,
            stop,
            infinite: go.infinite,
            held: None,
        });
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        search.stop.store(true, Ordering::SeqCst);
        match search.held.take() {
            Some(best) => self.finish(best),
            None => Ok(()),
        }
    }

    /// Tells the best move, unless that has to wait for `stop`, and goes on with what waited.
    fn finish(&mut self, best: String) -> io::Result<()> {
        if let Some(search) = &mut self.search
            && search.infinite
            && !search.stop.load(Ordering::SeqCst)
        {
            search.held = Some(best);
            return Ok(());
        }
        self.search = None;
        writeln!(self.out, "{best}")?;
        for (at, command) in std::mem::take(&mut self.later) {
            self.receive(at, command)?;
        }
        Ok(())
    }

    fn error(&mut self, error: &(dyn std::error::Error + 'static)) -> io::Result<()> {
        writeln!(
            self.out,
            "info string error {}",
            one_line(&with_causes(error))
        )
    }
}

fn best_move(mv: Move) -> String {
    format!("bestmove {mv}")
}

/// A message must not break the protocol, whatever path or text it repeats.
fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Tells of a search that ends without a result, so that nobody waits for it for ever.
struct Alarm(SyncSender<Event>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Event::Failed);
        }
    }
}

//! The game on a screen that is drawn again in place: the board, the moves beside it, what was told
//! last, and a line to type in. What is shown comes from the session alone, as in the plain mode.

mod draw;
mod editor;

pub use draw::{Frame, Size, draw};

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::Context as _;
use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{self, Event};
use crossterm::queue;
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};

use crate::commands::parse_command;
use crate::i18n::Told;
use crate::session::{Session, Step};
use crate::style::{Layout, Style};
use crate::{Exit, Surroundings};
use editor::{Asked, Editor, is_interrupt};

/// What reaches the loop.
enum Input {
    /// From the terminal.
    Terminal(Event),
    /// From a signal.
    Interrupt,
    /// The terminal has gone.
    End,
}

/// Plays until the person leaves.
///
/// # Errors
/// If the terminal cannot be used.
pub(crate) fn run(
    session: &mut Session,
    greeting: String,
    style: Style,
    stop: &Arc<AtomicBool>,
    around: &Surroundings,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (inputs, inbox) = channel();
    let thinking = Arc::new(AtomicBool::new(false));
    let signals = interrupt(&thinking, stop, inputs.clone(), around.leave);
    (around.on_interrupt)(Box::new(signals))?;
    let keys = interrupt(&thinking, stop, inputs.clone(), around.leave);
    let terminal = Terminal::open(out).context("the screen cannot be drawn on; use --plain")?;
    thread::spawn(move || send_events(&inputs, keys));
    session.set_layout(Layout::Hidden);
    let mut screen = Screen {
        terminal,
        style,
        told: greeting,
        editor: Editor::default(),
    };
    Ok(screen.converse(session, &inbox, &thinking)?)
}

/// What Ctrl-C does, as a key or as a signal: it stops the computer while that thinks, and a second
/// time leaves; else it is for the loop.
fn interrupt(
    thinking: &Arc<AtomicBool>,
    stop: &Arc<AtomicBool>,
    inputs: Sender<Input>,
    leave: fn(),
) -> impl FnMut() + Send + 'static {
    let (thinking, stop) = (Arc::clone(thinking), Arc::clone(stop));
    move || {
        if thinking.load(Ordering::SeqCst) {
            if stop.swap(true, Ordering::SeqCst) {
                restore(&mut io::stdout());
                leave();
            }
        } else if inputs.send(Input::Interrupt).is_err() {
            leave();
        }
    }
}

fn send_events(inputs: &Sender<Input>, mut on_interrupt: impl FnMut()) {
    while let Ok(event) = event::read() {
        if is_interrupt(&event) {
            on_interrupt();
        } else if inputs.send(Input::Terminal(event)).is_err() {
            return;
        }
    }
    // Nobody listens any more only when the game is over.
    let _ = inputs.send(Input::End);
}

/// A terminal in raw mode, on its other screen; dropped, it is as it was.
struct Terminal<'a> {
    out: &'a mut dyn Write,
}

impl Terminal<'_> {
    fn open(out: &mut dyn Write) -> io::Result<Terminal<'_>> {
        enable_raw_mode()?;
        let terminal = Terminal { out };
        let mut codes = Vec::new();
        queue!(codes, EnterAlternateScreen)?;
        terminal.out.write_all(&codes)?;
        Ok(terminal)
    }

    fn show(&mut self, frame: &Frame) -> io::Result<()> {
        // One write, so that no half of a frame is ever seen.
        let mut codes = Vec::new();
        queue!(codes, BeginSynchronizedUpdate)?;
        for (row, line) in frame.lines.iter().enumerate() {
            queue!(
                codes,
                MoveTo(0, small(row)),
                Print(line),
                Clear(ClearType::UntilNewLine)
            )?;
        }
        let (column, row) = frame.cursor;
        queue!(
            codes,
            Clear(ClearType::FromCursorDown),
            MoveTo(small(column), small(row)),
            EndSynchronizedUpdate
        )?;
        self.out.write_all(&codes)?;
        self.out.flush()
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        restore(self.out);
    }
}

/// Gives the terminal back as it was. What cannot be done then cannot be mended either.
fn restore(out: &mut dyn Write) {
    let mut codes = Vec::new();
    let _ = queue!(codes, LeaveAlternateScreen, Show);
    let _ = out.write_all(&codes).and_then(|()| out.flush());
    let _ = disable_raw_mode();
}

fn small(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}

/// The screen and what stands on it besides the session's.
struct Screen<'a> {
    terminal: Terminal<'a>,
    style: Style,
    /// What the session told last.
    told: String,
    editor: Editor,
}

impl Screen<'_> {
    fn converse(
        &mut self,
        session: &mut Session,
        inbox: &Receiver<Input>,
        thinking: &AtomicBool,
    ) -> io::Result<Exit> {
        loop {
            match session.step() {
                Step::Quit => return Ok(Exit::Done),
                Step::Think => {
                    let before = std::mem::take(&mut self.told);
                    let thinks = session.messages().text("game-thinking");
                    self.show(session, &format!("{before}\n{thinks}"))?;
                    let said = busy(thinking, || session.think());
                    let said = said.unwrap_or_else(|error| wrong(session, &error));
                    // The move before is told with the answer to it, and nothing older.
                    let last = before.trim_end().lines().last().unwrap_or_default();
                    self.told = format!("{last}\n{said}");
                }
                Step::Prompt => {
                    let told = self.told.clone();
                    self.show(session, &told)?;
                    let asked = match inbox.recv().unwrap_or(Input::End) {
                        Input::Terminal(event) => self.editor.take(&event),
                        Input::Interrupt => Asked::Interrupt,
                        Input::End => Asked::End,
                    };
                    match asked {
                        Asked::Nothing => {}
                        Asked::Interrupt => return Ok(Exit::Interrupted),
                        Asked::End => return Ok(Exit::Done),
                        Asked::Line(line) => self.carry_out(session, &line, thinking)?,
                    }
                }
            }
        }
    }

    fn carry_out(
        &mut self,
        session: &mut Session,
        line: &str,
        thinking: &AtomicBool,
    ) -> io::Result<()> {
        let command = match parse_command(line) {
            Ok(Some(command)) => command,
            Ok(None) => {
                self.told.clear();
                return Ok(());
            }
            Err(error) => {
                self.told = wrong(session, &error);
                return Ok(());
            }
        };
        // A hint thinks too.
        self.show(session, &session.messages().text("game-thinking"))?;
        self.told = match busy(thinking, || session.handle(command)) {
            Ok(text) => text,
            Err(error) => wrong(session, &error),
        };
        // `board box` is for the board of the screen.
        if session.layout() != Layout::Hidden {
            self.style.layout = session.layout();
            session.set_layout(Layout::Hidden);
            self.told.clear();
        }
        Ok(())
    }

    fn show(&mut self, session: &Session, told: &str) -> io::Result<()> {
        let (columns, rows) = size()?;
        let size = Size {
            columns: columns.into(),
            rows: rows.into(),
        };
        let view = session.view(self.style);
        self.terminal
            .show(&draw(&view, told, self.editor.typed(), size))
    }
}

/// What went wrong, in the session's language.
fn wrong(session: &Session, error: &impl Told) -> String {
    let messages = session.messages();
    format!("{}: {}", messages.text("game-error"), error.told(messages))
}

/// Works, and lets Ctrl-C stop the work meanwhile.
fn busy<T>(thinking: &AtomicBool, work: impl FnOnce() -> T) -> T {
    thinking.store(true, Ordering::SeqCst);
    let done = work();
    thinking.store(false, Ordering::SeqCst);
    done
}

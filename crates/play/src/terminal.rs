//! The conversation: what is typed goes to the session, what it says goes out.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use crate::Exit;
use crate::commands::parse_command;
use crate::i18n::Told;
use crate::lines::next_line;
use crate::session::{Session, Step};
use crate::style::{Role, Style};

/// The longest line that is read; no position or path is longer.
const LONGEST_LINE: u64 = 16 * 1024;

/// What reaches the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line, without its end.
    Line(String),
    /// The input ended.
    End,
    /// Ctrl-C at the prompt.
    Interrupt,
}

/// How the conversation looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manners {
    /// Lines are repeated after the prompt, as they would stand on a terminal: for input that comes
    /// from a pipe, so that the output reads as a transcript.
    pub echo: bool,
    /// A passing note is shown while the computer thinks, which only a terminal can take away again.
    pub progress: bool,
    /// Layout and colour.
    pub style: Style,
}

/// Talks until the person leaves, the input ends, or Ctrl-C at the prompt.
///
/// # Errors
/// [`io::Error`] if nothing can be written.
pub(crate) fn converse(
    session: &mut Session,
    events: &Receiver<Event>,
    thinking: &AtomicBool,
    out: &mut dyn Write,
    manners: Manners,
) -> io::Result<Exit> {
    loop {
        let said = match session.step() {
            Step::Quit => return Ok(Exit::Done),
            Step::Think => {
                note(out, manners, &session.messages().text("game-thinking"))?;
                out.flush()?;
                thinking.store(true, Ordering::SeqCst);
                let said = session.think();
                thinking.store(false, Ordering::SeqCst);
                note(out, manners, "")?;
                said.map_err(|error| error.told(session.messages()))
            }
            Step::Prompt => {
                write!(
                    out,
                    "\n{}",
                    manners.style.paint(Role::Strong, &session.prompt())
                )?;
                out.flush()?;
                match events.recv().unwrap_or(Event::End) {
                    Event::End => {
                        writeln!(out)?;
                        return Ok(Exit::Done);
                    }
                    Event::Interrupt => {
                        let told = session.messages().text("game-interrupted");
                        writeln!(out, "\n{told}")?;
                        return Ok(Exit::Interrupted);
                    }
                    Event::Line(line) => {
                        if manners.echo {
                            writeln!(out, "{line}")?;
                        }
                        answer(session, &line, thinking)
                    }
                }
            }
        };
        match said {
            Ok(text) => write!(out, "{text}")?,
            Err(error) => {
                let mark = format!("{}:", session.messages().text("game-error"));
                writeln!(out, "{} {error}", manners.style.paint(Role::Error, &mark))?;
            }
        }
    }
}

fn answer(session: &mut Session, line: &str, thinking: &AtomicBool) -> Result<String, String> {
    let messages = session.messages();
    let Some(command) = parse_command(line).map_err(|error| error.told(messages))? else {
        return Ok(String::new());
    };
    // A hint thinks too, and Ctrl-C stops it as it stops a move.
    thinking.store(true, Ordering::SeqCst);
    let said = session.handle(command);
    thinking.store(false, Ordering::SeqCst);
    said.map_err(|error| error.told(messages))
}

/// A line that the next one overwrites.
fn note(out: &mut dyn Write, manners: Manners, text: &str) -> io::Result<()> {
    if manners.progress {
        write!(out, "\r\x1b[K{}", manners.style.paint(Role::Faint, text))?;
    }
    Ok(())
}

/// Sends the lines of the input until it ends. Bytes that are no UTF-8 are replaced, and what is
/// longer than any command is cut.
pub(crate) fn send_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = next_line(&mut input, LONGEST_LINE) {
        if events.send(Event::Line(line.text)).is_err() {
            return;
        }
    }
    // Nobody listens any more only when the conversation is over.
    let _ = events.send(Event::End);
}

/// What Ctrl-C does: while the computer thinks it stops the thinking, at the prompt it ends the
/// conversation, and a second time it calls `leave`.
pub(crate) fn interrupt(
    thinking: &Arc<AtomicBool>,
    stop: &Arc<AtomicBool>,
    events: SyncSender<Event>,
    leave: impl Fn() + Send + 'static,
) -> impl FnMut() + Send + 'static {
    let (thinking, stop) = (Arc::clone(thinking), Arc::clone(stop));
    move || {
        if thinking.load(Ordering::SeqCst) {
            if stop.swap(true, Ordering::SeqCst) {
                leave();
            }
        } else if events.try_send(Event::Interrupt).is_err() {
            leave();
        }
    }
}

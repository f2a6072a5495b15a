//! A run on the screen: bars on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use togyz_trainer::Observer;

/// Time between two plain lines of one stage.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Tells something on the error output. A run is not ended by a reader who has gone away or a log
/// that is full, so a failure is passed over.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Whoever fits where the output goes.
pub(crate) fn watcher(quiet: bool) -> Box<dyn Observer> {
    if quiet || !std::io::stderr().is_terminal() {
        Box::new(Lines {
            stage: String::new(),
            total: 0,
            last: Instant::now(),
        })
    } else {
        Box::new(Bars { bar: None })
    }
}

/// A bar for the stage at work; what is done scrolls above.
struct Bars {
    bar: Option<ProgressBar>,
}

impl Bars {
    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => say(text),
        }
    }
}

impl Observer for Bars {
    fn notice(&mut self, text: &str) {
        self.line(text);
    }

    fn warn(&mut self, text: &str) {
        self.line(&format!("warning: {text}"));
    }

    fn begin(&mut self, stage: &str, total: u64) {
        let style = ProgressStyle::with_template(
            "{prefix} [{bar:30}] {pos}/{len} {elapsed} (left {eta}) {msg}",
        )
        .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(total).with_style(style.progress_chars("=> "));
        bar.set_prefix(stage.to_owned());
        bar.enable_steady_tick(Duration::from_millis(500));
        self.bar = Some(bar);
    }

    fn progress(&mut self, done: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(note.to_owned());
        }
    }

    fn end(&mut self, summary: &str) {
        if let Some(bar) = self.bar.take() {
            let text = format!("{} in {:.0?}: {summary}", bar.prefix(), bar.elapsed());
            bar.finish_and_clear();
            say(&text);
        }
    }
}

/// Lines for a file, a pipe or a log.
struct Lines {
    stage: String,
    total: u64,
    last: Instant,
}

impl Observer for Lines {
    fn notice(&mut self, text: &str) {
        say(text);
    }

    fn warn(&mut self, text: &str) {
        say(&format!("warning: {text}"));
    }

    fn begin(&mut self, stage: &str, total: u64) {
        (self.stage, self.total) = (stage.to_owned(), total);
        self.last = Instant::now();
        say(&format!("{stage}: {total} to do"));
    }

    fn progress(&mut self, done: u64, note: &str) {
        if self.last.elapsed() >= LINE_EVERY {
            self.last = Instant::now();
            say(&format!("{}: {done}/{} {note}", self.stage, self.total));
        }
    }

    fn end(&mut self, summary: &str) {
        if !summary.is_empty() {
            say(&format!("{}: {summary}", self.stage));
        }
    }
}

//! Progress: a bar on a terminal, plain lines elsewhere, both on the error output.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use togyz_arena::{SprtConfig, Tally};

use crate::signals::clock;

/// How often a line is written where there is no terminal.
const LINES_EVERY: Duration = Duration::from_secs(10);

/// Tells something on the error output; nobody listening is no reason to stop.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// So many of so many, and how it goes.
pub(crate) struct Meter {
    bar: Option<ProgressBar>,
    title: String,
    length: u64,
    last_line: Duration,
}

impl Meter {
    pub(crate) fn new(title: String, length: u64, unit: &str) -> Meter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(length);
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} (eta {eta})");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        if bar.is_none() {
            say(&format!("{title}: {length} {unit}"));
        }
        Meter {
            bar,
            title,
            length,
            last_line: clock(),
        }
    }

    /// Shows where it stands.
    pub(crate) fn show(&mut self, position: u64, text: String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(position);
                bar.set_message(text);
            }
            None if clock() >= self.last_line + LINES_EVERY => {
                self.last_line = clock();
                say(&format!(
                    "{}: {position}/{} {text}",
                    self.title, self.length
                ));
            }
            None => {}
        }
    }

    /// Takes the bar away, for the result.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The progress of one match.
pub(crate) struct Progress {
    meter: Meter,
    sprt: Option<SprtConfig>,
}

impl Progress {
    pub(crate) fn new(title: String, games: u32, sprt: Option<SprtConfig>) -> Progress {
        let games = u64::from(games.div_ceil(2)) * 2;
        Progress {
            meter: Meter::new(title, games, "games"),
            sprt,
        }
    }

    /// Shows where the match stands.
    pub(crate) fn show(&mut self, tally: &Tally) {
        let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
        if tally.pairs() > 0 {
            text.push_str(&format!(", Elo {}", tally.elo()));
        }
        if let Some(test) = self.sprt {
            text.push_str(&format!(", test {}", test.evaluate(&tally.pentanomial)));
        }
        self.meter.show(tally.games(), text);
    }

    /// Takes the bar away, for the result.
    pub(crate) fn finish(self) {
        self.meter.finish();
    }
}

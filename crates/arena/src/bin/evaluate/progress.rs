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

/// The progress of one match.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    title: String,
    games: u64,
    last_line: Duration,
    sprt: Option<SprtConfig>,
}

impl Progress {
    pub(crate) fn new(title: String, games: u32, sprt: Option<SprtConfig>) -> Progress {
        let games = u64::from(games.div_ceil(2)) * 2;
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games);
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} (eta {eta})");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        if bar.is_none() {
            say(&format!("{title}: {games} games"));
        }
        Progress {
            bar,
            title,
            games,
            last_line: clock(),
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
        match &self.bar {
            Some(bar) => {
                bar.set_position(tally.games());
                bar.set_message(text);
            }
            None if clock() >= self.last_line + LINES_EVERY => {
                self.last_line = clock();
                say(&format!(
                    "{}: {}/{} {text}",
                    self.title,
                    tally.games(),
                    self.games
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

//! Search constants tuned by matches between two settings of one player.

mod log;
mod spsa;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_players::{Library, PlayerSpec, SpecError, build};
use togyz_rules::Variant;

use crate::matches::{ArenaError, MatchConfig, play_match};
use crate::openings::{Openings, derive_seed};
pub use log::Played;
use log::{Header, Log};
use spsa::{Ends, Spsa};
pub use spsa::{TuneKey, TuneKeyError};

/// The seat, for [`derive_seed`], that belongs to a pair's opening and not to a player.
const OPENING_SEAT: u8 = 0;
/// `rate` where nothing is said is so much over the pairs: enough to go a long way, and no more
/// noise than a fraction of a step with a few thousand pairs.
const RATE_OVER_PAIRS: f64 = 20.0;
/// But never above this, whatever the pairs: a few hundred tell little.
const MOST_RATE: f64 = 0.05;

/// What is tuned, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneConfig {
    /// The player; what its spec says of a tuned key does not count.
    pub spec: PlayerSpec,
    /// What is tuned.
    pub keys: Vec<TuneKey>,
    /// Pairs of games of the whole run; the schedules follow from them.
    pub pairs: u32,
    /// Pairs between two steps. More of them keep more games running at a time.
    pub batch: u32,
    /// How far the last pair moves a value if one side wins both games.
    ///
    /// # Units
    /// Of the key's step; see [`TuneConfig::usual_rate`].
    pub rate: f64,
    /// How games are played; `games` does not count.
    pub terms: MatchConfig<()>,
}

impl TuneConfig {
    /// The rate for so many pairs when nothing is said.
    #[must_use]
    pub fn usual_rate(pairs: u32) -> f64 {
        (RATE_OVER_PAIRS / f64::from(pairs.max(1))).min(MOST_RATE)
    }

    /// The player with values for the keys.
    fn player(&self, values: &[f64]) -> Result<PlayerSpec, SpecError> {
        let mut spec = self.spec.clone();
        for (key, value) in self.keys.iter().zip(values) {
            spec.set(&key.name, &number(*value))?;
        }
        Ok(spec)
    }
}

/// A value as a spec has it: six digits are more than games can tell apart.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Where a tuning stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct TuneReport {
    /// The keys in their order, with where they are.
    pub keys: Vec<Tuned>,
    /// Pairs played, those that were there already among them.
    pub pairs: u32,
    /// Pairs that were there already.
    pub continued: u32,
    /// Games that the upper settings won, drew and lost: far from even says that values move.
    pub games: Played,
    /// The player with the means.
    pub spec: String,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// One key.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Tuned {
    /// The key and its range.
    #[serde(flatten)]
    pub key: TuneKey,
    /// Its value now.
    pub last: f64,
    /// The mean of its values over the second half of the pairs: what to use.
    pub mean: f64,
}

/// Why nothing can be tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A key that the player does not have, or a value that it cannot have.
    #[error("the player cannot be tuned so")]
    Key(#[from] SpecError),
    /// A key is named twice.
    #[error("the key `{0}` is named twice")]
    Twice(String),
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] ArenaError),
    /// The file system refused.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not what it should be.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file belongs to another tuning.
    #[error("{} holds another tuning: {what} is {found} there and {expected} here", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// In what they differ.
        what: String,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
}

/// Tunes by games; see [`TuneConfig`].
///
/// Each step plays a batch of pairs between two settings, the keys moved up or down by chance in
/// one and the other way in the other. With `results` each step is appended to that file, and a
/// tuning that was stopped goes on from there: it ends as if it had not been stopped, unless budgets
/// are wall time. `progress` is told after each step. When `stop` is set, the games of the step
/// under way are given up.
///
/// # Errors
/// [`TuneError`] if a player cannot be made or the file is not of this tuning.
pub fn tune(
    config: &TuneConfig,
    library: &Library,
    variant: Variant,
    clock: fn() -> Duration,
    results: Option<&Path>,
    progress: &mut dyn FnMut(&TuneReport),
    stop: &AtomicBool,
) -> Result<TuneReport, TuneError> {
    let model = build(&config.spec, library, variant, 0)
        .map_err(|error| ArenaError::Player {
            name: config.spec.to_string(),
            source: Box::new(error),
        })?
        .model_hash();
    let header = Header::new(config, variant, model);
    let seed = config.terms.openings.seed;
    climb(config, &header, results, progress, |first, pairs, ends| {
        let (a, b) = (config.player(&ends.plus)?, config.player(&ends.minus)?);
        let mut terms = config.terms.between(a, b);
        terms.games = 2 * pairs;
        terms.sprt = None;
        terms.openings = Openings {
            seed: derive_seed(seed, first, OPENING_SEAT),
            ..terms.openings
        };
        let report = play_match(&terms, library, variant, clock, None, &mut |_| {}, stop)?;
        if report.interrupted {
            return Ok(None);
        }
        let tally = report.tally;
        Ok(Some(Played {
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
        }))
    })
}

/// The same with any comparison of two points: it is given the first pair's number, the pairs and the
/// points, and gives the games or, if it was stopped, nothing.
fn climb(
    config: &TuneConfig,
    header: &Header,
    results: Option<&Path>,
    progress: &mut dyn FnMut(&TuneReport),
    mut compare: impl FnMut(u32, u32, &Ends) -> Result<Option<Played>, TuneError>,
) -> Result<TuneReport, TuneError> {
    // 1. The player takes every value that will come.
    for (index, key) in config.keys.iter().enumerate() {
        if config.keys[..index].iter().any(|one| one.name == key.name) {
            return Err(TuneError::Twice(key.name.clone()));
        }
    }
    for share in [0.0, 0.371, 1.0] {
        let values = config.keys.iter();
        let values: Vec<f64> = values.map(|k| k.min + share * (k.max - k.min)).collect();
        config.player(&values)?;
    }

    // 2. The steps that are there.
    let seed = config.terms.openings.seed;
    let mut spsa = Spsa::new(config.keys.clone(), config.pairs, config.rate, seed);
    let mut games = Played::default();
    let mut log = None;
    if let Some(path) = results {
        let (opened, steps) = Log::open(path, header)?;
        for played in steps {
            spsa.step(played.pairs(), played.result());
            games = games.and(played);
        }
        log = Some(opened);
    }
    let continued = spsa.played;
    let report = |spsa: &Spsa, games: Played, interrupted: bool| -> Result<TuneReport, TuneError> {
        let means = spsa.means();
        Ok(TuneReport {
            spec: config.player(&means)?.to_string(),
            keys: (config.keys.iter().zip(&spsa.values).zip(means))
                .map(|((key, &last), mean)| Tuned {
                    key: key.clone(),
                    last,
                    mean,
                })
                .collect(),
            pairs: spsa.played,
            continued,
            games,
            interrupted,
        })
    };
    progress(&report(&spsa, games, false)?);

    // 3. The others.
    while spsa.played < config.pairs {
        let pairs = config.batch.max(1).min(config.pairs - spsa.played);
        let Some(played) = compare(spsa.played, pairs, &spsa.ends())? else {
            return report(&spsa, games, true);
        };
        spsa.step(pairs, played.result());
        games = games.and(played);
        if let Some(log) = &mut log {
            log.append(played, &spsa.values)?;
        }
        progress(&report(&spsa, games, false)?);
    }
    report(&spsa, games, false)
}

#[cfg(test)]
mod tests;

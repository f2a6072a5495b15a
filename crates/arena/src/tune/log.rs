//! The file of a tuning: a line that says which it is, then one a step.

use std::path::{Path, PathBuf};

use serde_json::Value;
use togyz_files::ContentHash;
use togyz_rules::Variant;

use super::{TuneConfig, TuneError, TuneKey};
use crate::lines::Lines;

/// The version of the lines.
const FORMAT: u32 = 1;

/// What makes two runs the same tuning, so that one continues the other. Concurrency is not part of it.
#[derive(Debug, serde::Serialize)]
pub(super) struct Header {
    format: u32,
    spec: String,
    /// The model behind the spec: a path may come to hold another.
    model: Option<ContentHash>,
    keys: Vec<TuneKey>,
    pairs: u32,
    batch: u32,
    rate: f64,
    variant: Variant,
    openings: String,
    seed: u64,
    budget: String,
    max_plies: u32,
}

impl Header {
    pub(super) fn new(config: &TuneConfig, variant: Variant, model: Option<ContentHash>) -> Header {
        let terms = &config.terms;
        Header {
            format: FORMAT,
            spec: config.spec.to_string(),
            model,
            keys: config.keys.clone(),
            pairs: config.pairs,
            batch: config.batch,
            rate: config.rate,
            variant,
            openings: terms.selection.name(&terms.openings),
            seed: terms.openings.seed,
            budget: terms.budget.to_string(),
            max_plies: terms.max_plies,
        }
    }
}

/// Games of the upper settings against the lower ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Played {
    /// The games of both.
    pub(super) fn and(self, other: Played) -> Played {
        Played {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }

    fn games(self) -> u64 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// Pairs of games.
    pub(super) fn pairs(self) -> u32 {
        u32::try_from(self.games() / 2).unwrap_or(u32::MAX)
    }

    /// The sum over the pairs: 1 for one won 2:0, -1 for one lost 0:2.
    pub(super) fn result(self) -> f64 {
        (self.wins as f64 - self.losses as f64) / 2.0
    }
}

/// One step.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// Pairs played, these among them.
    pairs: u32,
    /// These games.
    games: Played,
    /// The values after it, in the order of the keys. For who reads the file: they follow from the games.
    values: Vec<f64>,
}

/// The open file.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    lines: Lines,
    pairs: u32,
}

impl Log {
    /// Opens the file of a tuning, or begins it, and gives the steps that are there.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Log, Vec<Played>), TuneError> {
        let io = |source| TuneError::Io {
            path: path.to_owned(),
            source,
        };
        let wrong = |line: usize, reason: String| TuneError::Line {
            path: path.to_owned(),
            line,
            reason,
        };
        let (lines, text) = Lines::open(path).map_err(io)?;
        let mut log = Log {
            path: path.to_owned(),
            lines,
            pairs: 0,
        };
        let mut read = text.lines().enumerate();
        // Read back from text, so that a number is rounded as that in the file is.
        let here = serde_json::to_string(header).and_then(|text| serde_json::from_str(&text));
        let here: Value = here.map_err(|error| io(error.into()))?;
        let Some((_, first)) = read.next() else {
            log.lines.cut().map_err(io)?;
            log.lines.append(header).map_err(io)?;
            return Ok((log, Vec::new()));
        };
        let there: Value = serde_json::from_str(first)
            .map_err(|error| wrong(1, format!("not the header of a tuning: {error}")))?;
        if let Some((what, found, expected)) = difference(&there, &here) {
            return Err(TuneError::Other {
                path: path.to_owned(),
                what,
                found,
                expected,
            });
        }
        let mut steps = Vec::new();
        for (index, line) in read {
            let step: Step = serde_json::from_str(line)
                .map_err(|error| wrong(index + 1, format!("not a step of a tuning: {error}")))?;
            let games = step.games.games();
            let pairs = u64::from(log.pairs).saturating_add(games / 2);
            let even = games.is_multiple_of(2);
            if !even || pairs != u64::from(step.pairs) || step.pairs > header.pairs {
                let reason = format!("pair {} does not follow pair {}", step.pairs, log.pairs);
                return Err(wrong(index + 1, reason));
            }
            log.pairs = step.pairs;
            steps.push(step.games);
        }
        log.lines.cut().map_err(io)?;
        Ok((log, steps))
    }

    /// Adds a step.
    pub(super) fn append(&mut self, played: Played, values: &[f64]) -> Result<(), TuneError> {
        self.pairs += played.pairs();
        let step = Step {
            pairs: self.pairs,
            games: played,
            values: values.to_vec(),
        };
        self.lines.append(&step).map_err(|source| TuneError::Io {
            path: self.path.clone(),
            source,
        })
    }
}

/// The first key in which the header that is there differs, and both values.
fn difference(there: &Value, here: &Value) -> Option<(String, String, String)> {
    let keys = here.as_object()?;
    keys.iter().find_map(|(key, expected)| {
        let found = there.get(key).unwrap_or(&Value::Null);
        (found != expected).then(|| (key.clone(), found.to_string(), expected.to_string()))
    })
}

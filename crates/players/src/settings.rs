//! The `key=value` part of a spec.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use togyz_tables::MAX_BALLS;

use crate::budget::Budget;
use crate::suggest::{Suggestion, nearest};

/// The most that a search may be given of memory: 64 GiB.
const MAX_MEMORY: u32 = 65_536;
/// The highest temperature of the choice among moves; above it the choice is even.
const MAX_TEMPERATURE: f32 = 10.0;
/// The deepest search that makes sense: longer than any line that is ever seen.
const MAX_DEPTH: u8 = 64;

/// The most simulations below one node.
const MAX_LOCAL: u32 = 1_024;
/// The most threads of one search.
const MAX_THREADS: u32 = 64;

/// What a spec says beyond the player's kind; `None` leaves the kind's default.
///
/// # Units
/// `ms` in milliseconds, `memory` in MiB (2^20 bytes).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Simulations of the tree search a move.
    pub simulations: Option<u32>,
    /// Wall time a move, in milliseconds.
    pub ms: Option<u64>,
    /// Nodes a move: positions searched by the classical search, tree nodes of the tree search.
    pub nodes: Option<u64>,
    /// Depth in plies of the classical search.
    pub depth: Option<u8>,
    /// Memory of the transposition table or of the tree, in MiB.
    pub memory: Option<u32>,
    /// Temperature of the choice among moves; 0 always plays the best.
    pub temperature: Option<f32>,
    /// Seed of the player's random choices, instead of the one its user gives.
    pub seed: Option<u64>,
    /// Evaluation of the classical search.
    pub evaluation: Option<EvaluationKind>,
    /// The most balls on the board with which endgame tables are asked; 0 plays without them.
    pub tables: Option<u8>,
    /// Threads of one search.
    pub threads: Option<u32>,
    /// Constants of the tree search: `MctsConfig::c_puct`.
    pub c_puct: Option<f32>,
    /// `MctsConfig::c_factor`.
    pub c_factor: Option<f32>,
    /// `MctsConfig::fpu_reduction`.
    pub fpu: Option<f32>,
    /// `MctsConfig::root_fpu_reduction`.
    pub root_fpu: Option<f32>,
    /// `MctsConfig::margin_weight`.
    pub margin: Option<f32>,
    /// `MctsConfig::local_simulations`.
    pub local: Option<u32>,
}

/// Evaluations of the classical search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationKind {
    /// The fitted table.
    Table,
    /// The plain difference of the kazans.
    Kazan,
}

/// Why a text is no player spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no such kind of player.
    #[error("unknown player `{found}`: {hint}")]
    UnknownKind {
        /// The word found.
        found: String,
        /// What may be meant.
        hint: Suggestion,
    },
    /// The kind needs a name or a path.
    #[error("`{kind}` needs a {what}: `{kind}:{what}`")]
    MissingName {
        /// The kind.
        kind: &'static str,
        /// What is missing.
        what: &'static str,
    },
    /// The kind takes no name.
    #[error("`{kind}` takes no name, but `{name}` is given")]
    NeedlessName {
        /// The kind.
        kind: &'static str,
        /// The name found.
        name: String,
    },
    /// A part is not of the form `key=value`.
    #[error("expected `key=value` after `{kind}`, found `{found}`")]
    NotKeyValue {
        /// The kind.
        kind: &'static str,
        /// The part found.
        found: String,
    },
    /// The kind has no such setting.
    #[error("unknown setting `{key}` of `{kind}`: {hint}")]
    UnknownKey {
        /// The kind.
        kind: &'static str,
        /// The key found.
        key: String,
        /// What may be meant.
        hint: Suggestion,
    },
    /// A setting is given twice.
    #[error("the setting `{key}` is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// A value that the setting cannot have.
    #[error("`{key}={value}`: expected {expected}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The value found.
        value: String,
        /// What is allowed.
        expected: String,
    },
}

/// The keys that a kind has.
fn keys(kind: &str) -> &'static [&'static str] {
    match kind {
        "level" | "checkpoint" | "model" => &[
            "sims",
            "ms",
            "nodes",
            "memory",
            "temperature",
            "seed",
            "tables",
            "threads",
            "cpuct",
            "cfactor",
            "fpu",
            "rootfpu",
            "margin",
            "local",
        ],
        "classical" => &[
            "nodes", "ms", "depth", "eval", "memory", "seed", "tables", "threads",
        ],
        "hybrid" => &[
            "nodes", "ms", "depth", "memory", "seed", "tables", "threads",
        ],
        _ => &["seed"],
    }
}

/// An error unless a kind has such a key.
fn known(kind: &'static str, key: &str) -> Result<(), SpecError> {
    if keys(kind).contains(&key) {
        return Ok(());
    }
    Err(SpecError::UnknownKey {
        kind,
        key: key.to_owned(),
        hint: nearest(key, keys(kind).iter().copied()),
    })
}

impl Settings {
    /// Gives a key of a kind a value, in place of another it may have.
    pub(crate) fn replace(
        &mut self,
        kind: &'static str,
        key: &str,
        value: &str,
    ) -> Result<(), SpecError> {
        known(kind, key)?;
        self.set(key, value)
    }

    /// Reads `key=value,key=value`; nothing gives the defaults.
    pub(crate) fn parse(kind: &'static str, text: Option<&str>) -> Result<Settings, SpecError> {
        let mut settings = Settings::default();
        let Some(text) = text else {
            return Ok(settings);
        };
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(|| SpecError::NotKeyValue {
                kind,
                found: part.to_owned(),
            })?;
            known(kind, key)?;
            if seen.contains(&key) {
                return Err(SpecError::Twice {
                    key: key.to_owned(),
                });
            }
            seen.push(key);
            settings.set(key, value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "sims" => self.simulations = Some(whole("sims", value, 1..=100_000_000)?),
            "ms" => self.ms = Some(whole("ms", value, 1..=86_400_000)?),
            "nodes" => self.nodes = Some(whole("nodes", value, 1..=1_000_000_000_000)?),
            "depth" => self.depth = Some(whole("depth", value, 1..=MAX_DEPTH)?),
            "memory" => self.memory = Some(whole("memory", value, 1..=MAX_MEMORY)?),
            "seed" => self.seed = Some(whole("seed", value, 0..=u64::MAX)?),
            "temperature" => {
                self.temperature = Some(number("temperature", value, 0.0..=MAX_TEMPERATURE)?);
            }
            "cpuct" => self.c_puct = Some(number("cpuct", value, 0.0..=100.0)?),
            "cfactor" => self.c_factor = Some(number("cfactor", value, 0.0..=100.0)?),
            "fpu" => self.fpu = Some(number("fpu", value, -2.0..=2.0)?),
            "rootfpu" => self.root_fpu = Some(number("rootfpu", value, -2.0..=2.0)?),
            "margin" => self.margin = Some(number("margin", value, 0.0..=1.0)?),
            "local" => self.local = Some(whole("local", value, 1..=MAX_LOCAL)?),
            "tables" => self.tables = Some(whole("tables", value, 0..=MAX_BALLS)?),
            "eval" => self.evaluation = Some(value.parse()?),
            // The last of `keys`: a key that is in no kind's list never comes here.
            _ => self.threads = Some(whole("threads", value, 1..=MAX_THREADS)?),
        }
        Ok(())
    }

    /// Threads of one search; one if nothing is said.
    pub(crate) fn threads(&self) -> NonZeroU32 {
        let threads = self.threads.and_then(NonZeroU32::new);
        threads.unwrap_or(NonZeroU32::MIN)
    }

    /// The limits among the settings.
    #[must_use]
    pub fn budget(&self) -> Budget {
        Budget {
            simulations: self.simulations,
            nodes: self.nodes,
            depth: self.depth,
            time: self.ms.map(Duration::from_millis),
        }
    }
}

fn whole<T: FromStr + PartialOrd + fmt::Display>(
    key: &'static str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, SpecError> {
    value
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| SpecError::BadValue {
            key,
            value: value.to_owned(),
            expected: format!("a whole number from {} to {}", range.start(), range.end()),
        })
}

fn number(key: &'static str, value: &str, range: RangeInclusive<f32>) -> Result<f32, SpecError> {
    value
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| SpecError::BadValue {
            key,
            value: value.to_owned(),
            expected: format!("a number from {} to {}", range.start(), range.end()),
        })
}

impl FromStr for EvaluationKind {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EvaluationKind, SpecError> {
        match text {
            "table" => Ok(EvaluationKind::Table),
            "kazan" => Ok(EvaluationKind::Kazan),
            _ => Err(SpecError::BadValue {
                key: "eval",
                value: text.to_owned(),
                expected: "`table` or `kazan`".to_owned(),
            }),
        }
    }
}

impl fmt::Display for EvaluationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EvaluationKind::Table => "table",
            EvaluationKind::Kazan => "kazan",
        })
    }
}

/// `,key=value` for each setting that is given, in one fixed order.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write<T: fmt::Display>(
            f: &mut fmt::Formatter<'_>,
            key: &str,
            value: Option<&T>,
        ) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, ",{key}={value}"))
        }
        write(f, "sims", self.simulations.as_ref())?;
        write(f, "ms", self.ms.as_ref())?;
        write(f, "nodes", self.nodes.as_ref())?;
        write(f, "depth", self.depth.as_ref())?;
        write(f, "memory", self.memory.as_ref())?;
        write(f, "temperature", self.temperature.as_ref())?;
        write(f, "seed", self.seed.as_ref())?;
        write(f, "eval", self.evaluation.as_ref())?;
        write(f, "tables", self.tables.as_ref())?;
        write(f, "threads", self.threads.as_ref())?;
        write(f, "cpuct", self.c_puct.as_ref())?;
        write(f, "cfactor", self.c_factor.as_ref())?;
        write(f, "fpu", self.fpu.as_ref())?;
        write(f, "rootfpu", self.root_fpu.as_ref())?;
        write(f, "margin", self.margin.as_ref())?;
        write(f, "local", self.local.as_ref())
    }
}

//! What the other side may set.

use std::path::PathBuf;
use std::time::Duration;

use togyz_players::{Library, PlayerError, PlayerSpec, Settings, SpecError, TREE_MEMORY};
use togyz_rules::{MAX_HOLES, UnknownVariant, Variant};
use togyz_tables::MAX_BALLS;

use super::time::OVERHEAD;
use crate::analyze::engine_or_strongest;

/// The value of an option that is a text and has none.
const EMPTY: &str = "<empty>";

/// Which option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Variant,
    Level,
    Model,
    Checkpoint,
    Engine,
    Threads,
    Hash,
    Tables,
    TablesPath,
    Seed,
    MoveOverhead,
    MultiPv,
    ClearHash,
}

/// Every option, in the order in which they are told, with the names that are understood.
const NAMES: [(Name, &[&str]); 13] = [
    (Name::Variant, &["Variant", "UCI_Variant"]),
    (Name::Level, &["Level"]),
    (Name::Model, &["Model"]),
    (Name::Checkpoint, &["Checkpoint"]),
    (Name::Engine, &["Engine"]),
    (Name::Threads, &["Threads"]),
    (Name::Hash, &["Hash", "Memory"]),
    (Name::Tables, &["Tables"]),
    (Name::TablesPath, &["TablesPath"]),
    (Name::Seed, &["Seed"]),
    (Name::MoveOverhead, &["MoveOverhead"]),
    (Name::MultiPv, &["MultiPV"]),
    (Name::ClearHash, &["Clear Hash"]),
];

/// The range of a number.
struct Range {
    least: u64,
    most: u64,
}

impl Name {
    /// Where the option is a number that is counted up and down.
    fn range(self) -> Option<Range> {
        let (least, most) = match self {
            Name::Threads => (1, 64),
            Name::Hash => (1, 65_536),
            Name::Tables => (0, u64::from(MAX_BALLS)),
            Name::Seed => (0, u64::from(u32::MAX)),
            Name::MoveOverhead => (0, 10_000),
            Name::MultiPv => (1, MAX_HOLES as u64),
            _ => return None,
        };
        Some(Range { least, most })
    }
}

/// Why an option was not set. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OptionError {
    /// No option has this name.
    #[error("no option `{0}`: `ugi` lists them")]
    Unknown(String),
    /// The option needs a value.
    #[error("option `{0}` needs a value: `setoption name {0} value ...`")]
    Missing(&'static str),
    /// Not a number in the range.
    #[error("option `{name}`: `{found}` is no number from {least} to {most}")]
    Number {
        /// The option.
        name: &'static str,
        /// What was found.
        found: String,
        /// The range.
        least: u64,
        /// The range.
        most: u64,
    },
    /// No such rules.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// No such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The player cannot be had.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// What a setting asks of the engine besides being kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The player has to be built anew.
    Rebuild,
    /// So have the game, which other rules make meaningless, and the player.
    NewRules,
    /// Endgame tables are to be read from this folder.
    ReadTables(PathBuf),
    /// What was searched is to be forgotten.
    Forget,
    /// Nothing more.
    Nothing,
}

/// The options as they are set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) variant: Variant,
    /// Who plays; by default the strongest level, or the classical search where there is none.
    pub(super) player: Option<PlayerSpec>,
    threads: Option<u32>,
    memory: Option<u32>,
    tables: Option<u8>,
    pub(super) seed: u64,
    pub(super) overhead: Duration,
    /// Of how many moves a search tells.
    pub(super) lines: usize,
}

impl Options {
    pub(super) fn new(variant: Variant, player: Option<PlayerSpec>, seed: u64) -> Options {
        Options {
            variant,
            player,
            threads: None,
            memory: None,
            tables: None,
            seed,
            overhead: Duration::from_millis(OVERHEAD),
            lines: 1,
        }
    }

    /// The lines that tell what can be set.
    pub(super) fn told(&self, library: &Library) -> Vec<String> {
        NAMES
            .iter()
            .map(|(name, words)| {
                let head = format!("option name {} type", words[0]);
                match (name, name.range()) {
                    (_, Some(Range { least, most })) => {
                        let value = self.number(*name);
                        format!("{head} spin default {value} min {least} max {most}")
                    }
                    (Name::Variant, _) => {
                        let names = Variant::ALL.map(|variant| variant.rules().name);
                        combo(&head, self.variant.rules().name, names)
                    }
                    (Name::Level, _) => {
                        let levels = library.levels();
                        let strongest = levels.names().last().unwrap_or(EMPTY);
                        combo(&head, strongest, levels.names())
                    }
                    (Name::ClearHash, _) => format!("{head} button"),
                    _ => format!("{head} string default {EMPTY}"),
                }
            })
            .collect()
    }

    fn number(&self, name: Name) -> u64 {
        match name {
            Name::Threads => self.threads.unwrap_or(1).into(),
            Name::Hash => self.memory.unwrap_or(TREE_MEMORY).into(),
            Name::Tables => self.tables.unwrap_or(MAX_BALLS).into(),
            Name::Seed => self.seed.min(u64::from(u32::MAX)),
            Name::MultiPv => self.lines as u64,
            _ => u64::try_from(self.overhead.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Sets an option by its name, in any case and with or without spaces.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        library: &Library,
    ) -> Result<Effect, OptionError> {
        let plain = |text: &str| text.replace([' ', '_'], "").to_lowercase();
        let found = NAMES
            .iter()
            .find(|(_, words)| words.iter().any(|word| plain(word) == plain(name)));
        let Some((option, words)) = found else {
            let name = name.chars().take(40).collect();
            return Err(OptionError::Unknown(name));
        };
        if *option == Name::ClearHash {
            return Ok(Effect::Forget);
        }
        let value = value.ok_or(OptionError::Missing(words[0]))?;
        if let Some(range) = option.range() {
            return self.set_number(*option, words[0], value, &range);
        }
        let is_empty = value.is_empty() || value == EMPTY;
        match option {
            Name::Variant => {
                self.variant = value.parse()?;
                return Ok(Effect::NewRules);
            }
            Name::TablesPath if is_empty => return Ok(Effect::Nothing),
            Name::TablesPath => return Ok(Effect::ReadTables(value.into())),
            _ if is_empty => {
                self.player = None;
                return Ok(Effect::Rebuild);
            }
            _ => {}
        }
        let spec = match option {
            Name::Level => PlayerSpec::level(value.to_lowercase()),
            Name::Model => PlayerSpec::model(value),
            Name::Checkpoint => PlayerSpec::checkpoint(value),
            _ => value.parse()?,
        };
        // What cannot be had is told now, not at the first move.
        library.model_of(&spec)?;
        self.player = Some(spec);
        Ok(Effect::Rebuild)
    }

    fn set_number(
        &mut self,
        option: Name,
        name: &'static str,
        value: &str,
        range: &Range,
    ) -> Result<Effect, OptionError> {
        let Range { least, most } = *range;
        let number: u64 = value
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| OptionError::Number {
                name,
                found: value.chars().take(40).collect(),
                least,
                most,
            })?;
        let small = u32::try_from(number).ok();
        match option {
            Name::Threads => self.threads = small,
            Name::Hash => self.memory = small,
            Name::Tables => self.tables = u8::try_from(number).ok(),
            Name::Seed => self.seed = number,
            Name::MultiPv => {
                self.lines = usize::try_from(number).unwrap_or(1);
                return Ok(Effect::Nothing);
            }
            _ => {
                self.overhead = Duration::from_millis(number);
                return Ok(Effect::Nothing);
            }
        }
        Ok(Effect::Rebuild)
    }

    /// The player that is meant, with what else was set, and a remark on what it cannot follow.
    pub(super) fn spec(&self, library: &Library) -> (PlayerSpec, Option<String>) {
        let mut spec = engine_or_strongest(self.player.as_ref(), library, self.variant);
        let kind = spec.kind();
        let mut remark = None;
        let searches = !matches!(kind, "greedy" | "random");
        let settings: &mut Settings = spec.settings_mut();
        if searches {
            settings.memory = self.memory.or(settings.memory);
            settings.tables = self.tables.or(settings.tables);
        }
        match self.threads {
            Some(threads) if searches => settings.threads = Some(threads),
            Some(threads) if threads > 1 => {
                remark = Some(format!("{kind} does not search, on no number of threads"));
            }
            _ => {}
        }
        (spec, remark)
    }
}

fn combo<'a>(head: &str, default: &str, values: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("{head} combo default {default}");
    for value in values {
        text += &format!(" var {value}");
    }
    text
}

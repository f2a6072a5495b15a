//! The words that name a player, the same everywhere: `level:club`, `classical,nodes=1000`, ...

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::budget::Budget;
use crate::settings::{Settings, SpecError};
use crate::suggest::nearest;

/// Which player, and with which settings.
///
/// Written as `KIND[:NAME][,key=value]...`; [`FromStr`] and [`fmt::Display`] are inverse.
///
/// # Examples
/// ```
/// use togyz_players::PlayerSpec;
/// let spec: PlayerSpec = "classical,nodes=1000,eval=kazan".parse()?;
/// assert_eq!(spec.to_string(), "classical,nodes=1000,eval=kazan");
/// let error = "clasical".parse::<PlayerSpec>().unwrap_err();
/// assert!(error.to_string().contains("did you mean `classical`?"));
/// # Ok::<(), togyz_players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// A level of configs/levels.toml: its own model, simulations and temperature.
    Level {
        /// The level's name, such as `club`.
        name: String,
        /// What differs from the level's own settings.
        settings: Settings,
    },
    /// The exported model of a training run: a checkpoint folder, a run folder (its newest complete
    /// checkpoint), or the file itself.
    Checkpoint {
        /// Where.
        path: PathBuf,
        /// Limits and choice.
        settings: Settings,
    },
    /// A model file.
    Model {
        /// Where.
        path: PathBuf,
        /// Limits and choice.
        settings: Settings,
    },
    /// The classical search: alpha-beta with a fitted table evaluation.
    Classical {
        /// Limits and evaluation.
        settings: Settings,
    },
    /// Alpha-beta with the value of a model.
    Hybrid {
        /// A model file, a checkpoint or a run.
        path: PathBuf,
        /// Limits.
        settings: Settings,
    },
    /// Takes the most balls it can at once.
    Greedy {
        /// Only a seed.
        settings: Settings,
    },
    /// Any legal move.
    Random {
        /// Only a seed.
        settings: Settings,
    },
}

/// The kinds as written, those that take a name first.
const KINDS: [&str; 7] = [
    "level",
    "checkpoint",
    "model",
    "hybrid",
    "classical",
    "greedy",
    "random",
];

impl PlayerSpec {
    /// A level with its own settings.
    #[must_use]
    pub fn level(name: impl Into<String>) -> PlayerSpec {
        PlayerSpec::Level {
            name: name.into(),
            settings: Settings::default(),
        }
    }

    /// A checkpoint with default settings.
    #[must_use]
    pub fn checkpoint(path: impl Into<PathBuf>) -> PlayerSpec {
        PlayerSpec::Checkpoint {
            path: path.into(),
            settings: Settings::default(),
        }
    }

    /// A model file with default settings.
    #[must_use]
    pub fn model(path: impl Into<PathBuf>) -> PlayerSpec {
        PlayerSpec::Model {
            path: path.into(),
            settings: Settings::default(),
        }
    }

    /// The word before the colon.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            PlayerSpec::Level { .. } => "level",
            PlayerSpec::Checkpoint { .. } => "checkpoint",
            PlayerSpec::Model { .. } => "model",
            PlayerSpec::Hybrid { .. } => "hybrid",
            PlayerSpec::Classical { .. } => "classical",
            PlayerSpec::Greedy { .. } => "greedy",
            PlayerSpec::Random { .. } => "random",
        }
    }

    /// The settings after the comma.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        match self {
            PlayerSpec::Level { settings, .. }
            | PlayerSpec::Checkpoint { settings, .. }
            | PlayerSpec::Model { settings, .. }
            | PlayerSpec::Hybrid { settings, .. }
            | PlayerSpec::Classical { settings }
            | PlayerSpec::Greedy { settings }
            | PlayerSpec::Random { settings } => settings,
        }
    }

    /// The settings, to be changed.
    pub fn settings_mut(&mut self) -> &mut Settings {
        match self {
            PlayerSpec::Level { settings, .. }
            | PlayerSpec::Checkpoint { settings, .. }
            | PlayerSpec::Model { settings, .. }
            | PlayerSpec::Hybrid { settings, .. }
            | PlayerSpec::Classical { settings }
            | PlayerSpec::Greedy { settings }
            | PlayerSpec::Random { settings } => settings,
        }
    }

    /// Gives a setting a value, in place of the one it may have.
    ///
    /// # Errors
    /// [`SpecError`] if this kind of player has no such setting, or the setting no such value.
    ///
    /// # Examples
    /// ```
    /// use togyz_players::PlayerSpec;
    /// let mut spec: PlayerSpec = "level:club,cpuct=1".parse()?;
    /// spec.set("cpuct", "1.25")?;
    /// assert_eq!(spec.to_string(), "level:club,cpuct=1.25");
    /// assert!(spec.set("depth", "3").is_err());
    /// # Ok::<(), togyz_players::SpecError>(())
    /// ```
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let kind = self.kind();
        self.settings_mut().replace(kind, key, value)
    }

    /// The limits that the spec itself gives.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.settings().budget()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            PlayerSpec::Level { name, .. } => write!(f, ":{name}")?,
            PlayerSpec::Checkpoint { path, .. }
            | PlayerSpec::Model { path, .. }
            | PlayerSpec::Hybrid { path, .. } => {
                write!(f, ":{}", path.display())?;
            }
            _ => {}
        }
        self.settings().fmt(f)
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<PlayerSpec, SpecError> {
        text.parse()
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let (head, rest) = split_settings(text);
        let (kind, name) = match head.split_once(':') {
            Some((kind, name)) => (kind, Some(name)),
            None => (head, None),
        };
        let kind = KINDS
            .into_iter()
            .find(|known| *known == kind)
            .ok_or_else(|| SpecError::UnknownKind {
                found: kind.to_owned(),
                hint: nearest(kind, KINDS),
            })?;
        let settings = Settings::parse(kind, rest)?;
        let named = |what| match name {
            Some(name) if !name.is_empty() => Ok(name.to_owned()),
            _ => Err(SpecError::MissingName { kind, what }),
        };
        let spec = match kind {
            "level" => PlayerSpec::Level {
                name: named("name")?,
                settings,
            },
            "checkpoint" => PlayerSpec::Checkpoint {
                path: named("path")?.into(),
                settings,
            },
            "model" => PlayerSpec::Model {
                path: named("path")?.into(),
                settings,
            },
            "hybrid" => PlayerSpec::Hybrid {
                path: named("path")?.into(),
                settings,
            },
            "classical" => PlayerSpec::Classical { settings },
            "greedy" => PlayerSpec::Greedy { settings },
            _ => PlayerSpec::Random { settings },
        };
        match (&spec, name) {
            (
                PlayerSpec::Classical { .. }
                | PlayerSpec::Greedy { .. }
                | PlayerSpec::Random { .. },
                Some(name),
            ) => Err(SpecError::NeedlessName {
                kind,
                name: name.to_owned(),
            }),
            _ => Ok(spec),
        }
    }
}

/// The part before the settings and the settings. A path may hold commas: the settings begin with
/// the first part that has an equals sign, or the first part of a kind without a name.
fn split_settings(text: &str) -> (&str, Option<&str>) {
    let whole = (text, None);
    if !text.contains(':') {
        return text
            .split_once(',')
            .map_or(whole, |(head, rest)| (head, Some(rest)));
    }
    text.match_indices(',')
        .map(|(at, _)| (&text[..at], &text[at + 1..]))
        .find(|(_, rest)| {
            let part = rest.split(',').next().unwrap_or("");
            part.contains('=') || part.is_empty()
        })
        .map_or(whole, |(head, rest)| (head, Some(rest)))
}

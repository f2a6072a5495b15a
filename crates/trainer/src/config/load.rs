//! From text to a checked config.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::error::{ConfigError, with_nearest};
use super::{TrainConfig, check};

const QUICK: &str = include_str!("../../../../configs/quick.toml");

/// Where a config comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigSource {
    /// A file.
    File(PathBuf),
    /// The built-in copy of `configs/quick.toml`, so that a bare `train` works from any folder.
    Quick,
}

impl ConfigSource {
    /// The name in messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            ConfigSource::File(path) => path.display().to_string(),
            ConfigSource::Quick => "quick (built in)".to_owned(),
        }
    }

    fn text(&self) -> Result<String, ConfigError> {
        match self {
            ConfigSource::Quick => Ok(QUICK.to_owned()),
            ConfigSource::File(path) => {
                std::fs::read_to_string(path).map_err(|source| ConfigError::Read {
                    path: path.clone(),
                    source,
                })
            }
        }
    }
}

impl TrainConfig {
    /// Reads, changes and checks a config.
    ///
    /// `assignments` are `section.key=value` texts that replace values of the file; a value that is
    /// not TOML is taken as a string.
    ///
    /// # Errors
    /// [`ConfigError`], which names the file and the key.
    pub fn load(source: &ConfigSource, assignments: &[String]) -> Result<TrainConfig, ConfigError> {
        TrainConfig::from_text(&source.name(), &source.text()?, assignments)
    }

    /// Checks a config given as text; `origin` names it in errors.
    ///
    /// # Errors
    /// [`ConfigError`], which names `origin` and the key.
    pub fn from_text(
        origin: &str,
        text: &str,
        assignments: &[String],
    ) -> Result<TrainConfig, ConfigError> {
        let parse = |origin: &str, error: &toml::de::Error| ConfigError::Parse {
            origin: origin.to_owned(),
            message: with_nearest(&located(error, text)),
        };
        // Parsed from the text first, so that an error of the file can tell its line.
        let mut config: TrainConfig = toml::from_str(text).map_err(|e| parse(origin, &e))?;
        let mut origin = origin.to_owned();
        if !assignments.is_empty() {
            let mut table: Table = toml::from_str(text).map_err(|e| parse(&origin, &e))?;
            for assignment in assignments {
                assign(&mut table, assignment)?;
            }
            origin = format!("{origin} with --set {}", assignments.join(" --set "));
            let changed = |message: &str| ConfigError::Parse {
                origin: origin.clone(),
                message: with_nearest(message),
            };
            // By way of text: from a table, a number out of range is told as one of a wrong type.
            let text = toml::to_string(&table).map_err(|e| changed(&e.to_string()))?;
            config = toml::from_str(&text).map_err(|e| changed(e.message()))?;
        }
        check::check(&config, &origin)?;
        Ok(config)
    }

    /// The config as TOML text, every key written out.
    ///
    /// # Errors
    /// [`ConfigError::Parse`] if it cannot be written as TOML.
    pub fn to_text(&self) -> Result<String, ConfigError> {
        toml::to_string(self).map_err(|error| ConfigError::Parse {
            origin: "the run's config".to_owned(),
            message: error.to_string(),
        })
    }

    /// The first key whose value differs and decides a run's result, for a resume with another
    /// config; `None` if the run may go on with `other`. More generations are no conflict: a run
    /// may be trained on.
    #[must_use]
    pub fn first_conflict(&self, other: &TrainConfig) -> Option<String> {
        let strip = |config: &TrainConfig| {
            let mut config = config.clone();
            config.run.dir = String::new();
            config.run.workers = 0;
            // More are allowed, fewer would end the run before where it may stand.
            if config.run.generations > self.run.generations {
                config.run.generations = self.run.generations;
            }
            config.run.max_minutes = 0.0;
            config.run.min_free_disk_mib = 0;
            config.run.keep_checkpoints = 0;
            config.run.keep_shards = true;
            config.run.tables = String::new();
            config.evaluation = self.evaluation.clone();
            config.levels = self.levels.clone();
            Table::try_from(&config).unwrap_or_default()
        };
        let (ours, theirs) = (strip(self), strip(other));
        ours.iter().find_map(|(section, value)| {
            let ours = value.as_table()?;
            let theirs = theirs.get(section)?.as_table()?;
            let (key, value) = ours
                .iter()
                .find(|(key, value)| theirs.get(*key) != Some(value))?;
            let other = theirs.get(key).map(ToString::to_string).unwrap_or_default();
            Some(format!(
                "{section}.{key} is {value} in the run, {other} now"
            ))
        })
    }
}

/// The parser's message with the line it is about.
fn located(error: &toml::de::Error, text: &str) -> String {
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!(
            "line {}: {}",
            before.lines().count().max(1),
            error.message()
        ),
        None => error.message().to_owned(),
    }
}

fn assign(table: &mut Table, text: &str) -> Result<(), ConfigError> {
    let wrong = || ConfigError::Assignment {
        text: text.to_owned(),
    };
    let (path, value) = text.split_once('=').ok_or_else(wrong)?;
    let (section, key) = path.trim().split_once('.').ok_or_else(wrong)?;
    let value = toml::from_str::<Table>(&format!("v = {value}"))
        .ok()
        .and_then(|mut parsed| parsed.remove("v"))
        .unwrap_or_else(|| Value::String(value.trim().to_owned()));
    table
        .entry(section)
        .or_insert_with(|| Value::Table(Table::new()))
        .as_table_mut()
        .ok_or_else(wrong)?
        .insert(key.to_owned(), value);
    Ok(())
}

impl From<&Path> for ConfigSource {
    fn from(path: &Path) -> ConfigSource {
        ConfigSource::File(path.to_owned())
    }
}

//! Where a run stands: the manifest that is written last after every stage.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use togyz_files::ContentHash;

use crate::config::MAX_GENERATIONS;
use crate::pipeline::Stretch;
use crate::store::{Store, StoreError};

/// The manifest's name in the store.
pub const MANIFEST: &str = "manifest.toml";

/// The format this program writes.
const VERSION: u32 = 2;
/// All counts of a run together are less: the programs add them up.
const MOST: u64 = 1 << 53;

/// The stages of a generation, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Games.
    SelfPlay,
    /// Steps.
    Learn,
    /// Matches against the anchors.
    Evaluate,
    /// All generations are done and the levels exported.
    Done,
}

impl Stage {
    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::SelfPlay => "self-play",
            Stage::Learn => "learning",
            Stage::Evaluate => "evaluation",
            Stage::Done => "done",
        }
    }
}

/// The manifest of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// The manifest's format.
    pub version: u32,
    /// The generation that is being made.
    pub generation: u32,
    /// What is to be done next in it.
    pub stage: Stage,
    /// Steps made in this generation's learning, which was stopped in its middle.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// Samples drawn for learning before this generation.
    pub drawn: u64,
    /// Wall-clock seconds of the run, over all its sessions.
    pub seconds: f64,
    /// Lines of metrics.
    pub metrics: usize,
    /// Samples played by each generation.
    pub rows: Vec<u64>,
    /// The record of a learning stopped in its middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<String>,
    /// What its steps came to since the last line of metrics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stretch: Option<Stretch>,
    /// The generation that was made the last one by the limit in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u32>,
}

/// A manifest cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It is not TOML of this form.
    #[error("{name}: not a manifest of this kind: {reason}")]
    Malformed {
        /// The object.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// Its checksum does not fit.
    #[error("{0}: the checksum is wrong: the file is damaged or was edited")]
    Checksum(String),
    /// It was written by another version.
    #[error("{MANIFEST}: format version {0}; this program reads version {VERSION}")]
    Version(u32),
}

impl RunState {
    /// A run that has not begun.
    #[must_use]
    pub fn fresh() -> RunState {
        RunState {
            version: VERSION,
            generation: 0,
            stage: Stage::SelfPlay,
            step: 0,
            steps: 0,
            drawn: 0,
            seconds: 0.0,
            metrics: 0,
            rows: Vec::new(),
            partial: None,
            stretch: None,
            cut: None,
        }
    }

    /// Makes a finished run one that has another generation before it.
    pub(crate) fn train_on(&mut self) {
        self.generation += 1;
        self.stage = Stage::SelfPlay;
        self.cut = None;
    }

    /// Replaces the store's manifest.
    ///
    /// # Errors
    /// [`StateError`] if it cannot be written; the old one stays.
    pub fn save(&self, store: &dyn Store) -> Result<(), StateError> {
        Ok(store.replace(MANIFEST, to_sealed(MANIFEST, self)?.as_bytes())?)
    }

    /// The store's manifest, or `None` for a run that has none yet.
    ///
    /// # Errors
    /// [`StateError`] if it is damaged or of another version.
    pub fn load(store: &dyn Store) -> Result<Option<RunState>, StateError> {
        let Some(bytes) = store.get(MANIFEST)? else {
            return Ok(None);
        };
        let state: RunState = from_sealed(MANIFEST, &bytes)?;
        if state.version != VERSION {
            return Err(StateError::Version(state.version));
        }
        if !state.is_possible() {
            return Err(malformed(MANIFEST, &"its counts are of no run"));
        }
        Ok(Some(state))
    }

    /// Whether its counts can be added up, and its time is one.
    fn is_possible(&self) -> bool {
        let counts = [self.step, self.steps, self.drawn];
        let sum = counts
            .iter()
            .chain(&self.rows)
            .try_fold(0_u64, |sum, &count| sum.checked_add(count));
        sum.is_some_and(|sum| sum < MOST)
            && self.generation < MAX_GENERATIONS
            && (0.0..1e12).contains(&self.seconds)
    }
}

/// A manifest as the bytes of the object `name`.
pub(crate) fn to_sealed<T: Serialize>(name: &str, value: &T) -> Result<String, StateError> {
    let text = toml::to_string(value).map_err(|error| malformed(name, &error))?;
    Ok(sealed(&text))
}

/// The manifest of [`to_sealed`].
pub(crate) fn from_sealed<T: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<T, StateError> {
    let text = String::from_utf8_lossy(bytes);
    let body = unsealed(&text).ok_or_else(|| StateError::Checksum(name.to_owned()))?;
    toml::from_str(body).map_err(|error| malformed(name, &error))
}

fn malformed(name: &str, error: &dyn std::fmt::Display) -> StateError {
    StateError::Malformed {
        name: name.to_owned(),
        reason: error.to_string(),
    }
}

const SEAL: &str = "# blake3 ";

/// The text under a comment that holds its checksum: a text file keeps the promise that every file
/// of ours can be checked, and people can still read it.
pub(crate) fn sealed(text: &str) -> String {
    format!("{SEAL}{}\n{text}", ContentHash::of(text.as_bytes()))
}

/// The text of [`sealed`], if its checksum is right.
pub(crate) fn unsealed(text: &str) -> Option<&str> {
    let (first, body) = text.split_once('\n')?;
    let hash = first.strip_prefix(SEAL)?;
    (ContentHash::of(body.as_bytes()).to_string() == hash).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::LocalStore;

    #[test]
    fn a_manifest_comes_back_and_an_edited_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalStore::new(folder.path());
        assert_eq!(RunState::load(&store).unwrap(), None);
        let state = RunState {
            generation: 3,
            stage: Stage::Learn,
            step: 17,
            rows: vec![5, 6],
            partial: Some("partial/x".to_owned()),
            seconds: 1.5,
            ..RunState::fresh()
        };
        state.save(&store).unwrap();
        assert_eq!(RunState::load(&store).unwrap(), Some(state));

        let text = String::from_utf8(store.get(MANIFEST).unwrap().unwrap()).unwrap();
        let resealed = |text: &str, from: &str, to: &str| {
            let body = unsealed(text).unwrap();
            assert!(body.contains(from), "{from}");
            sealed(&body.replacen(from, to, 1))
        };
        let edits = [
            (text.replace("step = 17", "step = 18"), "checksum"),
            (sealed("version = 1\n"), "manifest"),
            (
                resealed(&text, "steps = 0", "steps = 18446744073709551615"),
                "manifest",
            ),
            (
                resealed(&text, "steps = 0", "steps = 9223372036854775807"),
                "counts",
            ),
            (resealed(&text, "seconds = 1.5", "seconds = nan"), "counts"),
            (
                resealed(&text, "generation = 3", "generation = 4294967295"),
                "counts",
            ),
            ("nonsense".to_owned(), "checksum"),
        ];
        for (edit, expected) in edits {
            store.replace(MANIFEST, edit.as_bytes()).unwrap();
            let error = RunState::load(&store).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}

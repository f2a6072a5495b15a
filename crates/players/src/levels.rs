//! The levels of configs/levels.toml.

use togyz_files::ContentHash;

/// An Elo that was measured, with its 95 % interval.
///
/// # Units
/// Elo points above the anchor of the ladder it was measured on.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The estimate.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The games it rests on.
    pub games: u64,
}

/// A level: a model, how far it looks, and how strictly it plays what it sees.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What players call it.
    pub name: String,
    /// The file name of its model, in data/models.
    pub model: String,
    /// Simulations a move.
    pub simulations: u32,
    /// Temperature of the choice among moves by their share of the visits; 0 plays the best.
    pub temperature: f32,
    /// The most of expected result (win chance + draw / 2) that the choice may give away, 0 to 1.
    pub max_loss: f32,
    /// The training run that the model comes from.
    pub run: String,
    /// The generation of that run.
    pub generation: u32,
    /// The seed of that run.
    pub seed: u64,
    /// The content hash of the model, which its file must have.
    pub hash: ContentHash,
    /// The strength, once it has been measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Measured>,
}

/// The levels, the weakest first.
///
/// # Examples
/// ```
/// use togyz_players::Library;
/// let library = Library::embedded()?;
/// let names: Vec<&str> = library.levels().0.iter().map(|level| level.name.as_str()).collect();
/// assert_eq!(names, ["beginner", "novice", "learner", "amateur", "club", "candidate", "master", "expert"]);
/// # Ok::<(), togyz_players::LibraryError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Levels(pub Vec<Level>);

/// Why a text describes no levels.
#[derive(Debug, thiserror::Error)]
pub enum LevelsError {
    /// Not TOML, an unknown or missing key, or a value of the wrong type; the message has the line.
    #[error("not a list of levels")]
    Toml(#[source] Box<toml::de::Error>),
    /// A value outside its range.
    #[error("level `{level}`: `{key}` is {value}; {expected}")]
    OutOfRange {
        /// The level.
        level: String,
        /// The key.
        key: &'static str,
        /// The value found.
        value: String,
        /// What is allowed.
        expected: &'static str,
    },
    /// Two levels of one name.
    #[error("there are two levels `{0}`")]
    Twice(String),
    /// No level at all.
    #[error("there is no level")]
    Empty,
}

/// The head of the file.
const COMMENT: &str = "\
# The levels, the weakest first. Written by `train export`; simulations, temperature and max_loss may
# be changed by hand, and then elo is to be measured again (`evaluate ladder`).
#
# name         what players call it
# model        file in data/models
# simulations  of the tree search a move
# temperature  of the choice among moves by their share of the visits, 0 to 10; 0 plays the best
# max_loss     the most of expected result (win chance + draw / 2) that this choice may give away, 0 to 1
# run, generation, seed   where the model comes from: the training run, its generation and its seed
# hash         blake3 hash of the model, which the file must have
# elo          measured strength above the ladder's anchor, `greedy`: elo, low and high (95 %), games
";

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    level: Vec<Level>,
}

impl Levels {
    /// Reads levels and checks each value.
    ///
    /// # Errors
    /// [`LevelsError`] names the level and the key.
    pub fn parse(text: &str) -> Result<Levels, LevelsError> {
        let file: File =
            toml::from_str(text).map_err(|error| LevelsError::Toml(Box::new(error)))?;
        if file.level.is_empty() {
            return Err(LevelsError::Empty);
        }
        for (index, level) in file.level.iter().enumerate() {
            level.check()?;
            if file.level[..index].iter().any(|one| one.name == level.name) {
                return Err(LevelsError::Twice(level.name.clone()));
            }
        }
        Ok(Levels(file.level))
    }

    /// The levels as [`Levels::parse`] reads them, below a comment that explains each key.
    ///
    /// # Errors
    /// [`toml::ser::Error`] if a value has no TOML form, such as a seed above 2^63 - 1.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let levels = toml::to_string(&File {
            level: self.0.clone(),
        })?;
        Ok(format!("{COMMENT}\n{levels}"))
    }

    /// The level of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Level> {
        self.0.iter().find(|level| level.name == name)
    }

    /// The names, the weakest level first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|level| level.name.as_str())
    }
}

impl Level {
    fn check(&self) -> Result<(), LevelsError> {
        let plain = |text: &str| {
            !text.is_empty()
                && text
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
                && !text.starts_with('.')
        };
        let elo = self.elo.as_ref();
        let ordered = |one: &Measured| {
            one.low <= one.elo && one.elo <= one.high && (one.high - one.low).is_finite()
        };
        let interval = |one: &Measured| format!("{} ({} to {})", one.elo, one.low, one.high);
        let rules: [(&'static str, bool, String, &'static str); 6] = [
            (
                "name",
                plain(&self.name),
                format!("`{}`", self.name),
                "expected letters, digits, `-`, `_` and `.`",
            ),
            (
                "model",
                plain(&self.model),
                format!("`{}`", self.model),
                "expected the name of a file in data/models, without a folder",
            ),
            (
                "simulations",
                (1..=100_000_000).contains(&self.simulations),
                self.simulations.to_string(),
                "expected 1 to 100000000",
            ),
            (
                "temperature",
                (0.0..=10.0).contains(&self.temperature),
                self.temperature.to_string(),
                "expected 0 to 10",
            ),
            (
                "max_loss",
                (0.0..=1.0).contains(&self.max_loss),
                self.max_loss.to_string(),
                "expected 0 to 1",
            ),
            (
                "elo",
                elo.is_none_or(ordered),
                elo.map_or_else(String::new, interval),
                "expected finite numbers, low <= elo <= high",
            ),
        ];
        for (key, valid, value, expected) in rules {
            if !valid {
                return Err(LevelsError::OutOfRange {
                    level: self.name.clone(),
                    key,
                    value,
                    expected,
                });
            }
        }
        Ok(())
    }
}

//! Where levels and their models come from: a folder of the project, or the binary itself.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use togyz_files::ContentHash;
use togyz_model::{Model, ModelError};
use togyz_rules::Variant;
use togyz_tables::TableSet;

use crate::checkpoint::model_path;
use crate::embedded;
use crate::levels::{Level, Levels, LevelsError};
use crate::player::PlayerError;
use crate::spec::PlayerSpec;
use crate::suggest::nearest;

/// The levels, relative to the project's folder.
pub const LEVELS: &str = "configs/levels.toml";
/// Their models, relative to the project's folder.
pub const MODELS: &str = "data/models";

/// Why levels or models cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file of levels could not be read.
    #[error("{}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file of levels is wrong.
    #[error("{file}")]
    Levels {
        /// The file.
        file: String,
        /// What is wrong.
        source: LevelsError,
    },
    /// The model of a level is not there.
    #[error("level `{level}`: there is no model {file}")]
    MissingModel {
        /// The level.
        level: String,
        /// Its model.
        file: String,
    },
    /// A model is not the one that was measured.
    #[error("level `{level}`: {file} has the hash {found}, but {LEVELS} says {expected}")]
    WrongHash {
        /// The level.
        level: String,
        /// Its model.
        file: String,
        /// The hash of the file.
        found: ContentHash,
        /// The hash that the levels give.
        expected: ContentHash,
    },
    /// A model is broken; the message names its file.
    #[error(transparent)]
    Model(#[from] Box<ModelError>),
}

/// Where a [`Library`] has its levels from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A folder with configs/levels.toml and data/models.
    Folder(PathBuf),
    /// The binary.
    Embedded,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Folder(path) => path.display().fmt(f),
            Source::Embedded => f.write_str("built in"),
        }
    }
}

/// The levels and the models that have been opened, each read once.
///
/// # Examples
/// ```
/// use togyz_players::Library;
/// let library = Library::embedded()?;
/// let level = library.level("expert")?;
/// let model = library.level_model(level)?;
/// assert_eq!(model.hash(), level.hash);
/// let error = library.level("expart").unwrap_err();
/// assert!(error.to_string().contains("did you mean `expert`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library {
    source: Source,
    levels: Levels,
    models: Mutex<HashMap<PathBuf, Arc<Model>>>,
    /// Endgame tables that were read; other variants have the small ones.
    pub(crate) tables: HashMap<Variant, Arc<TableSet>>,
}

impl Library {
    /// The levels that are built into the binary.
    ///
    /// # Errors
    /// [`LibraryError::Levels`], which a test of this crate excludes.
    pub fn embedded() -> Result<Library, LibraryError> {
        Library::new(Source::Embedded, "the built-in levels", embedded::LEVELS)
    }

    /// The levels of a project's folder: `configs/levels.toml` and `data/models`.
    ///
    /// # Errors
    /// [`LibraryError`] if the file of levels cannot be read or is wrong.
    pub fn open(project: &Path) -> Result<Library, LibraryError> {
        let path = project.join(LEVELS);
        let text = fs::read_to_string(&path).map_err(|source| LibraryError::Read {
            path: path.clone(),
            source,
        })?;
        let source = Source::Folder(project.to_owned());
        Library::new(source, &path.display().to_string(), &text)
    }

    /// The levels of the project that holds the folder `start`, that is of the nearest of it and
    /// its ancestors that has `configs/levels.toml` and `data/models`; else, and with `None`, those
    /// that are built in.
    ///
    /// # Errors
    /// [`LibraryError`] if the levels that were found are wrong.
    pub fn find(start: Option<&Path>) -> Result<Library, LibraryError> {
        let project = start
            .into_iter()
            .flat_map(Path::ancestors)
            .find(|folder| folder.join(LEVELS).is_file() && folder.join(MODELS).is_dir());
        match project {
            Some(project) => Library::open(project),
            None => Library::embedded(),
        }
    }

    fn new(source: Source, file: &str, text: &str) -> Result<Library, LibraryError> {
        let levels = Levels::parse(text).map_err(|source| LibraryError::Levels {
            file: file.to_owned(),
            source,
        })?;
        Ok(Library {
            source,
            levels,
            models: Mutex::default(),
            tables: HashMap::new(),
        })
    }

    /// Where the levels come from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The levels, the weakest first.
    #[must_use]
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The level of this name.
    ///
    /// # Errors
    /// [`PlayerError::UnknownLevel`] with the nearest name.
    pub fn level(&self, name: &str) -> Result<&Level, PlayerError> {
        self.levels
            .get(name)
            .ok_or_else(|| PlayerError::UnknownLevel {
                name: name.to_owned(),
                hint: nearest(name, self.levels.names()),
            })
    }

    /// The model of a level, checked against the level's hash.
    ///
    /// # Errors
    /// [`LibraryError`] if it is missing, broken, or another one.
    pub fn level_model(&self, level: &Level) -> Result<Arc<Model>, LibraryError> {
        let missing = |file: String| LibraryError::MissingModel {
            level: level.name.clone(),
            file,
        };
        let path = match &self.source {
            Source::Folder(project) => {
                let path = project.join(MODELS).join(&level.model);
                if !path.is_file() {
                    return Err(missing(path.display().to_string()));
                }
                path
            }
            Source::Embedded => PathBuf::from(&level.model),
        };
        let file = path.display().to_string();
        let model = self.cached(&path, || match &self.source {
            Source::Folder(_) => load(&path),
            Source::Embedded => {
                let bytes = embedded::model(&level.model).ok_or_else(|| missing(file.clone()))?;
                Model::from_bytes(&file, bytes).map_err(|error| Box::new(error).into())
            }
        })?;
        let (found, expected) = (model.hash(), level.hash);
        if found != expected {
            return Err(LibraryError::WrongHash {
                level: level.name.clone(),
                file,
                found,
                expected,
            });
        }
        Ok(model)
    }

    /// The model that a spec plays by, or `None` for a player without one.
    ///
    /// # Errors
    /// [`PlayerError`] if the level is unknown or the model missing or broken.
    pub fn model_of(&self, spec: &PlayerSpec) -> Result<Option<Arc<Model>>, PlayerError> {
        Ok(Some(match spec {
            PlayerSpec::Level { name, .. } => self.level_model(self.level(name)?)?,
            PlayerSpec::Checkpoint { path, .. } => self.model_at(&model_path(path)?)?,
            PlayerSpec::Hybrid { path, .. } if path.is_dir() => {
                self.model_at(&model_path(path)?)?
            }
            PlayerSpec::Hybrid { path, .. } => self.model_at(path)?,
            PlayerSpec::Model { path, .. } => self.model_at(path)?,
            PlayerSpec::Classical { .. }
            | PlayerSpec::Greedy { .. }
            | PlayerSpec::Random { .. } => return Ok(None),
        }))
    }

    /// The model of a file.
    ///
    /// # Errors
    /// [`LibraryError::Model`] if there is none, or a broken one.
    pub fn model_at(&self, path: &Path) -> Result<Arc<Model>, LibraryError> {
        self.cached(path, || load(path))
    }

    fn cached(
        &self,
        path: &Path,
        load: impl FnOnce() -> Result<Model, LibraryError>,
    ) -> Result<Arc<Model>, LibraryError> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = models.get(path) {
            return Ok(Arc::clone(model));
        }
        let model = Arc::new(load()?);
        models.insert(path.to_owned(), Arc::clone(&model));
        Ok(model)
    }
}

fn load(path: &Path) -> Result<Model, LibraryError> {
    Model::load(path).map_err(|error| Box::new(error).into())
}

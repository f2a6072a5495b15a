//! The folder of a run, held by one process at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use togyz_files::FileError;

use crate::config::{ConfigError, ConfigSource, TrainConfig};
use crate::state::MANIFEST;
use crate::store::LocalStore;

const LOCK: &str = ".lock";
const CONFIG: &str = "config.toml";

/// A run's folder, locked as long as this lives.
///
/// ```text
/// runs/quick/
///   config.toml    the run's own copy, every key
///   manifest.toml  where the run stands, written last
///   replay/        GGGG-SSSSS-hash.shard: games of self-play
///   checkpoints/   GGGG/{model.model, record.*, manifest.toml}
///   matches/       GGGG-anchor.jsonl
///   metrics.jsonl, metrics.csv, report.html
///   levels/        the exported levels
/// ```
#[derive(Debug)]
pub struct RunDir {
    root: PathBuf,
    store: LocalStore,
    extended: bool,
    /// Released by the operating system when the process ends, however it ends.
    _lock: File,
}

/// Whether a run begins or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// The folder must hold no run.
    Fresh,
    /// The folder must hold one.
    Resume,
}

/// The folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunDirError {
    /// It holds a run already.
    #[error(
        "{} holds a run already: add --resume to go on with it, or choose another folder by --run",
        .0.display()
    )]
    Occupied(PathBuf),
    /// It holds no run.
    #[error("{} holds no run to resume: leave out --resume to start one", .0.display())]
    Nothing(PathBuf),
    /// It holds something else.
    #[error(
        "{} is not empty and holds no run: choose a new folder by --run",
        .0.display()
    )]
    Foreign(PathBuf),
    /// Another process works in it.
    #[error("{} is in use by another process", .0.display())]
    Locked(PathBuf),
    /// The operating system refuses.
    #[error("cannot use the run folder {}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Its config is broken.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Its config cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was started with another config.
    #[error(
        "{}: the run was started with another config: {conflict}; `train --resume --run {}` goes on \
         with its own",
        path.display(),
        path.display()
    )]
    OtherConfig {
        /// The folder.
        path: PathBuf,
        /// The first key that differs.
        conflict: String,
    },
}

impl RunDir {
    /// Opens and locks a folder, and writes the config into it.
    ///
    /// # Errors
    /// [`RunDirError`], which says what to do.
    pub fn open(root: &Path, mode: OpenMode, config: &TrainConfig) -> Result<RunDir, RunDirError> {
        let held = holds_run(root);
        match mode {
            OpenMode::Fresh if held => return Err(RunDirError::Occupied(root.to_owned())),
            OpenMode::Resume if !held => return Err(RunDirError::Nothing(root.to_owned())),
            OpenMode::Fresh | OpenMode::Resume => {}
        }
        fs::create_dir_all(root).map_err(|source| io_error(root, source))?;
        if !held && !is_vacant(root).map_err(|source| io_error(root, source))? {
            return Err(RunDirError::Foreign(root.to_owned()));
        }
        let lock = lock(root)?;
        // Nobody else writes here now.
        togyz_files::remove_unfinished(root)?;
        let mut run = RunDir {
            root: root.to_owned(),
            store: LocalStore::new(root),
            extended: false,
            _lock: lock,
        };
        if mode == OpenMode::Resume {
            let before = RunDir::config(root)?;
            if let Some(conflict) = before.first_conflict(config) {
                return Err(RunDirError::OtherConfig {
                    path: root.to_owned(),
                    conflict,
                });
            }
            run.extended = config.run.generations > before.run.generations;
        }
        let version = env!("CARGO_PKG_VERSION");
        let text = format!(
            "# The config of this run, as togyz-trainer {version} read it.\n{}",
            config.to_text()?
        );
        togyz_files::write_atomic(&root.join(CONFIG), text.as_bytes())?;
        Ok(run)
    }

    /// The config that a run's folder holds.
    ///
    /// # Errors
    /// [`ConfigError`] if there is none or a broken one.
    pub fn config(root: &Path) -> Result<TrainConfig, ConfigError> {
        TrainConfig::load(&ConfigSource::File(root.join(CONFIG)), &[])
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether it was opened with more generations than the run had: if it was finished, it goes on.
    #[must_use]
    pub fn is_extended(&self) -> bool {
        self.extended
    }

    /// The store in it.
    #[must_use]
    pub fn store(&self) -> &LocalStore {
        &self.store
    }

    /// The run's name: that of its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.root.file_name();
        name.map_or_else(
            || "run".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

/// Whether the folder holds a run: its config is the first thing a run writes.
#[must_use]
pub fn holds_run(root: &Path) -> bool {
    root.join(CONFIG).exists() || root.join(MANIFEST).exists()
}

/// Whether nothing lies in the folder but what a run that ended at once may have left.
fn is_vacant(root: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(root)? {
        let name = entry?.file_name();
        if name != LOCK && !togyz_files::is_unfinished(&name) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Locks a folder for this process, as long as the file lives.
pub(crate) fn lock(root: &Path) -> Result<File, RunDirError> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(root.join(LOCK))
        .map_err(|source| io_error(root, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunDirError::Locked(root.to_owned())),
        Err(TryLockError::Error(source)) => Err(io_error(root, source)),
    }
}

fn io_error(root: &Path, source: io::Error) -> RunDirError {
    RunDirError::Io {
        path: root.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_holds_one_run_and_one_process() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("a/run");
        let config = TrainConfig::load(&ConfigSource::Quick, &[]).unwrap();
        let open = |mode, config: &TrainConfig| RunDir::open(&root, mode, config);
        let message = |mode, config| open(mode, config).unwrap_err().to_string();

        assert!(message(OpenMode::Resume, &config).contains("holds no run"));
        let first = open(OpenMode::Fresh, &config).unwrap();
        assert!(message(OpenMode::Fresh, &config).contains("--resume"));
        assert!(message(OpenMode::Resume, &config).contains("in use"));
        drop(first);
        // What a kill in the middle of writing left is cleared away; a stranger's folder is not used.
        let left = root.join("replay/.writing-x7");
        fs::create_dir_all(root.join("replay")).unwrap();
        fs::write(&left, "half").unwrap();
        drop(open(OpenMode::Resume, &config).unwrap());
        assert!(!left.exists());
        let foreign = folder.path().join("a");
        let error = RunDir::open(&foreign, OpenMode::Fresh, &config).unwrap_err();
        assert!(matches!(error, RunDirError::Foreign(_)), "{error}");

        let mut other = config.clone();
        other.run.workers = 7;
        other.evaluation.games = 4;
        drop(open(OpenMode::Resume, &other).unwrap());
        // A run may be trained on, and then not be shortened.
        other.run.generations += 5;
        assert!(open(OpenMode::Resume, &other).unwrap().is_extended());
        assert!(!open(OpenMode::Resume, &other).unwrap().is_extended());
        assert!(message(OpenMode::Resume, &config).contains("run.generations"));
        other.run.seed += 1;
        let text = message(OpenMode::Resume, &other);
        assert!(text.contains("run.seed"), "{text}");
        assert_eq!(RunDir::config(&root).unwrap().run.workers, 7);
    }
}

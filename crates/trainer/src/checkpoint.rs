//! The result of a generation: the exported model, beside the record to learn on from.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use togyz_files::ContentHash;

use crate::state::{sealed, unsealed};

/// The folder of the checkpoints in a run.
pub const CHECKPOINTS: &str = "checkpoints";
/// The exported model in a checkpoint's folder.
pub const MODEL: &str = "model.model";
/// The training record in a checkpoint's folder.
pub const RECORD: &str = "record.train";
const MANIFEST: &str = "manifest.toml";

/// A complete checkpoint; its manifest, written last, is what makes it complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The run's name.
    pub run: String,
    /// The run's seed.
    pub seed: u64,
    /// The generation.
    pub generation: u32,
    /// Steps of the run so far.
    pub step: u64,
    /// Samples drawn for learning so far; 0 where an earlier version did not note it.
    #[serde(default)]
    pub drawn: u64,
    /// The exported model's content hash.
    pub model: ContentHash,
}

/// A checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// There is no complete checkpoint.
    #[error("{}: no complete checkpoint", .0.display())]
    Missing(PathBuf),
    /// The manifest is damaged.
    #[error("{}: the checkpoint's manifest is damaged", .0.display())]
    Damaged(PathBuf),
    /// A file of the checkpoint is damaged or missing.
    #[error("{}: damaged or missing", .0.display())]
    Broken(PathBuf),
    /// The operating system refuses.
    #[error("checkpoint {}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] togyz_files::FileError),
}

/// The folder of a generation's checkpoint.
#[must_use]
pub fn checkpoint_dir(run: &Path, generation: u32) -> PathBuf {
    run.join(CHECKPOINTS).join(format!("{generation:04}"))
}

impl Checkpoint {
    /// Completes the checkpoint in `folder`, whose model and record have been written.
    ///
    /// # Errors
    /// [`CheckpointError`] if the manifest cannot be written.
    pub fn complete(&self, folder: &Path) -> Result<(), CheckpointError> {
        let text =
            toml::to_string(self).map_err(|_| CheckpointError::Damaged(folder.join(MANIFEST)))?;
        Ok(togyz_files::write_atomic(
            &folder.join(MANIFEST),
            sealed(&text).as_bytes(),
        )?)
    }

    /// Reads the manifest of the checkpoint in `folder`.
    ///
    /// # Errors
    /// [`CheckpointError`] if it is missing or damaged.
    pub fn open(folder: &Path) -> Result<Checkpoint, CheckpointError> {
        let path = folder.join(MANIFEST);
        let text =
            fs::read_to_string(&path).map_err(|_| CheckpointError::Missing(folder.to_owned()))?;
        unsealed(&text)
            .and_then(|body| toml::from_str(body).ok())
            .ok_or(CheckpointError::Damaged(path))
    }

    /// The generations of a run that have a complete checkpoint, ascending.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] if the folder cannot be listed.
    pub fn all(run: &Path) -> Result<Vec<u32>, CheckpointError> {
        let folder = run.join(CHECKPOINTS);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(&folder).map_err(|source| CheckpointError::Io {
            path: folder.clone(),
            source,
        })?;
        let mut generations: Vec<u32> = entries
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter(|&generation| Checkpoint::open(&checkpoint_dir(run, generation)).is_ok())
            .collect();
        generations.sort_unstable();
        Ok(generations)
    }
}

/// Removes the training records of all but the newest `keep` checkpoints; their models stay.
///
/// # Errors
/// [`CheckpointError`] if a record cannot be removed.
pub fn prune_records(run: &Path, keep: u32) -> Result<(), CheckpointError> {
    let all = Checkpoint::all(run)?;
    let old = all.len().saturating_sub(keep as usize);
    for &generation in &all[..old] {
        let path = checkpoint_dir(run, generation).join(RECORD);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                return Err(CheckpointError::Io { path, source });
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_checkpoints_count_and_only_old_records_go() {
        let run = tempfile::tempdir().unwrap();
        for generation in 0..4 {
            let folder = checkpoint_dir(run.path(), generation);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(RECORD), "record").unwrap();
            fs::write(folder.join(MODEL), "model").unwrap();
            if generation < 3 {
                let checkpoint = Checkpoint {
                    run: "a".to_owned(),
                    seed: 1,
                    generation,
                    step: 10,
                    drawn: 10,
                    model: ContentHash::of(b"model"),
                };
                checkpoint.complete(&folder).unwrap();
                assert_eq!(Checkpoint::open(&folder).unwrap(), checkpoint);
            }
        }
        assert_eq!(Checkpoint::all(run.path()).unwrap(), [0, 1, 2]);
        prune_records(run.path(), 1).unwrap();
        let has_record = |g| checkpoint_dir(run.path(), g).join(RECORD).exists();
        // The fourth is not complete: it is somebody's work in progress.
        assert_eq!([0, 1, 2, 3].map(has_record), [false, false, true, true]);

        fs::write(
            checkpoint_dir(run.path(), 1).join(MANIFEST),
            "generation = 7",
        )
        .unwrap();
        assert_eq!(Checkpoint::all(run.path()).unwrap(), [0, 2]);
    }
}

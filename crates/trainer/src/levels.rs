//! The levels of a run: earlier checkpoints for the weaker ones.

use std::fs;
use std::path::{Path, PathBuf};

use togyz_model::{Model, ModelError};
use togyz_players::{LEVELS, Level, Levels, MODELS, Measured};

use crate::checkpoint::{Checkpoint, CheckpointError, MODEL, checkpoint_dir};
use crate::config::{LevelConfig, TrainConfig};

/// Levels cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum LevelsExportError {
    /// The run has no checkpoint.
    #[error("{}: no complete checkpoint to export", .0.display())]
    NoCheckpoint(PathBuf),
    /// A checkpoint cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A model cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The list cannot be written as TOML.
    #[error("levels.toml")]
    Toml(#[from] toml::ser::Error),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] togyz_files::FileError),
    /// The folder cannot be made.
    #[error("{}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Writes a model for every level of the config and the list of them to `folder`, laid out as a
/// project is: `configs/levels.toml` and `data/models/<level>.model`. So the folder can be played
/// from as it is, and exporting to the project's own root replaces its levels.
///
/// `measured` tells a level's Elo where it is known; a level without is written without.
///
/// # Errors
/// [`LevelsExportError`], which names the file.
pub fn export_levels(
    run: &Path,
    config: &TrainConfig,
    folder: &Path,
    measured: &dyn Fn(&str) -> Option<Measured>,
) -> Result<Levels, LevelsExportError> {
    let generations = Checkpoint::all(run)?;
    let (Some(&first), Some(&last)) = (generations.first(), generations.last()) else {
        return Err(LevelsExportError::NoCheckpoint(run.to_owned()));
    };
    let models = folder.join(MODELS);
    let list = folder.join(LEVELS);
    for path in [Some(models.as_path()), list.parent()]
        .into_iter()
        .flatten()
    {
        fs::create_dir_all(path).map_err(|source| LevelsExportError::Folder {
            path: path.to_owned(),
            source,
        })?;
    }
    let mut levels = Vec::new();
    for level in &config.levels {
        let wanted = generation_at(level, first, last);
        // The nearest there is, for a run whose checkpoints were thinned out.
        let generation = generations
            .iter()
            .copied()
            .min_by_key(|generation| generation.abs_diff(wanted))
            .unwrap_or(last);
        let checkpoint = Checkpoint::open(&checkpoint_dir(run, generation))?;
        let model = Model::load(&checkpoint_dir(run, generation).join(MODEL))?;
        let file = format!("{}.model", level.name);
        let hash = model.save(&models.join(&file))?;
        levels.push(Level {
            name: level.name.clone(),
            model: file,
            simulations: level.simulations,
            temperature: level.temperature,
            max_loss: level.max_loss,
            run: checkpoint.run,
            generation,
            seed: checkpoint.seed,
            hash,
            elo: measured(&level.name),
        });
    }
    let levels = Levels(levels);
    togyz_files::write_atomic(&list, levels.to_toml()?.as_bytes())?;
    Ok(levels)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a small count"
)]
fn generation_at(level: &LevelConfig, first: u32, last: u32) -> u32 {
    first + (level.at.clamp(0.0, 1.0) * f64::from(last - first)).round() as u32
}

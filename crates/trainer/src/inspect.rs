//! What is in a file or a run, in words.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use togyz_files::FileError;
use togyz_model::{Model, ModelError};

use crate::checkpoint::{Checkpoint, MODEL, checkpoint_dir};
use crate::config::{ConfigError, ConfigSource, TrainConfig};
use crate::replay::{SHARD, Shard, StartKind};
use crate::run_dir::{RunDir, holds_run};
use crate::sample::SampleKind;
use crate::selfplay::PlayTally;
use crate::state::{RunState, StateError};
use crate::store::LocalStore;

/// A file cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// There is nothing there.
    #[error("{}: there is no such file or folder", .0.display())]
    Missing(PathBuf),
    /// A folder that is neither a run nor a checkpoint.
    #[error("{}: neither a run nor a checkpoint", .0.display())]
    Folder(PathBuf),
    /// A damaged file, or none of ours.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of ours whose bytes have changed.
    #[error("{}: the file ({magic}) is damaged: its checksum is wrong", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its kind.
        magic: String,
    },
    /// A damaged model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A wrong config.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A damaged manifest.
    #[error(transparent)]
    State(#[from] StateError),
}

/// Tells what a shard, model, record, config, checkpoint folder or run folder holds.
///
/// # Errors
/// [`InspectError`], which names the file.
pub fn describe(path: &Path) -> Result<String, InspectError> {
    if path.is_dir() {
        // A checkpoint has a manifest as a run has: its model tells them apart.
        return if path.join(MODEL).is_file() {
            model(&path.join(MODEL))
        } else if holds_run(path) {
            run(path)
        } else {
            Err(InspectError::Folder(path.to_owned()))
        };
    }
    if !path.exists() {
        return Err(InspectError::Missing(path.to_owned()));
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("toml") => config(path),
        Some("model") => model(path),
        Some("shard") => shard(path),
        _ => any(path),
    }
}

fn config(path: &Path) -> Result<String, InspectError> {
    let config = TrainConfig::load(&ConfigSource::File(path.to_owned()), &[])?;
    let (play, all) = (&config.selfplay, config.run.generations);
    let mut text = format!(
        "config of a run in {}: {all} generations, trunk {:?}, seed {}\n\
         generation   games  simulations (full, fast)\n",
        config.run.dir, config.net.trunk, config.run.seed
    );
    for generation in 0..all {
        let _ = writeln!(
            text,
            "{generation:>10} {:>7}  {}, {}",
            play.games_of(generation, all),
            play.simulations_of(generation, all),
            play.fast_simulations_of(generation, all)
        );
    }
    Ok(text)
}

fn model(path: &Path) -> Result<String, InspectError> {
    let model = Model::load(path)?;
    let header = model.header();
    Ok(format!(
        "model {}\n  run {}, generation {}, step {}, seed {}\n  trunk {:?}, features version {}\n  note: {}\n",
        model.hash(),
        header.run,
        header.generation,
        header.step,
        header.seed,
        header.trunk,
        header.feature_version,
        if header.note.is_empty() {
            "-"
        } else {
            &header.note
        }
    ))
}

#[expect(clippy::cast_precision_loss, reason = "counts of one shard")]
fn shard(path: &Path) -> Result<String, InspectError> {
    let shard: Shard = togyz_files::read(path, &SHARD)?;
    let tally = PlayTally::of(&shard.games);
    let games = tally.games.max(1) as f64;
    let starts = |kind| {
        shard
            .games
            .iter()
            .filter(|game| game.start_kind == kind)
            .count()
    };
    let samples = || shard.games.iter().flat_map(|game| &game.samples);
    let kinds = |kind| samples().filter(|sample| sample.kind == kind).count();
    let model = shard
        .model
        .map_or_else(|| "none".to_owned(), |hash| hash.short());
    let mut text = format!(
        "shard {} of generation {}, {}, seed {}, model {model}\n  \
         {} games ({} from openings, {} late, {} forked), {:.1} half-moves a game\n  \
         first player won {:.1} %, draws {:.1} %\n  \
         {} samples ({} full, {} fast, {} after 82, {} of moves not played, {} exact)\n  {} simulations\n",
        shard.sequence,
        shard.generation,
        shard.variant,
        shard.seed,
        tally.games,
        starts(StartKind::Opening),
        starts(StartKind::Late),
        starts(StartKind::Fork),
        tally.plies as f64 / games,
        100.0 * tally.first_wins as f64 / games,
        100.0 * tally.draws as f64 / games,
        tally.samples,
        kinds(SampleKind::Full),
        kinds(SampleKind::Fast),
        kinds(SampleKind::PlayedOn),
        kinds(SampleKind::Child),
        kinds(SampleKind::Exact),
        tally.simulations
    );
    if let Some(game) = shard.games.first() {
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  game {}: {}", game.index, moves.join(" "));
    }
    Ok(text)
}

fn any(path: &Path) -> Result<String, InspectError> {
    let (header, intact) = togyz_files::peek(path)?;
    if !intact {
        return Err(InspectError::Damaged {
            path: path.to_owned(),
            magic: header.magic.to_string(),
        });
    }
    Ok(format!(
        "{} version {}, {} bytes, {} decoded, checksum right\n",
        header.magic,
        header.version,
        header.file_bytes(),
        header.decoded_bytes,
    ))
}

fn run(path: &Path) -> Result<String, InspectError> {
    let config = RunDir::config(path)?;
    let mut text = format!("run {}\n", path.display());
    match RunState::load(&LocalStore::new(path))? {
        None => text.push_str("  not begun\n"),
        Some(state) => {
            let _ = writeln!(
                text,
                "  generation {} of {}, next: {}; {} steps, {:.1} minutes, {} samples",
                state.generation,
                config.run.generations,
                state.stage.name(),
                state.steps + state.step,
                state.seconds / 60.0,
                state.rows.iter().sum::<u64>()
            );
        }
    }
    for generation in Checkpoint::all(path).unwrap_or_default() {
        if let Ok(checkpoint) = Checkpoint::open(&checkpoint_dir(path, generation)) {
            let _ = writeln!(
                text,
                "  checkpoint {generation:04}: step {}, model {}",
                checkpoint.step,
                checkpoint.model.short()
            );
        }
    }
    Ok(text)
}

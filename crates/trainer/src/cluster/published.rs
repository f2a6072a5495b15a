//! Models that the learner has published.

use std::fs;
use std::path::Path;

use togyz_files::{ContentHash, write_atomic};
use togyz_model::Model;

use super::{ClusterError, broken};
use crate::checkpoint::{Checkpoint, CheckpointError, MODEL, checkpoint_dir};
use crate::state::{from_sealed, to_sealed};
use crate::store::Store;

/// The folder of the published models.
const MODELS: &str = "models";

/// The name of a generation's model.
pub(super) fn object(generation: u32, hash: ContentHash) -> String {
    format!("{MODELS}/{generation:04}/{}.model", hash.short())
}

/// The generation in such a name.
pub(super) fn generation_of(object: &str) -> Option<u32> {
    let inside = object.strip_prefix(MODELS)?.strip_prefix('/')?;
    inside.split('/').next()?.parse().ok()
}

fn manifest(generation: u32) -> String {
    format!("{MODELS}/{generation:04}/manifest.toml")
}

/// Publishes the model of the complete checkpoint in `folder`: first the model, then the manifest that
/// makes it count.
pub(crate) fn publish(store: &dyn Store, folder: &Path) -> Result<(), ClusterError> {
    let checkpoint = Checkpoint::open(folder)?;
    let path = folder.join(MODEL);
    let model = fs::read(&path).map_err(|source| CheckpointError::Io { path, source })?;
    let generation = checkpoint.generation;
    store.put(&object(generation, checkpoint.model), &model)?;
    let name = manifest(generation);
    store.put(&name, to_sealed(&name, &checkpoint)?.as_bytes())?;
    Ok(())
}

/// The generations whose model is there whole, after `known`, ascending.
pub(crate) fn published(store: &dyn Store, known: Option<u32>) -> Result<Vec<u32>, ClusterError> {
    let cursor = known.map_or_else(|| MODELS.to_owned(), manifest);
    let names = store.list_after(MODELS, &cursor)?;
    let generation = |name: &String| {
        let inside = name.strip_prefix(MODELS)?.strip_prefix('/')?;
        inside.strip_suffix("/manifest.toml")?.parse().ok()
    };
    Ok(names.iter().filter_map(generation).collect())
}

/// The checkpoint whose model was published in a generation.
pub(super) fn find(store: &dyn Store, generation: u32) -> Result<Checkpoint, ClusterError> {
    let name = manifest(generation);
    let bytes = store.get(&name)?.ok_or_else(|| broken(&name))?;
    Ok(from_sealed(&name, &bytes)?)
}

/// Brings a checkpoint's model into a folder laid out as a run, where players find it.
pub(super) fn fetch(
    store: &dyn Store,
    checkpoint: &Checkpoint,
    run: &Path,
) -> Result<(), ClusterError> {
    let name = object(checkpoint.generation, checkpoint.model);
    let bytes = store.get(&name)?.ok_or_else(|| broken(&name))?;
    let whole =
        Model::from_bytes(&name, &bytes).is_ok_and(|model| model.hash() == checkpoint.model);
    if !whole {
        return Err(broken(&name));
    }
    let folder = checkpoint_dir(run, checkpoint.generation);
    fs::create_dir_all(&folder).map_err(|source| ClusterError::Folder {
        path: folder.clone(),
        source,
    })?;
    write_atomic(&folder.join(MODEL), &bytes)?;
    Ok(checkpoint.complete(&folder)?)
}

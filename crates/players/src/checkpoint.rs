//! Where the model of a checkpoint lies.

use std::fs;
use std::path::{Path, PathBuf};

use crate::player::PlayerError;

/// The exported model of a checkpoint.
const MODEL: &str = "model.model";
/// Written last: a checkpoint that has it is complete.
const MANIFEST: &str = "manifest.toml";
/// The checkpoints of a run.
const CHECKPOINTS: &str = "checkpoints";

/// The model that a path means: the file itself, the model of a checkpoint folder, or that of the
/// newest complete checkpoint of a run folder.
///
/// # Errors
/// [`PlayerError::NoModel`] says what is missing.
pub(crate) fn model_path(path: &Path) -> Result<PathBuf, PlayerError> {
    let missing = |reason| {
        Err(PlayerError::NoModel {
            path: path.to_owned(),
            reason,
        })
    };
    if path.is_file() {
        return Ok(path.to_owned());
    }
    if !path.is_dir() {
        return missing("there is no such checkpoint, run or file");
    }
    if path.join(MODEL).is_file() {
        return Ok(path.join(MODEL));
    }
    match newest(path)? {
        Some(folder) => Ok(folder.join(MODEL)),
        None => {
            missing("neither a checkpoint (no model.model) nor a run with a complete checkpoint")
        }
    }
}

/// The complete checkpoint with the highest generation.
fn newest(folder: &Path) -> Result<Option<PathBuf>, PlayerError> {
    let newest = checkpoints(folder)?.pop();
    Ok(newest.map(|(_, folder)| folder))
}

/// The complete checkpoints of a run folder, or of its folder of checkpoints, by generation.
///
/// # Errors
/// [`PlayerError::Folder`] if the folder cannot be read.
pub fn checkpoints(run: &Path) -> Result<Vec<(u32, PathBuf)>, PlayerError> {
    let inner = run.join(CHECKPOINTS);
    let folder = if inner.is_dir() { &inner } else { run };
    let failed = |source| PlayerError::Folder {
        path: folder.to_owned(),
        source,
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let folder = entry.map_err(failed)?.path();
        let generation: Option<u32> = folder
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| name.parse().ok());
        let complete = folder.join(MODEL).is_file() && folder.join(MANIFEST).is_file();
        if let (Some(generation), true) = (generation, complete) {
            found.push((generation, folder));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_path_finds_its_model() {
        let run = tempfile::tempdir().expect("a folder");
        let place = |generation: &str, files: &[&str]| {
            let folder = run.path().join(CHECKPOINTS).join(generation);
            fs::create_dir_all(&folder).expect("a folder");
            for file in files {
                fs::write(folder.join(file), "").expect("a file");
            }
            folder
        };
        let complete = place("0002", &[MODEL, MANIFEST]);
        place("0001", &[MODEL, MANIFEST]);
        // Still being written: a run folder does not mean it, its own path does.
        let partial = place("0010", &[MODEL]);
        place("notes", &[MODEL, MANIFEST]);

        let model = complete.join(MODEL);
        let cases = [
            (run.path().to_owned(), model.clone()),
            (run.path().join(CHECKPOINTS), model.clone()),
            (complete, model.clone()),
            (model.clone(), model),
            (partial.clone(), partial.join(MODEL)),
        ];
        for (path, expected) in cases {
            let found = model_path(&path).expect("a model");
            assert_eq!(found, expected, "{}", path.display());
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let empty = tempfile::tempdir().expect("a folder");
        for (path, expected) in [
            (empty.path().to_owned(), "neither a checkpoint"),
            (empty.path().join("gone"), "no such checkpoint"),
        ] {
            let error = model_path(&path).expect_err("no model").to_string();
            assert!(error.contains(expected), "{error}");
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
    }
}

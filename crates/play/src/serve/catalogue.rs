//! Who can be played against: levels, the classical search, models and checkpoints, each by an id
//! that was handed out. No text from outside becomes a path.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use togyz_players::{Library, MODELS, Measured, PlayerSpec, Source, checkpoints};
use togyz_rules::{Side, Variant};

use crate::session::classical;

/// Where training writes, relative to the project's folder or to the working directory.
const RUNS: &str = "runs";
/// Model files that are listed at most.
const MOST_MODELS: usize = 50;
/// Runs that are listed at most.
const MOST_RUNS: usize = 20;
/// Checkpoints of a run that are listed at most, the newest ones.
const MOST_CHECKPOINTS: usize = 8;
/// The id of the classical search.
const CLASSICAL: &str = "classical";
/// Memory of a player that waits at a board, in MiB: sessions are many.
const SEAT_MEMORY: u32 = 16;

/// What a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A level with a measured strength.
    Level,
    /// A model file.
    Model,
    /// A checkpoint of a run.
    Checkpoint,
    /// The search that needs no model.
    Classical,
}

/// One player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    /// What the page says to mean it.
    pub(crate) id: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// What people call it.
    pub(crate) name: String,
    /// How strong it is, where that was measured.
    pub(crate) elo: Option<Measured>,
    /// Whether it plays every variant, not only the one that models are trained for.
    pub(crate) every_variant: bool,
    #[serde(skip)]
    spec: PlayerSpec,
}

impl Entry {
    /// What it is built from, with the memory of a player at a board.
    pub(crate) fn spec(&self) -> PlayerSpec {
        let mut spec = self.spec.clone();
        spec.settings_mut().memory.get_or_insert(SEAT_MEMORY);
        spec
    }

    /// Whether it plays the variant.
    pub(crate) fn plays(&self, variant: Variant) -> bool {
        self.every_variant || variant == Variant::Togyz
    }
}

/// A model or checkpoint that was named on the command line, or a level.
#[derive(Clone, Debug)]
pub(crate) enum Chosen {
    /// A level's name.
    Level(String),
    /// A model file.
    Model(PathBuf),
    /// A checkpoint or a run.
    Checkpoint(PathBuf),
}

/// All players that can be picked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue {
    entries: Vec<Entry>,
    /// The id of the first opponent.
    first: String,
}

impl Catalogue {
    /// Lists what there is. Folders that cannot be read give nothing.
    pub(crate) fn list(
        library: &Library,
        here: Option<&Path>,
        chosen: Option<&Chosen>,
        first: &str,
    ) -> Catalogue {
        let mut entries: Vec<Entry> = library
            .levels()
            .0
            .iter()
            .map(|level| Entry {
                id: format!("level:{}", level.name),
                kind: Kind::Level,
                name: level.name.clone(),
                elo: level.elo,
                every_variant: false,
                spec: PlayerSpec::level(&level.name),
            })
            .collect();
        entries.push(Entry {
            id: CLASSICAL.to_owned(),
            kind: Kind::Classical,
            name: CLASSICAL.to_owned(),
            elo: None,
            every_variant: true,
            spec: classical(),
        });
        let level_id = |name: &str| format!("level:{name}");
        let first = match chosen {
            Some(Chosen::Model(path)) => {
                entries.push(named(Kind::Model, "chosen", path, PlayerSpec::model(path)));
                "chosen".to_owned()
            }
            Some(Chosen::Checkpoint(path)) => {
                let spec = PlayerSpec::checkpoint(path);
                entries.push(named(Kind::Checkpoint, "chosen", path, spec));
                "chosen".to_owned()
            }
            Some(Chosen::Level(name)) => level_id(name),
            None => level_id(first),
        };
        if let Some(project) = project(library, here) {
            entries.extend(models(library, &project));
            entries.extend(runs(&project.join(RUNS)));
        }
        Catalogue { entries, first }
    }

    /// All, in the order to show them.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The player with this id.
    pub(crate) fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Whom a page begins against.
    pub(crate) fn first(&self, variant: Variant) -> Option<&Entry> {
        self.get(&self.first)
            .filter(|entry| entry.plays(variant))
            .or_else(|| self.get(CLASSICAL))
    }

    /// The first seats: a person begins against the first opponent.
    pub(crate) fn first_seats(&self, variant: Variant) -> [(Side, Option<&Entry>); 2] {
        [
            (Side::Bastaushy, None),
            (Side::Kostaushy, self.first(variant)),
        ]
    }
}

fn named(kind: Kind, id: &str, path: &Path, spec: PlayerSpec) -> Entry {
    Entry {
        id: id.to_owned(),
        kind,
        name: last_part(path),
        elo: None,
        every_variant: false,
        spec,
    }
}

/// The name of a file or folder, without what leads to it.
fn last_part(path: &Path) -> String {
    path.file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn project(library: &Library, here: Option<&Path>) -> Option<PathBuf> {
    match library.source() {
        Source::Folder(project) => Some(project.clone()),
        Source::Embedded => here.map(Path::to_owned),
    }
}

/// What a folder holds, by name; nothing if it cannot be read.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The models of data/models that no level plays by.
fn models(library: &Library, project: &Path) -> Vec<Entry> {
    let is_level = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        library
            .levels()
            .0
            .iter()
            .any(|level| Some(level.model.as_str()) == name)
    };
    sorted(&project.join(MODELS))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|found| found == "model") && !is_level(path))
        .take(MOST_MODELS)
        .map(|path| {
            let id = format!("model:{}", last_part(&path));
            named(Kind::Model, &id, &path, PlayerSpec::model(&path))
        })
        .collect()
}

/// The newest checkpoints of each run.
fn runs(folder: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    for run in sorted(folder).into_iter().take(MOST_RUNS) {
        let Ok(found) = checkpoints(&run) else {
            continue;
        };
        for (generation, path) in found.into_iter().rev().take(MOST_CHECKPOINTS) {
            let name = format!("{}/{generation:04}", last_part(&run));
            entries.push(Entry {
                name: name.clone(),
                ..named(
                    Kind::Checkpoint,
                    &format!("checkpoint:{name}"),
                    &path,
                    PlayerSpec::checkpoint(&path),
                )
            });
        }
    }
    entries
}

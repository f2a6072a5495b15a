//! Reviews kept beside their games, so that none is worked out twice.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, FileError, write_atomic};
use togyz_players::Budget;
use togyz_rules::Game;

use super::judge::{BAD, DOUBTFUL};
use crate::input::{InputError, read_text};

/// The version of the file; it grows when an older program must not read it.
const SCHEMA: u32 = 2;
/// What the name of a game's file gets.
const EXTENSION: &str = ".review.json";

/// What a review depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    /// Of variant, start and moves.
    pub game: String,
    /// The spec of the player, and the hash of its model if it has one.
    pub player: String,
    /// The limits of a position.
    pub budget: String,
    /// The balls up to which endgame tables were there.
    pub tables: u8,
}

impl Key {
    /// Of a game, whoever is said to have played it, and a player with its model.
    pub(crate) fn new(
        game: &Game,
        player: &str,
        model: Option<ContentHash>,
        budget: &Budget,
        tables: u8,
    ) -> Key {
        Key {
            game: game_hash(game),
            player: match model {
                Some(hash) => format!("{player} {hash}"),
                None => player.to_owned(),
            },
            budget: budget.to_string(),
            tables,
        }
    }

    /// Whether a game is the one that was judged.
    pub(crate) fn is_of(&self, game: &Game) -> bool {
        self.game == game_hash(game)
    }

    /// All of it as one word, which tells nothing of paths.
    pub(crate) fn hash(&self) -> String {
        let Key {
            game,
            player,
            budget,
            tables,
        } = self;
        let text = format!("{game} {player} {budget} {tables} {DOUBTFUL} {BAD}");
        ContentHash::of(text.as_bytes()).to_string()
    }
}

/// Of variant, start and moves, whoever is said to have played.
pub(crate) fn game_hash(game: &Game) -> String {
    let start = game.start();
    let moves: String = game.plies().iter().map(|one| one.mv.to_string()).collect();
    let text = format!("{} {} {moves}", start.variant(), start.to_compact());
    ContentHash::of(text.as_bytes()).to_string()
}

/// A review that is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    key: Key,
    /// As a game's own text carries it, with a sum over all of it.
    review: String,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: u32,
    reviews: Vec<Entry>,
}

/// Whether a file is one of reviews, which a pattern may fit too.
pub(crate) fn is_store(path: &Path) -> bool {
    path.to_string_lossy().ends_with(EXTENSION)
}

/// Why reviews are not kept, or kept ones not used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file is another's, damaged, or of another version.
    #[error("{}: no file of reviews of this version", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The file is of another version.
    #[error("{}: version {found} of the reviews; this program reads version {SCHEMA}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: u32,
    },
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The reviews kept beside a file of games.
pub(crate) struct Store {
    path: PathBuf,
    entries: Vec<Entry>,
    changed: bool,
    of_input: bool,
}

impl Store {
    /// The reviews of a file of games; none, and why, if they cannot be used. A file that is not
    /// there is no error.
    pub(crate) fn open(games: &Path) -> (Store, Option<StoreError>) {
        let mut name = OsString::from(games.as_os_str());
        name.push(EXTENSION);
        let path = PathBuf::from(name);
        let (entries, error) = match read(&path) {
            Ok(entries) => (entries, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let store = Store {
            path,
            entries,
            changed: false,
            of_input: games.as_os_str() == "-",
        };
        (store, error)
    }

    /// Whether the games came from the standard input, which has no place beside it.
    pub(crate) fn is_of_input(&self) -> bool {
        self.of_input
    }

    /// The review for a key, if it is kept.
    pub(crate) fn get(&self, key: &Key) -> Option<&str> {
        let found = self.entries.iter().find(|entry| entry.key == *key);
        found.map(|entry| entry.review.as_str())
    }

    /// Keeps a review. Of a game and a player only the last budget is kept: another one replaces it.
    pub(crate) fn put(&mut self, key: Key, review: String) {
        self.entries
            .retain(|entry| (&entry.key.game, &entry.key.player) != (&key.game, &key.player));
        self.entries.push(Entry { key, review });
        self.changed = true;
    }

    /// Writes what has changed.
    pub(crate) fn save(&mut self) -> Result<(), StoreError> {
        if !self.changed {
            return Ok(());
        }
        let file = File {
            schema: SCHEMA,
            reviews: std::mem::take(&mut self.entries),
        };
        let text = serde_json::to_vec(&file);
        self.entries = file.reviews;
        let text = text.map_err(|source| StoreError::Json {
            path: self.path.clone(),
            source,
        })?;
        write_atomic(&self.path, &text)?;
        self.changed = false;
        Ok(())
    }
}

fn read(path: &Path) -> Result<Vec<Entry>, StoreError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        _ => {}
    }
    let text = read_text(path)?.text;
    let file: File = serde_json::from_str(&text).map_err(|source| StoreError::Json {
        path: path.to_owned(),
        source,
    })?;
    if file.schema != SCHEMA {
        return Err(StoreError::Version {
            path: path.to_owned(),
            found: file.schema,
        });
    }
    Ok(file.reviews)
}

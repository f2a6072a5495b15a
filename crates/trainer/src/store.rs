//! Where the stages of a run meet: named objects that are written once and never change.
//!
//! Self-play, the learner and the evaluation never call one another. What one puts here the next
//! finds by listing, so each can be killed at any moment and run anywhere the store can be reached.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What happened to an object that was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is new.
    Written,
    /// The name was taken; what is there was left as it is.
    Present,
}

/// The store cannot do what was asked.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {name} in {}", root.display())]
pub struct StoreError {
    /// What was being done.
    pub action: &'static str,
    /// The object's name.
    pub name: String,
    /// Where the store is.
    pub root: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// A flat store of bytes by `folder/name`.
///
/// Objects are immutable: [`Store::put`] never replaces. The one exception is the run's manifest,
/// which [`Store::replace`] writes last, so that it never speaks of an object that is not there.
pub trait Store: Debug + Send + Sync {
    /// Puts an object, unless one of this name is there.
    ///
    /// # Errors
    /// [`StoreError`]; no part of the object is visible then.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError>;

    /// The object's bytes, or `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// The names of a folder's objects, sorted; none for a folder that is not there.
    ///
    /// # Errors
    /// [`StoreError`] if the folder cannot be read.
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreError>;

    /// Writes an object at one moment, whatever was there.
    ///
    /// # Errors
    /// [`StoreError`]; the old object is untouched then.
    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// Moves a damaged object out of the way, to `quarantine/`, and returns its new name.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be moved.
    fn quarantine(&self, name: &str) -> Result<String, StoreError>;

    /// Removes an object that nothing names any more; one that is not there is fine.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be removed.
    fn remove(&self, name: &str) -> Result<(), StoreError>;
}

/// A store in a folder of this machine.
#[derive(Clone, Debug)]
pub struct LocalStore {
    root: PathBuf,
}

impl LocalStore {
    /// A store in this folder, which is made when the first object is put.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> LocalStore {
        LocalStore { root: root.into() }
    }

    /// The file of an object.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn error(&self, action: &'static str, name: &str, source: io::Error) -> StoreError {
        StoreError {
            action,
            name: name.to_owned(),
            root: self.root.clone(),
            source,
        }
    }

    /// Writes the bytes to a temporary file beside the object's place and syncs them.
    fn temporary(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".writing-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok((file, path))
    }
}

/// Makes a new name survive a loss of power.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

impl Store for LocalStore {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        let write = || {
            let (file, path) = self.temporary(name, bytes)?;
            match file.persist_noclobber(&path) {
                Ok(_) => sync_folder(&path).map(|()| Put::Written),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    Ok(Put::Present)
                }
                Err(error) => Err(error.error),
            }
        };
        write().map_err(|error| self.error("write", name, error))
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match fs::read(self.path(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error("read", name, error)),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let read = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(self.path(folder))? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                // Temporary files of a killed process.
                if !name.starts_with('.') {
                    names.push(format!("{folder}/{name}"));
                }
            }
            names.sort();
            Ok(names)
        };
        match read() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            result => result.map_err(|error| self.error("list", folder, error)),
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let write = || {
            let (file, path) = self.temporary(name, bytes)?;
            file.persist(&path).map_err(|error| error.error)?;
            sync_folder(&path)
        };
        write().map_err(|error| self.error("write", name, error))
    }

    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        let base = name.rsplit('/').next().unwrap_or(name);
        let moved = format!("quarantine/{base}");
        let to = self.path(&moved);
        fs::create_dir_all(self.path("quarantine"))
            .and_then(|()| fs::rename(self.path(name), to))
            .map_err(|error| self.error("move", name, error))?;
        Ok(moved)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(self.error("remove", name, error))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, LocalStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalStore::new(folder.path().join("run"));
        (folder, store)
    }

    #[test]
    fn objects_never_change_once_put() {
        let (_folder, store) = store();
        assert_eq!(store.get("replay/a").unwrap(), None);
        assert_eq!(store.put("replay/a", b"one").unwrap(), Put::Written);
        assert_eq!(store.put("replay/a", b"two").unwrap(), Put::Present);
        assert_eq!(store.get("replay/a").unwrap().unwrap(), b"one");
        store.replace("replay/a", b"three").unwrap();
        assert_eq!(store.get("replay/a").unwrap().unwrap(), b"three");
    }

    #[test]
    fn lists_are_sorted_and_without_unfinished_files() {
        let (_folder, store) = store();
        assert!(store.list("replay").unwrap().is_empty());
        for name in ["replay/b", "replay/a", "replay/.writing-x", "other/c"] {
            store.put(name, b"").unwrap();
        }
        assert_eq!(store.list("replay").unwrap(), ["replay/a", "replay/b"]);
    }

    #[test]
    fn quarantined_and_removed_objects_are_gone_from_their_place() {
        let (_folder, store) = store();
        store.put("replay/a", b"bad").unwrap();
        let moved = store.quarantine("replay/a").unwrap();
        assert!(store.list("replay").unwrap().is_empty());
        assert_eq!(store.get(&moved).unwrap().unwrap(), b"bad");
        store.remove(&moved).unwrap();
        store.remove(&moved).unwrap();
        let error = store.quarantine("replay/a").unwrap_err();
        assert!(error.to_string().contains("replay/a"), "{error}");
    }

    #[test]
    fn only_one_of_many_writers_wins() {
        let (_folder, store) = store();
        let written: usize = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..8)
                .map(|i: u8| {
                    let store = &store;
                    scope.spawn(move || store.put("x/y", &[i]).unwrap())
                })
                .collect();
            let puts = writers.into_iter().map(|writer| writer.join().unwrap());
            puts.filter(|put| *put == Put::Written).count()
        });
        assert_eq!(written, 1);
    }
}

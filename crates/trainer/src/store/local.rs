//! A folder of this machine, or one that several machines share.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Put, Store, StoreError, Usage};

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
            place: self.root.display().to_string(),
            source,
        }
    }

    /// Shows every object below a folder; a file that goes away meanwhile is passed over.
    fn walk(
        &self,
        folder: &str,
        see: &mut dyn FnMut(String, &fs::DirEntry) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let mut read = || -> io::Result<()> {
                for entry in fs::read_dir(self.path(&folder))? {
                    let entry = entry?;
                    let name = entry.file_name().to_string_lossy().into_owned();
                    // Temporary files of a killed process.
                    if name.starts_with('.') {
                        continue;
                    }
                    let name = format!("{folder}/{name}");
                    if entry.file_type()?.is_dir() {
                        folders.push(name);
                        continue;
                    }
                    match see(name, &entry) {
                        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                        _ => {}
                    }
                }
                Ok(())
            };
            match read() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                result => result.map_err(|error| self.error("list", &folder, error))?,
            }
        }
        Ok(())
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

    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        let mut names = Vec::new();
        self.walk(folder, &mut |name, _| {
            if name.as_str() > after {
                names.push(name);
            }
            Ok(())
        })?;
        names.sort();
        Ok(names)
    }

    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        let mut usage = Usage::default();
        self.walk(folder, &mut |_, entry| {
            usage.add(entry.metadata()?.len());
            Ok(())
        })?;
        Ok(usage)
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

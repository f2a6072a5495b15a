//! A store that is reached over a network, or one in memory: the `object_store` crate behind the same
//! few calls.
//!
//! The stages of a run are threads that compute; they wait for an object as they wait for a disk. So
//! this is a synchronous face over a runtime of one thread.

use std::io;
use std::sync::Arc;

use futures_util::TryStreamExt;
use object_store::path::Path;
use object_store::{Error, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutOptions};
use tokio::runtime::{Builder, Runtime};

use super::{Put, Store, StoreError, Usage};

/// A store behind the `object_store` crate.
#[derive(Debug)]
pub struct RemoteStore {
    inner: Arc<dyn ObjectStore>,
    /// Before every name.
    prefix: Path,
    /// For messages.
    place: String,
    runtime: Runtime,
}

impl RemoteStore {
    /// A store whose objects have names below `prefix`; `place` names it in messages, without
    /// credentials.
    ///
    /// # Errors
    /// [`io::Error`] if the system gives no thread or socket to wait with.
    pub fn new(inner: Arc<dyn ObjectStore>, prefix: Path, place: &str) -> io::Result<RemoteStore> {
        Ok(RemoteStore {
            inner,
            prefix,
            place: place.to_owned(),
            runtime: Builder::new_current_thread().enable_all().build()?,
        })
    }

    /// A store in the memory of this process.
    ///
    /// # Errors
    /// As [`RemoteStore::new`].
    pub fn memory() -> io::Result<RemoteStore> {
        let inner = Arc::new(object_store::memory::InMemory::new());
        RemoteStore::new(inner, Path::default(), "memory")
    }

    fn path(&self, name: &str) -> Path {
        Path::from_iter(self.prefix.parts().chain(Path::from(name).parts()))
    }

    fn name(&self, path: &Path) -> String {
        let inside = path.as_ref().strip_prefix(self.prefix.as_ref());
        let inside = inside.unwrap_or(path.as_ref());
        inside.trim_start_matches('/').to_owned()
    }

    fn error(&self, action: &'static str, name: &str, error: Error) -> StoreError {
        let kind = match error {
            Error::NotFound { .. } => io::ErrorKind::NotFound,
            _ => io::ErrorKind::Other,
        };
        // Its text holds most of its sources' already, and each of theirs again: said once is enough.
        let mut text = error.to_string();
        let causes = std::iter::successors(std::error::Error::source(&error), |e| e.source());
        if let Some(cause) = causes.last().map(ToString::to_string)
            && !text.contains(&cause)
        {
            text.push_str(": ");
            text.push_str(&cause);
        }
        let source = io::Error::new(kind, text);
        StoreError {
            action,
            name: name.to_owned(),
            place: self.place.clone(),
            source,
        }
    }

    fn write(&self, name: &str, bytes: &[u8], mode: PutMode) -> Result<(), Error> {
        let options = PutOptions {
            mode,
            ..PutOptions::default()
        };
        let path = self.path(name);
        let put = self.inner.put_opts(&path, bytes.to_vec().into(), options);
        self.runtime.block_on(put).map(|_| ())
    }

    /// What lies below a folder, after the cursor.
    fn objects(&self, folder: &str, after: &str) -> Result<Vec<ObjectMeta>, StoreError> {
        let listed = self
            .inner
            .list_with_offset(Some(&self.path(folder)), &self.path(after))
            .try_collect();
        self.runtime
            .block_on(listed)
            .map_err(|error| self.error("list", folder, error))
    }
}

impl Store for RemoteStore {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        match self.write(name, bytes, PutMode::Create) {
            Ok(()) => Ok(Put::Written),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(Put::Present),
            Err(error) => Err(self.error("write", name, error)),
        }
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(name);
        let read = async { self.inner.get(&path).await?.bytes().await };
        match self.runtime.block_on(read) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.error("read", name, error)),
        }
    }

    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        let objects = self.objects(folder, after)?;
        let mut names: Vec<String> = objects.iter().map(|o| self.name(&o.location)).collect();
        names.sort();
        Ok(names)
    }

    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        let mut usage = Usage::default();
        for object in self.objects(folder, folder)? {
            usage.add(object.size);
        }
        Ok(usage)
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.write(name, bytes, PutMode::Overwrite)
            .map_err(|error| self.error("write", name, error))
    }

    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        let base = name.rsplit('/').next().unwrap_or(name);
        let moved = format!("quarantine/{base}");
        let (from, to) = (self.path(name), self.path(&moved));
        let renamed = match self.runtime.block_on(self.inner.rename(&from, &to)) {
            // Moved before, with the answer lost on its way.
            Err(Error::NotFound { .. }) if self.runtime.block_on(self.inner.head(&to)).is_ok() => {
                Ok(())
            }
            renamed => renamed,
        };
        renamed.map_err(|error| self.error("move", name, error))?;
        Ok(moved)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        match self.runtime.block_on(self.inner.delete(&self.path(name))) {
            Err(error) if !matches!(error, Error::NotFound { .. }) => {
                Err(self.error("remove", name, error))
            }
            _ => Ok(()),
        }
    }
}

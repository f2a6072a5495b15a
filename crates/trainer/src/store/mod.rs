//! Where the stages of a run meet: named objects that are written once and never change.
//!
//! Self-play, the learner and the evaluation never call one another. What one puts here the next
//! finds by listing, so each can be killed at any moment and run anywhere the store can be reached.

mod address;
mod counted;
mod local;
mod remote;
#[cfg(test)]
mod tests;

use std::fmt::Debug;
use std::io;

pub use address::{AddressError, open_store};
pub use counted::{CountedStore, LIST_PAGE, Requests};
pub use local::LocalStore;
pub use remote::RemoteStore;

/// What happened to an object that was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is new.
    Written,
    /// The name was taken; what is there was left as it is.
    Present,
}

/// How much lies in a part of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Objects.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Usage {
    /// Counts one more object.
    fn add(&mut self, bytes: u64) {
        self.objects += 1;
        self.bytes += bytes;
    }
}

/// The store cannot do what was asked.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {name} in {place}")]
pub struct StoreError {
    /// What was being done.
    pub action: &'static str,
    /// The object's name.
    pub name: String,
    /// Where the store is: a folder or an address, never with a credential.
    pub place: String,
    /// Why.
    pub source: io::Error,
}

/// A flat store of bytes by `folder/name`.
///
/// Objects are immutable: [`Store::put`] never replaces. The exceptions tell how far somebody is, and
/// [`Store::replace`] writes them: the run's manifest, last of all, so that it never speaks of an object
/// that is not there; what was ingested; the reports and journals of workers; a batch with a fault.
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

    /// The names of the objects below a folder, sorted; none for a folder that is not there.
    ///
    /// # Errors
    /// [`StoreError`] if the folder cannot be read.
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        self.list_after(folder, folder)
    }

    /// The same without the names up to and with `after`, the cursor: what an object store need not
    /// go through is not paid for.
    ///
    /// # Errors
    /// [`StoreError`] if the folder cannot be read.
    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError>;

    /// How much lies below a folder.
    ///
    /// # Errors
    /// [`StoreError`] if the folder cannot be read.
    fn usage(&self, folder: &str) -> Result<Usage, StoreError>;

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

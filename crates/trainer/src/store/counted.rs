//! What a process asks of a store, counted: object stores are paid for by request, and slow down by it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::{Put, Store, StoreError, Usage};

/// Names that an object store tells of in one answer to a list.
///
/// # Source
/// Amazon S3, ListObjectsV2: "returns up to 1,000 of the objects in a bucket with each request".
pub const LIST_PAGE: u64 = 1000;

/// Requests to a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requests {
    /// Objects written, or tried to.
    pub puts: u64,
    /// Objects read, or found missing.
    pub gets: u64,
    /// Pages of [`LIST_PAGE`] names.
    pub lists: u64,
    /// Objects removed.
    pub removes: u64,
    /// Bytes in the objects written.
    pub sent: u64,
    /// Bytes in the objects read.
    pub received: u64,
}

impl std::ops::AddAssign for Requests {
    fn add_assign(&mut self, other: Requests) {
        self.puts += other.puts;
        self.gets += other.gets;
        self.lists += other.lists;
        self.removes += other.removes;
        self.sent += other.sent;
        self.received += other.received;
    }
}

impl fmt::Display for Requests {
    #[expect(clippy::cast_precision_loss, reason = "bytes far below 2^53")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        write!(
            f,
            "{} puts, {} gets, {} pages of lists, {} removals, {:.2} MiB sent, {:.2} MiB received",
            self.puts,
            self.gets,
            self.lists,
            self.removes,
            mib(self.sent),
            mib(self.received)
        )
    }
}

/// A store whose requests are counted; those that fail count too.
#[derive(Debug)]
pub struct CountedStore {
    inner: Arc<dyn Store>,
    puts: AtomicU64,
    gets: AtomicU64,
    lists: AtomicU64,
    removes: AtomicU64,
    sent: AtomicU64,
    received: AtomicU64,
}

impl CountedStore {
    /// Counts from now on.
    #[must_use]
    pub fn new(inner: Arc<dyn Store>) -> CountedStore {
        CountedStore {
            inner,
            puts: AtomicU64::new(0),
            gets: AtomicU64::new(0),
            lists: AtomicU64::new(0),
            removes: AtomicU64::new(0),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
        }
    }

    /// The requests so far.
    #[must_use]
    pub fn requests(&self) -> Requests {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Requests {
            puts: count(&self.puts),
            gets: count(&self.gets),
            lists: count(&self.lists),
            removes: count(&self.removes),
            sent: count(&self.sent),
            received: count(&self.received),
        }
    }

    fn writes(&self, bytes: &[u8]) {
        add(&self.puts, 1);
        add(&self.sent, bytes.len() as u64);
    }

    /// A list of so many names: one page at least.
    fn listed(&self, names: u64) {
        add(&self.lists, names.div_ceil(LIST_PAGE).max(1));
    }
}

fn add(counter: &AtomicU64, count: u64) {
    counter.fetch_add(count, Ordering::Relaxed);
}

impl Store for CountedStore {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        self.writes(bytes);
        self.inner.put(name, bytes)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        add(&self.gets, 1);
        let found = self.inner.get(name);
        if let Ok(Some(bytes)) = &found {
            add(&self.received, bytes.len() as u64);
        }
        found
    }

    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        let listed = self.inner.list_after(folder, after);
        self.listed(listed.as_ref().map_or(0, Vec::len) as u64);
        listed
    }

    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        let usage = self.inner.usage(folder);
        self.listed(usage.as_ref().map_or(0, |usage| usage.objects));
        usage
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.writes(bytes);
        self.inner.replace(name, bytes)
    }

    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        // An object store copies, then removes.
        add(&self.puts, 1);
        add(&self.removes, 1);
        self.inner.quarantine(name)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        add(&self.removes, 1);
        self.inner.remove(name)
    }
}

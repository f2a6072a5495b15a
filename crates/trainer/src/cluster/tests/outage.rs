//! A learner whose store is away for a while.

use std::io;

use super::*;
use crate::store::{Put, StoreError, Usage};

/// A lease that runs out within an outage.
const SHORT: Duration = Duration::from_millis(800);

/// A store in memory that can be away.
#[derive(Debug)]
pub(super) struct Unsteady {
    /// The same store for those whom it is not away from.
    pub(super) inner: Arc<RemoteStore>,
    pub(super) away: AtomicBool,
    /// Whether the next put is made and its answer lost.
    pub(super) mute: AtomicBool,
}

impl Unsteady {
    pub(super) fn new() -> Arc<Unsteady> {
        Arc::new(Unsteady {
            inner: Arc::new(RemoteStore::memory().unwrap()),
            away: AtomicBool::new(false),
            mute: AtomicBool::new(false),
        })
    }

    fn there(&self) -> Result<&RemoteStore, StoreError> {
        if self.away.load(Ordering::Relaxed) {
            return Err(unplugged());
        }
        Ok(&self.inner)
    }
}

fn unplugged() -> StoreError {
    StoreError {
        action: "reach",
        name: "anything".to_owned(),
        place: "a store that is away".to_owned(),
        source: io::Error::other("unplugged"),
    }
}

impl Store for Unsteady {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        let put = self.there()?.put(name, bytes);
        if self.mute.swap(false, Ordering::Relaxed) {
            return Err(unplugged());
        }
        put
    }
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.there()?.get(name)
    }
    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        self.there()?.list_after(folder, after)
    }
    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        self.there()?.usage(folder)
    }
    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.there()?.replace(name, bytes)
    }
    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        self.there()?.quarantine(name)
    }
    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.there()?.remove(name)
    }
}

/// Takes the store away when generation 1 begins, and does what is to be done then.
struct Unplug<'a> {
    unsteady: &'a Arc<Unsteady>,
    then: Box<dyn FnMut() + 'a>,
}

impl Observer for Unplug<'_> {
    fn notice(&mut self, _text: &str) {}
    fn warn(&mut self, text: &str) {
        panic!("{text}");
    }
    fn begin(&mut self, stage: &str, _total: u64) {
        if stage == "generation 1: self-play" {
            self.unsteady.away.store(true, Ordering::Relaxed);
            (self.then)();
        }
    }
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

/// Plugs it in again after a while.
fn plug_in(unsteady: &Arc<Unsteady>, after: Duration) {
    let unsteady = Arc::clone(unsteady);
    thread::spawn(move || {
        thread::sleep(after);
        unsteady.away.store(false, Ordering::Relaxed);
    });
}

#[test]
fn a_learner_waits_for_its_store_longer_than_its_lease() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(1);
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    let unsteady = Unsteady::new();
    let store: Arc<dyn Store> = Arc::clone(&unsteady) as Arc<dyn Store>;
    let root = folder.path().join("b/run");
    let learner = Learner {
        term: SHORT,
        ..Learner::new(&store, &root, &config)
    };
    let mut observer = Unplug {
        unsteady: &unsteady,
        then: Box::new(|| plug_in(&unsteady, 3 * SHORT)),
    };
    let ended = learner.run(&mut observer).unwrap();
    assert_eq!(ended, Ended::Finished);
    assert_equal(&root, &alone);
    for word in ["unplugged; trying again for 600 s", "the store is back"] {
        assert!(learner.told.says(word), "{word}");
    }
}

#[test]
fn a_learner_gives_up_after_its_patience_and_goes_on_when_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(1);
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    let unsteady = Unsteady::new();
    let store: Arc<dyn Store> = Arc::clone(&unsteady) as Arc<dyn Store>;
    let root = folder.path().join("b/run");
    let learner = Learner {
        patience: Duration::from_secs(1),
        ..Learner::new(&store, &root, &config)
    };
    let mut observer = Unplug {
        unsteady: &unsteady,
        then: Box::new(|| {}),
    };
    let begun = Instant::now();
    let error = learner.run(&mut observer).unwrap_err().to_string();
    assert!(begun.elapsed() >= learner.patience);
    assert!(error.contains("a store that is away"), "{error}");
    unsteady.away.store(false, Ordering::Relaxed);
    learner.run(&mut Silent).unwrap();
    assert_equal(&root, &alone);
}

#[test]
fn a_learner_whose_place_was_taken_in_an_outage_stops_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(1);
    let unsteady = Unsteady::new();
    let store: Arc<dyn Store> = Arc::clone(&unsteady) as Arc<dyn Store>;
    let root = folder.path().join("b/run");
    let learner = Learner {
        term: SHORT,
        ..Learner::new(&store, &root, &config)
    };
    let (inner, stop) = (Arc::clone(&unsteady.inner), AtomicBool::new(false));
    let mut other = None;
    let mut observer = Unplug {
        unsteady: &unsteady,
        // Another machine, from which the store is not away.
        then: Box::new(|| {
            let inner: Arc<dyn Store> = Arc::clone(&inner) as Arc<dyn Store>;
            other = Lease::take(&inner, "another", SHORT, host().clock, &stop).unwrap();
            plug_in(&unsteady, SHORT);
        }),
    };
    let error = learner.run(&mut observer).unwrap_err();
    drop(observer);
    assert!(
        matches!(error, TrainError::Lease(LeaseError::Lost)),
        "{error}"
    );
    other.unwrap().check().unwrap();
    // Of the generation that it had begun nothing came after the outage.
    let shards = inner.list(REPLAY).unwrap();
    assert!(
        shards.iter().all(|name| !name.contains("/0001-")),
        "{shards:?}"
    );
}

//! Waiting: for a moment, and for a store that is away.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::lease::{LeaseError, Place, Standing};
use crate::store::{Put, Store, StoreError, Usage};

/// How often a wait looks whether it is to end.
const TICK: Duration = Duration::from_millis(50);
/// The first wait after a failure; each further failure doubles it.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Waits for `time`, or until `stop`.
pub(crate) fn pause(time: Duration, clock: fn() -> Duration, stop: &dyn Fn() -> bool) {
    let until = clock() + time;
    while clock() < until && !stop() {
        thread::sleep(TICK.min(time));
    }
}

/// When a store that failed is tried again: after half a second, then after twice as long each time,
/// at most after a minute.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    /// Failures in a row, and when the next try may be made.
    failures: u32,
    retry_at: Duration,
}

impl Backoff {
    /// Whether the store may be tried now.
    pub(super) fn is_due(&self, now: Duration) -> bool {
        self.failures == 0 || now >= self.retry_at
    }

    /// It answered.
    pub(super) fn succeeded(&mut self) {
        self.failures = 0;
    }

    /// It did not; the time until the next try.
    pub(super) fn failed(&mut self, now: Duration) -> Duration {
        // Others that tried at the same time tell of the same failure.
        if self.is_due(now) {
            let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(10));
            self.failures = self.failures.saturating_add(1);
            self.retry_at = now + wait.min(LONGEST_WAIT);
        }
        self.retry_at.saturating_sub(now)
    }
}

/// A store whose calls are made again while it is away, for those who can do nothing without it: the
/// learner and the evaluator. A worker has a spool instead and plays on.
///
/// The learner's also sees to it that nothing is written by one who may have lost the place: while
/// the lease has not been renewed for its term, a call waits until it is.
pub struct PatientStore {
    inner: Arc<dyn Store>,
    place: Option<Arc<Place>>,
    patience: Duration,
    clock: fn() -> Duration,
    stop: Arc<dyn Fn() -> bool + Send + Sync>,
    tell: Arc<dyn Fn(&str) + Send + Sync>,
    /// Whether it was told that the store is away.
    away: AtomicBool,
}

impl fmt::Debug for PatientStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatientStore")
            .field("inner", &self.inner)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

impl PatientStore {
    /// A store that a call waits for until `patience` is over or `stop`; that it is away and that it is
    /// back is given to `tell`. With a `place` no call is made for one who is not the learner any more.
    #[must_use]
    pub fn new(
        inner: Arc<dyn Store>,
        place: Option<Arc<Place>>,
        patience: Duration,
        clock: fn() -> Duration,
        stop: Arc<dyn Fn() -> bool + Send + Sync>,
        tell: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> PatientStore {
        PatientStore {
            inner,
            place,
            patience,
            clock,
            stop,
            tell,
            away: AtomicBool::new(false),
        }
    }

    fn call<T>(
        &self,
        name: &str,
        call: impl Fn(&dyn Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let until = (self.clock)() + self.patience;
        let mut backoff = Backoff::default();
        loop {
            let error = match self.place.as_ref().map_or(Standing::Held, |p| p.standing()) {
                Standing::Lost => return Err(not_ours(name, LeaseError::Lost)),
                Standing::Unheard => not_ours(name, LeaseError::Unheard),
                Standing::Held => match call(&*self.inner) {
                    Ok(done) => {
                        if self.away.swap(false, Ordering::Relaxed) {
                            (self.tell)("the store is back");
                        }
                        return Ok(done);
                    }
                    // It is there, and the object is not.
                    Err(error) if error.source.kind() == io::ErrorKind::NotFound => {
                        return Err(error);
                    }
                    Err(error) => error,
                },
            };
            let now = (self.clock)();
            if now >= until || (self.stop)() {
                return Err(error);
            }
            if !self.away.swap(true, Ordering::Relaxed) {
                let patience = self.patience.as_secs();
                (self.tell)(&format!(
                    "warning: {error}: {}; trying again for {patience} s",
                    error.source
                ));
            }
            let wait = backoff.failed(now).min(until - now);
            pause(wait, self.clock, &*self.stop);
        }
    }
}

fn not_ours(name: &str, error: LeaseError) -> StoreError {
    StoreError {
        action: "use",
        name: name.to_owned(),
        place: "the shared store".to_owned(),
        source: io::Error::other(error),
    }
}

impl Store for PatientStore {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        self.call(name, |store| store.put(name, bytes))
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.call(name, |store| store.get(name))
    }

    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        self.call(folder, |store| store.list_after(folder, after))
    }

    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        self.call(folder, |store| store.usage(folder))
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.call(name, |store| store.replace(name, bytes))
    }

    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        self.call(name, |store| store.quarantine(name))
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.call(name, |store| store.remove(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_come_twice_as_late_each_time_until_one_succeeds() {
        let mut backoff = Backoff::default();
        let mut now = Duration::from_secs(100);
        assert!(backoff.is_due(now));
        for expected in [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0] {
            let wait = backoff.failed(now);
            assert!((wait.as_secs_f64() - expected).abs() < 1e-9, "{wait:?}");
            assert!(!backoff.is_due(now));
            // Another that fails meanwhile changes nothing.
            assert_eq!(backoff.failed(now + wait / 2), wait - wait / 2);
            now += wait;
            assert!(backoff.is_due(now));
        }
        backoff.succeeded();
        assert_eq!(backoff.failed(now), FIRST_WAIT);
    }
}

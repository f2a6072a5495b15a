//! Exactly one learner: a row of numbered objects, each put only if it is absent.
//!
//! Whoever put the newest is the learner, and puts the next one before others may think it dead. No
//! clocks are compared: a newcomer watches the newest by its own clock, and takes the next number when
//! it has not changed for the whole term.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::patience::pause;
use crate::store::{Put, Store, StoreError};

/// The folder of the leases.
const LEASE: &str = "lease";
/// The holder in the last lease of a learner that ended by itself.
const RELEASED: &str = "";

/// The place of the learner cannot be taken or kept.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// Another learner is at work.
    #[error("another learner is at work: {holder}; one run has one learner at a time")]
    Held {
        /// Who.
        holder: String,
    },
    /// It was taken over by another.
    #[error(
        "this process is not the learner any more: it was not heard of for longer than the lease's \
         term, and another took its place; what it had saved is kept"
    )]
    Lost,
    /// The store was away for longer than the term: another may have taken it over.
    #[error("the place of the learner could not be renewed for longer than the lease's term")]
    Unheard,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether a process is still the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nobody can have taken the place.
    Held,
    /// The lease was not renewed for its term: another may have taken the place.
    Unheard,
    /// Another has.
    Lost,
}

/// The place of the learner, as those see it who work in it.
#[derive(Debug)]
pub struct Place {
    lost: AtomicBool,
    /// When the newest lease that was put was begun to be put.
    heard: Mutex<Duration>,
    term: Duration,
    clock: fn() -> Duration,
}

impl Place {
    pub(super) fn standing(&self) -> Standing {
        // A time is whole after any panic.
        let heard = *self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if self.lost.load(Ordering::Relaxed) {
            Standing::Lost
        } else if (self.clock)().saturating_sub(heard) > self.term {
            Standing::Unheard
        } else {
            Standing::Held
        }
    }

    fn renewed(&self, at: Duration) {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

/// The place of the learner, kept as long as this lives.
#[derive(Debug)]
pub struct Lease {
    place: Arc<Place>,
    ended: Arc<AtomicBool>,
    keeper: Option<JoinHandle<()>>,
}

/// The row of leases as one of its writers sees it.
struct Row {
    store: Arc<dyn Store>,
    holder: String,
    /// Tells this writer's leases from those of another of the same name.
    own: u64,
}

impl Row {
    fn name(number: u64) -> String {
        format!("{LEASE}/{number:010}")
    }

    /// The newest number and its holder.
    fn newest(&self) -> Result<Option<(u64, String)>, StoreError> {
        let names = self.store.list(LEASE)?;
        let Some(name) = names.last() else {
            return Ok(None);
        };
        let number = name.rsplit('/').next().and_then(|n| n.parse().ok());
        let lease = self.store.get(name)?.unwrap_or_default();
        let lease = String::from_utf8_lossy(&lease);
        let holder = lease.lines().next().unwrap_or(RELEASED).to_owned();
        Ok(number.map(|number| (number, holder)))
    }

    /// Puts a lease; whether it is now the newest and ours. Those before the last are cleared away, so
    /// a number may be free again that a process which slept takes for the next: hence the look back.
    fn put(&self, number: u64, holder: &str) -> Result<bool, StoreError> {
        let name = Row::name(number);
        let lease = format!("{holder}\n{:016x}\n", self.own);
        // One that is there may be ours: put before, with the answer lost on its way.
        if self.store.put(&name, lease.as_bytes())? == Put::Present
            && self.store.get(&name)?.as_deref() != Some(lease.as_bytes())
        {
            return Ok(false);
        }
        let names = self.store.list(LEASE)?;
        if names.last() != Some(&name) {
            self.store.remove(&name)?;
            return Ok(false);
        }
        for old in names.iter().rev().skip(2) {
            self.store.remove(old)?;
        }
        Ok(true)
    }
}

impl Lease {
    /// Takes the place of the learner, at once if it is free, was released, or was held by the same
    /// `holder`; else when the one who has it has not been heard of for `term`. `None` if `stop` came
    /// first.
    ///
    /// # Errors
    /// [`LeaseError::Held`] if another learner is alive.
    pub fn take(
        store: &Arc<dyn Store>,
        holder: &str,
        term: Duration,
        clock: fn() -> Duration,
        stop: &AtomicBool,
    ) -> Result<Option<Lease>, LeaseError> {
        let row = Row {
            store: Arc::clone(store),
            holder: holder.to_owned(),
            // A different number in every process: the standard library's own random keys.
            own: RandomState::new().hash_one(holder),
        };
        let mut seen: Option<(u64, Duration)> = None;
        let (number, heard) = loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let now = clock();
            let next = match (row.newest()?, seen) {
                (None, _) => Some(1),
                (Some((number, by)), _) if by == holder || by == RELEASED => Some(number + 1),
                (Some((number, _)), None) => {
                    seen = Some((number, clock()));
                    None
                }
                (Some((number, holder)), Some((first, _))) if number != first => {
                    return Err(LeaseError::Held { holder });
                }
                (Some((number, _)), Some((_, since))) => {
                    (clock().saturating_sub(since) > term).then_some(number + 1)
                }
            };
            match next {
                Some(next) if row.put(next, holder)? => break (next, now),
                // Somebody else was faster: look again.
                Some(_) => {}
                None => pause(term / 8, clock, &|| stop.load(Ordering::Relaxed)),
            }
        };
        let place = Arc::new(Place {
            lost: AtomicBool::new(false),
            heard: Mutex::new(heard),
            term,
            clock,
        });
        let ended = Arc::default();
        let keeper = Keeper {
            row,
            number,
            place: Arc::clone(&place),
            ended: Arc::clone(&ended),
        };
        Ok(Some(Lease {
            place,
            ended,
            keeper: Some(thread::spawn(move || keeper.keep())),
        }))
    }

    /// Whether another has not become the learner, as far as is known; a [`super::PatientStore`] of
    /// this place waits until it is certain.
    ///
    /// # Errors
    /// [`LeaseError::Lost`] if another has.
    pub fn check(&self) -> Result<(), LeaseError> {
        match self.place.standing() {
            Standing::Lost => Err(LeaseError::Lost),
            Standing::Held | Standing::Unheard => Ok(()),
        }
    }

    /// The place, for the store through which the learner works.
    #[must_use]
    pub fn place(&self) -> Arc<Place> {
        Arc::clone(&self.place)
    }
}

/// A learner that ends lets the next one begin at once.
impl Drop for Lease {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(keeper) = self.keeper.take() {
            // A panic there has been told already; here is nothing left to do.
            let _ = keeper.join();
        }
    }
}

/// The thread that puts the next lease in time.
struct Keeper {
    row: Row,
    number: u64,
    place: Arc<Place>,
    ended: Arc<AtomicBool>,
}

impl Keeper {
    fn keep(mut self) {
        let ended = Arc::clone(&self.ended);
        let ended = || ended.load(Ordering::Relaxed);
        loop {
            pause(self.place.term / 4, self.place.clock, &ended);
            if ended() {
                break;
            }
            let now = (self.place.clock)();
            match self.row.put(self.number + 1, &self.row.holder) {
                Ok(true) => {
                    self.number += 1;
                    self.place.renewed(now);
                }
                Ok(false) => return self.place.lost.store(true, Ordering::Relaxed),
                // The store may come back, and then it shows whether another was faster.
                Err(_) => {}
            }
        }
        // Who waits for the place need not wait for the term; if this fails, it waits.
        let _ = self.row.put(self.number + 1, RELEASED);
    }
}

//! Exactly one learner: a row of numbered objects, each put only if it is absent.
//!
//! Whoever put the newest is the learner, and puts the next one before others may think it dead. No
//! clocks are compared: a newcomer watches the newest by its own clock, and takes the next number when
//! it has not changed for the whole term.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::store::{Put, Store, StoreError};

/// The folder of the leases.
const LEASE: &str = "lease";
/// The holder in the last lease of a learner that ended by itself.
const RELEASED: &str = "";
/// How often a wait looks up.
const TICK: Duration = Duration::from_millis(50);

/// The place of the learner cannot be taken or kept.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// Another learner is at work.
    #[error("another learner is at work: {holder}; one run has one learner at a time")]
    Held {
        /// Who.
        holder: String,
    },
    /// It was taken over by another, or the store was away for longer than the term.
    #[error(
        "this process is not the learner any more: it was not heard of for longer than the lease's \
         term; what it had saved is kept"
    )]
    Lost,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The place of the learner, kept as long as this lives.
#[derive(Debug)]
pub struct Lease {
    lost: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    keeper: Option<JoinHandle<()>>,
}

/// The row of leases as one of its writers sees it.
struct Row {
    store: Arc<dyn Store>,
    holder: String,
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
        let holder = self.store.get(name)?.unwrap_or_default();
        Ok(number.map(|number| (number, String::from_utf8_lossy(&holder).into_owned())))
    }

    /// Puts a lease; whether it is now the newest and ours. Those before the last are cleared away, so
    /// a number may be free again that a process which slept takes for the next: hence the look back.
    fn put(&self, number: u64, holder: &str) -> Result<bool, StoreError> {
        let name = Row::name(number);
        if self.store.put(&name, holder.as_bytes())? == Put::Present {
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
        };
        let mut seen: Option<(u64, Duration)> = None;
        let number = loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
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
                Some(next) if row.put(next, holder)? => break next,
                // Somebody else was faster: look again.
                Some(_) => {}
                None => thread::sleep(TICK.min(term)),
            }
        };
        let (lost, ended) = (Arc::default(), Arc::default());
        let keeper = Keeper {
            row,
            number,
            term,
            clock,
            lost: Arc::clone(&lost),
            ended: Arc::clone(&ended),
        };
        Ok(Some(Lease {
            lost,
            ended,
            keeper: Some(thread::spawn(move || keeper.keep())),
        }))
    }

    /// Whether this process is still the learner.
    ///
    /// # Errors
    /// [`LeaseError::Lost`] if not.
    pub fn check(&self) -> Result<(), LeaseError> {
        if self.lost.load(Ordering::Relaxed) {
            return Err(LeaseError::Lost);
        }
        Ok(())
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
    term: Duration,
    clock: fn() -> Duration,
    lost: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

impl Keeper {
    fn keep(mut self) {
        let mut heard = (self.clock)();
        let mut tried = heard;
        while !self.ended.load(Ordering::Relaxed) {
            thread::sleep(TICK.min(self.term / 8));
            let now = (self.clock)();
            if now.saturating_sub(tried) < self.term / 4 {
                continue;
            }
            tried = now;
            match self.row.put(self.number + 1, &self.row.holder) {
                Ok(true) => {
                    self.number += 1;
                    heard = now;
                }
                Ok(false) => return self.lost.store(true, Ordering::Relaxed),
                // The store may come back; but others may only see that nothing comes from here.
                Err(_) if (self.clock)().saturating_sub(heard) > self.term => {
                    return self.lost.store(true, Ordering::Relaxed);
                }
                Err(_) => {}
            }
        }
        // Who waits for the place need not wait for the term; if this fails, it waits.
        let _ = self.row.put(self.number + 1, RELEASED);
    }
}

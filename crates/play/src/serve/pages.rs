//! The sessions of pages: a bounded number, each with a name that nobody can guess.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::desk::Desk;
use super::refusal::Refusal;

/// Sessions at most unless the command line says so; the one that was longest idle makes room for
/// another. Its page brings the game back from the browser's memory.
pub(crate) const MOST_PAGES: u16 = 64;
/// Sessions whose players keep their memory; those of the others are built again when they are asked.
const MOST_AWAKE: usize = 16;
/// A session that nobody asked about for so long is forgotten.
const IDLE: Duration = Duration::from_secs(12 * 3600);

/// How many requests in a row, and how many a second after that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// In a row.
    pub(crate) burst: f64,
    /// A second.
    pub(crate) steady: f64,
}

/// For the requests of a page: more than any person clicks.
const OF_A_PAGE: Rate = Rate {
    burst: 60.0,
    steady: 30.0,
};
/// For new sessions.
const OF_SESSIONS: Rate = Rate {
    burst: 40.0,
    steady: 2.0,
};

/// What is left of a rate.
#[derive(Debug)]
struct Bucket {
    rate: Rate,
    left: f64,
    at: Duration,
}

impl Bucket {
    fn new(rate: Rate) -> Bucket {
        Bucket {
            rate,
            left: rate.burst,
            at: Duration::ZERO,
        }
    }

    fn take(&mut self, now: Duration) -> Result<(), Refusal> {
        let gained = now.saturating_sub(self.at).as_secs_f64() * self.rate.steady;
        self.left = (self.left + gained).min(self.rate.burst);
        self.at = now;
        if self.left < 1.0 {
            return Err(Refusal::TooFast);
        }
        self.left -= 1.0;
        Ok(())
    }
}

/// One page.
pub(crate) struct Page {
    desk: Mutex<Desk>,
    pace: Mutex<Bucket>,
    touched: Mutex<Duration>,
    /// Tells the revision of the board to who looks at it.
    changed: watch::Sender<u64>,
}

impl Page {
    /// The game, for as long as the guard lives: never across a wait.
    pub(crate) fn desk(&self) -> DeskGuard<'_> {
        DeskGuard {
            desk: lock(&self.desk),
            changed: &self.changed,
        }
    }

    /// Tells of changes from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}

/// A game that is being looked at or changed; changes are told when it is let go.
pub(crate) struct DeskGuard<'a> {
    desk: MutexGuard<'a, Desk>,
    changed: &'a watch::Sender<u64>,
}

impl std::ops::Deref for DeskGuard<'_> {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.desk
    }
}

impl std::ops::DerefMut for DeskGuard<'_> {
    fn deref_mut(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

impl Drop for DeskGuard<'_> {
    fn drop(&mut self) {
        let revision = self.desk.revision;
        self.changed.send_if_modified(|told| {
            let is_new = *told != revision;
            *told = revision;
            is_new
        });
    }
}

/// All pages.
pub(crate) struct Pages {
    /// How many at most.
    most: usize,
    pages: Mutex<HashMap<String, Arc<Page>>>,
    pace: Mutex<Bucket>,
}

impl Pages {
    pub(crate) fn new(most: u16) -> Pages {
        Pages {
            most: most.into(),
            pages: Mutex::default(),
            pace: Mutex::new(Bucket::new(OF_SESSIONS)),
        }
    }

    /// Begins a session and gives its name.
    pub(crate) fn open(&self, desk: Desk, now: Duration) -> Result<(String, Arc<Page>), Refusal> {
        lock(&self.pace).take(now)?;
        let id = unguessable().ok_or(Refusal::Busy)?;
        let page = Arc::new(Page {
            changed: watch::Sender::new(desk.revision),
            desk: Mutex::new(desk),
            pace: Mutex::new(Bucket::new(OF_A_PAGE)),
            touched: Mutex::new(now),
        });
        let mut pages = lock(&self.pages);
        pages.retain(|_, page| now.saturating_sub(*lock(&page.touched)) < IDLE);
        if pages.len() >= self.most {
            let oldest = pages.iter().min_by_key(|(_, page)| *lock(&page.touched));
            if let Some(oldest) = oldest.map(|(id, _)| id.clone())
                && let Some(page) = pages.remove(&oldest)
            {
                page.desk().benches.cancel();
            }
        }
        pages.insert(id.clone(), Arc::clone(&page));
        rest(&pages);
        Ok((id, page))
    }

    /// The page of a session, and one request of its rate.
    pub(crate) fn get(&self, id: &str, now: Duration) -> Result<Arc<Page>, Refusal> {
        let page = lock(&self.pages).get(id).cloned();
        let page = page.ok_or(Refusal::NoPage)?;
        lock(&page.pace).take(now)?;
        *lock(&page.touched) = now;
        Ok(page)
    }

    /// Ends every search.
    pub(crate) fn cancel(&self) {
        for page in lock(&self.pages).values() {
            page.desk().benches.cancel();
        }
    }
}

/// Frees the memory of the players of all pages but those that were touched last.
fn rest(pages: &HashMap<String, Arc<Page>>) {
    let mut by_touch: Vec<&Arc<Page>> = pages.values().collect();
    by_touch.sort_by_key(|page| Reverse(*lock(&page.touched)));
    for page in by_touch.into_iter().skip(MOST_AWAKE) {
        page.desk().benches.rest();
    }
}

/// A lock is only ever left poisoned by a panic in code that keeps the game whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// 128 random bits of the operating system.
fn unguessable() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    let mut name = String::with_capacity(32);
    for byte in bytes {
        let _ = write!(name, "{byte:02x}");
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::catalogue::Catalogue;

    #[test]
    fn a_rate_is_kept() {
        let mut bucket = Bucket::new(Rate {
            burst: 2.0,
            steady: 1.0,
        });
        let at = Duration::from_secs;
        assert!(bucket.take(at(10)).is_ok());
        assert!(bucket.take(at(10)).is_ok());
        assert!(bucket.take(at(10)).is_err());
        assert!(bucket.take(at(11)).is_ok());
        assert!(bucket.take(at(11)).is_err());
    }

    /// One session more than there is room for: the one that was longest idle is forgotten.
    #[test]
    fn the_longest_idle_makes_room() {
        let pages = Pages::new(MOST_PAGES);
        let desk = || Desk::new(&Catalogue::default(), String::new(), 1);
        let open = |at| pages.open(desk(), Duration::from_secs(at)).unwrap().0;
        let first = open(0);
        let second = open(1);
        let at = Duration::from_secs(60);
        assert!(pages.get(&first, at).is_ok());
        for at in 0..u64::from(MOST_PAGES) - 1 {
            open(100 + at);
        }
        let at = Duration::from_secs(300);
        assert!(matches!(pages.get(&second, at), Err(Refusal::NoPage)));
        assert!(pages.get(&first, at).is_ok());
        assert_eq!(lock(&pages.pages).len(), usize::from(MOST_PAGES));
        let few = Pages::new(3);
        for at in 0..9 {
            few.open(desk(), Duration::from_secs(at)).unwrap();
        }
        assert_eq!(lock(&few.pages).len(), 3);
    }

    /// The players of pages that nobody looks at any more give their memory back.
    #[test]
    fn so_many_keep_their_players() {
        let library = togyz_players::Library::embedded().unwrap();
        let pages = Pages::new(MOST_PAGES);
        let open = |at| {
            let mut desk = Desk::new(&Catalogue::default(), String::new(), 1);
            desk.benches.wake(&library);
            pages.open(desk, Duration::from_secs(at)).unwrap()
        };
        let first = open(0);
        let second = open(1);
        for at in 2..MOST_AWAKE as u64 {
            open(at);
        }
        assert!(second.1.desk().benches.is_awake());
        assert!(pages.get(&first.0, Duration::from_secs(60)).is_ok());
        open(100);
        assert!(first.1.desk().benches.is_awake());
        assert!(!second.1.desk().benches.is_awake());
    }

    #[test]
    fn so_many_sessions_a_second() {
        let pages = Pages::new(MOST_PAGES);
        let desk = || Desk::new(&Catalogue::default(), String::new(), 1);
        let opened = (0..100).filter(|_| pages.open(desk(), Duration::ZERO).is_ok());
        assert_eq!(opened.count(), 40);
    }

    #[test]
    fn names_differ() {
        let (a, b) = (unguessable().unwrap(), unguessable().unwrap());
        assert_eq!(a.len(), 32);
        assert_ne!(a, b);
    }
}

//! `play serve`: a page in the browser, and the server behind it. Nothing leaves the machine.
//!
//! From the low to the high: `sowing` and `clock` are plain rules; `catalogue` lists who can be
//! played against; `desk` is the game of one page, `action` and `text` what changes it, `view` what
//! is shown of it; `search` lets somebody think, `review` asks about a whole game; `pages` keeps the
//! desks; `guard`, `assets`, `routes`, `upgrade` and `live` speak HTTP; `server` accepts connections. `rehearsal` does without them.

mod action;
mod args;
mod assets;
mod catalogue;
mod clock;
mod desk;
mod guard;
mod live;
mod pages;
mod refusal;
mod rehearsal;
mod review;
mod routes;
mod search;
mod server;
mod sowing;
mod text;
mod upgrade;
mod view;

pub use args::ServeArgs;
pub use rehearsal::Rehearsal;
pub(crate) use search::title;
pub(crate) use server::run;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use togyz_players::Library;
use tokio::sync::Semaphore;

use crate::cli::FIRST_LEVEL;
use crate::i18n::Messages;
use catalogue::{Catalogue, Chosen};
use pages::{Page, Pages};
use refusal::Refusal;
use view::View;

/// What all requests share.
pub(crate) struct App {
    levels: Library,
    here: Option<PathBuf>,
    chosen: Option<Chosen>,
    pages: Pages,
    /// Searches at once.
    searches: Arc<Semaphore>,
    /// Live analyses at once.
    looks: Arc<Semaphore>,
    /// The names that the server answers to, each with its port.
    names: Vec<String>,
    now: fn() -> Duration,
    date: String,
    seed: AtomicU64,
}

impl App {
    /// All players there are now.
    fn catalogue(&self) -> Catalogue {
        let (here, chosen) = (self.here.as_deref(), self.chosen.as_ref());
        Catalogue::list(&self.levels, here, chosen, FIRST_LEVEL)
    }

    /// The page of a session.
    fn page(&self, id: &str) -> Result<Arc<Page>, Refusal> {
        self.pages.get(id, (self.now)())
    }

    /// What a page shows.
    fn view(&self, page: &Page, messages: &Messages) -> View {
        View::new(&page.desk(), messages, (self.now)())
    }

    /// Another seed for each page.
    fn next_seed(&self) -> u64 {
        self.seed.fetch_add(1 << 32, Ordering::Relaxed)
    }
}

//! Searches on other threads, which help the first one.

use std::fmt;

use togyz_tables::Probe;

use crate::arena::Arena;
use crate::crown::Shared;
use crate::evaluator::Evaluator;
use crate::history::History;
use crate::search::Search;
use crate::tree::Tree;

/// What a thread takes over from the search that it helps.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) tree: Tree,
    pub(crate) endings: Option<Probe>,
    pub(crate) margin_scale: f32,
    pub(crate) history: History,
}

/// A search on another thread that has its tree from the first one.
pub(crate) trait Helper: Send {
    /// Works on the tree until a limit is reached.
    fn help(&mut self, thread: usize, start: Start, shared: &Shared);

    /// Gives the tree back. Whether a draw by repetition was found in it.
    fn leave(&mut self) -> (Arena, bool);
}

impl<E: Evaluator + Send> Helper for Search<E> {
    fn help(&mut self, thread: usize, start: Start, shared: &Shared) {
        self.tree = start.tree;
        self.endings = start.endings;
        self.margin_scale = start.margin_scale;
        self.history = start.history;
        self.repeated = false;
        self.work(thread, shared, &|| false);
    }

    fn leave(&mut self) -> (Arena, bool) {
        (std::mem::take(&mut self.tree).arena, self.repeated)
    }
}

impl fmt::Debug for dyn Helper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Helper")
    }
}

//! What makes a run's pipeline the learner of a shared store.

use std::sync::Arc;
use std::time::Duration;

use super::lease::Lease;
use crate::store::Store;

/// A store that others play into, and how much of the work is left to them.
#[derive(Debug)]
pub struct Sharing {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The place of the one learner.
    pub lease: Lease,
    /// Threads of this process that play along; 0 = all games are the workers'.
    pub players: usize,
    /// The name under which they play.
    pub name: String,
    /// Whether this process plays the matches, or an evaluator does.
    pub evaluate: bool,
    /// Whether shards that no window needs any more stay.
    pub keep_shards: bool,
    /// Time between two looks for new shards.
    pub poll: Duration,
}

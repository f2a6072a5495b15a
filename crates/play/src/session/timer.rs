//! The clock of whoever thinks, and the wish that it stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_players::{Budget, Clock, Player, PlayerError, Thought};
use togyz_rules::Game;

/// The clock, and the wish that thinking stop: both come from outside.
#[derive(Clone, Debug)]
pub struct Timer {
    /// The time since some fixed moment.
    pub now: fn() -> Duration,
    /// Set while the computer thinks, it ends the thinking.
    pub stop: Arc<AtomicBool>,
}

impl Timer {
    /// Lets a player think.
    pub(crate) fn think(
        &self,
        player: &mut dyn Player,
        game: &Game,
        budget: &Budget,
    ) -> Result<Thought, PlayerError> {
        self.timed(|clock| player.think(game, budget, clock))
    }

    /// Lets a player look at every move.
    pub(crate) fn analyze(
        &self,
        player: &mut dyn Player,
        game: &Game,
        budget: &Budget,
    ) -> Result<Thought, PlayerError> {
        self.timed(|clock| player.analyze(game, budget, clock))
    }

    fn timed<T>(&self, work: impl FnOnce(&Clock<'_>) -> T) -> T {
        let begun = (self.now)();
        let elapsed = || (self.now)().saturating_sub(begun);
        work(&Clock {
            elapsed: &elapsed,
            stop: &self.stop,
        })
    }

    /// Whether thinking was stopped since this was last asked.
    pub(crate) fn was_stopped(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }
}

//! How much a player may think, and how it knows the time.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits of one move; a search ends at the first it reaches. `None` is no limit.
///
/// A budget that is handed to [`Player::think`](crate::Player::think) goes before the player's own
/// limits, limit by limit; as soon as it holds one, the defaults of the player's kind or level no
/// longer count, so that a match at equal time is one.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use togyz_players::Budget;
/// let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
/// assert_eq!(budget.to_string(), "ms=50");
/// assert!(Budget::default().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// Simulations of the tree search; the classical search takes it for nodes.
    pub simulations: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Depth in plies; the tree search has none and ignores it.
    pub depth: Option<u8>,
    /// Wall time.
    pub time: Option<Duration>,
}

impl Budget {
    /// Whether there is no limit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Budget::default()
    }

    /// These limits, with those of `fallback` where there is none.
    #[must_use]
    pub fn or(self, fallback: Budget) -> Budget {
        Budget {
            simulations: self.simulations.or(fallback.simulations),
            nodes: self.nodes.or(fallback.nodes),
            depth: self.depth.or(fallback.depth),
            time: self.time.or(fallback.time),
        }
    }

    /// What a player thinks by: the given limits, then the spec's own, and if that leaves nothing
    /// the default.
    pub(crate) fn settle(given: &Budget, own: Budget, default: Budget) -> Budget {
        let limits = given.or(own);
        if limits.is_empty() { default } else { limits }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.simulations.map(|n| format!("sims={n}")),
            self.nodes.map(|n| format!("nodes={n}")),
            self.depth.map(|n| format!("depth={n}")),
            self.time.map(|time| format!("ms={}", time.as_millis())),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

/// The time since thinking began, and the wish that it stop. Libraries read no clock: whoever runs
/// a player passes one in.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::{Duration, Instant};
/// use togyz_players::Clock;
/// let (begun, stop) = (Instant::now(), AtomicBool::new(false));
/// let elapsed = || begun.elapsed();
/// let clock = Clock { elapsed: &elapsed, stop: &stop };
/// assert!((clock.elapsed)() < Duration::from_secs(60));
/// ```
#[derive(Clone, Copy)]
pub struct Clock<'a> {
    /// The time since [`Player::think`](crate::Player::think) was called.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// Set from outside to end the search with what it has.
    pub stop: &'a AtomicBool,
}

impl fmt::Debug for Clock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock")
            .field("elapsed", &(self.elapsed)())
            .field("stop", self.stop)
            .finish()
    }
}

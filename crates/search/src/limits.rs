//! When a search must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The deepest iteration there is, and the one that ends a search without limits.
pub const MAX_DEPTH: u8 = 64;

/// The clock is asked once in so many nodes: about every fifth of a millisecond.
const NODES_PER_CHECK: u64 = 1_000;

/// What a search may spend; it stops at whichever comes first.
///
/// Without any limit it stops at depth [`MAX_DEPTH`]. It also stops when the position is solved.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use togyz_search::Limits;
/// let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
/// assert_eq!(limits.nodes, None);
/// assert_eq!(Limits::nodes(4_000), Limits { nodes: Some(4_000), ..Limits::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration to be searched.
    ///
    /// # Units
    /// Plies, 1 to [`MAX_DEPTH`]; other values are moved into the range.
    pub depth: Option<u8>,
    /// The positions that may be visited: never one more.
    pub nodes: Option<u64>,
    /// Whether every move gets a value of its own, as an analysis wants it (multi-PV), and not only
    /// the best, the others being shown to be no better. It costs several times the nodes.
    pub every_move: bool,
    /// The wall time, by the caller's clock. The clock is asked every 1,000 nodes, so the search
    /// returns well within a millisecond of it on a processor of its own.
    pub time: Option<Duration>,
}

impl Limits {
    /// Only a depth.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Only a number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Only a time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// The depth to stop at.
    pub(crate) fn last_depth(&self) -> u8 {
        self.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }
}

/// Counts the nodes of one search and watches its limits.
pub(crate) struct Watch<'a> {
    nodes: u64,
    node_limit: u64,
    next_check: u64,
    time: Option<Duration>,
    elapsed: &'a dyn Fn() -> Duration,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(
        limits: &Limits,
        elapsed: &'a dyn Fn() -> Duration,
        stop: &'a AtomicBool,
    ) -> Watch<'a> {
        Watch {
            nodes: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            next_check: 0,
            time: limits.time,
            elapsed,
            stop,
            stopped: false,
        }
    }

    /// Counts a node, if there is one left to visit.
    ///
    /// Returns whether the search goes on; once it does not, it never does again.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Asks the clock, the stop signal and the node limit, and sets the next time to ask.
    #[cold]
    fn check(&mut self) {
        let out_of_time = self.time.is_some_and(|time| (self.elapsed)() >= time);
        if out_of_time || self.nodes >= self.node_limit || self.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        self.next_check = (self.nodes + NODES_PER_CHECK).min(self.node_limit);
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact_whatever_the_check_interval_is() {
        let stop = AtomicBool::new(false);
        for limit in [0, 1, 999, 1_000, 1_001, 2_500] {
            let mut watch = Watch::new(&Limits::nodes(limit), &|| Duration::ZERO, &stop);
            let entered = (0..5_000).filter(|_| watch.enter()).count();
            assert_eq!((entered as u64, watch.nodes()), (limit, limit));
        }
    }

    #[test]
    fn the_clock_and_the_signal_stop_within_the_check_interval() {
        let ticks = std::cell::Cell::new(0);
        let clock = || {
            ticks.set(ticks.get() + 1);
            Duration::from_millis(ticks.get())
        };
        let stop = AtomicBool::new(false);
        let mut watch = Watch::new(&Limits::time(Duration::from_millis(3)), &clock, &stop);
        assert_eq!((0..9_000).filter(|_| watch.enter()).count(), 2_000);

        let mut watch = Watch::new(&Limits::default(), &clock, &stop);
        assert!(watch.enter());
        stop.store(true, Ordering::Relaxed);
        assert!((0..9_000).filter(|_| watch.enter()).count() < 1_000);
    }
}

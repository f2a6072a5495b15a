//! The clock of a game: the server keeps it, the page shows it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use togyz_rules::{BySide, Side};

/// The longest time for a game, in minutes.
const MOST_MINUTES: u32 = 24 * 60;
/// The longest time for each move, in seconds.
const MOST_SECONDS: u32 = 10 * 60;

/// How much time there is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// For the whole game.
    minutes: u32,
    /// For each move in addition.
    seconds: u32,
}

/// Two clocks of which at most one runs.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    left: BySide<Duration>,
    increment: Duration,
    /// When the running clock was started or last charged.
    since: Option<Duration>,
}

/// What the page shows.
#[derive(Debug, Serialize)]
pub(crate) struct ClockView {
    /// Milliseconds left.
    left: BySide<u64>,
    /// Whose clock runs.
    running: Option<Side>,
}

impl GameClock {
    /// Clocks that stand; `None` if the time is outside of what makes sense.
    pub(crate) fn new(control: TimeControl) -> Option<GameClock> {
        let sound =
            (1..=MOST_MINUTES).contains(&control.minutes) && control.seconds <= MOST_SECONDS;
        let whole = Duration::from_secs(60 * u64::from(control.minutes));
        sound.then(|| GameClock {
            left: BySide::new(whole, whole),
            increment: Duration::from_secs(control.seconds.into()),
            since: None,
        })
    }

    /// The time that a side has left while it is to move.
    pub(crate) fn left(&self, side: Side, mover: Side, now: Duration) -> Duration {
        let used = match self.since {
            Some(since) if side == mover => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        self.left[side].saturating_sub(used)
    }

    /// Charges the mover for its move and starts the other clock.
    pub(crate) fn moved(&mut self, mover: Side, now: Duration) {
        self.left[mover] = self.left(mover, mover, now) + self.increment;
        self.since = Some(now);
    }

    /// Starts to count from now: moves were taken back, and nobody is charged for that.
    pub(crate) fn restart(&mut self, now: Duration) {
        if self.since.is_some() {
            self.since = Some(now);
        }
    }

    /// Stops: the game is over.
    pub(crate) fn stop(&mut self, mover: Side, now: Duration) {
        self.left[mover] = self.left(mover, mover, now);
        self.since = None;
    }

    pub(crate) fn view(&self, mover: Side, now: Duration) -> ClockView {
        let left = BySide::from_fn(|side| self.left(side, mover, now));
        ClockView {
            left: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            running: self.since.map(|_| mover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_pays_for_its_own_moves() {
        let control = TimeControl {
            minutes: 1,
            seconds: 2,
        };
        let mut clock = GameClock::new(control).unwrap();
        let at = Duration::from_secs;
        assert_eq!(
            clock.left(Side::Bastaushy, Side::Bastaushy, at(500)),
            at(60)
        );
        clock.moved(Side::Bastaushy, at(500));
        clock.moved(Side::Kostaushy, at(510));
        assert_eq!(
            clock.left(Side::Kostaushy, Side::Bastaushy, at(600)),
            at(52)
        );
        assert_eq!(
            clock.left(Side::Bastaushy, Side::Bastaushy, at(512)),
            at(60)
        );
        assert_eq!(clock.left(Side::Bastaushy, Side::Bastaushy, at(700)), at(0));
        clock.stop(Side::Bastaushy, at(512));
        assert_eq!(
            clock.left(Side::Bastaushy, Side::Bastaushy, at(900)),
            at(60)
        );
    }

    #[test]
    fn a_senseless_time_is_refused() {
        for (minutes, seconds) in [(0, 5), (1441, 0), (5, 601)] {
            assert!(GameClock::new(TimeControl { minutes, seconds }).is_none());
        }
    }
}

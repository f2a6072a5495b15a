//! The clock of a game: the server keeps it, the page shows it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use togyz_rules::{BySide, Side};

/// The longest time for a game, in minutes.
const MOST_MINUTES: u32 = 24 * 60;
/// The longest time for each move, in seconds.
const MOST_SECONDS: u32 = 10 * 60;

/// How much time there is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// For the whole game.
    minutes: u32,
    /// For each move in addition.
    seconds: u32,
}

/// The clocks of a game that a browser has kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptClock {
    control: TimeControl,
    /// Milliseconds left.
    left: BySide<u64>,
}

/// Two clocks of which at most one runs.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    left: BySide<Duration>,
    /// When the running clock was started or last charged.
    since: Option<Duration>,
    /// Whether one would run if the game did.
    paused: bool,
}

/// What the page shows.
#[derive(Debug, Serialize)]
pub(crate) struct ClockView {
    /// Milliseconds left.
    left: BySide<u64>,
    /// Whose clock runs.
    running: Option<Side>,
    control: TimeControl,
}

impl GameClock {
    /// Clocks that stand; `None` if the time is outside of what makes sense.
    pub(crate) fn new(control: TimeControl) -> Option<GameClock> {
        let sound =
            (1..=MOST_MINUTES).contains(&control.minutes) && control.seconds <= MOST_SECONDS;
        let whole = Duration::from_secs(60 * u64::from(control.minutes));
        sound.then(|| GameClock {
            control,
            left: BySide::new(whole, whole),
            since: None,
            paused: false,
        })
    }

    /// Clocks as they were kept, paused; `None` if nobody can have had such ones.
    pub(crate) fn kept(kept: &KeptClock) -> Option<GameClock> {
        let most = 60_000 * u64::from(MOST_MINUTES);
        let clock = GameClock::new(kept.control)?;
        let left = kept.left.map(|left| Duration::from_millis(left.min(most)));
        Some(GameClock {
            left,
            paused: true,
            ..clock
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
        let increment = Duration::from_secs(self.control.seconds.into());
        self.left[mover] = self.left(mover, mover, now) + increment;
        self.since = Some(now);
        self.paused = false;
    }

    /// Charges the mover so far, and stands until the next move or until the game goes on.
    pub(crate) fn pause(&mut self, mover: Side, now: Duration) {
        let runs = self.since.is_some();
        self.stop(mover, now);
        self.paused |= runs;
    }

    /// Runs again after a pause.
    pub(crate) fn go_on(&mut self, now: Duration) {
        if std::mem::take(&mut self.paused) {
            self.since = Some(now);
        }
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
            control: self.control,
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
    fn a_pause_costs_nobody_anything() {
        let control = TimeControl {
            minutes: 1,
            seconds: 0,
        };
        let (first, second) = (Side::Bastaushy, Side::Kostaushy);
        let at = Duration::from_secs;
        let mut clock = GameClock::new(control).unwrap();
        // Before the first move no clock runs, so none goes on.
        clock.pause(first, at(1));
        clock.go_on(at(2));
        assert_eq!(clock.left(first, first, at(50)), at(60));
        clock.moved(first, at(100));
        clock.pause(second, at(110));
        clock.pause(second, at(150));
        assert_eq!(clock.left(second, second, at(200)), at(50));
        clock.go_on(at(200));
        clock.go_on(at(203));
        assert_eq!(clock.left(second, second, at(205)), at(45));
        // A move ends a pause as well.
        clock.pause(second, at(205));
        clock.moved(second, at(300));
        assert_eq!(clock.left(first, first, at(310)), at(50));
    }

    #[test]
    fn kept_clocks_go_on_where_they_stood() {
        let kept = |text| GameClock::kept(&serde_json::from_str(text).unwrap());
        let text = r#"{"control": {"minutes": 5, "seconds": 3}, "left": {"bastaushy": 61000, "kostaushy": 99000000}}"#;
        let mut clock = kept(text).unwrap();
        let (first, second) = (Side::Bastaushy, Side::Kostaushy);
        let at = Duration::from_secs;
        assert_eq!(clock.left(first, first, at(9)), at(61));
        assert_eq!(clock.left(second, first, at(9)), at(24 * 3600));
        clock.go_on(at(10));
        assert_eq!(clock.left(first, first, at(11)), at(60));
        assert!(kept(&text.replace("5", "0")).is_none());
    }

    #[test]
    fn a_senseless_time_is_refused() {
        for (minutes, seconds) in [(0, 5), (1441, 0), (5, 601)] {
            assert!(GameClock::new(TimeControl { minutes, seconds }).is_none());
        }
    }
}

//! How long a move may take.

use std::time::Duration;

use togyz_rules::Side;

use super::go::Go;

/// What answers take on their way, unless the option says otherwise.
///
/// # Units
/// Milliseconds.
pub(super) const OVERHEAD: u64 = 10;
/// The shortest search there is.
const LEAST: Duration = Duration::from_millis(1);

/// Own moves that are reckoned with at the beginning: a good game has about 70, and what is decided
/// is decided in the first 50.
const MOVES: u32 = 50;
/// And the fewest, however long the game has lasted.
const LEAST_MOVES: u32 = 25;
/// Of what the clock shows no move takes more than so many fifths, unless the clock is set again
/// after it.
const MOST_FIFTHS: u32 = 2;

/// The time of a move, if the limits hold any: never more than the clock of the side to move shows
/// less `overhead`, or a millisecond where it shows nothing more.
#[must_use]
pub(super) fn of_move(go: &Go, side: Side, plies: usize, overhead: Duration) -> Option<Duration> {
    let fixed = go.move_time.map(|time| {
        // Of short times the greatest part is for thinking, whatever the overhead.
        time.saturating_sub(overhead.min(time / 4)).max(LEAST)
    });
    let clocked = go.clocks[side].map(|clock| {
        let played = u32::try_from(plies / 2).unwrap_or(u32::MAX);
        let expected = MOVES.saturating_sub(played).max(LEAST_MOVES);
        let moves = go.moves_to_go.map_or(expected, |moves| moves.min(expected));
        // What the answers will take on their way is not for thinking.
        let left = clock.saturating_sub((overhead * moves).min(clock / 2));
        // Three quarters of the increment are spent, so that the clock recovers when it is low.
        let share = left / moves + go.increments[side] * 3 / 4;
        let most = if go.moves_to_go == Some(1) {
            left
        } else {
            left * MOST_FIFTHS / 5
        };
        share.min(most).max(LEAST)
    });
    match (fixed, clocked) {
        (Some(fixed), Some(clocked)) => Some(fixed.min(clocked)),
        (fixed, clocked) => fixed.or(clocked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use togyz_rules::BySide;

    const MS: Duration = Duration::from_millis(1);
    const DELAY: Duration = Duration::from_millis(OVERHEAD);

    /// Plays 160 moves, a third more than the longest good game has, each with half the delay on top of its time, and gives the least that the clock
    /// showed.
    fn least(begin: u32, increment: u32, per_control: Option<u32>) -> Duration {
        let mut clock = MS * begin;
        let mut least = clock;
        for played in 0..160 {
            let go = Go {
                clocks: BySide::new(Some(clock), None),
                increments: BySide::new(MS * increment, Duration::ZERO),
                moves_to_go: per_control.map(|moves| moves - played % moves),
                ..Go::default()
            };
            let time = of_move(&go, Side::Bastaushy, 2 * played as usize, DELAY);
            let spent = time.expect("a clock is a limit") + DELAY / 2;
            assert!(
                spent < clock,
                "{begin}+{increment}, move {played}: {spent:?} of {clock:?}"
            );
            clock -= spent;
            least = least.min(clock);
            clock += MS * increment;
            if let Some(moves) = per_control
                && played % moves == moves - 1
            {
                clock += MS * begin;
            }
        }
        least
    }

    #[test]
    fn no_clock_runs_out() {
        for (begin, increment, moves) in [
            (60_000, 0, None),
            (10_000, 100, None),
            (1_000, 50, None),
            (100, 20, None),
            (5_400_000, 0, None),
            (60_000, 0, Some(40)),
            (2_000, 0, Some(10)),
        ] {
            let least = least(begin, increment, moves);
            assert!(least > Duration::ZERO, "{begin}+{increment}: {least:?}");
        }
    }

    #[test]
    fn a_long_game_still_gets_most_of_its_time() {
        // 70 own moves at a minute without increment: three quarters of it are used by then.
        let mut clock = MS * 60_000;
        for played in 0..70 {
            let go = Go {
                clocks: BySide::new(Some(clock), None),
                ..Go::default()
            };
            clock -= of_move(&go, Side::Bastaushy, 2 * played, DELAY).expect("a clock");
        }
        assert!(clock < MS * 15_000, "{clock:?} left");
    }

    #[test]
    fn what_has_run_out_still_gets_a_move() {
        let go = Go {
            clocks: BySide::new(Some(Duration::ZERO), Some(MS * 3)),
            move_time: Some(MS * 100),
            ..Go::default()
        };
        assert_eq!(of_move(&go, Side::Bastaushy, 0, DELAY), Some(LEAST));
        assert_eq!(of_move(&go, Side::Kostaushy, 0, DELAY), Some(LEAST));
        let fixed = Go {
            move_time: Some(MS * 100),
            ..Go::default()
        };
        assert_eq!(of_move(&fixed, Side::Bastaushy, 0, DELAY), Some(MS * 90));
        assert_eq!(of_move(&Go::default(), Side::Bastaushy, 0, DELAY), None);
    }
}

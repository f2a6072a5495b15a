//! The learning rate and the average's memory, as functions of how far training is.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// The learning rate over a run: up, down along a cosine, and a last drop.
///
/// ```text
/// peak       .-.
///           /   `.
///          /      `-.._
/// end     /            `|
/// last   /              `-----
///      warmup            drop
/// ```
///
/// # Source
/// Loshchilov and Hutter, "SGDR" (arXiv 1608.03983) for the cosine; the last drop is KataGo's,
/// worth 90 to 130 Elo there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The highest rate. Default 2e-3.
    pub peak: f64,
    /// Where the cosine ends. Default 2e-4.
    pub end: f64,
    /// The rate of the last drop. Default 2e-5.
    pub last: f64,
    /// The share of the run in which the rate climbs from 0. Default 0.02.
    pub warmup: f64,
    /// The share of the run at the end at the rate `last`; 0 for none. Default 0.1.
    pub drop: f64,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            peak: 2e-3,
            end: 2e-4,
            last: 2e-5,
            warmup: 0.02,
            drop: 0.1,
        }
    }
}

impl Schedule {
    /// The lowest share of the peak during the warm-up, so that no step is lost.
    const FIRST: f64 = 0.01;

    /// The rate when `progress` of the run, 0 to 1, is done.
    #[must_use]
    pub fn rate(&self, progress: f64) -> f64 {
        let progress = progress.clamp(0.0, 1.0);
        let drop_at = 1.0 - self.drop;
        if progress < self.warmup {
            return self.peak * (progress / self.warmup).max(Self::FIRST);
        }
        if self.drop > 0.0 && progress >= drop_at {
            return self.last;
        }
        let length = drop_at - self.warmup;
        let along = if length > 0.0 {
            (progress - self.warmup) / length
        } else {
            1.0
        };
        self.end + (self.peak - self.end) * 0.5 * (1.0 + (PI * along).cos())
    }
}

/// The share of the old average that the step after `steps` steps keeps.
///
/// It begins low, so that the random weights of the start are soon forgotten, and rises to `decay`.
///
/// # Source
/// TensorFlow, `ExponentialMovingAverage`, `num_updates`.
pub(super) fn average_keep(decay: f32, steps: u64) -> f32 {
    let steps = steps as f32;
    decay.min((1.0 + steps) / (10.0 + steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEDULE: Schedule = Schedule {
        peak: 1e-3,
        end: 1e-4,
        last: 1e-5,
        warmup: 0.1,
        drop: 0.2,
    };

    #[test]
    fn rates() {
        let cases = [
            (0.0, 1e-5),
            (0.05, 5e-4),
            (0.1, 1e-3),
            // Half way along the cosine: half way between peak and end.
            (0.45, 5.5e-4),
            (0.799_999, 1e-4),
            (0.8, 1e-5),
            (1.0, 1e-5),
            (7.0, 1e-5),
        ];
        for (progress, expected) in cases {
            let rate = SCHEDULE.rate(progress);
            assert!(
                (rate - expected).abs() < 1e-8,
                "{progress}: {rate} {expected}"
            );
        }
    }

    #[test]
    fn without_warmup_and_drop_only_the_cosine_is_left() {
        let schedule = Schedule {
            warmup: 0.0,
            drop: 0.0,
            ..SCHEDULE
        };
        for (progress, expected) in [(0.0, 1e-3), (0.5, 5.5e-4), (1.0, 1e-4)] {
            let rate = schedule.rate(progress);
            assert!(
                (rate - expected).abs() < 1e-9,
                "{progress}: {rate} {expected}"
            );
        }
    }

    #[test]
    fn average_warms_up() {
        for (steps, expected) in [(0, 0.1), (1, 2.0 / 11.0), (90, 0.91), (1_000_000, 0.99)] {
            let keep = average_keep(0.99, steps);
            assert!((keep - expected).abs() < 1e-6, "{steps}: {keep} {expected}");
        }
    }
}

//! What is measured on the way.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Pipeline;
use crate::error::TrainError;
use crate::learning::StepLosses;
use crate::metrics::{Metric, MetricKind};
use crate::selfplay::PlayTally;

impl Pipeline<'_> {
    /// Writes a line with the run's generation, step and time.
    pub(super) fn log(&mut self, metric: Metric) -> Result<(), TrainError> {
        let metric = Metric {
            generation: self.state.generation,
            step: self.state.steps,
            seconds: self.seconds(),
            ..metric
        };
        Ok(self.metrics.write(&metric)?)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    pub(super) fn log_self_play(
        &mut self,
        whole: &PlayTally,
        session: &PlayTally,
        seconds: f64,
    ) -> Result<(), TrainError> {
        if let Some(told) = self.slowness(session, seconds)? {
            self.observer.warn(&told);
        }
        let games = whole.games.max(1) as f64;
        let limit = self.config.replay.max_staleness;
        let stale = (limit > 0).then(|| self.buffer.take_stale());
        if let Some(stale) = stale.filter(|&stale| stale > 0) {
            self.observer.notice(&format!(
                "{stale} samples are older than {limit} generations and are dropped"
            ));
        }
        // Nothing was left to play after a resume: there is no speed to tell.
        let pace = |count: u64| (count > 0).then(|| count as f64 / seconds.max(1e-9));
        self.log(Metric {
            games: Some(whole.games),
            samples: Some(whole.samples),
            window: Some(self.buffer.len() as u64),
            stale,
            plies_per_game: Some(whole.plies as f64 / games),
            first_win_share: Some(whole.first_wins as f64 / games),
            draw_share: Some(whole.draws as f64 / games),
            games_per_second: pace(session.games),
            simulations_per_second: pace(session.simulations),
            stage_seconds: Some(seconds),
            ..Metric::new(MetricKind::Selfplay)
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "bytes far below 2^53")]
    pub(super) fn log_generation(&mut self) -> Result<(), TrainError> {
        let memory = (self.host.memory)().map(|bytes| bytes as f64 / f64::from(1 << 20));
        self.log(Metric {
            memory_mib: memory,
            window: Some(self.buffer.len() as u64),
            ..Metric::new(MetricKind::Generation)
        })
    }
}

/// The speed of self-play in a line.
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
pub(super) fn pace(tally: &PlayTally, seconds: f64) -> String {
    let seconds = seconds.max(1e-9);
    format!(
        "{:.1} games/s, {:.0} k simulations/s, {:.0} samples/s",
        tally.games as f64 / seconds,
        tally.simulations as f64 / seconds / 1e3,
        tally.samples as f64 / seconds
    )
}

/// A match's result in a line.
pub(crate) fn match_line(metric: &Metric) -> String {
    format!(
        "  against {}: {:.1} % of {} games, Elo {:+.0} ({:+.0} to {:+.0})",
        metric.anchor.as_deref().unwrap_or("?"),
        100.0 * metric.score.unwrap_or(0.0),
        metric.match_games.unwrap_or(0),
        metric.elo.unwrap_or(0.0),
        metric.elo_low.unwrap_or(0.0),
        metric.elo_high.unwrap_or(0.0)
    )
}

/// The steps since the last line of metrics. A stop keeps them, so that the line which a resume
/// writes is the one that would have been written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stretch {
    /// Before the last stop.
    seconds: f64,
    steps: u32,
    sum: StepLosses,
}

impl Stretch {
    /// The same with the time of this session, which took it up at `begun`.
    pub(super) fn until(mut self, begun: Duration, now: Duration) -> Stretch {
        self.seconds += (now - begun).as_secs_f64();
        self
    }

    pub(super) fn add(&mut self, losses: &StepLosses) {
        self.steps += 1;
        self.sum.add(losses);
    }

    /// The means, with the rate of the newest step.
    pub(super) fn metric(&self) -> Metric {
        let steps = f64::from(self.steps.max(1));
        let mean = |sum: f64| Some(sum / steps);
        Metric {
            loss: mean(self.sum.total),
            policy_loss: mean(self.sum.policy),
            value_loss: mean(self.sum.value),
            margin_loss: mean(self.sum.margin),
            reply_loss: mean(self.sum.reply),
            yields_loss: mean(self.sum.yields),
            gradient_norm: mean(self.sum.gradient_norm),
            rate: Some(self.sum.rate),
            steps_per_second: Some(steps / self.seconds.max(1e-9)),
            stage_seconds: Some(self.seconds),
            ..Metric::new(MetricKind::Learn)
        }
    }
}

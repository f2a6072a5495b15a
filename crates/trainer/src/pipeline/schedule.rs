//! How long the run is, and when it must stop.

use std::path::Path;

use super::Pipeline;
use crate::config::TrainConfig;
use crate::host::Host;

/// What learning from a searched move costs, as simulations.
const LEARNING_COST: f64 = 60.0;

impl Pipeline<'_> {
    /// Threads that play games here.
    pub(super) fn players(&self) -> usize {
        match &self.sharing {
            Some(sharing) => sharing.players,
            None => self.config.run.threads(),
        }
    }

    /// Seconds of the run over all its sessions.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds_before + ((self.host.clock)() - self.since).as_secs_f64()
    }

    /// Whether this generation is the run's last.
    pub(super) fn is_last(&self) -> bool {
        self.state.generation + 1 >= self.config.run.generations
            || self.state.cut == Some(self.state.generation)
    }

    /// The steps of a generation's learning: as many as its new samples allow, and where a network
    /// takes over from a smaller one or from a teacher, as many as it takes to catch up with it.
    pub(super) fn steps_of(&self, generation: u32, new: u64) -> u64 {
        if !self.config.catches_up_in(generation) {
            return new;
        }
        let rows = self.buffer.len() as f64 * self.config.net.grow_passes;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive count far below 2^53"
        )]
        let steps = (rows / self.config.learner.batch as f64) as u64;
        steps.max(new)
    }

    /// The part of the run that this generation's learning is, from 0 to 1.
    pub(super) fn share_of_run(&self) -> (f64, f64) {
        let generations = f64::from(self.config.run.generations);
        let begin = f64::from(self.state.generation) / generations;
        let end = if self.is_last() {
            1.0
        } else {
            begin + 1.0 / generations
        };
        (begin, end)
    }

    /// With a limit in minutes: makes this generation the last if the next would not end in time.
    pub(super) fn cut_if_late(&mut self) {
        let limit = self.config.run.max_minutes * 60.0;
        let generation = self.state.generation;
        if limit <= 0.0 || generation == 0 || self.state.cut.is_some() || self.is_last() {
            return;
        }
        let cost = |g: u32| {
            let (play, all) = (&self.config.selfplay, self.config.run.generations);
            let full = play.full_probability_of(g);
            let mean = f64::from(play.simulations_of(g, all)) * full
                + f64::from(play.fast_simulations_of(g, all)) * (1.0 - full);
            f64::from(play.games_of(g, all)) * (LEARNING_COST + mean)
        };
        let done: f64 = (0..generation).map(cost).sum();
        let ahead = cost(generation) + cost(generation + 1);
        if self.seconds() * (1.0 + ahead / done) > limit {
            self.state.cut = Some(generation);
            self.observer.notice(&format!(
                "generation {generation} is the last: another would end after run.max_minutes"
            ));
        }
    }
}

/// `made` of `steps`, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "counts of steps")]
pub(super) fn share(made: u64, steps: u64) -> f64 {
    made as f64 / steps.max(1) as f64
}

/// Whether the disk of the run has less free space than the config wants.
pub(super) fn is_low(host: &Host, run: &Path, config: &TrainConfig) -> bool {
    let limit = config.run.min_free_disk_mib << 20;
    (host.free_disk)(run).is_some_and(|free| free < limit)
}

//! What follows from the values of a config.

use std::path::Path;

use super::{NetSection, RunConfig, SelfPlayConfig, TemperatureConfig, TrainConfig};

impl RunConfig {
    /// Threads of self-play and evaluation.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            workers => workers as usize,
        }
    }
}

impl TrainConfig {
    /// Whether a fresh network takes over in this generation, from a smaller one or from the teacher,
    /// and first catches up with it.
    #[must_use]
    pub fn catches_up_in(&self, generation: u32) -> bool {
        let taught = generation == 0 && self.selfplay.teacher().is_some();
        self.net.grows_in(generation) || (taught && !self.net.inherit)
    }

    /// The model file whose weights the network of this generation begins with.
    #[must_use]
    pub fn inherits_in(&self, generation: u32) -> Option<&Path> {
        let inherits = generation == 0 && self.net.inherit;
        self.selfplay.teacher().filter(|_| inherits)
    }
}

impl NetSection {
    /// Widths of the hidden layers in a generation.
    ///
    /// # Source
    /// KataGo (arXiv 1902.10565), section 4: larger networks learnt from the games of smaller ones.
    #[must_use]
    pub fn trunk_of(&self, generation: u32) -> &[usize] {
        if generation < self.small_generations {
            &self.small_trunk
        } else {
            &self.trunk
        }
    }

    /// Whether the network of `trunk` takes over from a smaller one in this generation.
    #[must_use]
    pub fn grows_in(&self, generation: u32) -> bool {
        generation > 0 && generation == self.small_generations
    }
}

impl SelfPlayConfig {
    /// The model file that plays generation 0, if one does.
    #[must_use]
    pub fn teacher(&self) -> Option<&Path> {
        (!self.teacher.is_empty()).then(|| Path::new(&self.teacher))
    }

    /// The share of a generation's moves that are searched in full: all of generation 0, which knows
    /// nothing yet and whose searches are cheap, unless a teacher plays it.
    #[must_use]
    pub fn full_probability_of(&self, generation: u32) -> f64 {
        if generation == 0 && self.teacher().is_none() {
            1.0
        } else {
            self.full_probability
        }
    }

    /// Games of a generation.
    #[must_use]
    pub fn games_of(&self, generation: u32, generations: u32) -> u32 {
        match generation {
            0 => self.bootstrap_games,
            _ => between(self.games, self.games_last, generation, generations),
        }
    }

    /// Simulations of a generation's full search.
    #[must_use]
    pub fn simulations_of(&self, generation: u32, generations: u32) -> u32 {
        match generation {
            0 => self.bootstrap_simulations,
            _ => between(
                self.simulations,
                self.simulations_last,
                generation,
                generations,
            ),
        }
    }

    /// Simulations of a generation's fast search.
    #[must_use]
    pub fn fast_simulations_of(&self, generation: u32, generations: u32) -> u32 {
        let full = f64::from(self.simulations_of(generation, generations));
        rounded(full * self.fast_share).max(1)
    }
}

/// The point of a geometric line from generation 1 to the last.
fn between(first: u32, last: u32, generation: u32, generations: u32) -> u32 {
    let steps = generations.saturating_sub(2).max(1);
    let share = f64::from(generation.saturating_sub(1)) / f64::from(steps);
    let (first, last) = (f64::from(first), f64::from(last));
    rounded(first * (last / first).powf(share.clamp(0.0, 1.0)))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts that the config's ranges keep far below 2^32"
)]
fn rounded(value: f64) -> u32 {
    value.round() as u32
}

impl TemperatureConfig {
    /// The temperature of the choice after `ply` searched half-moves.
    ///
    /// # Source
    /// KataGo (arXiv 1902.10565), section 3.1: the start, then a decay with a half-life.
    #[must_use]
    pub fn at(&self, ply: u32) -> f32 {
        if ply < self.plies {
            return self.start;
        }
        if self.half_life <= 0.0 {
            return self.end;
        }
        let late = f64::from(ply - self.plies);
        let share = 0.5_f64.powf(late / f64::from(self.half_life));
        #[expect(clippy::cast_possible_truncation, reason = "a share in 0..=1")]
        let share = share as f32;
        self.end + (self.start - self.end) * share
    }
}

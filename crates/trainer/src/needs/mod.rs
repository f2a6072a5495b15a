//! What a run takes of memory and disk, told before it begins: what cannot fit is refused then, not
//! after a night.

use std::fmt;
use std::path::{Path, PathBuf};

use togyz_mcts::MctsConfig;
use togyz_model::ROWS;
use togyz_rules::Variant;
use togyz_tables::{SMALL_BALLS, TableSet};

use crate::config::TrainConfig;
use crate::host::Host;
use crate::replay::{AVERAGED_BYTES, ReplayBuffer, ValueTarget};
use crate::sample::Sample;
use crate::selfplay::TABLE_MEMORY;

/// What the program takes of memory whatever the config is.
const PROGRAM: u64 = 100 << 20;
/// A tree holds what is left of the last search, and the next one.
const SEARCHES_IN_TREE: u32 = 2;
/// Numbers for each weight: the weight, its average, gradient and two moments, and what a step makes of
/// each before it lets the old ones go.
const NUMBERS_PER_WEIGHT: u64 = 10;
/// Numbers for each output of a layer and each sample of a batch: values and gradients, before and after
/// the ReLU, and what burn keeps for the way back.
const NUMBERS_PER_OUTPUT: u64 = 6;
/// Numbers of a checkpoint's files for each weight: model, weights, average and two moments.
const STORED_PER_WEIGHT: u64 = 5;
/// The heads' outputs, those for training alone included.
const HEADS: usize = 40;
/// Bytes of a number.
const NUMBER: u64 = size_of::<f32>() as u64;

/// What a game comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSize {
    /// Its samples.
    pub samples: f64,
    /// Its bytes in a shard.
    pub bytes: f64,
}

impl Default for GameSize {
    /// As 20,000 games of the classical teacher were: 278 samples and 4.6 KB each.
    fn default() -> GameSize {
        GameSize {
            samples: 250.0,
            bytes: 4e3,
        }
    }
}

/// A part of what is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub what: &'static str,
    /// The keys of the config that decide it.
    pub keys: &'static str,
    /// Its size.
    pub bytes: u64,
}

/// What a run takes, in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Of memory, when most is taken.
    pub memory: Vec<Part>,
    /// Of the disk, from now to the end of the run.
    pub disk: Vec<Part>,
}

/// A run cannot fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NeedsError {
    /// Into the memory.
    #[error(
        "the run needs about {} MiB of memory, and this machine has {}: {}; take less of them, or \
         --oversize to begin all the same",
        mib(*need), mib(*have), Largest(parts)
    )]
    Memory {
        /// Bytes it needs.
        need: u64,
        /// Bytes there are.
        have: u64,
        /// What needs them.
        parts: Vec<Part>,
    },
    /// Onto the disk.
    #[error(
        "{}: the run needs about {} MiB of the disk, and {} are free above run.min_free_disk_mib: {}; \
         take less of them, or --oversize to begin all the same",
        path.display(), mib(*need), mib(*have), Largest(parts)
    )]
    Disk {
        /// The run's folder.
        path: PathBuf,
        /// Bytes it needs.
        need: u64,
        /// Bytes it may have.
        have: u64,
        /// What needs them.
        parts: Vec<Part>,
    },
}

/// The parts, the largest first, with their keys.
struct Largest<'a>(&'a [Part]);

impl fmt::Display for Largest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = self.0.to_vec();
        parts.sort_by_key(|part| std::cmp::Reverse(part.bytes));
        for (index, part) in parts.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{part}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", mib(self.bytes), self.what)?;
        if !self.keys.is_empty() {
            write!(f, " ({})", self.keys)?;
        }
        Ok(())
    }
}

/// Bytes in MiB, rounded up.
fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn sum(parts: &[Part]) -> u64 {
    parts
        .iter()
        .fold(0, |sum, part| sum.saturating_add(part.bytes))
}

impl Needs {
    /// The needs of a run from generation `from` on, of which `players` threads play here.
    #[must_use]
    pub fn of(config: &TrainConfig, players: usize, from: u32, game: GameSize) -> Needs {
        let rows = game.samples * games(config, 0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an estimate; what is larger than any disk stays so"
        )]
        let shards = (game.bytes * games(config, from)) as u64;
        let weights = weights(config);
        let checkpoint = STORED_PER_WEIGHT * NUMBER * weights;
        let left = config.run.generations.saturating_sub(from);
        let part = |what, keys, bytes| Part { what, keys, bytes };
        let mut memory = vec![
            part("the program", "", PROGRAM),
            window(config, rows),
            trees(config, players),
            part("learning", "net.trunk, learner.batch", learning(config)),
        ];
        if config.replay.average_duplicates {
            let rows = memory[1].bytes / size_of::<Sample>() as u64;
            let bytes = rows.saturating_mul(AVERAGED_BYTES);
            memory.push(part("positions as one", "replay.average_duplicates", bytes));
        }
        let balls = config.selfplay.table_balls;
        if balls > SMALL_BALLS {
            let bytes = TableSet::memory(Variant::Togyz, balls).min(TABLE_MEMORY);
            memory.push(part("endgame tables", "selfplay.table_balls", bytes));
        }
        let disk = vec![
            part("games", "selfplay.games, selfplay.games_last", shards),
            part(
                "checkpoints",
                "net.trunk, run.generations",
                checkpoint.saturating_mul(left.into()),
            ),
        ];
        Needs { memory, disk }
    }

    /// Whether the machine has the memory. Where it does not tell how much it has, it has enough.
    ///
    /// # Errors
    /// [`NeedsError::Memory`] if not.
    pub fn check_memory(&self, host: &Host) -> Result<(), NeedsError> {
        let need = sum(&self.memory);
        match (host.whole_memory)() {
            Some(have) if need > have => Err(NeedsError::Memory {
                need,
                have,
                parts: self.memory.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// Whether the disk of a run's folder has the room, beside what the config wants left free.
    ///
    /// # Errors
    /// [`NeedsError::Disk`] if not.
    pub fn check_disk(
        &self,
        host: &Host,
        config: &TrainConfig,
        run: &Path,
    ) -> Result<(), NeedsError> {
        let need = sum(&self.disk);
        let have = (host.free_disk)(run)
            .map(|free| free.saturating_sub(config.run.min_free_disk_mib << 20));
        match have {
            Some(have) if need > have => Err(NeedsError::Disk {
                path: run.to_owned(),
                need,
                have,
                parts: self.disk.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// What is needed beside what there is, in two lines.
    #[must_use]
    pub fn describe(&self, run: &Path, host: &Host) -> String {
        let line = |name: &str, parts: &[Part], have: Option<u64>, word: &str| {
            let have = have.map_or_else(String::new, |have| format!(" of {} MiB{word}", mib(have)));
            format!("{name} {} MiB{have}: {}\n", mib(sum(parts)), Largest(parts))
        };
        let (memory, disk) = ((host.whole_memory)(), (host.free_disk)(run));
        line("disk      ", &self.disk, disk, " free")
            + &line("memory    ", &self.memory, memory, "")
    }
}

/// Games of the generations from this one on.
fn games(config: &TrainConfig, from: u32) -> f64 {
    let all = config.run.generations;
    (from..all)
        .map(|generation| f64::from(config.selfplay.games_of(generation, all)))
        .sum()
}

/// The window when it is largest: after the last game.
fn window(config: &TrainConfig, rows: f64) -> Part {
    let mut whole = ReplayBuffer::new(&config.replay, Variant::Togyz, ValueTarget::default());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an estimate of a count"
    )]
    whole.skip(rows as u64);
    Part {
        what: "the replay window",
        keys: "replay.max_mib",
        bytes: whole.window().saturating_mul(size_of::<Sample>() as u64),
    }
}

/// The trees of all players, of self-play or of matches.
fn trees(config: &TrainConfig, players: usize) -> Part {
    let play = &config.selfplay;
    let simulations = play
        .bootstrap_simulations
        .max(play.simulations)
        .max(play.simulations_last)
        .max(config.evaluation.simulations);
    let tree = MctsConfig::bytes_of(simulations.saturating_mul(SEARCHES_IN_TREE));
    Part {
        what: "trees",
        keys: "run.workers, selfplay.simulations_last, evaluation.simulations",
        bytes: tree.saturating_mul(players as u64),
    }
}

/// The weights of the network, without biases.
fn weights(config: &TrainConfig) -> u64 {
    let trunk = &config.net.trunk;
    let widths = || {
        [ROWS]
            .into_iter()
            .chain(trunk.iter().copied())
            .chain([HEADS])
    };
    let pairs = widths().zip(widths().skip(1));
    pairs.map(|(from, to)| from as u64 * to as u64).sum()
}

/// A step of the learner.
fn learning(config: &TrainConfig) -> u64 {
    let outputs = config.net.trunk.iter().sum::<usize>() + HEADS;
    let batch = config.learner.batch as u64 * outputs as u64;
    NUMBER * (NUMBERS_PER_WEIGHT * weights(config) + NUMBERS_PER_OUTPUT * batch)
}

#[cfg(test)]
mod tests;

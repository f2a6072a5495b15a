//! Games of the newest model against itself, on all cores.
//!
//! A generation's games are numbered; a fixed range of them makes a shard, and a worker takes the
//! next shard that is missing. So any number of workers makes the same files, and a killed run
//! lacks no more than the shards that were being played.

mod endings;
mod evaluator;
mod game;
mod journal;
mod missing;
mod starts;
mod thinker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use togyz_mcts::{GumbelConfig, MctsConfig, NoiseConfig, TrainSearch};
use togyz_model::Model;
use togyz_rules::Variant;
use togyz_tables::Probe;

use crate::config::{Bootstrap, Root, TrainConfig};
use crate::replay::{Expected, PlayedGame, Shard, ShardError};
use crate::sample::PackedPosition;
use crate::store::StoreError;
pub use endings::EndingsError;
pub(crate) use endings::{TABLE_MEMORY, endings};
use evaluator::PlayEvaluator;
pub use game::NoMove;
pub(crate) use journal::Journal;
pub(crate) use missing::Effort;
use missing::Missing;
use thinker::Thinker;

/// Self-play cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// A shard cannot be written.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The store cannot be listed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The search failed.
    #[error(transparent)]
    NoMove(#[from] NoMove),
    /// The search refuses its settings.
    #[error("the tree search refuses the config's [search]")]
    Search(#[from] togyz_mcts::ConfigError),
}

/// All that decides the games of a generation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe<'a> {
    /// The run's config.
    pub config: &'a TrainConfig,
    /// The generation.
    pub generation: u32,
    /// The rules.
    pub variant: Variant,
    /// The newest model; `None` in generation 0.
    pub model: Option<&'a Arc<Model>>,
    /// Positions that games may be forked from.
    pub forks: &'a [PackedPosition],
    /// The tables that end games; `None` = games are played out.
    pub tables: Option<&'a Probe>,
    /// Simulations of a full search.
    pub simulations: u32,
    /// Simulations of a fast search.
    pub fast_simulations: u32,
}

/// What a shard, or all shards together, came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayTally {
    /// Games.
    pub games: u64,
    /// Half-moves, those played on after 82 included.
    pub plies: u64,
    /// Simulations.
    pub simulations: u64,
    /// Samples.
    pub samples: u64,
    /// Games that Bastaushy won.
    pub first_wins: u64,
    /// Draws.
    pub draws: u64,
    /// The players' time that went into putting shards, where it is measured.
    pub putting: Duration,
}

impl PlayTally {
    /// The figures of these games.
    #[must_use]
    pub fn of(games: &[PlayedGame]) -> PlayTally {
        let mut tally = PlayTally::default();
        for game in games {
            tally += PlayTally {
                games: 1,
                plies: game.moves.len() as u64,
                simulations: game.simulations,
                samples: game.samples.len() as u64,
                first_wins: u64::from(game.winner == Some(togyz_rules::Side::Bastaushy)),
                draws: u64::from(game.winner.is_none()),
                putting: Duration::ZERO,
            };
        }
        tally
    }
}

impl std::ops::AddAssign for PlayTally {
    fn add_assign(&mut self, other: PlayTally) {
        self.games += other.games;
        self.plies += other.plies;
        self.simulations += other.simulations;
        self.samples += other.samples;
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.putting += other.putting;
    }
}

impl<'a> Recipe<'a> {
    /// The recipe of a generation.
    pub(crate) fn new(
        config: &'a TrainConfig,
        generation: u32,
        variant: Variant,
        model: Option<&'a Arc<Model>>,
        forks: &'a [PackedPosition],
        tables: Option<&'a Probe>,
    ) -> Recipe<'a> {
        let generations = config.run.generations;
        Recipe {
            config,
            generation,
            variant,
            model,
            forks,
            tables,
            simulations: config.selfplay.simulations_of(generation, generations),
            fast_simulations: config.selfplay.fast_simulations_of(generation, generations),
        }
    }

    /// How many games the generation has.
    pub(crate) fn games(&self) -> u64 {
        let config = self.config;
        u64::from(
            config
                .selfplay
                .games_of(self.generation, config.run.generations),
        )
    }

    /// What a shard of the generation must be.
    pub(crate) fn expected(&self) -> Expected {
        let selfplay = &self.config.selfplay;
        Expected {
            variant: self.variant,
            seed: self.config.run.seed,
            model: self.model.map(|model| model.hash()),
            games: self.games(),
            per_shard: u64::from(selfplay.games_per_shard),
            max_plies: selfplay.max_plies as usize,
        }
    }

    /// How many shards the generation has.
    pub(crate) fn shards(&self) -> u32 {
        let shards = self
            .games()
            .div_ceil(u64::from(self.config.selfplay.games_per_shard));
        u32::try_from(shards).unwrap_or(u32::MAX)
    }

    fn thinker(&self) -> Result<Thinker, SelfPlayError> {
        let bootstrap = self.config.selfplay.bootstrap;
        if self.model.is_none() && bootstrap == Bootstrap::Classical {
            return Ok(Thinker::classical(self.tables));
        }
        let search = &self.config.search;
        let mcts = MctsConfig {
            c_puct: search.c_puct,
            fpu_reduction: search.fpu_reduction,
            margin_weight: search.margin_weight,
            // A tree of one game: what is left of the last search, and the next one.
            max_nodes: MctsConfig::default()
                .max_nodes
                .max(self.simulations.saturating_mul(32).min(1 << 24)),
            ..MctsConfig::default()
        };
        let noise = NoiseConfig {
            epsilon: search.noise_epsilon,
            alpha_total: search.noise_alpha_total,
            root_policy_temperature: search.root_policy_temperature,
            forced_playouts: search.forced_playouts,
            ..NoiseConfig::default()
        };
        let evaluator = PlayEvaluator::new(self.model, bootstrap);
        mcts.check()?;
        noise.check()?;
        let gumbel = GumbelConfig {
            moves: self.config.search.gumbel_moves,
            visit: self.config.search.gumbel_visit,
            scale: self.config.search.gumbel_scale,
        };
        gumbel.check()?;
        let search = TrainSearch::new(mcts, noise, evaluator);
        let mut search = match self.config.search.root {
            Root::Puct => search,
            Root::Gumbel => search.with_gumbel(gumbel),
        };
        if let Some(tables) = self.tables {
            search.set_tables(tables.clone());
        }
        Ok(Thinker::Tree(Box::new(search)))
    }

    /// Plays one shard; `None` if it was abandoned between two games. With a journal, the games that
    /// another process had finished before it died are not played again.
    pub(crate) fn play_shard(
        &self,
        sequence: u32,
        journal: Option<&Journal>,
        abandon: &dyn Fn() -> bool,
    ) -> Result<Option<Shard>, SelfPlayError> {
        let mut thinker = self.thinker()?;
        let size = u64::from(self.config.selfplay.games_per_shard);
        let first = u64::from(sequence) * size;
        let mut shard = Shard {
            variant: self.variant,
            seed: self.config.run.seed,
            generation: self.generation,
            sequence,
            model: self.model.map(|model| model.hash()),
            games: Vec::new(),
        };
        if let Some(journal) = journal {
            journal.take_up(&mut shard)?;
        }
        let begun = first + shard.games.len() as u64;
        for index in begun..self.games().min(first + size) {
            if abandon() {
                return Ok(None);
            }
            shard.games.push(game::play(self, index, &mut thinker)?);
            if let Some(journal) = journal {
                journal.keep(&shard)?;
            }
        }
        Ok(Some(shard))
    }

    /// Plays the shards that the store lacks and puts each when it is done: what was put stays.
    pub(crate) fn play_missing(
        &self,
        effort: &Effort<'_>,
        done: &mut dyn FnMut(&PlayTally),
    ) -> Result<(), SelfPlayError> {
        let missing = Missing::find(self, effort)?;
        let failed = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..effort.threads.clamp(1, missing.len().max(1)) {
                let sender = sender.clone();
                let (missing, failed) = (&missing, &failed);
                scope.spawn(move || {
                    let idle =
                        || (effort.stop)() || (effort.abandon)() || failed.load(Ordering::Relaxed);
                    while !idle() {
                        let played = match missing.next() {
                            Ok(Some(sequence)) => self.play_and_put(sequence, effort),
                            Ok(None) => break,
                            Err(error) => Err(error.into()),
                        };
                        failed.fetch_or(played.is_err(), Ordering::Relaxed);
                        if sender.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // The first error is kept; the loop ends when all workers have.
            let mut result = Ok(());
            for played in receiver {
                match played {
                    Ok(tally) => done(&tally),
                    Err(error) => result = result.and(Err(error)),
                }
            }
            result
        })
    }

    /// Plays a shard and puts it; the figures of what was put.
    fn play_and_put(&self, sequence: u32, effort: &Effort<'_>) -> Result<PlayTally, SelfPlayError> {
        let abandon = || (effort.abandon)();
        let Some(shard) = self.play_shard(sequence, effort.journal, &abandon)? else {
            return Ok(PlayTally::default());
        };
        let begun = (effort.clock)();
        shard.put(effort.store, effort.worker)?;
        let putting = (effort.clock)().saturating_sub(begun);
        if let Some(journal) = effort.journal {
            journal.forget(&shard)?;
        }
        Ok(PlayTally {
            putting,
            ..PlayTally::of(&shard.games)
        })
    }
}

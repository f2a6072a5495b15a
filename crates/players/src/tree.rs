//! A model with the tree search as a player: levels, checkpoints, model files.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use togyz_files::ContentHash;
use togyz_mcts::{Limits, MctsConfig, PlaySearch, SearchResult};
use togyz_model::Model;
use togyz_rules::Game;
use togyz_tables::Probe;

use crate::budget::{Budget, Clock};
use crate::choice::Choice;
use crate::evaluator::ModelEvaluator;
use crate::exact;
use crate::levels::Level;
use crate::player::{MODEL_VARIANT, Player, PlayerError};
use crate::settings::Settings;
use crate::thought::{Candidate, Proof, Thought};

/// What a model without further word thinks: some milliseconds.
const DEFAULT_SIMULATIONS: u32 = 800;
/// The most that the tree of a player takes when nothing is said.
///
/// # Units
/// MiB (2^20 bytes), in use only as far as the tree has grown. Two seconds of thinking on one thread, with what is
/// kept of the move before, fit: a tree that is full grows no deeper.
pub const TREE_MEMORY: u32 = 1_024;
/// With a temperature in its spec but no level, it may lose as much as it likes.
const ANY_LOSS: f32 = 1.0;

/// A tree search over a model, and the choice among what it finds.
pub(crate) struct TreePlayer {
    name: String,
    hash: ContentHash,
    search: PlaySearch<ModelEvaluator>,
    /// The limits of the spec.
    own: Budget,
    /// The limits of the level, or of a model without any.
    default: Budget,
    choice: Choice,
    tables: Probe,
    seed: u64,
    rng: ChaCha8Rng,
}

impl fmt::Debug for TreePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreePlayer")
            .field("name", &self.name)
            .field("choice", &self.choice)
            .finish_non_exhaustive()
    }
}

impl TreePlayer {
    /// A level, where the spec's settings go before the level's.
    pub(crate) fn of_level(
        name: String,
        level: &Level,
        model: Arc<Model>,
        settings: &Settings,
        tables: Probe,
        seed: u64,
    ) -> TreePlayer {
        let choice = Choice {
            temperature: settings.temperature.unwrap_or(level.temperature),
            max_loss: level.max_loss,
        };
        TreePlayer::new(name, model, settings, level.simulations, choice, tables).seeded(seed)
    }

    /// A model that plays its best, unless the spec gives it a temperature.
    pub(crate) fn of_model(
        name: String,
        model: Arc<Model>,
        settings: &Settings,
        tables: Probe,
        seed: u64,
    ) -> TreePlayer {
        let choice = settings
            .temperature
            .map_or(Choice::BEST, |temperature| Choice {
                temperature,
                max_loss: ANY_LOSS,
            });
        TreePlayer::new(name, model, settings, DEFAULT_SIMULATIONS, choice, tables).seeded(seed)
    }

    fn new(
        name: String,
        model: Arc<Model>,
        settings: &Settings,
        simulations: u32,
        choice: Choice,
        tables: Probe,
    ) -> TreePlayer {
        let bytes = settings.memory.map_or(u64::from(TREE_MEMORY), u64::from) << 20;
        let usual = MctsConfig::default();
        let config = MctsConfig {
            max_nodes: MctsConfig::nodes_in(bytes),
            c_puct: settings.c_puct.unwrap_or(usual.c_puct),
            c_factor: settings.c_factor.unwrap_or(usual.c_factor),
            fpu_reduction: settings.fpu.unwrap_or(usual.fpu_reduction),
            root_fpu_reduction: settings.root_fpu.unwrap_or(usual.root_fpu_reduction),
            margin_weight: settings.margin.unwrap_or(usual.margin_weight),
            local_simulations: settings.local.unwrap_or(usual.local_simulations),
            ..usual
        };
        let hash = model.hash();
        let mut search =
            PlaySearch::new(config, ModelEvaluator::new(model)).with_threads(settings.threads());
        search.set_tables(tables.clone());
        TreePlayer {
            name,
            hash,
            search,
            own: settings.budget(),
            default: Budget {
                simulations: Some(simulations),
                ..Budget::default()
            },
            choice,
            tables,
            seed: 0,
            rng: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// With a seed for its random choices.
    fn seeded(self, seed: u64) -> TreePlayer {
        TreePlayer {
            seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
            ..self
        }
    }
}

impl Player for TreePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn model_hash(&self) -> Option<ContentHash> {
        Some(self.hash)
    }

    fn new_game(&mut self) {
        self.search.clear();
        self.rng = ChaCha8Rng::seed_from_u64(self.seed);
    }

    fn consider(
        &mut self,
        game: &Game,
        budget: &Budget,
        clock: &Clock<'_>,
        // The tree values every move that it visits.
        _every_move: bool,
        tell: Option<&mut dyn FnMut(Thought)>,
    ) -> Result<Thought, PlayerError> {
        if game.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        let variant = game.position().variant();
        if variant != MODEL_VARIANT {
            return Err(PlayerError::Variant {
                player: self.name.clone(),
                known: MODEL_VARIANT,
                variant,
            });
        }
        // Who always plays the best move plays exactly where that is known. A weaker level searches
        // as ever, and only what it finds is exact.
        if self.choice == Choice::BEST
            && let Some(exact) = exact::thought(game, &mut self.tables)
        {
            return Ok(exact);
        }
        // A tree has no depth: a budget of depth alone leaves the default.
        let given = Budget {
            depth: None,
            ..*budget
        };
        let budget = Budget::settle(&given, self.own, self.default);
        let limits = Limits {
            simulations: budget.simulations,
            nodes: budget
                .nodes
                .map(|nodes| u32::try_from(nodes).unwrap_or(u32::MAX)),
            time: budget.time,
        };
        let mut told;
        let told: Option<&mut dyn FnMut(SearchResult)> = match tell {
            None => None,
            Some(tell) => {
                told = |result: SearchResult| tell(thought(&result));
                Some(&mut told)
            }
        };
        let result = self
            .search
            .search_told(game, &limits, clock.elapsed, clock.stop, told)
            .ok_or(PlayerError::GameOver)?;
        let mut thought = thought(&result);
        if let Some(mv) = self.choice.pick(&thought.candidates, &mut self.rng) {
            thought.mv = mv;
        }
        Ok(thought)
    }
}

/// What the tree found, in the words of every player.
fn thought(result: &SearchResult) -> Thought {
    let total: u32 = result.moves.iter().map(|one| one.visits).sum();
    let mut moves: Vec<_> = result.moves.iter().collect();
    moves.sort_by_key(|one| (one.mv != result.best, Reverse(one.visits)));
    let candidates = moves
        .into_iter()
        .map(|one| Candidate {
            mv: one.mv,
            share: if total == 0 {
                one.prior
            } else {
                one.visits as f32 / total as f32
            },
            win: one.value.points(),
            margin: Proof::settle(one.proven.map(Proof::from), one.margin),
            line: one.line.clone(),
            proven: one.proven.map(Proof::from),
        })
        .collect();
    Thought {
        mv: result.best,
        candidates,
        win: result.win,
        draw: result.draw,
        loss: result.loss,
        margin: Proof::settle(result.proven.map(Proof::from), result.margin),
        proven: result.proven.map(Proof::from),
        exact: false,
        depth: None,
        nodes: u64::from(result.nodes),
        simulations: result.simulations,
    }
}

impl From<togyz_mcts::Proof> for Proof {
    fn from(proof: togyz_mcts::Proof) -> Proof {
        match proof {
            togyz_mcts::Proof::Win => Proof::Win,
            togyz_mcts::Proof::Draw => Proof::Draw,
            togyz_mcts::Proof::Loss => Proof::Loss,
        }
    }
}

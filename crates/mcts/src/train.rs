//! The search for self-play: noise at the root, forced playouts, a policy target, and the choice
//! of a move by temperature.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::Rng;
use togyz_rules::{Game, MAX_HOLES, Move, Position};
use togyz_tables::Probe;

use crate::config::{Limits, MctsConfig, NoiseConfig};
use crate::evaluator::{Evaluation, Evaluator};
use crate::gumbel::GumbelConfig;
use crate::noise::{noisy, tempered, uniform};
use crate::result::{SearchResult, shares};
use crate::search::Search;
use crate::selection::RootRule;
use crate::target::unforced;

/// A search for self-play. Exploration is here and nowhere else.
#[derive(Debug)]
pub struct TrainSearch<E> {
    search: Search<E>,
    noise: NoiseConfig,
    gumbel: Option<GumbelConfig>,
}

impl<E: Evaluator> TrainSearch<E> {
    /// A search with an empty tree. Both configs should have passed their `check`.
    #[must_use]
    pub fn new(config: MctsConfig, noise: NoiseConfig, evaluator: E) -> TrainSearch<E> {
        // Its trees stay small, and its root has rules of its own.
        let config = MctsConfig {
            local_simulations: 1,
            ..config
        };
        TrainSearch {
            search: Search::new(config, evaluator),
            noise,
            gumbel: None,
        }
    }

    /// The same search, whose root is by Gumbel noise and sequential halving wherever noise is
    /// asked for: it uses nothing of [`NoiseConfig`] then. Below the root nothing changes.
    #[must_use]
    pub fn with_gumbel(self, gumbel: GumbelConfig) -> TrainSearch<E> {
        TrainSearch {
            gumbel: Some(gumbel),
            ..self
        }
    }

    /// Gives the search exact values of endings, which count as proven, and forgets the tree.
    pub fn set_tables(&mut self, tables: Probe) {
        self.search.set_tables(tables);
    }

    /// What the evaluator says about a position that is not over, without a search.
    pub fn evaluate(&mut self, position: &Position) -> Evaluation {
        self.search.evaluator.evaluate(position)
    }

    /// Forgets the tree. Call it between games, so that each depends on its own seed alone.
    pub fn clear(&mut self) {
        self.search.tree.forget();
    }

    /// Moves the root on by a move and keeps what was found below it. [`TrainSearch::search`]
    /// follows the game by itself too; this only does it earlier.
    pub fn advance(&mut self, mv: Move) {
        self.search.advance(mv);
    }

    /// Searches the game's present position until its moves have `simulations` visits together,
    /// those of a tree that was kept included; `None` if the game is over.
    ///
    /// With `noise` the root's priors are tempered and mixed with Dirichlet noise, and playouts
    /// are forced; or the root is by [`TrainSearch::with_gumbel`]. A proven root ends the search early.
    pub fn search(
        &mut self,
        game: &Game,
        simulations: u32,
        noise: bool,
        rng: &mut impl Rng,
    ) -> Option<SearchResult> {
        if !self.search.begin(game) {
            return None;
        }
        let kept = self.search.tree.root().map_or(0, |r| r.child_visits());
        let budget = simulations.saturating_sub(kept);
        let raw = self.search.tree.priors;
        let quiet = RootRule {
            fpu_reduction: self.search.config.root_fpu_reduction,
            forced: 0.0,
            only: None,
            pass_draws: false,
        };
        if let Some(gumbel) = self.gumbel.as_ref().filter(|_| noise) {
            self.search.set_root_priors(raw);
            return self.search.halve(gumbel, quiet, budget, rng);
        }
        let (priors, rule) = if noise {
            let moves = game.position().legal_moves();
            let tempered = tempered(&raw, self.noise.root_policy_temperature);
            let rule = RootRule {
                fpu_reduction: self.noise.root_fpu_reduction,
                forced: self.noise.forced_playouts,
                ..quiet
            };
            (noisy(&tempered, moves, &self.noise, rng), rule)
        } else {
            (raw, quiet)
        };
        self.search.set_root_priors(priors);
        let limits = Limits::simulations(budget);
        let never = AtomicBool::new(false);
        self.search
            .run(&mut [], rule, &limits, &|| Duration::ZERO, &never, None);
        let mut result = self.search.result()?;
        if rule.forced > 0.0 {
            let root = self.search.tree.root()?;
            let visits = unforced(
                root,
                self.search.tree.base.visits,
                &self.search.exploration,
                rule,
            );
            let visits: Vec<f32> = result.moves.iter().map(|m| visits[m.mv.index()]).collect();
            result.target = shares(&result.moves, &visits);
        }
        Some(result)
    }
}

/// Draws a move with chances proportional to its policy target to the power of `1 / temperature`.
/// Temperature 0 is the best move.
pub fn choose_move(result: &SearchResult, temperature: f32, rng: &mut impl Rng) -> Move {
    if temperature <= 0.0 {
        return result.best;
    }
    let weights = tempered(&result.policy_target(), temperature);
    let mut left = uniform(rng);
    let mut last = result.best;
    for (index, weight) in weights.iter().enumerate().take(MAX_HOLES) {
        if *weight > 0.0 {
            last = Move::from_index(index).unwrap_or(last);
            if left < *weight {
                return last;
            }
            left -= weight;
        }
    }
    last
}

//! Who chooses the moves of self-play: the tree search, or in generation 0 the classical search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::{Rng, RngExt};
#[cfg(test)]
use togyz_mcts::{MctsConfig, NoiseConfig};
use togyz_mcts::{Proof, SearchResult, TrainSearch, choose_move};
use togyz_rules::{Game, MAX_HOLES, Move, Position};
use togyz_search::{Limits, SearchReport, Searcher, TableEvaluation};
use togyz_tables::Probe;

use super::{PlayEvaluator, Recipe};
use crate::config::{Root, SelfPlayConfig};
use crate::sample::SampleKind;
use crate::targets::{Searched, SearchedChild};

/// The transposition table of the classical search: what a few thousand nodes can fill.
const TABLE_BYTES: usize = 1 << 19;

/// The chance of a random move at temperature 1. Alpha-beta has no shares to draw from, and games
/// without chance show the network only what good players reach.
const RANDOM_MOVE: f64 = 0.08;

/// The search of one worker.
pub(super) enum Thinker {
    /// Every generation with a network, and generation 0 with nothing but the rules.
    Tree(Box<TrainSearch<PlayEvaluator>>),
    /// Generation 0 of `bootstrap = "classical"`.
    Classical(Box<Searcher<TableEvaluation>>),
    /// A broken search: always the same move, legal or not, or none.
    #[cfg(test)]
    Broken(Option<Move>),
}

impl Thinker {
    /// Alpha-beta with the fitted table.
    pub(super) fn classical(tables: Option<&Probe>) -> Thinker {
        let mut searcher = classical_searcher();
        if let Some(tables) = tables {
            searcher.set_tables(tables.clone());
        }
        Thinker::Classical(Box::new(searcher))
    }

    /// A tree that values positions by their kazans.
    #[cfg(test)]
    pub(super) fn kazan() -> Thinker {
        let evaluator = PlayEvaluator::new(None, crate::config::Bootstrap::Kazan);
        let search = TrainSearch::new(MctsConfig::default(), NoiseConfig::default(), evaluator);
        Thinker::Tree(Box::new(search))
    }

    /// Forgets the game before.
    pub(super) fn clear(&mut self) {
        match self {
            Thinker::Tree(search) => search.clear(),
            Thinker::Classical(searcher) => searcher.clear(),
            #[cfg(test)]
            Thinker::Broken(_) => {}
        }
    }

    /// How far from even a position is for the newest network, 0 to 1; 0 without a network.
    pub(super) fn imbalance(&mut self, position: &Position) -> f32 {
        match self {
            Thinker::Tree(search) => search.evaluate(position).value.get().abs().min(1.0),
            Thinker::Classical(_) => 0.0,
            #[cfg(test)]
            Thinker::Broken(_) => 0.0,
        }
    }

    /// The move of the game's present position, the half-move number `warm` of the temperature's
    /// schedule, and what the search said about it; `None` if it found no move.
    pub(super) fn think(
        &mut self,
        recipe: &Recipe<'_>,
        game: &Game,
        warm: u32,
        rng: &mut impl Rng,
    ) -> Option<Choice> {
        let temperature = recipe.config.temperature.at(warm);
        match self {
            Thinker::Tree(search) => {
                let choice = tree(recipe, game, search, warm, rng)?;
                search.advance(choice.mv);
                Some(choice)
            }
            Thinker::Classical(searcher) => classical(recipe, game, searcher, temperature, rng),
            #[cfg(test)]
            Thinker::Broken(mv) => Some(Choice {
                mv: (*mv)?,
                ..classical(recipe, game, &mut classical_searcher(), temperature, rng)?
            }),
        }
    }
}

fn classical_searcher() -> Searcher<TableEvaluation> {
    Searcher::new(TableEvaluation::default(), TABLE_BYTES)
}

/// A move and its sample.
pub(super) struct Choice {
    pub(super) mv: Move,
    pub(super) searched: Searched,
    /// Simulations, or nodes of the classical search.
    pub(super) simulations: u64,
}

/// A full search with noise, or a fast one without.
///
/// # Source
/// KataGo (arXiv 1902.10565), section 3.1: playout cap randomization.
fn tree(
    recipe: &Recipe<'_>,
    game: &Game,
    search: &mut TrainSearch<PlayEvaluator>,
    warm: u32,
    rng: &mut impl Rng,
) -> Option<Choice> {
    let config = &recipe.config.selfplay;
    let full = rng.random_bool(config.full_probability_of(recipe.generation));
    let (simulations, kind, weight) = if full {
        (recipe.simulations, SampleKind::Full, 1.0)
    } else {
        (
            recipe.fast_simulations,
            SampleKind::Fast,
            config.fast_weight,
        )
    };
    let result = search.search(game, simulations, full, rng)?;
    let schedule = &recipe.config.temperature;
    let temperature = match recipe.config.search.root {
        // Chance enough is in the noise: the winner of sequential halving.
        Root::Gumbel if full && warm >= schedule.plies => 0.0,
        _ => schedule.at(warm),
    };
    let mv = choose_move(&result, temperature, rng);
    let mut searched = searched_by_tree(&result, game.plies().len(), kind, weight);
    if kind == SampleKind::Full && config.child_visits > 0 {
        searched.children = children(&result, mv, config);
    }
    Some(Choice {
        mv,
        searched,
        simulations: u64::from(result.simulations),
    })
}

fn searched_by_tree(result: &SearchResult, ply: usize, kind: SampleKind, weight: f32) -> Searched {
    let mut prior = [0.0; MAX_HOLES];
    for root in &result.moves {
        prior[root.mv.index()] = root.prior;
    }
    let chances = match result.proven {
        Some(Proof::Win) => [1.0, 0.0],
        Some(Proof::Draw) => [0.0, 1.0],
        Some(Proof::Loss) => [0.0, 0.0],
        None => [result.win, result.draw],
    };
    Searched {
        ply,
        kind,
        policy: result.policy_target(),
        prior,
        chances,
        weight,
        children: Vec::new(),
    }
}

/// What the search found out about the moves that are not played.
fn children(result: &SearchResult, played: Move, config: &SelfPlayConfig) -> Vec<SearchedChild> {
    result
        .moves
        .iter()
        .filter(|root| root.mv != played && root.visits >= config.child_visits)
        // A move that ends the game leaves no position to learn from, and its value is known.
        .filter(|root| root.proven.is_none())
        .map(|root| {
            let draw = result.draw.min(1.0 - root.value.get().abs());
            SearchedChild {
                mv: root.mv,
                chances: [(1.0 - draw - root.value.get()) / 2.0, draw],
                weight: config.child_weight,
            }
        })
        .collect()
}

/// Alpha-beta with as many nodes as the tree would have simulations; now and then another move than
/// the best is played, but the sample keeps the best.
fn classical(
    recipe: &Recipe<'_>,
    game: &Game,
    searcher: &mut Searcher<TableEvaluation>,
    temperature: f32,
    rng: &mut impl Rng,
) -> Option<Choice> {
    let limits = Limits::nodes(u64::from(recipe.simulations));
    let never = AtomicBool::new(false);
    let report = searcher.search(game, &limits, &|| Duration::ZERO, &never)?;
    let moves = game.position().legal_moves();
    let chance = RANDOM_MOVE * f64::from(temperature.clamp(0.0, 1.0));
    let mv = if rng.random_bool(chance) {
        moves.iter().nth(rng.random_range(0..moves.len()))?
    } else {
        report.best
    };
    let mut prior = [0.0; MAX_HOLES];
    for legal in moves.iter() {
        prior[legal.index()] = 1.0 / moves.len() as f32;
    }
    let mut policy = [0.0; MAX_HOLES];
    policy[report.best.index()] = 1.0;
    Some(Choice {
        mv,
        searched: Searched {
            ply: game.plies().len(),
            kind: SampleKind::Full,
            policy,
            prior,
            chances: chances(&report),
            weight: 1.0,
            children: Vec::new(),
        },
        simulations: report.nodes,
    })
}

/// The win and draw chance of a score.
fn chances(report: &SearchReport) -> [f32; 2] {
    match report.score.proven() {
        Some(togyz_search::Proof::Draw) => [0.0, 1.0],
        #[expect(clippy::cast_possible_truncation, reason = "a chance needs no more")]
        _ => [report.score.win_chance() as f32, 0.0],
    }
}

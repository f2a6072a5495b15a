//! The classical search as a player, with its own evaluation or a model's.

use std::sync::Arc;

use togyz_model::Model;
use togyz_rules::{Game, Move, Position};
use togyz_search::{
    Evaluation, KazanEvaluation, Limits, RootMove, Score, SearchReport, Searcher, TableEvaluation,
};
use togyz_tables::Probe;

use crate::budget::{Budget, Clock};
use crate::exact;
use crate::hybrid::ModelEvaluation;
use crate::player::{Player, PlayerError};
use crate::settings::{EvaluationKind, Settings};
use crate::thought::{Candidate, Proof, Thought};

/// What it thinks when nothing is said: about a twentieth of a second.
const DEFAULT_NODES: u64 = 200_000;
/// Its transposition table when nothing is said, in bytes.
const DEFAULT_TABLE: u64 = 32 << 20;
/// Bytes of the table for each node of the limit: more would only cost the time to clear it.
const BYTES_PER_NODE: u64 = 64;
/// The smallest table.
const LEAST_TABLE: u64 = 64 << 10;

/// Alpha-beta with one of the evaluations.
pub(crate) struct Classical {
    name: String,
    engine: Box<dyn Engine>,
    tables: Probe,
    budget: Budget,
}

/// A search, whatever judges its leaves.
trait Engine: Send {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        clock: &Clock<'_>,
        told: Option<&mut dyn FnMut(SearchReport)>,
    ) -> Option<SearchReport>;

    fn clear(&mut self);
}

impl<E: Evaluation + Send> Engine for Searcher<E> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        clock: &Clock<'_>,
        told: Option<&mut dyn FnMut(SearchReport)>,
    ) -> Option<SearchReport> {
        self.search_told(game, limits, clock.elapsed, clock.stop, told)
    }

    fn clear(&mut self) {
        Searcher::clear(self);
    }
}

impl Classical {
    /// With the table evaluation, or the one that the settings name.
    pub(crate) fn new(name: String, settings: &Settings, tables: Probe) -> Classical {
        match settings.evaluation {
            None | Some(EvaluationKind::Table) => {
                Classical::with(TableEvaluation::default(), name, settings, tables)
            }
            Some(EvaluationKind::Kazan) => Classical::with(KazanEvaluation, name, settings, tables),
        }
    }

    /// With a model's value.
    pub(crate) fn hybrid(
        name: String,
        model: Arc<Model>,
        settings: &Settings,
        tables: Probe,
    ) -> Classical {
        Classical::with(ModelEvaluation::new(model), name, settings, tables)
    }

    fn with<E: Evaluation + Send + 'static>(
        evaluation: E,
        name: String,
        settings: &Settings,
        tables: Probe,
    ) -> Classical {
        let mut searcher =
            Searcher::new(evaluation, table_bytes(settings)).with_threads(settings.threads());
        searcher.set_tables(tables.clone());
        Classical {
            name,
            engine: Box::new(searcher),
            tables,
            budget: settings.budget(),
        }
    }
}

/// The size of the transposition table: what is asked for, or what the node limit can fill.
fn table_bytes(settings: &Settings) -> usize {
    let bytes = match (settings.memory, settings.nodes) {
        (Some(memory), _) => u64::from(memory) << 20,
        (None, Some(nodes)) => nodes
            .saturating_mul(BYTES_PER_NODE)
            .clamp(LEAST_TABLE, DEFAULT_TABLE),
        (None, None) => DEFAULT_TABLE,
    };
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl Player for Classical {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    /// With `every_move`, each has a search of its own: what a plain search says of the others are bounds.
    fn consider(
        &mut self,
        game: &Game,
        budget: &Budget,
        clock: &Clock<'_>,
        every_move: bool,
        tell: Option<&mut dyn FnMut(Thought)>,
    ) -> Result<Thought, PlayerError> {
        if game.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        if let Some(exact) = exact::thought(game, &mut self.tables) {
            return Ok(exact);
        }
        let default = Budget {
            nodes: Some(DEFAULT_NODES),
            ..Budget::default()
        };
        let budget = Budget::settle(budget, self.budget, default);
        let limits = Limits {
            depth: budget.depth,
            nodes: budget.nodes.or(budget.simulations.map(u64::from)),
            every_move,
            time: budget.time,
        };
        let (position, tables) = (game.position(), &self.tables);
        let mut told;
        let told: Option<&mut dyn FnMut(SearchReport)> = match tell {
            None => None,
            Some(tell) => {
                told = |report| tell(thought(position, report, tables));
                Some(&mut told)
            }
        };
        self.engine
            .search(game, &limits, clock, told)
            .map(|report| thought(position, report, tables))
            .ok_or(PlayerError::GameOver)
    }
}

/// What the search found, in the words of every player.
fn thought(position: &Position, mut report: SearchReport, tables: &Probe) -> Thought {
    // A line that reached the tables is told to its end.
    exact::extend(position, &mut report.line, tables);
    let total: u64 = report.root.iter().map(|root| root.nodes).sum();
    let mut candidates: Vec<Candidate> = report
        .root
        .iter()
        .map(|root| candidate(position, root, &report, total.max(1), tables))
        .collect();
    candidates.sort_by(|a, b| {
        let rank = |one: &Candidate| one.mv != report.best;
        rank(a).cmp(&rank(b)).then_with(|| b.win.total_cmp(&a.win))
    });
    let proven = report.score.proven().map(Proof::from);
    let expected = expected(report.score);
    let draw = if proven == Some(Proof::Draw) {
        1.0
    } else {
        0.0
    };
    Thought {
        mv: report.best,
        win: expected - draw / 2.0,
        draw,
        loss: 1.0 - expected - draw / 2.0,
        margin: margin(position, report.score, &report.line),
        proven,
        exact: false,
        depth: Some(report.depth),
        nodes: report.nodes,
        simulations: 0,
        candidates,
    }
}

fn candidate(
    position: &Position,
    root: &RootMove,
    report: &SearchReport,
    total: u64,
    tables: &Probe,
) -> Candidate {
    // A score that is not exact is a bound from above: certain only where it is a loss.
    let proven = root
        .score
        .proven()
        .map(Proof::from)
        .filter(|proof| root.exact || root.mv == report.best || *proof == Proof::Loss);
    let share = root.nodes as f32 / total as f32;
    let mut line = root.line.clone();
    exact::extend(position, &mut line, tables);
    Candidate {
        mv: root.mv,
        share,
        win: expected(root.score),
        margin: margin(position, root.score, &line),
        line,
        proven,
    }
}

/// The expected result, 0 to 1.
#[expect(clippy::cast_possible_truncation, reason = "a chance needs no more")]
fn expected(score: Score) -> f32 {
    score.win_chance() as f32
}

/// The expected final difference in balls: the score, or where that is a proof the difference at
/// the end of the line.
fn margin(position: &Position, score: Score, line: &[Move]) -> f32 {
    if score.proven().is_none() {
        return score.centiballs() as f32 / 100.0;
    }
    let me = position.side_to_move();
    let mut last = *position;
    for &mv in line {
        match last.play(mv) {
            Ok((next, _)) => last = next,
            Err(_) => break,
        }
    }
    last.outcome().map_or_else(
        || f32::from(last.kazan(me)) - f32::from(last.kazan(me.other())),
        |outcome| f32::from(outcome.margin(me)),
    )
}

impl From<togyz_search::Proof> for Proof {
    fn from(proof: togyz_search::Proof) -> Proof {
        match proof {
            togyz_search::Proof::Win => Proof::Win,
            togyz_search::Proof::Draw => Proof::Draw,
            togyz_search::Proof::Loss => Proof::Loss,
        }
    }
}

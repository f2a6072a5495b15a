//! What a search found.

use togyz_rules::{MAX_HOLES, Move};

use crate::arena::Target;
use crate::evaluator::Evaluator;
use crate::search::Search;
use crate::tree::{ROOT, known_mean};
use crate::value::{Proof, Value};

/// The longest line that is told; a line is cut there, not a game.
const LONGEST_LINE: usize = 64;

/// What a search found out about one move of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// What the evaluator thought of it, without noise.
    pub prior: f32,
    /// Simulations that began with it, those of a tree that was kept included.
    pub visits: u32,
    /// Its expected result, from the view of the side that makes it; the root's own for a move
    /// without a visit.
    pub value: Value,
    /// The margin expected after it, in balls, from the view of the side that makes it.
    pub margin: f32,
    /// What is proven of it, from the view of the side that makes it.
    pub proven: Option<Proof>,
    /// The best play seen, this move first.
    pub line: Vec<Move>,
}

/// What a search found. All values are from the view of the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move: a proven win; else the most visited move that is neither a proven loss nor
    /// worth less than a proven draw, by value among equals. With Gumbel at the root the winner of
    /// sequential halving.
    pub best: Move,
    /// The expected result of the position.
    pub value: Value,
    /// The probability of a win.
    pub win: f32,
    /// The probability of a draw.
    pub draw: f32,
    /// The probability of a loss.
    pub loss: f32,
    /// The expected margin in balls.
    pub margin: f32,
    /// What is proven of the position.
    pub proven: Option<Proof>,
    /// Simulations of this call.
    pub simulations: u32,
    /// Positions given to the evaluator in this call.
    pub nodes: u32,
    /// The legal moves by hole.
    pub moves: Vec<RootMove>,
    /// The principal variation, from `best` on.
    pub line: Vec<Move>,
    /// See [`SearchResult::policy_target`].
    pub(crate) target: [f32; MAX_HOLES],
}

impl SearchResult {
    /// What a policy should learn from this search: the shares of the visits, without the visits
    /// that noise forced, and only on moves that win if the position is proven won, only on moves
    /// that do not lose if there is one. With Gumbel at the root a softmax of priors and values
    /// instead of visits.
    ///
    /// # Shapes
    /// `[MAX_HOLES]`, by hole; 0 where there is no legal move; sums to 1.
    #[must_use]
    pub fn policy_target(&self) -> [f32; MAX_HOLES] {
        self.target
    }

    /// Replaces the expected result; what the draws leave of 1 is win and loss.
    pub(crate) fn set_value(&mut self, value: Value) {
        self.value = value;
        let value = value.get();
        self.draw = self.draw.clamp(0.0, 1.0 - value.abs());
        self.win = 0.5 * (1.0 - self.draw + value);
        self.loss = 0.5 * (1.0 - self.draw - value);
    }

    /// Makes the move of a slot the best one.
    pub(crate) fn set_best(&mut self, slot: usize) {
        if let Some(best) = self.moves.iter().find(|one| one.mv.index() == slot) {
            self.best = best.mv;
            self.line.clone_from(&best.line);
        }
    }
}

/// Shares of `visits`, which are by root move, among the moves that are as good as is proven.
/// Without a visit among them, shares of the priors.
pub(crate) fn shares(moves: &[RootMove], visits: &[f32]) -> [f32; MAX_HOLES] {
    let eligible = |mv: &RootMove| {
        let best = moves.iter().map(standing).max();
        best.is_none_or(|best| standing(mv) == best)
    };
    let fill = |weight: &dyn Fn(usize) -> f32| {
        let mut shares = [0.0; MAX_HOLES];
        for (index, mv) in moves.iter().enumerate() {
            if eligible(mv) {
                shares[mv.mv.index()] = weight(index).max(0.0);
            }
        }
        shares
    };
    let tried = fill(&|index| visits[index]);
    let found = [tried, fill(&|index| moves[index].prior), fill(&|_| 1.0)];
    for shares in found {
        let sum: f32 = shares.iter().sum();
        if sum > 0.0 {
            return shares.map(|share| share / sum);
        }
    }
    tried
}

/// Proven wins before all else, proven losses after: everything between is a matter of visits.
pub(crate) fn standing(mv: &RootMove) -> u8 {
    match mv.proven {
        Some(Proof::Win) => 2,
        Some(Proof::Draw) | None => 1,
        Some(Proof::Loss) => 0,
    }
}

impl<E: Evaluator> Search<E> {
    /// The result as the tree stands; `None` without a root.
    pub(crate) fn result(&self) -> Option<SearchResult> {
        let root = self.tree.root()?;
        let own = self.value(root.proof, root.value, root.margin);
        let moves: Vec<RootMove> = root
            .position
            .legal_moves()
            .iter()
            .map(|mv| {
                let slot = mv.index();
                let margin = self.margin(ROOT, slot);
                let proven = root.links[slot].proof();
                RootMove {
                    mv,
                    prior: self.tree.priors[slot],
                    visits: root.visits[slot],
                    value: match root.visits[slot] {
                        0 => own,
                        _ => self.value(proven, known_mean(root, slot), margin),
                    },
                    margin,
                    proven,
                    line: self.line(slot),
                }
            })
            .collect();
        let best = self.best(ROOT)?;
        let value = own.get();
        let draw = match root.proof {
            Some(Proof::Draw) => 1.0,
            Some(_) => 0.0,
            // Win and loss are what the draws leave, apart by the value.
            None => root.draw.clamp(0.0, 1.0 - value.abs()),
        };
        let visits: Vec<f32> = moves.iter().map(|mv| mv.visits as f32).collect();
        Some(SearchResult {
            best,
            value: own,
            win: 0.5 * (1.0 - draw + value),
            draw,
            loss: 0.5 * (1.0 - draw - value),
            margin: root.margin,
            proven: root.proof,
            simulations: self.simulations,
            nodes: self.evaluated,
            target: shares(&moves, &visits),
            moves,
            line: self.line(best.index()),
        })
    }

    /// The expected result in a mean utility.
    fn value(&self, proven: Option<Proof>, utility: f32, margin: f32) -> Value {
        match proven {
            Some(proof) => proof.value(),
            None => Value::new(utility - self.margin_utility(margin)),
        }
    }

    /// The best move of an inner node by what has been found.
    fn best(&self, at: usize) -> Option<Move> {
        let node = &self.tree.arena.nodes[at];
        let drawn = (node.position.legal_moves().iter())
            .map(|mv| mv.index())
            .filter(|&slot| node.links[slot].proof() == Some(Proof::Draw))
            .map(|slot| node.mean[slot])
            .fold(f32::NEG_INFINITY, f32::max);
        let rank = |slot: usize| match node.links[slot].proof() {
            Some(Proof::Win) => 3,
            None if node.mean[slot] < drawn => 1,
            Some(Proof::Draw) | None => 2,
            Some(Proof::Loss) => 0,
        };
        // The lower hole wins a tie: a later one must be better to replace it.
        let better = |a: usize, b: usize| {
            (rank(a).cmp(&rank(b)))
                .then(node.visits[a].cmp(&node.visits[b]))
                .then(known_mean(node, a).total_cmp(&known_mean(node, b)))
                .then(node.priors[a].cmp(&node.priors[b]))
                .is_gt()
        };
        let slots = node.position.legal_moves().iter().map(|mv| mv.index());
        slots
            .reduce(|best, slot| if better(slot, best) { slot } else { best })
            .and_then(Move::from_index)
    }

    /// The best play seen after the root's move of `slot`.
    fn line(&self, slot: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut at, mut slot) = (ROOT, slot);
        while line.len() < LONGEST_LINE {
            line.extend(Move::from_index(slot));
            match self.tree.arena.nodes[at].links[slot].target() {
                Target::Inner(index) if self.tree.arena.nodes[index].child_visits() > 0 => {
                    at = index;
                }
                _ => break,
            }
            let Some(next) = self.best(at) else { break };
            slot = next.index();
        }
        line
    }
}

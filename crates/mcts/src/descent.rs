//! The way of a simulation down the tree.

use crate::arena::Target;
use crate::backup::Step;
use crate::evaluator::Evaluator;
use crate::node::Choice;
use crate::search::Search;
use crate::selection::RootRule;
use crate::transpositions::lags;
use crate::tree::Tree;

/// What becomes of a descent that has come to an inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// It goes on.
    Open,
    /// It ends before the node, which is this thread's.
    Gate,
    /// It ends before the node, which is another's.
    Taken,
}

/// Where a descent ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Descent {
    /// At a move that leads out of the inner nodes.
    End { at: usize, slot: usize },
    /// At a move to an inner node that has been visited more often than the move: by other ways.
    Lags { index: usize },
    /// At a move to an inner node where it was to end.
    Gate {
        at: usize,
        slot: usize,
        index: usize,
    },
    /// At a move to an inner node that another thread has.
    Taken {
        at: usize,
        slot: usize,
        index: usize,
    },
}

impl<E: Evaluator> Search<E> {
    /// Follows moves from the base until one leads out of the inner nodes, or to one where it ends: by the root's
    /// `rule`, or where that is none as below the root. What is `ahead` at an inner node is told by its index and the
    /// visits of the move that leads there: only then is the node looked at. Nodes know what is chosen there, but for
    /// those of the crown, whose visits others change.
    #[inline(always)]
    pub(crate) fn descend(
        &mut self,
        rule: Option<RootRule>,
        in_crown: bool,
        mut ahead: impl FnMut(&Tree, usize, u32) -> Ahead,
    ) -> Descent {
        self.path.clear();
        let mut at = self.tree.base.node;
        let visits = self.tree.base.visits;
        let mut choice = match rule {
            Some(rule) => {
                let root = self.tree.base_node();
                self.exploration.choose_at_root(root, visits, rule)
            }
            None => self.choice(at, in_crown, visits),
        };
        loop {
            self.path.push(Step::new(at, choice));
            let slot = choice.slot();
            let visits = self.tree.arena.nodes[at].visits[slot];
            let Some(index) = self.enter(at, slot) else {
                return Descent::End { at, slot };
            };
            let ahead = ahead(&self.tree, index, visits);
            if ahead == Ahead::Taken {
                return Descent::Taken { at, slot, index };
            }
            self.tree.arena.nodes.prefetch(index);
            if lags(visits, &self.tree.arena.nodes[index]) {
                return Descent::Lags { index };
            }
            if ahead == Ahead::Gate {
                return Descent::Gate { at, slot, index };
            }
            at = index;
            choice = self.choice(at, in_crown, visits);
        }
    }

    /// What a simulation follows in a node below the root, to which a move with so many visits leads.
    #[inline(always)]
    fn choice(&self, at: usize, in_crown: bool, visits: u32) -> Choice {
        let node = &self.tree.arena.nodes[at];
        if in_crown || node.next == Choice::OPEN {
            self.exploration.choose(node, visits.max(node.count))
        } else {
            node.next
        }
    }

    /// The inner node that a move leads to, a leaf grown into one included; `None` where the
    /// simulation ends.
    #[inline(always)]
    fn enter(&mut self, at: usize, slot: usize) -> Option<usize> {
        let link = self.tree.arena.nodes[at].links[slot];
        if let Some(index) = link.open_inner() {
            return Some(index);
        }
        match link.target() {
            Target::Leaf(leaf) if link.proof().is_none() => {
                if self.proven_elsewhere(at, slot).is_some() {
                    return None;
                }
                self.tree.grow_leaf(at, slot, leaf)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use togyz_rules::{Game, Position, Variant};

    use super::*;
    use crate::arena::SLOTS;
    use crate::config::{Limits, MctsConfig};
    use crate::evaluator::Evaluation;
    use crate::transpositions::may_be_shared;
    use crate::tree::ROOT;
    use crate::value::Value;

    fn kazans(position: &Position) -> Evaluation {
        let lead = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
        Evaluation::uniform(position, Value::new((lead / 20.0).tanh()), 0.02, lead)
    }

    /// Simulates, and plays one move from each position to the next.
    fn searched(text: &str, moves: usize) -> Search<fn(&Position) -> Evaluation> {
        let config = MctsConfig::default();
        let mut search: Search<fn(&Position) -> Evaluation> = Search::new(config, kazans);
        let start = Position::from_compact(text, Variant::Togyz).expect("a position");
        let mut game = Game::from_position(start);
        let rule = RootRule {
            fpu_reduction: 0.1,
            forced: 0.0,
            only: None,
            pass_draws: true,
        };
        let never = AtomicBool::new(false);
        for played in 0..=moves {
            assert!(search.begin(&game));
            let limits = Limits::simulations(20_000);
            search.run(&mut [], rule, &limits, &|| Duration::ZERO, &never, None);
            if played < moves {
                let best = search.result().expect("a root").best;
                game.play(best).expect("legal");
            }
        }
        search
    }

    /// Every inner node that can be reached, with the moves that lead there: parent and slot.
    fn nodes_of<E: Evaluator>(search: &Search<E>) -> HashMap<usize, Vec<(usize, usize)>> {
        let mut found = HashMap::from([(ROOT, Vec::new())]);
        let mut open = vec![ROOT];
        while let Some(at) = open.pop() {
            for slot in 0..SLOTS {
                if let Target::Inner(index) = search.tree.arena.nodes[at].links[slot].target() {
                    let ways = found.entry(index).or_default();
                    if ways.is_empty() {
                        open.push(index);
                    }
                    ways.push((at, slot));
                }
            }
        }
        found
    }

    const MIDDLE: &str = "3,0,0,5,1,9,2,0,4/1,6,0,3,2,8,1,4,0/52,61/-1,2/0";

    #[test]
    fn positions_that_may_be_shared_have_one_node() {
        for moves in [0, 2] {
            let search = searched(MIDDLE, moves);
            let nodes = nodes_of(&search);
            let position = |index: usize| &search.tree.arena.nodes[index].position;
            let (mut shared, mut by_position) = (0, HashMap::<Position, usize>::new());
            for (&index, ways) in &nodes {
                let may = |&(parent, _): &(usize, usize)| {
                    may_be_shared(position(parent), position(index))
                };
                if ways.len() > 1 {
                    assert!(ways.iter().all(may), "{:?}", position(index));
                    shared += 1;
                }
                if ways.iter().any(may) {
                    *by_position.entry(*position(index)).or_default() += 1;
                }
            }
            // An entry of the table that another one replaced may have a second node.
            let twice = by_position.values().filter(|&&nodes| nodes > 1).count();
            assert!(
                shared > 100 && 5 * twice < shared,
                "{twice} twice, {shared} shared"
            );
        }
    }

    /// What nodes keep as the choice of the next simulation is what selection would choose now.
    #[test]
    fn nodes_know_what_is_chosen() {
        let (mut kept, mut past_draws) = (0, 0);
        let late = "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0";
        for (text, moves) in [(MIDDLE, 0), (MIDDLE, 2), (late, 0)] {
            let search = searched(text, moves);
            for index in nodes_of(&search).into_keys().filter(|&index| index != ROOT) {
                let node = &search.tree.arena.nodes[index];
                if node.next == Choice::OPEN || node.proof.is_some() {
                    continue;
                }
                let now = search.exploration.choose(node, node.count);
                assert_eq!(node.next, now, "{node:?}");
                kept += 1;
                past_draws += usize::from(now.draw().is_some());
            }
        }
        assert!(kept > 1000 && past_draws > 0, "{kept}, {past_draws}");
    }

    /// What a node counts is what ended there, and its mean that of its moves, each when it was last followed.
    #[test]
    fn a_node_is_the_sum_of_its_moves() {
        let search = searched(MIDDLE, 0);
        let mut compared = 0;
        for (index, ways) in nodes_of(&search) {
            let node = &search.tree.arena.nodes[index];
            assert!(ways.iter().all(|&(parent, slot)| {
                search.tree.arena.nodes[parent].visits[slot] <= node.count
            }));
            if node
                .links
                .iter()
                .any(|link| link.proof().is_some() && *link != crate::arena::Link::ILLEGAL)
            {
                continue;
            }
            assert_eq!(node.count, 1 + node.child_visits());
            let moves = node.position.legal_moves();
            let of_moves: f64 = (moves.iter().map(|mv| mv.index()))
                .map(|slot| f64::from(node.visits[slot]) * f64::from(node.mean[slot]))
                .sum();
            // The evaluation is the rest.
            let own = f64::from(node.value) * f64::from(node.count) - of_moves;
            let lead =
                f32::from(node.position.own_kazan()) - f32::from(node.position.other_kazan());
            let said = f64::from((lead / 20.0).tanh() + search.margin_utility(lead));
            assert!(
                (own - said).abs() < 2e-3 + 1e-5 * f64::from(node.count),
                "{own} for {said}: {node:?}"
            );
            compared += 1;
        }
        assert!(compared > 1000, "{compared}");
    }
}

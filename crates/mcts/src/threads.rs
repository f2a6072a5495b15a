//! Threads, several or one, that grow one tree and stay below one node for a while.
//!
//! A simulation takes less than a microsecond, and most of that in memory: threads that met in every
//! node would wait for its cache lines. So they meet near the root alone. The *crown* of the tree, the
//! nodes with more than a small share of the root's visits, belongs to who holds the lock. A thread
//! that holds it descends to the first node below the crown, the *gate*, and takes it: the subtree is
//! its own for some simulations, which it makes without any lock, as a search on one thread makes
//! them from the root.
//!
//! ```text
//! lock      give back what was found below the last gates: their visits and means, proofs
//!           descend by the selection rules to gates that nobody has taken, and take them
//! unlock    simulate from each gate
//! ```
//!
//! While a gate is taken, its simulations are *promised*: the steps that lead to it count them as
//! visits that found what the others have found, so that the next descent prefers another way (Liu et
//! al. 2020, "Watch the Unobserved"). When the lock is next held to give results back, all
//! promises are first taken away: what the crown then counts is what has been found. Where the rules
//! lead to a gate that another thread has all the same, its promised visits count as lost for that one descent: a
//! thread that waited there would do nothing for some microseconds.
//!
//! Whoever gets the lock fetches the lines of the crown from the thread that had it last, which takes as long as some
//! simulations. So a turn takes gates until there is enough to do, however little there is below each of them, and
//! until a tree has [some thousand](crate::run) visits one thread grows it, each simulation from the root. On one thread
//! a turn takes one gate, and nobody sees promises: the nodes of the crown know what is chosen there as all others do.
//!
//! So a node or leaf is reached by one thread at a time. A crown's node: by who holds the lock. A
//! taken gate and what is reached below it: by who took it, for a descent asks of a node no more than its index
//! before it has made sure that nobody else has it ([`owners`](crate::owners)). A new one: by
//! who added it, until the gates are given back under the lock.
#![expect(unsafe_code, reason = "threads share the tree")]

use crate::claim::Found;
use crate::crown::Shared;
use crate::evaluator::Evaluator;
use crate::helper::{Helper, Start};
use crate::run::{Batch, CLOCK_EVERY};
use crate::search::Search;
use crate::tree::Base;

impl<E: Evaluator> Search<E> {
    /// Simulates together with `helpers` until a limit of `batch` is reached, or `ended` says so, or
    /// there are as many simulations as the `pause` has, which changes nothing of what is simulated.
    pub(crate) fn run_together(
        &mut self,
        helpers: &mut [Box<dyn Helper>],
        batch: Batch,
        pause: u32,
        ended: &dyn Fn() -> bool,
    ) {
        let shared = Shared::new(self, helpers.len(), batch, pause);
        self.tree.prepare(1 + helpers.len());
        std::thread::scope(|scope| {
            for (helper, thread) in helpers.iter_mut().zip(1..) {
                let start = Start {
                    // SAFETY: who may reach which record is told above; crown and gates change hands
                    // under the lock, and when this scope ends the other handles are dropped.
                    tree: unsafe { self.tree.share() },
                    endings: self.endings.clone(),
                    margin_scale: self.margin_scale,
                    history: self.history.clone(),
                };
                let shared = &shared;
                scope.spawn(move || helper.help(thread, start, shared));
            }
            self.work(0, &shared, ended);
        });
        let (arenas, repeated): (Vec<_>, Vec<_>) =
            helpers.iter_mut().map(|one| one.leave()).unzip();
        self.tree.unshare(arenas);
        self.repeated |= repeated.contains(&true);
        let crown = shared.into_crown();
        self.above.clear();
        self.tree.transpositions.follow(&crown.transpositions);
        self.tree.base = Base::root(crown.visits);
        self.simulations = crown.simulations;
        self.evaluated = crown.evaluated;
    }

    /// The work of one thread.
    pub(crate) fn work(&mut self, thread: usize, shared: &Shared, ended: &dyn Fn() -> bool) {
        let mut unwatched = CLOCK_EVERY;
        loop {
            if unwatched >= CLOCK_EVERY {
                unwatched = 0;
                if ended() {
                    shared.end();
                }
            }
            let mut crown = shared.lock();
            self.give_back(&mut crown, thread);
            if shared.is_over(&crown, &self.tree) {
                return;
            }
            let ended_there = self.take(&mut crown, thread, shared);
            let taken = crown.gates(thread);
            drop(crown);
            unwatched += ended_there;
            for at in 0..taken {
                unwatched += self.explore(at, shared.batch.until_full);
            }
            if taken == 0 && ended_there == 0 {
                std::thread::yield_now();
                unwatched = CLOCK_EVERY;
            }
        }
    }

    /// Simulates below a gate that was taken. Returns how often.
    fn explore(&mut self, at: usize, until_full: bool) -> u32 {
        let gate = &mut self.gates[at];
        std::mem::swap(&mut self.above, &mut gate.above);
        self.tree.base = gate.base;
        let promised = gate.promised;
        let mut found = Found::default();
        self.evaluated = 0;
        while found.simulations < promised
            && found.last.is_none()
            && !(until_full && self.tree.is_full())
        {
            let sample = self.simulate(None);
            found.simulations += 1;
            if self.tree.base_node().proof.is_some() {
                found.last = Some(sample);
            } else {
                found.utility = sample.utility;
                found.draw += sample.draw;
                found.margin += sample.margin;
                found.open += 1;
            }
        }
        found.evaluated = self.evaluated;
        let simulations = found.simulations;
        self.gates[at].found = found;
        simulations
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use togyz_rules::{Game, Position, Variant};

    use super::*;
    use crate::arena::{SLOTS, Target};
    use crate::config::{Limits, MctsConfig};
    use crate::evaluator::Evaluation;
    use crate::selection::RootRule;
    use crate::tree::ROOT;
    use crate::value::{Proof, Value};

    fn kazans(position: &Position) -> Evaluation {
        let lead = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
        Evaluation::uniform(position, Value::new((lead / 20.0).tanh()), 0.02, lead)
    }

    /// What threads find behind moves that another one has proven meanwhile is counted all the same: the visits of a node
    /// are its evaluation and those of its moves.
    #[test]
    fn nothing_that_comes_late_is_lost() {
        let text = "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0";
        let game = Game::from_position(Position::from_compact(text, Variant::Togyz).unwrap());
        let rule = RootRule {
            fpu_reduction: 0.1,
            forced: 0.0,
            only: None,
            pass_draws: true,
        };
        let never = AtomicBool::new(false);
        for _ in 0..20 {
            let ask: fn(&Position) -> Evaluation = kazans;
            let mut search = Search::new(MctsConfig::default(), ask);
            let another = || Search::without_tree(MctsConfig::default(), ask);
            let mut helpers: Vec<Box<dyn Helper>> =
                (0..3).map(|_| Box::new(another()) as _).collect();
            assert!(search.begin(&game));
            let limits = Limits::simulations(100_000);
            search.run(
                &mut helpers,
                rule,
                &limits,
                &|| Duration::ZERO,
                &never,
                None,
            );

            let mut seen = vec![false; search.tree.arena.len()];
            let mut open = vec![ROOT];
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                let node = &search.tree.arena.nodes[at];
                // Where a draw is passed, it counts a visit as well.
                if node
                    .links
                    .iter()
                    .all(|link| link.proof() != Some(Proof::Draw))
                {
                    assert_eq!(node.count, 1 + node.child_visits(), "{node:?}");
                }
                let inner = (0..SLOTS).filter_map(|slot| match node.links[slot].target() {
                    Target::Inner(index) => Some(index),
                    _ => None,
                });
                open.extend(inner);
            }
        }
    }
}

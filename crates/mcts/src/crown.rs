//! The crown of the tree: who holds its lock takes gates and gives them back, as [`threads`](crate::threads) tells.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::backup::{Sample, Step, backup};
use crate::claim::{Claim, Gate};
use crate::descent::Descent;
use crate::evaluator::Evaluator;
use crate::node::Choice;
use crate::run::{Batch, CLOCK_EVERY};
use crate::search::Search;
use crate::selection::RootRule;
use crate::transpositions::Transpositions;
use crate::tree::{Base, ROOT, Tree};

/// A gate has at most one in so many of the root's visits, times the number of threads.
const GATES_PER_THREAD: u32 = 16;
/// A node with no more visits than this is a gate however few the root has.
const LEAST_GATE: u32 = 8;
/// A node with more visits than this is none however many the root has: the less there is below a gate, the
/// fewer levels a simulation passes, and the more of them lie in the caches.
const MOST_GATE: u32 = 1_024;
/// A gate is taken for one simulation in so many of its visits, and one more.
const VISITS_PER_PROMISE: u32 = 4;
/// The same of the root's visits: in a small tree what was found is wanted soon.
const ROOT_VISITS_PER_PROMISE: u32 = 1_024;
/// How often a thread looks for a gate in one turn at the lock, where there are several. Small gates cost more
/// than what is done below them if each takes a turn: the lines of the crown are fetched from who had it last.
const DESCENTS_PER_TURN: usize = 8;
/// How many gates that others have taken a thread passes before it waits.
const DIVERSIONS: usize = 4;
/// How much a simulation that is promised below a gate counts as lost for who passes the gate, in units of
/// value. Source: the virtual loss of Chaslot et al. 2008, which here no other descent sees.
const LOST: f32 = 2.0;
/// How often a thread asks for the lock before it sleeps.
const SPINS: u32 = 1_000;

/// What the threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared {
    crown: Mutex<Crown>,
    pub(crate) batch: Batch,
    /// Simulations after which all threads end for the time being.
    pause: u32,
    threads: u32,
    /// The most visits of a gate are the root's divided by this.
    gates: u32,
    /// The most simulations that a thread promises in one turn.
    most_promised: u32,
    /// How often it looks for a gate in one.
    descents: usize,
    /// Set when time is up.
    over: AtomicBool,
}

/// What belongs to who holds the lock, the nodes of the crown too.
#[derive(Debug)]
pub(crate) struct Crown {
    /// Visits of the root, those that are promised included.
    pub(crate) visits: u32,
    /// What each thread has taken.
    claims: Vec<Claim>,
    /// With room for all nodes that there are.
    pub(crate) transpositions: Transpositions,
    /// Simulations of this call, those that are promised included.
    pub(crate) simulations: u32,
    /// Evaluations of this call; each promised simulation counts one.
    pub(crate) evaluated: u32,
}

/// What becomes of a thread that asks for a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// It has one more, or more to do below one that it has.
    Taken,
    /// Its simulation ended in the crown.
    Ended,
    /// Others have all gates that come into question.
    Waits,
}

impl<E: Evaluator> Search<E> {
    /// Descends by the selection rules, and past gates that others have taken: where the way leads to one, what is
    /// promised there counts as lost until another way is found.
    fn descend_past(&mut self, claims: &[Claim], rule: RootRule, most: u32) -> Descent {
        let ahead = |tree: &Tree, index, visits| tree.ahead(index, visits <= most);
        let promises = claims.len() > 1;
        let mut descent = self.descend(Some(rule), promises, ahead);
        let mut lowered = [None; DIVERSIONS];
        for lowered in &mut lowered {
            let Descent::Taken { at, slot, index } = descent else {
                break;
            };
            let promised = self
                .tree
                .taken_by(index)
                .map_or(1, |by| claims[by].promised_at(index));
            let node = &mut self.tree.arena.nodes[at];
            *lowered = Some((at, slot, node.mean[slot]));
            node.mean[slot] -= LOST * promised as f32 / node.visits[slot] as f32;
            descent = self.descend(Some(rule), promises, ahead);
        }
        for (at, slot, mean) in lowered.into_iter().rev().flatten() {
            self.tree.arena.nodes[at].mean[slot] = mean;
        }
        descent
    }

    /// One turn at the lock: takes gates for as many simulations as a thread makes at a time, and ends those that
    /// end in the crown. Returns how many ended.
    pub(crate) fn take(&mut self, crown: &mut Crown, thread: usize, shared: &Shared) -> u32 {
        if shared.threads > 1 {
            crown.transpositions.make_room(crown.visits);
            self.tree.transpositions.follow(&crown.transpositions);
        }
        let number = crown.claims[thread].begin();
        self.tree.begin_claim(thread, number);
        let (mut descents, mut ended) = (0, 0);
        while descents < shared.descents
            && ended < CLOCK_EVERY
            && shared.may_promise(crown, thread) > 0
            && !shared.is_over(crown, &self.tree)
        {
            match self.take_gate(crown, thread, shared) {
                Turn::Taken => descents += 1,
                Turn::Ended => ended += 1,
                Turn::Waits => break,
            }
        }
        if crown.claims[thread].promised() == 0 {
            self.tree.end_claim(thread);
        } else {
            self.tree.in_crown = false;
        }
        ended
    }

    /// Descends to a gate and takes it, or ends the simulation in the crown.
    fn take_gate(&mut self, crown: &mut Crown, thread: usize, shared: &Shared) -> Turn {
        self.tree.base = Base::root(crown.visits);
        let most = (crown.visits / shared.gates).clamp(LEAST_GATE, MOST_GATE);
        let descent = self.descend_past(&crown.claims, shared.batch.rule, most);
        let (at, slot, index) = match descent {
            Descent::Gate { at, slot, index } => (at, slot, index),
            Descent::Taken { .. } => return Turn::Waits,
            Descent::End { .. } | Descent::Lags { .. } => {
                self.evaluated = 0;
                let sample = self.finish(descent);
                // What is promised is no part of what has been found.
                self.without_promises(crown, |search, crown| {
                    search.tree.base = Base::root(crown.visits);
                    backup(
                        &mut search.tree,
                        &search.path,
                        sample,
                        search.margin_scale,
                        1,
                    );
                    crown.visits = search.tree.base.visits;
                });
                if shared.threads == 1 {
                    self.exploration
                        .choose_ahead(&mut self.tree, &self.path[1..]);
                }
                crown.simulations += 1;
                crown.evaluated += self.evaluated;
                return Turn::Ended;
            }
        };
        let visits = self.tree.arena.nodes[at].visits[slot];
        let promised = (1 + visits / VISITS_PER_PROMISE)
            .min(shared.may_promise(crown, thread))
            .min(shared.batch.simulations - crown.simulations)
            .min(shared.batch.nodes - crown.evaluated);
        crown.simulations += promised;
        crown.evaluated += promised;
        crown.visits += promised;
        let claim = &mut crown.claims[thread];
        // Alone, nobody sees what is promised.
        let seen = if shared.threads > 1 {
            &self.path[..]
        } else {
            &[]
        };
        let at = claim.add(&mut self.tree, seen, index, promised);
        if at == self.gates.len() {
            self.gates.push(Gate::default());
        }
        let base = Base {
            node: index,
            visits,
        };
        self.gates[at].open(&self.tree, &self.path, base, promised);
        Turn::Taken
    }

    /// Backs up what was found below the gates that a thread has taken, and leaves them.
    pub(crate) fn give_back(&mut self, crown: &mut Crown, thread: usize) {
        self.tree.in_crown = true;
        self.above.clear();
        let taken = crown.claims[thread].gates();
        if taken == 0 {
            return;
        }
        self.tree.end_claim(thread);
        let alone = crown.claims.len() == 1;
        // What all threads have promised is taken away, what was found takes the place of what this one has.
        self.without_promises(crown, |search, crown| {
            let mut gates = std::mem::take(&mut search.gates);
            for gate in &mut gates[..taken] {
                let found = std::mem::take(&mut gate.found);
                let (path, promised) = (&gate.path, std::mem::take(&mut gate.promised));
                search.tree.base = Base::root(crown.visits);
                if found.open > 0 {
                    let share = 1.0 / found.open as f32;
                    let mean =
                        Sample::mean(found.utility, found.draw * share, found.margin * share);
                    search.deliver(path, mean, found.open);
                }
                if let Some(last) = found.last {
                    search.deliver(path, last, 1);
                }
                if alone {
                    search
                        .exploration
                        .choose_ahead(&mut search.tree, &path[1..]);
                }
                crown.visits = search.tree.base.visits;
                crown.simulations -= promised - found.simulations;
                crown.evaluated -= promised - found.evaluated;
            }
            search.gates = gates;
            crown.claims[thread].clear();
        });
    }

    /// Changes the crown while no promise is counted in it.
    fn without_promises(
        &mut self,
        crown: &mut Crown,
        change: impl FnOnce(&mut Search<E>, &mut Crown),
    ) {
        for claim in &crown.claims {
            crown.visits -= claim.promised();
            claim.take_away(&mut self.tree);
        }
        change(self, crown);
        for claim in &crown.claims {
            crown.visits += claim.promised();
            claim.count(&mut self.tree);
        }
    }

    /// Backs up a sample that stands for `weight` simulations. Where a move on the way was proven in
    /// the meantime, it comes too late to tell anything, and is counted alone.
    fn deliver(&mut self, path: &[Step], sample: Sample, weight: u32) {
        let nodes = &mut self.tree.arena.nodes;
        let proven = |step: &Step| {
            nodes[step.node as usize].links[step.slot()]
                .proof()
                .is_some()
        };
        let Some(late) = path.iter().position(proven) else {
            backup(&mut self.tree, path, sample, self.margin_scale, weight);
            return;
        };
        for step in &path[late..] {
            let node = &mut nodes[step.node as usize];
            node.visits[step.slot()] += weight;
            node.count += weight;
            node.next = Choice::OPEN;
        }
        let known = &nodes[path[late].node as usize];
        let (draw, margin) = (known.draw, -known.margin);
        match path[..late].last() {
            None => self.tree.base.visits += weight,
            Some(step) => {
                let utility = nodes[step.node as usize].mean[step.slot()];
                let sample = Sample::mean(utility, draw, margin);
                backup(
                    &mut self.tree,
                    &path[..late],
                    sample,
                    self.margin_scale,
                    weight,
                );
            }
        }
    }
}

impl Crown {
    /// How many gates a thread has.
    pub(crate) fn gates(&self, thread: usize) -> usize {
        self.claims[thread].gates()
    }
}

impl Shared {
    /// For a search on so many threads besides its own; see [`Search::run_together`].
    pub(crate) fn new<E>(search: &Search<E>, helpers: usize, batch: Batch, pause: u32) -> Shared {
        let threads = u32::try_from(helpers).unwrap_or(u32::MAX).saturating_add(1);
        Shared {
            crown: Mutex::new(Crown {
                visits: search.tree.base.visits,
                claims: vec![Claim::default(); helpers + 1],
                transpositions: search.tree.transpositions.share(),
                simulations: search.simulations,
                evaluated: search.evaluated,
            }),
            batch,
            pause,
            threads,
            gates: threads.saturating_mul(GATES_PER_THREAD),
            most_promised: search
                .config
                .local_simulations
                .saturating_mul(threads.min(2)),
            descents: if helpers == 0 { 1 } else { DESCENTS_PER_TURN },
            over: AtomicBool::new(false),
        }
    }

    /// Tells all threads that time is up.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// What the threads leave.
    pub(crate) fn into_crown(self) -> Crown {
        self.crown
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The crown, for this thread alone. Another one holds it for a microsecond or so: to sleep meanwhile would
    /// take longer.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Crown> {
        for _ in 0..SPINS {
            if let Ok(crown) = self.crown.try_lock() {
                return crown;
            }
            std::hint::spin_loop();
        }
        self.crown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many more simulations a thread may promise in this turn.
    fn may_promise(&self, crown: &Crown, thread: usize) -> u32 {
        let most = (1 + crown.visits / ROOT_VISITS_PER_PROMISE).min(self.most_promised);
        most.saturating_sub(crown.claims[thread].promised())
    }

    /// Whether there is nothing to do for a thread that has given all back.
    pub(crate) fn is_over(&self, crown: &Crown, tree: &Tree) -> bool {
        self.over.load(Ordering::Relaxed)
            || crown.simulations >= self.batch.simulations.min(self.pause)
            || crown.evaluated >= self.batch.nodes
            || tree.arena.nodes[ROOT].proof.is_some()
            || (self.batch.until_full && tree.is_full())
    }
}

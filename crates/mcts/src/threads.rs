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
//! lock      give back what was found below the last gate: its visits and their mean, a proof
//!           descend by the selection rules to a gate that nobody has taken, and take it
//! unlock    simulate from the gate
//! ```
//!
//! While a gate is taken, its simulations are *promised*: the steps that lead to it count them as
//! visits that found what the others have found, so that the next thread prefers another way (Liu et
//! al. 2020, "Watch the Unobserved"). When the lock is next held to give results back, all
//! promises are first taken away: what the crown then counts is what has been found.
//!
//! So a node or leaf is reached by one thread at a time. A crown's node: by who holds the lock. A
//! taken gate and all below it: by who took it, for a descent asks of a node no more than its index
//! before it has made sure that nobody has taken it, and there is one way to each node. A new one: by
//! who added it, until the gate is given back under the lock.
#![expect(unsafe_code, reason = "threads share the tree")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::backup::{Sample, Step, backup};
use crate::evaluator::Evaluator;
use crate::helper::{Helper, Start};
use crate::run::{Batch, CLOCK_EVERY};
use crate::search::{Descent, Search};
use crate::selection::RootRule;
use crate::tree::{Base, Tree};

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

/// What the threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared {
    crown: Mutex<Crown>,
    batch: Batch,
    /// Simulations after which all threads end for the time being.
    pause: u32,
    /// The most visits of a gate are the root's divided by this.
    gates: u32,
    /// Set when time is up.
    over: AtomicBool,
}

/// What belongs to who holds the lock, the nodes of the crown too.
#[derive(Debug)]
struct Crown {
    root: Base,
    /// What each thread has taken.
    claims: Vec<Claim>,
    /// Simulations of this call, those that are promised included.
    simulations: u32,
    /// Evaluations of this call; each promised simulation counts one.
    evaluated: u32,
}

/// A gate that a thread has taken.
#[derive(Clone, Debug, Default)]
struct Claim {
    /// The steps that lead to it; none if nothing is taken.
    path: Vec<Step>,
    gate: usize,
    promised: u32,
}

/// What simulations below a gate have found, from the view of who moved there.
#[derive(Debug, Default)]
struct Found {
    simulations: u32,
    evaluated: u32,
    /// Sums over the simulations that proved nothing of the gate.
    utility: f32,
    draw: f32,
    margin: f32,
    open: u32,
    /// The simulation that proved it.
    last: Option<Sample>,
}

/// What becomes of a thread that asks for a gate.
enum Turn {
    /// It has one, for so many simulations.
    Taken(u32),
    /// Its simulation ended in the crown.
    Ended,
    /// Another thread has the gate.
    Waits,
}

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
        let threads = u32::try_from(helpers.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        let shared = Shared {
            crown: Mutex::new(Crown {
                root: self.tree.base,
                claims: vec![Claim::default(); helpers.len() + 1],
                simulations: self.simulations,
                evaluated: self.evaluated,
            }),
            batch,
            pause,
            gates: threads.saturating_mul(GATES_PER_THREAD),
            over: AtomicBool::new(false),
        };
        self.tree.arena.prepare();
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
        self.tree.arena.unshare(arenas);
        self.repeated |= repeated.contains(&true);
        let crown = shared.crown.into_inner();
        let crown = crown.unwrap_or_else(PoisonError::into_inner);
        self.above.clear();
        self.tree.base = crown.root;
        self.simulations = crown.simulations;
        self.evaluated = crown.evaluated;
    }

    /// The work of one thread.
    pub(crate) fn work(&mut self, thread: usize, shared: &Shared, ended: &dyn Fn() -> bool) {
        let below = RootRule {
            fpu_reduction: self.config.fpu_reduction,
            forced: 0.0,
            only: None,
            pass_draws: true,
        };
        let mut found = Found::default();
        let mut unwatched = CLOCK_EVERY;
        loop {
            if unwatched >= CLOCK_EVERY {
                unwatched = 0;
                if ended() {
                    shared.over.store(true, Ordering::Relaxed);
                }
            }
            let mut crown = shared.lock();
            self.give_back(&mut crown, thread, &found);
            found = Found::default();
            if shared.is_over(&crown, &self.tree) {
                return;
            }
            let turn = self.take(&mut crown, thread, shared);
            drop(crown);
            match turn {
                Turn::Taken(simulations) => {
                    found = self.explore(below, simulations, shared.batch.until_full);
                }
                Turn::Ended => {}
                Turn::Waits => std::thread::yield_now(),
            }
            unwatched += match turn {
                Turn::Taken(_) => found.simulations,
                Turn::Ended => 1,
                Turn::Waits => CLOCK_EVERY,
            }
        }
    }

    /// Simulates below the gate that was taken.
    fn explore(&mut self, rule: RootRule, simulations: u32, until_full: bool) -> Found {
        let mut found = Found::default();
        self.evaluated = 0;
        while found.simulations < simulations
            && found.last.is_none()
            && !(until_full && self.tree.is_full())
        {
            let sample = self.simulate(rule);
            found.simulations += 1;
            if self.tree.base.proof.is_some() {
                found.last = Some(sample);
            } else {
                found.utility += sample.utility;
                found.draw += sample.draw;
                found.margin += sample.margin;
                found.open += 1;
            }
        }
        found.evaluated = self.evaluated;
        found
    }

    /// Descends to a gate and takes it, or ends the simulation in the crown.
    fn take(&mut self, crown: &mut Crown, thread: usize, shared: &Shared) -> Turn {
        self.tree.base = crown.root;
        self.above.clear();
        let most = (crown.root.visits / shared.gates).clamp(LEAST_GATE, MOST_GATE);
        let claims = &crown.claims;
        let descent = self.descend(shared.batch.rule, |node, visits| {
            let leads_on = claims.iter().any(|claim| claim.leads_through(node));
            claims.iter().any(|claim| claim.has(node)) || (visits <= most && !leads_on)
        });
        let (at, slot, gate) = match descent {
            Descent::Gate { at, slot, index } => (at, slot, index),
            Descent::End { at, slot } => {
                self.evaluated = 0;
                self.conclude(at, slot);
                crown.root = self.tree.base;
                crown.simulations += 1;
                crown.evaluated += self.evaluated;
                return Turn::Ended;
            }
        };
        if claims.iter().any(|claim| claim.has(gate)) {
            return Turn::Waits;
        }
        let parent = &self.tree.arena.nodes[at];
        self.tree.base = Base {
            node: gate,
            visits: parent.visits[slot],
            mean: -parent.mean[slot],
            proof: None,
        };
        let nodes = &self.tree.arena.nodes;
        let positions = self
            .path
            .iter()
            .map(|step| nodes[step.node as usize].position);
        self.above.extend(positions);
        let promised = (1 + self.tree.base.visits / VISITS_PER_PROMISE)
            .min(1 + crown.root.visits / ROOT_VISITS_PER_PROMISE)
            .min(self.config.local_simulations)
            .min(shared.batch.simulations - crown.simulations)
            .min(shared.batch.nodes - crown.evaluated);
        let claim = &mut crown.claims[thread];
        claim.path.clone_from(&self.path);
        (claim.gate, claim.promised) = (gate, promised);
        crown.simulations += promised;
        crown.evaluated += promised;
        crown.root.visits += promised;
        claim.promise(&mut self.tree, u32::wrapping_add);
        Turn::Taken(promised)
    }

    /// Backs up what was found below the gate that a thread has taken, and leaves it.
    fn give_back(&mut self, crown: &mut Crown, thread: usize, found: &Found) {
        if crown.claims[thread].path.is_empty() {
            return;
        }
        // 1. What all threads have promised is taken away.
        for claim in &crown.claims {
            crown.root.visits -= claim.promised;
            claim.promise(&mut self.tree, u32::wrapping_sub);
        }
        // 2. What was found takes its place.
        let Claim { path, promised, .. } = std::mem::take(&mut crown.claims[thread]);
        self.tree.base = crown.root;
        if found.open > 0 {
            let share = 1.0 / found.open as f32;
            let mean = Sample {
                utility: found.utility * share,
                draw: found.draw * share,
                margin: found.margin * share,
                proof: None,
            };
            self.deliver(&path, mean, found.open);
        }
        if let Some(last) = found.last {
            self.deliver(&path, last, 1);
        }
        crown.root = Base {
            // A proof stays, whatever comes late.
            proof: crown.root.proof.or(self.tree.base.proof),
            ..self.tree.base
        };
        crown.simulations -= promised - found.simulations;
        crown.evaluated -= promised - found.evaluated;
        // 3. The others' promises hold on.
        for claim in &crown.claims {
            crown.root.visits += claim.promised;
            claim.promise(&mut self.tree, u32::wrapping_add);
        }
    }

    /// Backs up a sample that stands for `weight` simulations. Where a move on the way was proven in
    /// the meantime, it comes too late to tell anything, and is counted alone.
    fn deliver(&mut self, path: &[Step], sample: Sample, weight: u32) {
        let nodes = &mut self.tree.arena.nodes;
        let proven = |step: &Step| {
            nodes[step.node as usize].links[usize::from(step.slot)]
                .proof()
                .is_some()
        };
        let Some(late) = path.iter().position(proven) else {
            backup(&mut self.tree, path, sample, self.margin_scale, weight);
            return;
        };
        for step in &path[late..] {
            nodes[step.node as usize].visits[usize::from(step.slot)] += weight;
        }
        let known = &nodes[path[late].node as usize];
        let (draw, margin) = (known.draw, -known.margin);
        match path[..late].last() {
            None => self.tree.base.visits += weight,
            Some(step) => {
                let sample = Sample {
                    utility: nodes[step.node as usize].mean[usize::from(step.slot)],
                    draw,
                    margin,
                    proof: None,
                };
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

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Crown> {
        self.crown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is nothing to do for a thread that has given all back.
    fn is_over(&self, crown: &Crown, tree: &Tree) -> bool {
        self.over.load(Ordering::Relaxed)
            || crown.simulations >= self.batch.simulations.min(self.pause)
            || crown.evaluated >= self.batch.nodes
            || crown.root.proof.is_some()
            || (self.batch.until_full && tree.is_full())
    }
}

impl Claim {
    /// Whether this is the node that is taken.
    fn has(&self, node: usize) -> bool {
        !self.path.is_empty() && self.gate == node
    }

    /// Whether the way to what is taken leads through this node.
    fn leads_through(&self, node: usize) -> bool {
        self.path.iter().any(|step| step.node as usize == node)
    }

    /// Changes the visits of the steps by what is promised.
    fn promise(&self, tree: &mut Tree, change: fn(u32, u32) -> u32) {
        for step in &self.path {
            let node = &mut tree.arena.nodes[step.node as usize];
            let visits = &mut node.visits[usize::from(step.slot)];
            *visits = change(*visits, self.promised);
        }
    }
}

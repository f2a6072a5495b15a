//! The crown of the tree: who holds its lock takes gates and gives them back, as [`threads`](crate::threads) tells.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::backup::{Sample, Step, backup};
use crate::descent::Descent;
use crate::evaluator::Evaluator;
use crate::node::Choice;
use crate::run::Batch;
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
/// The same with several threads, which would meet at the lock too often.
const ROOT_VISITS_PER_PROMISE_OF_MANY: u32 = 512;
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
    root_visits_per_promise: u32,
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

/// A gate that a thread has taken.
#[derive(Clone, Debug, Default)]
struct Claim {
    /// The steps that lead to it; none if nothing is taken.
    path: Vec<Step>,
    promised: u32,
    /// How often the thread has looked for a gate.
    looked: u32,
}

/// What simulations below a gate have found, from the view of who moved there.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) simulations: u32,
    pub(crate) evaluated: u32,
    /// The gate's mean after the last simulation that proved nothing of it, and sums over all of those.
    pub(crate) utility: f32,
    pub(crate) draw: f32,
    pub(crate) margin: f32,
    pub(crate) open: u32,
    /// The simulation that proved it.
    pub(crate) last: Option<Sample>,
}

/// What becomes of a thread that asks for a gate.
pub(crate) enum Turn {
    /// It has one, for so many simulations.
    Taken(u32),
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
        let mut descent = self.descend(Some(rule), true, ahead);
        let mut lowered = [None; DIVERSIONS];
        for lowered in &mut lowered {
            let Descent::Taken { at, slot, index } = descent else {
                break;
            };
            let promised = self
                .tree
                .taken_by(index)
                .map_or(1, |by| claims[by].promised);
            let node = &mut self.tree.arena.nodes[at];
            *lowered = Some((at, slot, node.mean[slot]));
            node.mean[slot] -= LOST * promised as f32 / node.visits[slot] as f32;
            descent = self.descend(Some(rule), true, ahead);
        }
        for (at, slot, mean) in lowered.into_iter().rev().flatten() {
            self.tree.arena.nodes[at].mean[slot] = mean;
        }
        descent
    }

    /// Descends to a gate and takes it, or ends the simulation in the crown.
    pub(crate) fn take(&mut self, crown: &mut Crown, thread: usize, shared: &Shared) -> Turn {
        self.tree.base = Base::root(crown.visits);
        self.above.clear();
        let most = (crown.visits / shared.gates).clamp(LEAST_GATE, MOST_GATE);
        if shared.threads > 1 {
            crown.transpositions.make_room(crown.visits);
            self.tree.transpositions.follow(&crown.transpositions);
        }
        crown.claims[thread].looked += 1;
        self.tree.begin_claim(thread, crown.claims[thread].looked);
        let descent = self.descend_past(&crown.claims, shared.batch.rule, most);
        let (at, slot, gate) = match descent {
            Descent::Gate { at, slot, index } => (at, slot, index),
            Descent::Taken { .. } => {
                self.tree.end_claim(thread);
                return Turn::Waits;
            }
            Descent::End { .. } | Descent::Lags { .. } => {
                self.evaluated = 0;
                let sample = self.finish(descent);
                backup(&mut self.tree, &self.path, sample, self.margin_scale, 1);
                crown.visits = self.tree.base.visits;
                crown.simulations += 1;
                crown.evaluated += self.evaluated;
                self.tree.end_claim(thread);
                return Turn::Ended;
            }
        };
        self.tree.base = Base {
            node: gate,
            visits: self.tree.arena.nodes[at].visits[slot],
        };
        let nodes = &self.tree.arena.nodes;
        let positions = self
            .path
            .iter()
            .map(|step| nodes[step.node as usize].position);
        self.above.extend(positions);
        let promised = (1 + self.tree.base.visits / VISITS_PER_PROMISE)
            .min(1 + crown.visits / shared.root_visits_per_promise)
            .min(
                self.config
                    .local_simulations
                    .saturating_mul(shared.threads.min(2)),
            )
            .min(shared.batch.simulations - crown.simulations)
            .min(shared.batch.nodes - crown.evaluated);
        let claim = &mut crown.claims[thread];
        claim.path.clone_from(&self.path);
        claim.promised = promised;
        crown.simulations += promised;
        crown.evaluated += promised;
        crown.visits += promised;
        claim.promise(&mut self.tree, u32::wrapping_add);
        self.tree.in_crown = false;
        Turn::Taken(promised)
    }

    /// Backs up what was found below the gate that a thread has taken, and leaves it.
    pub(crate) fn give_back(&mut self, crown: &mut Crown, thread: usize, found: &Found) {
        self.tree.in_crown = true;
        if crown.claims[thread].path.is_empty() {
            return;
        }
        self.tree.end_claim(thread);
        // 1. What all threads have promised is taken away.
        for claim in &crown.claims {
            crown.visits -= claim.promised;
            claim.promise(&mut self.tree, u32::wrapping_sub);
        }
        // 2. What was found takes its place.
        let claim = &mut crown.claims[thread];
        let (path, promised) = (
            std::mem::take(&mut claim.path),
            std::mem::take(&mut claim.promised),
        );
        self.tree.base = Base::root(crown.visits);
        if found.open > 0 {
            let share = 1.0 / found.open as f32;
            let mean = Sample::mean(found.utility, found.draw * share, found.margin * share);
            self.deliver(&path, mean, found.open);
        }
        if let Some(last) = found.last {
            self.deliver(&path, last, 1);
        }
        crown.visits = self.tree.base.visits;
        crown.simulations -= promised - found.simulations;
        crown.evaluated -= promised - found.evaluated;
        // 3. The others' promises hold on.
        for claim in &crown.claims {
            crown.visits += claim.promised;
            claim.promise(&mut self.tree, u32::wrapping_add);
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
            root_visits_per_promise: if helpers == 0 {
                ROOT_VISITS_PER_PROMISE
            } else {
                ROOT_VISITS_PER_PROMISE_OF_MANY
            },
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

    /// Whether there is nothing to do for a thread that has given all back.
    pub(crate) fn is_over(&self, crown: &Crown, tree: &Tree) -> bool {
        self.over.load(Ordering::Relaxed)
            || crown.simulations >= self.batch.simulations.min(self.pause)
            || crown.evaluated >= self.batch.nodes
            || tree.arena.nodes[ROOT].proof.is_some()
            || (self.batch.until_full && tree.is_full())
    }
}

impl Claim {
    /// Changes the visits of the steps by what is promised.
    fn promise(&self, tree: &mut Tree, change: fn(u32, u32) -> u32) {
        for step in &self.path {
            let node = &mut tree.arena.nodes[step.node as usize];
            let visits = &mut node.visits[step.slot()];
            *visits = change(*visits, self.promised);
        }
    }
}

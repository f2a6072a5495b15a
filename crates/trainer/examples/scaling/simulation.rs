//! The protocol, event by event: workers that draw a missing shard, play it and put it; a learner that
//! waits for all of them, takes them in and learns.
//!
//! Followed are `cluster/worker.rs`, `selfplay/missing.rs` and `pipeline/mod.rs`: who asks for what, and
//! when. What is drawn by chance comes from one seed.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::plan::Plan;
use crate::store::{Count, Store};

/// Time between two reports of a worker.
pub(crate) const REPORT_EVERY: f64 = 10.0;
/// No shard.
const NONE: u32 = u32::MAX;

/// What happens, and to which thread or worker.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    /// The learner publishes an order.
    Order,
    /// A worker reads the newest order.
    TakesUp(u32),
    /// A thread lists what is there.
    Asks(u32),
    /// It has the list, and begins a shard if one is missing.
    Chooses(u32),
    /// It has played its shard.
    Ends(u32),
    /// Its shard is in the store.
    Put(u32),
}

/// An event; those of an order that is not the newest are void.
#[derive(Clone, Copy, Debug)]
struct Event {
    at: f64,
    order: u32,
    what: What,
}

impl Ord for Event {
    /// The earliest is the greatest: it is taken first.
    fn cmp(&self, other: &Event) -> Ordering {
        other.at.total_cmp(&self.at)
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Event) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Event) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Event {}

/// A thread of a worker.
#[derive(Clone, Copy, Debug)]
struct Thread {
    shard: u32,
    ends: f64,
}

/// A worker.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worker {
    /// Threads that have something to do.
    active: u32,
    /// Shards since it last looked for an order between two sets of them.
    played: u32,
    polled: f64,
    reported: f64,
    /// Since when it finds nothing to do.
    pub(crate) idle: Option<f64>,
}

/// How one generation went: moments, and counts when its order came.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Generation {
    pub(crate) ordered: f64,
    pub(crate) complete: f64,
    pub(crate) found: f64,
    pub(crate) taken_in: f64,
    pub(crate) learnt: f64,
    /// When the last worker had read the order.
    pub(crate) picked_up: f64,
    /// Shards that were played though they were there by the end, or were given up.
    pub(crate) in_vain: f64,
    pub(crate) workers: Count,
    pub(crate) learner: Count,
}

/// The whole run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) generations: Vec<Generation>,
    pub(crate) workers: Count,
    pub(crate) learner: Count,
    pub(crate) shards_written: f64,
}

pub(crate) struct Simulation<'a> {
    pub(crate) plan: &'a Plan,
    rng: ChaCha8Rng,
    pub(crate) store: Store,
    events: BinaryHeap<Event>,
    threads: Vec<Thread>,
    pub(crate) workers: Vec<Worker>,
    /// How many workers there are.
    pub(crate) count: u32,
    /// The shards that are not there, and where each stands among them.
    missing: Vec<u32>,
    place: Vec<u32>,
    pub(crate) shards: u32,
    pub(crate) generations: Vec<Generation>,
    shards_written: f64,
}

/// Simulates a run with so many workers.
pub(crate) fn simulate(plan: &Plan, workers: u32) -> Run {
    let idle = Worker {
        idle: Some(0.0),
        ..Worker::default()
    };
    let shards = plan.shards(workers);
    let mut simulation = Simulation {
        plan,
        rng: ChaCha8Rng::seed_from_u64(plan.seed),
        store: Store::new(plan),
        events: BinaryHeap::new(),
        threads: vec![
            Thread {
                shard: NONE,
                ends: 0.0
            };
            (workers * plan.threads) as usize
        ],
        workers: vec![idle; workers as usize],
        count: workers,
        missing: Vec::new(),
        place: vec![NONE; shards as usize],
        shards,
        generations: Vec::new(),
        shards_written: 0.0,
    };
    simulation.run();
    Run {
        generations: simulation.generations,
        workers: simulation.store.workers,
        learner: simulation.store.learner,
        shards_written: simulation.shards_written,
    }
}

impl Simulation<'_> {
    fn run(&mut self) {
        self.push(0.0, What::Order);
        while let Some(Event { at, order, what }) = self.events.pop() {
            if order != self.order() {
                continue;
            }
            match what {
                What::Order => self.order_comes(at),
                What::TakesUp(worker) => self.takes_up(worker, at),
                What::Asks(thread) => {
                    let listed = self.store.list(at, self.present());
                    self.push(listed, What::Chooses(thread));
                }
                What::Chooses(thread) => self.chooses(thread, at),
                What::Ends(thread) => self.ends(thread, at),
                What::Put(thread) => self.put(thread, at),
            }
            if self.is_over() {
                break;
            }
        }
    }

    /// How many orders there were.
    pub(crate) fn order(&self) -> u32 {
        u32::try_from(self.generations.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn now(&mut self) -> &mut Generation {
        self.generations
            .last_mut()
            .expect("invariant: the first event is an order")
    }

    fn is_over(&self) -> bool {
        let last = self.order() >= self.plan.generations;
        last && self.generations.last().is_some_and(|now| now.learnt > 0.0)
    }

    pub(crate) fn push(&mut self, at: f64, what: What) {
        let order = self.order();
        self.events.push(Event { at, order, what });
    }

    pub(crate) fn present(&self) -> u32 {
        self.shards - u32::try_from(self.missing.len()).unwrap_or(0)
    }

    fn worker_of(&self, thread: u32) -> u32 {
        thread / self.plan.threads
    }

    /// The threads of a worker.
    fn threads_of(&self, worker: u32) -> std::ops::Range<u32> {
        let first = worker * self.plan.threads;
        first..first + self.plan.threads
    }

    /// A new generation: each worker sees it at its next look.
    fn order_comes(&mut self, at: f64) {
        let cycle = self.idle_cycle();
        self.end_of_idleness(at);
        self.generations.push(Generation {
            ordered: at,
            workers: self.store.workers,
            learner: self.store.learner,
            ..Generation::default()
        });
        self.missing = (0..self.shards).collect();
        self.place = self.missing.clone();
        for worker in 0..self.count {
            let look = self.rng.random::<f64>();
            let mut sees = at + look * cycle;
            if self.workers[worker as usize].idle.is_none() {
                // It plays what is there by now, and gives it up between two games.
                let seen = at + look * self.plan.poll.max(self.plan.game_seconds);
                for thread in self.threads_of(worker) {
                    let Thread { shard, ends } = self.threads[thread as usize];
                    if shard != NONE {
                        self.now().in_vain += 1.0;
                        let game = self.rng.random::<f64>() * self.plan.game_seconds;
                        sees = sees.max(ends.min(seen + game));
                    }
                }
            }
            self.push(sees, What::TakesUp(worker));
        }
        self.threads.fill(Thread {
            shard: NONE,
            ends: 0.0,
        });
    }

    fn takes_up(&mut self, worker: u32, at: f64) {
        // The order's name; the order, the config, the positions, the model; whether it is the last.
        let has_model = f64::from(u8::from(self.order() > 1));
        let bytes = self.plan.order_bytes + has_model * self.plan.model_bytes;
        let named = self.store.list(at, 1);
        let read = self.store.get(named, 4.0 + has_model, bytes);
        let ready = self.store.list(read, self.present());
        let now = self.now();
        now.picked_up = now.picked_up.max(ready);
        self.begin(worker, ready);
    }

    /// All threads of a worker look for a shard.
    fn begin(&mut self, worker: u32, at: f64) {
        let state = &mut self.workers[worker as usize];
        (state.active, state.played, state.idle) = (self.plan.threads, 0, None);
        state.polled = at;
        for thread in self.threads_of(worker) {
            self.push(at, What::Asks(thread));
        }
    }

    fn chooses(&mut self, thread: u32, at: f64) {
        let worker = self.worker_of(thread);
        if let Some(shard) = self.draw(thread) {
            let ends = at + self.shard_seconds();
            self.threads[thread as usize] = Thread { shard, ends };
            self.push(ends, What::Ends(thread));
            return;
        }
        let state = &mut self.workers[worker as usize];
        state.active -= 1;
        if state.active > 0 {
            return;
        }
        // All its threads are through: it looks again, at once if it has played, else after a while.
        if state.played == 0 {
            state.idle = Some(at);
            return;
        }
        let looked = self.store.list(at, 1);
        let looked = self.store.get(looked, 1.0, 0.0);
        let listed = self.store.list(looked, self.present());
        self.begin(worker, listed);
    }

    /// A shard that is missing and that no thread of the same worker plays.
    fn draw(&mut self, thread: u32) -> Option<u32> {
        let own: Vec<u32> = self
            .threads_of(self.worker_of(thread))
            .map(|thread| self.threads[thread as usize].shard)
            .collect();
        if self.missing.len() <= own.len() {
            let left: Vec<u32> = self
                .missing
                .iter()
                .copied()
                .filter(|s| !own.contains(s))
                .collect();
            return (!left.is_empty()).then(|| left[self.rng.random_range(0..left.len())]);
        }
        loop {
            let shard = self.missing[self.rng.random_range(0..self.missing.len())];
            if !own.contains(&shard) {
                return Some(shard);
            }
        }
    }

    /// The time of a shard: log-normal, with the mean of its games.
    fn shard_seconds(&mut self) -> f64 {
        let games = f64::from(self.plan.games_per_shard);
        let sigma = self.plan.game_spread / games.sqrt();
        // Box and Muller.
        let radius = (-2.0 * (1.0 - self.rng.random::<f64>()).ln()).sqrt();
        let normal = radius * (std::f64::consts::TAU * self.rng.random::<f64>()).cos();
        games * self.plan.game_seconds * (sigma * normal - sigma * sigma / 2.0).exp()
    }

    fn ends(&mut self, thread: u32, at: f64) {
        // Meanwhile the worker looked for a newer order between two games of any of its threads.
        let between = self.plan.game_seconds / f64::from(self.plan.threads);
        let every = self.plan.poll.max(between);
        let worker = self.worker_of(thread) as usize;
        let shard = f64::from(self.plan.games_per_shard) * self.plan.game_seconds;
        let since = self.workers[worker].polled.max(at - shard);
        let looks = ((at - since) / every).floor().max(0.0);
        self.workers[worker].polled = since + looks * every;
        self.store.looks(at, looks);
        let there = self.store.put(at);
        self.push(there, What::Put(thread));
    }

    fn put(&mut self, thread: u32, at: f64) {
        let shard = std::mem::replace(&mut self.threads[thread as usize].shard, NONE);
        let worker = self.worker_of(thread) as usize;
        self.shards_written += 1.0;
        self.workers[worker].played += 1;
        if at - self.workers[worker].reported >= REPORT_EVERY {
            self.workers[worker].reported = at;
            self.store.put(at);
        }
        match self.place[shard as usize] {
            NONE => self.now().in_vain += 1.0,
            place => {
                self.missing.swap_remove(place as usize);
                if let Some(&moved) = self.missing.get(place as usize) {
                    self.place[moved as usize] = place;
                }
                self.place[shard as usize] = NONE;
                if self.missing.is_empty() {
                    self.learner_takes_in(at);
                }
            }
        }
        self.push(at, What::Asks(thread));
    }
}

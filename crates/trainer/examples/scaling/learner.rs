//! The learner's part of a generation, and what those ask who wait for it: sums instead of events.

use crate::plan::Plan;
use crate::simulation::{REPORT_EVERY, Simulation, What};
use crate::store::pages;

/// Lists of the learner in a generation, besides those of shards: orders and positions that are cleared
/// away, the states that it left.
const LISTS: f64 = 4.0;
/// The order, twice; the state of this generation.
const GETS: f64 = 3.0;
/// Config, positions, order; the model and its manifest, twice; record, metrics of two generations,
/// state; what was taken in.
const PUTS: f64 = 12.0;
/// An order, its positions, a record and a state that are old.
const REMOVES: f64 = 4.0;
/// Lists of all shards: before the wait, when they are taken in, when old ones are cleared away.
const SHARD_LISTS: f64 = 3.0;
/// Time between two lists of a generation of which nothing is missing.
const WHOLE_FOR: f64 = 30.0;
/// Leases in a term.
const RENEWALS: f64 = 4.0;

impl Simulation<'_> {
    /// All shards are there: the learner finds them, checks them, learns, and orders the next
    /// generation before or after that.
    pub(crate) fn learner_takes_in(&mut self, at: f64) {
        let plan = self.plan;
        let generation = self.order() - 1;
        let before = match generation.checked_sub(1) {
            Some(before) => self.generations[before as usize].learnt,
            None => 0.0,
        };
        let shards = f64::from(self.shards);
        let games = f64::from(plan.games(self.count));
        let (half, all) = (pages(self.shards / 2), pages(self.shards));
        // 1. It looks again and again, if it does not come later than the last shard.
        let begun = self.now().ordered.max(before);
        let look = plan.poll + half * plan.latency;
        let looks = ((at - begun) / look).max(0.0);
        let late = if at > before { plan.poll / 2.0 } else { 0.0 };
        let found = at.max(before) + late + all * plan.latency;
        // 2. It reads all, beside those who have nothing to do, and plays each game again.
        let each = self.crowded_latency() + games / shards / plan.ingest_rate;
        let checked = (shards * each / f64::from(plan.ingest_threads))
            .max(shards / plan.reads)
            .max(games * plan.game_bytes / plan.bandwidth);
        let taken_in = found + all * plan.latency + checked + games / plan.window_rate;
        // 3. It learns, publishes the model and leaves its state.
        let learnt = taken_in + plan.learning(self.count);
        let renewals = RENEWALS * (learnt - begun) / plan.term;
        let asked = &mut self.store.learner;
        asked.lists += looks * half + SHARD_LISTS * all + LISTS + renewals;
        asked.gets += shards + GETS;
        asked.puts += PUTS + renewals;
        asked.removes += shards + REMOVES + renewals;
        asked.received += games * plan.game_bytes;
        let now = self.now();
        (now.complete, now.found, now.taken_in, now.learnt) = (at, found, taken_in, learnt);
        // The first model plays generation 1, so that this one cannot overlap.
        let early = plan.overlap && generation > 0;
        if generation + 1 < plan.generations {
            self.push(if early { taken_in } else { learnt }, What::Order);
        } else {
            self.end_of_idleness(learnt);
        }
    }

    /// The time of a request while all workers look again and again.
    fn crowded_latency(&self) -> f64 {
        let requests = idle_requests(self.plan, self.shards);
        let round = f64::from(self.count) * requests / self.plan.reads;
        self.plan.latency.max((round - self.plan.poll) / requests)
    }

    /// What the workers that found nothing to do asked meanwhile, over and over.
    pub(crate) fn end_of_idleness(&mut self, at: f64) {
        let (cycle, names) = (self.idle_cycle(), self.present());
        let since = self.workers.iter().filter_map(|worker| worker.idle);
        let idle: f64 = since.map(|since| (at - since).max(0.0)).sum();
        let rounds = idle / cycle;
        let asked = &mut self.store.workers;
        asked.lists += rounds * (idle_requests(self.plan, names) - 1.0);
        asked.gets += rounds;
        asked.puts += idle / cycle.max(REPORT_EVERY);
    }

    /// The time of one look of a worker that finds nothing to do. If all of them ask for more than the store answers, they wait.
    pub(crate) fn idle_cycle(&self) -> f64 {
        let requests = idle_requests(self.plan, self.present());
        let idle = self.workers.iter().filter(|worker| worker.idle.is_some());
        let idle = u32::try_from(idle.count()).unwrap_or(u32::MAX);
        let alone = self.plan.poll + requests * self.plan.latency;
        alone.max(f64::from(idle) * requests / self.plan.reads)
    }
}

/// Requests of one look: the orders, whether the run is over, now and then all shards.
fn idle_requests(plan: &Plan, shards: u32) -> f64 {
    2.0 + pages(shards) * (plan.poll / WHOLE_FOR).min(1.0)
}

//! The store: requests wait in a row, cost a latency, and are counted.

use togyz_trainer::LIST_PAGE;

use crate::plan::Plan;

/// One server that does one thing after the other.
#[derive(Clone, Debug)]
struct Queue {
    free_at: f64,
    rate: f64,
}

impl Queue {
    fn new(rate: f64) -> Queue {
        Queue { free_at: 0.0, rate }
    }

    /// When `units` that come at `now` are done.
    fn serve(&mut self, now: f64, units: f64) -> f64 {
        self.free_at = self.free_at.max(now) + units / self.rate;
        self.free_at
    }
}

/// Requests, as the programs count them; expected numbers, so not whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Count {
    pub(crate) puts: f64,
    pub(crate) gets: f64,
    /// Pages of [`LIST_PAGE`] names.
    pub(crate) lists: f64,
    pub(crate) removes: f64,
    pub(crate) received: f64,
}

impl Count {
    /// What came after `before`.
    pub(crate) fn since(self, before: Count) -> Count {
        Count {
            puts: self.puts - before.puts,
            gets: self.gets - before.gets,
            lists: self.lists - before.lists,
            removes: self.removes - before.removes,
            received: self.received - before.received,
        }
    }
}

/// The store, as the workers load it.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    reads: Queue,
    writes: Queue,
    out: Queue,
    latency: f64,
    pub(crate) workers: Count,
    pub(crate) learner: Count,
}

/// Pages of a list of so many names: one at least, and each waits for the one before.
pub(crate) fn pages(names: u32) -> f64 {
    let page = u32::try_from(LIST_PAGE).unwrap_or(u32::MAX);
    f64::from(names.div_ceil(page).max(1))
}

impl Store {
    pub(crate) fn new(plan: &Plan) -> Store {
        Store {
            reads: Queue::new(plan.reads),
            writes: Queue::new(plan.writes),
            out: Queue::new(plan.bandwidth),
            latency: plan.latency,
            workers: Count::default(),
            learner: Count::default(),
        }
    }

    /// A worker lists so many names; when it has them.
    pub(crate) fn list(&mut self, now: f64, names: u32) -> f64 {
        let pages = pages(names);
        self.workers.lists += pages;
        self.reads.serve(now, pages) + pages * self.latency
    }

    /// A worker has looked for a newer order so often by now, and nobody waits for the answers.
    pub(crate) fn looks(&mut self, now: f64, looks: f64) {
        self.workers.lists += looks;
        self.reads.serve(now, looks);
    }

    /// A worker reads objects one after the other; when it has them.
    pub(crate) fn get(&mut self, now: f64, objects: f64, bytes: f64) -> f64 {
        self.workers.gets += objects;
        self.workers.received += bytes;
        let answered = self.reads.serve(now, objects);
        answered.max(self.out.serve(now, bytes)) + objects * self.latency
    }

    /// A worker writes an object; when it is there.
    pub(crate) fn put(&mut self, now: f64) -> f64 {
        self.workers.puts += 1.0;
        self.writes.serve(now, 1.0) + self.latency
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_wait_for_those_before_them() {
        let mut queue = Queue::new(10.0);
        let served = [(0.0, 1.0), (0.0, 1.0), (0.15, 2.0), (5.0, 1.0)]
            .map(|(now, units)| queue.serve(now, units));
        for (served, expected) in served.into_iter().zip([0.1, 0.2, 0.4, 5.1]) {
            assert!((served - expected).abs() < 1e-12, "{served} {expected}");
        }
    }

    #[test]
    fn a_list_has_a_page_for_each_thousand_names() {
        let found = [0, 1, 1000, 1001, 800_000].map(pages);
        assert_eq!(
            found.map(|pages| format!("{pages}")),
            ["1", "1", "1", "2", "800"]
        );
    }
}

//! Simulations until a limit is reached.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::config::Limits;
use crate::evaluator::Evaluator;
use crate::helper::Helper;
use crate::search::Search;
use crate::selection::RootRule;

/// How many simulations pass between two looks at the clock and the stop flag: some tens of
/// microseconds with a small network, and a clock costs tens of nanoseconds.
pub(crate) const CLOCK_EVERY: u32 = 16;

/// As long as the root has fewer visits, each simulation begins there, on one thread: to stay below a node for a few
/// of them, or to hand that many to another thread, costs more than it saves, and what is found is wanted at once.
const FROM_ROOT: u32 = 2_048;
/// The same before several threads begin: what each of them has under way is unknown to the others, which a smaller
/// tree would feel.
const FROM_ROOT_OF_MANY: u32 = 8_192;

/// The most simulations a node limit allows for each of its nodes.
const SIMULATIONS_PER_NODE: u32 = 8;

/// After so many simulations a search that is listened to tells for the first time what it has
/// found, and then each time that their number has doubled.
const FIRST_TOLD: u32 = 1_024;

/// Who is told what a search has found so far.
pub(crate) type Told<'a, E> = &'a mut dyn FnMut(&Search<E>);

impl<E: Evaluator> Search<E> {
    /// Simulates until a limit is reached, the root is proven, or `stop` is set, together with
    /// `helpers`; `told` is called with the search now and then.
    pub(crate) fn run(
        &mut self,
        helpers: &mut [Box<dyn Helper>],
        rule: RootRule,
        limits: &Limits,
        elapsed: &dyn Fn() -> Duration,
        stop: &AtomicBool,
        mut told: Option<Told<'_, E>>,
    ) {
        let unlimited = *limits == Limits::default();
        let nodes = limits.nodes.unwrap_or(u32::MAX);
        let simulations = limits
            .simulations
            .unwrap_or_else(|| nodes.saturating_mul(SIMULATIONS_PER_NODE));
        let batch = Batch {
            rule,
            simulations,
            nodes,
            until_full: unlimited,
        };
        let ended = || {
            let late = limits.time.is_some_and(|time| elapsed() >= time);
            late || stop.load(Ordering::Relaxed)
        };
        let from_root = if helpers.is_empty() {
            FROM_ROOT
        } else {
            FROM_ROOT_OF_MANY
        };
        let mut next_told = FIRST_TOLD;
        while batch.goes_on(self) {
            if let Some(told) = &mut told
                && self.simulations >= next_told
            {
                next_told = next_told.saturating_mul(2);
                told(self);
            }
            if ended() {
                break;
            }
            let alone = helpers.is_empty() && self.config.local_simulations == 1;
            if alone || self.tree.base.visits < from_root {
                batch.run(self);
                continue;
            }
            let next = if told.is_some() { next_told } else { u32::MAX };
            self.run_together(helpers, batch, next, &ended);
        }
    }
}

/// Simulations between two looks at the clock, and the limits that each of them keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) rule: RootRule,
    pub(crate) simulations: u32,
    pub(crate) nodes: u32,
    pub(crate) until_full: bool,
}

impl Batch {
    #[inline(always)]
    fn goes_on<E>(&self, search: &Search<E>) -> bool {
        search.simulations < self.simulations
            && search.evaluated < self.nodes
            && search.tree.base_node().proof.is_none()
            && !(self.until_full && search.tree.is_full())
    }

    fn run<E: Evaluator>(self, search: &mut Search<E>) {
        let end = search.simulations.saturating_add(CLOCK_EVERY);
        let end = end.min(self.simulations);
        while search.simulations < end && self.goes_on(search) {
            search.simulate(Some(self.rule));
            search.simulations += 1;
        }
    }
}

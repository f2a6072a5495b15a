//! The search as its callers see it, on one thread or several.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use togyz_rules::Game;
use togyz_tables::Probe;

use crate::evaluation::Evaluation;
use crate::limits::{Limits, Watch};
use crate::negamax::Run;
use crate::path::Path;
use crate::report::SearchReport;
use crate::root::Root;
use crate::table::Table;

/// Whoever is told what each finished iteration found.
pub(crate) type Told<'a> = &'a mut dyn FnMut(SearchReport);

/// An alpha-beta search with its memory.
///
/// The same calls on a new or cleared searcher give the same results, whatever the machine, as long
/// as no time limit or stop signal interferes.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use togyz_rules::{Game, Variant};
/// use togyz_search::{Limits, Searcher, TableEvaluation};
///
/// let mut searcher = Searcher::new(TableEvaluation::default(), 1 << 20);
/// let game = Game::new(Variant::Togyz);
/// let report = searcher
///     .search(&game, &Limits::depth(6), &|| Duration::ZERO, &AtomicBool::new(false))
///     .expect("the game has just begun");
/// assert_eq!(report.depth, 6);
/// assert_eq!(report.line[0], report.best);
/// assert_eq!(report.root.len(), 9);
/// ```
pub struct Searcher<E> {
    evaluation: E,
    table: Table,
    endings: Option<Probe>,
    threads: NonZeroU32,
}

impl<E> fmt::Debug for Searcher<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").finish_non_exhaustive()
    }
}

impl<E: Evaluation> Searcher<E> {
    /// A searcher with an empty transposition table of at most `table_bytes` (at least 64), or of
    /// 64 MiB where the system has not that much.
    #[must_use]
    pub fn new(evaluation: E, table_bytes: usize) -> Searcher<E> {
        Searcher {
            evaluation,
            table: Table::new(table_bytes),
            endings: None,
            threads: NonZeroU32::MIN,
        }
    }

    /// Gives the search exact values of endings, and forgets all that was searched before.
    pub fn set_tables(&mut self, endings: Probe) {
        self.endings = Some(endings);
        self.clear();
    }

    /// The same searcher on so many threads: lazy SMP, where the others fill the table for the
    /// first, whose result is told. With more than one, what is found depends on chance.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroU32) -> Searcher<E> {
        self.threads = threads;
        self
    }

    /// Forgets all that was searched before.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches the present position of a game, or gives `None` if there is no move to choose: no
    /// legal one, or a majority.
    ///
    /// `elapsed` tells the time since the search began and is asked only if there is a time limit;
    /// `stop` ends the search from outside.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        elapsed: &dyn Fn() -> Duration,
        stop: &AtomicBool,
    ) -> Option<SearchReport> {
        self.search_told(game, limits, elapsed, stop, None)
    }

    /// The same search, which tells `told` what each finished iteration found.
    pub fn search_told(
        &mut self,
        game: &Game,
        limits: &Limits,
        elapsed: &dyn Fn() -> Duration,
        stop: &AtomicBool,
        told: Option<&mut dyn FnMut(SearchReport)>,
    ) -> Option<SearchReport> {
        let position = game.position();
        if position.is_over() {
            return None;
        }
        self.table.next_search();
        if let Some(endings) = &mut self.endings {
            let was_narrowed = endings.is_narrowed();
            endings.begin(game);
            // What was certain with another history may not be so now.
            if endings.is_narrowed() || was_narrowed {
                self.table.clear();
            }
        }
        let threads = self.threads.get();
        // Each thread has its share of the nodes; the first gets what is left over.
        let share = limits.nodes.map(|nodes| nodes / u64::from(threads));
        let rest = limits.nodes.map_or(0, |nodes| nodes % u64::from(threads));
        let own = Limits {
            nodes: share.map(|share| share + rest),
            ..*limits
        };
        if threads == 1 {
            return self
                .root(game, Watch::new(&own, elapsed, stop), limits.every_move)
                .deepen(1, limits, told);
        }
        let others = Limits {
            nodes: share,
            time: None,
            ..*limits
        };
        let done = AtomicBool::new(false);
        let helped = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for helper in 1..threads {
                let (searcher, done, helped) = (&*self, &done, &helped);
                scope.spawn(move || {
                    let watch = Watch::new(&others, &|| Duration::ZERO, done);
                    let first = if helper % 2 == 1 { 2 } else { 1 };
                    let nodes = searcher.root(game, watch, false).help(first, &others);
                    helped.fetch_add(nodes, Ordering::Relaxed);
                });
            }
            let found = self
                .root(game, Watch::new(&own, elapsed, stop), limits.every_move)
                .deepen(1, limits, told);
            done.store(true, Ordering::Relaxed);
            found
        })
        .map(|mut report| {
            report.nodes += helped.into_inner();
            report
        })
    }

    fn root<'a>(&'a self, game: &Game, watch: Watch<'a>, every_move: bool) -> Root<'a, E> {
        let position = game.position();
        let run = Run {
            evaluation: &self.evaluation,
            table: &self.table,
            watch,
            path: Path::of(game),
            endings: self.endings.as_ref(),
            majority: position.variant().majority(),
            complete: false,
        };
        Root::new(run, *position, every_move)
    }
}

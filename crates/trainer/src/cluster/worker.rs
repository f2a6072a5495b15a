//! A worker: plays what is missing of the newest generation, for as long as there are any.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use togyz_rules::Variant;
use togyz_tables::Probe;

use super::order::{Assignment, Order, is_finished};
use super::patience::pause;
use super::report::WorkerReport;
use super::spool::Spool;
use super::{ClusterError, plain_name};
use crate::host::{Host, Observer};
use crate::pipeline::Ended;
use crate::run_dir::lock;
use crate::selfplay::{Effort, Journal, PlayTally, endings};
use crate::state::StateError;
use crate::store::{CountedStore, LocalStore, Store};

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_secs(10);
/// Time until a generation that was whole is looked at again: a shard of it may have been put aside. To
/// list it at every look would cost a thousand workers more than all their games do.
const WHOLE_FOR: Duration = Duration::from_secs(30);

/// What a worker is started with.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Its name: in its shards, its report, and the source of the order in which it plays. Two
    /// workers of one name play the same shards at the same time.
    pub name: String,
    /// Shards that are played at a time.
    pub threads: usize,
    /// The folder for unfinished shards, and for those that the store does not take.
    pub spool: PathBuf,
    /// The folder of the endgame tables on this machine, if not the config's.
    pub tables: Option<String>,
    /// Time between two looks for a newer generation.
    pub poll: Duration,
}

/// Works until the run is finished, or until `stop`.
///
/// # Errors
/// [`ClusterError`]; a store that is away is none, it is waited for.
pub fn work(
    store: &Arc<dyn Store>,
    settings: &WorkerSettings,
    host: Host,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Ended, ClusterError> {
    let name = plain_name(&settings.name);
    fs::create_dir_all(&settings.spool).map_err(|source| ClusterError::Folder {
        path: settings.spool.clone(),
        source,
    })?;
    let _lock = lock(&settings.spool)?;
    let folder = LocalStore::new(&settings.spool);
    let store = Arc::new(CountedStore::new(Arc::clone(store)));
    let mut worker = Worker {
        spool: Spool::new(Arc::clone(&store), folder.clone(), host.clock),
        store,
        journal: Journal::new(folder),
        report: WorkerReport {
            name,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ..WorkerReport::default()
        },
        since: (host.clock)(),
        reported: None,
        settings,
        host,
        observer,
        stop,
        current: None,
        whole: None,
        tables: None,
        away: false,
    };
    let ended = worker.run();
    worker.report();
    ended
}

struct Worker<'a> {
    store: Arc<CountedStore>,
    spool: Spool,
    journal: Journal,
    settings: &'a WorkerSettings,
    host: Host,
    observer: &'a mut dyn Observer,
    stop: &'a AtomicBool,
    report: WorkerReport,
    since: Duration,
    reported: Option<Duration>,
    current: Option<Assignment>,
    /// When nothing was missing of it.
    whole: Option<Duration>,
    tables: Option<Probe>,
    /// Whether the store could not be reached the last time.
    away: bool,
}

impl Worker<'_> {
    fn run(&mut self) -> Result<Ended, ClusterError> {
        let name = &self.report.name;
        self.observer
            .notice(&format!("worker {name}: waiting for a generation to play"));
        while !self.stop.load(Ordering::Relaxed) {
            // 1. What the store has for us, and we for it.
            let finished = self.meet()?;
            // 2. Games, if any may be missing.
            let played = if self.is_whole() { 0 } else { self.play()? };
            // 3. Nothing left: the next generation comes, or none.
            if played == 0 {
                self.whole.get_or_insert((self.host.clock)());
                if finished && self.spool.waiting()?.is_empty() {
                    self.observer.notice("the run is finished");
                    return Ok(Ended::Finished);
                }
                let stop = || self.stop.load(Ordering::Relaxed);
                pause(self.settings.poll, self.host.clock, &stop);
            }
        }
        Ok(Ended::Interrupted)
    }

    /// Whether nothing was missing a moment ago.
    fn is_whole(&mut self) -> bool {
        let now = (self.host.clock)();
        self.whole = self.whole.filter(|&at| now.saturating_sub(at) < WHOLE_FOR);
        self.whole.is_some()
    }

    /// Takes a newer order, gives what was kept back, reports; whether the run is finished. A store
    /// that is away is told once, and tried again later.
    fn meet(&mut self) -> Result<bool, ClusterError> {
        if !self.spool.is_due() {
            return Ok(false);
        }
        let met = self.exchange();
        match met {
            Err(error) if is_away(&error) => {
                self.spool.note(&Err::<(), _>(()));
                if !self.away {
                    self.observer.warn(&format!(
                        "{error}; playing on, what is played is kept in {}",
                        self.settings.spool.display()
                    ));
                }
                self.away = true;
                Ok(false)
            }
            met => {
                if std::mem::take(&mut self.away) {
                    self.observer.notice("the store is back");
                }
                met
            }
        }
    }

    fn exchange(&mut self) -> Result<bool, ClusterError> {
        let known = self.current.as_ref().map(|now| now.order.generation);
        if let Some(newest) = Order::newest(&*self.store, known)?
            && let Some(order) = Order::load(&*self.store, newest)?
        {
            self.take_up(order)?;
        }
        let Some(now) = &self.current else {
            return Ok(false);
        };
        let drained = self.spool.drain(now.order.oldest)?;
        if drained.sent + drained.stale > 0 {
            self.report.stale += drained.stale;
            self.observer.notice(&format!(
                "{} shards that were kept back are sent, {} came too late and are dropped",
                drained.sent, drained.stale
            ));
        }
        let finished = is_finished(&*self.store, now.order.generation)?;
        if is_due(self.reported, (self.host.clock)()) {
            self.report();
        }
        Ok(finished)
    }

    fn take_up(&mut self, order: Order) -> Result<(), ClusterError> {
        let mut next = Assignment::load(&*self.store, order)?;
        if let Some(tables) = &self.settings.tables {
            next.config.run.tables.clone_from(tables);
        }
        let config = |of: &Assignment| of.order.config.clone();
        if self.current.as_ref().map(config) != Some(config(&next)) {
            self.tables = endings(&next.config, Variant::Togyz)?;
        }
        self.journal.prune(next.order.generation)?;
        let generation = next.order.generation;
        self.report.generation = generation;
        let title = format!("generation {generation}: self-play");
        self.observer.begin(&title, next.recipe(None).games());
        (self.current, self.whole) = (Some(next), None);
        Ok(())
    }

    /// Plays until nothing is missing or a newer generation is there; how many games.
    fn play(&mut self) -> Result<u64, ClusterError> {
        let Some(now) = &self.current else {
            return Ok(0);
        };
        let (clock, generation) = (self.host.clock, now.order.generation);
        let asked = Mutex::new(clock());
        let newer = AtomicBool::new(false);
        let halt = || {
            if self.stop.load(Ordering::Relaxed) || newer.load(Ordering::Relaxed) {
                return true;
            }
            // One of the threads asks, now and then; the others need not wait for its answer.
            if let Ok(mut asked) = asked.try_lock()
                && clock().saturating_sub(*asked) >= self.settings.poll
                && self.spool.is_due()
            {
                *asked = clock();
                let newest = Order::newest(&*self.store, Some(generation));
                self.spool.note(&newest);
                newer.store(matches!(newest, Ok(Some(_))), Ordering::Relaxed);
            }
            newer.load(Ordering::Relaxed)
        };
        let effort = Effort {
            store: &self.spool,
            worker: Some(&self.report.name),
            journal: Some(&self.journal),
            threads: self.settings.threads,
            clock,
            stop: &halt,
            abandon: &halt,
        };
        let mut sum = PlayTally::default();
        let (observer, report) = (&mut *self.observer, self.report.clone());
        let mut reported = self.reported;
        let recipe = now.recipe(self.tables.as_ref());
        let played = recipe.play_missing(&effort, &mut |shard| {
            sum += *shard;
            observer.progress(sum.games, "games by this worker");
            if is_due(reported, clock()) && self.spool.is_due() {
                let report = counted(&report, &sum, &self.host, self.since, &self.spool);
                let saved = report.save(&*self.store);
                self.spool.note(&saved);
                reported = Some(clock());
            }
        });
        self.report = counted(&self.report, &sum, &self.host, self.since, &self.spool);
        self.reported = reported;
        played?;
        Ok(sum.games)
    }

    /// Writes the report; one that cannot be written is only a gap in what others see.
    fn report(&mut self) {
        let none = PlayTally::default();
        self.report = counted(&self.report, &none, &self.host, self.since, &self.spool);
        if self.spool.is_due() {
            let saved = self.report.save(&*self.store);
            self.spool.note(&saved);
            self.reported = Some((self.host.clock)());
        }
    }
}

/// Whether a report is to be written, the last one being that of `reported`.
fn is_due(reported: Option<Duration>, now: Duration) -> bool {
    reported.is_none_or(|at| now.saturating_sub(at) >= REPORT_EVERY)
}

/// The report with these games more, as of now.
fn counted(
    report: &WorkerReport,
    more: &PlayTally,
    host: &Host,
    since: Duration,
    spool: &Spool,
) -> WorkerReport {
    WorkerReport {
        games: report.games + more.games,
        samples: report.samples + more.samples,
        seconds: ((host.clock)() - since).as_secs_f64(),
        waiting: spool.waiting().map_or(0, |names| names.len() as u64),
        at: (host.now)().as_secs(),
        requests: spool.requests(),
        ..report.clone()
    }
}

/// Whether it is the store that failed, and not what was found in it.
fn is_away(error: &ClusterError) -> bool {
    matches!(
        error,
        ClusterError::Store(_) | ClusterError::State(StateError::Store(_))
    )
}

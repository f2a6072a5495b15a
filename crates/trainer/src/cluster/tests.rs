//! A learner and workers in one process, over a store in memory and over a folder.

mod asked;
mod faults;
mod handover;
mod outage;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::*;
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::host::{Host, Observer, Silent};
use crate::pipeline::tests::{config, products, whole};
use crate::pipeline::{Ended, Pipeline};
use crate::replay::{Ingested, REPLAY, ShardName};
use crate::run_dir::{OpenMode, RunDir, holds_run};
use crate::store::{LocalStore, RemoteStore, Store};

const POLL: Duration = Duration::from_millis(10);
const TERM: Duration = Duration::from_secs(20);

/// A machine whose clock goes: workers wait by it.
fn host() -> Host {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    Host {
        clock: || BEGUN.elapsed(),
        ..crate::pipeline::tests::host()
    }
}

/// What was told of a run.
#[derive(Clone, Debug, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn says(&self, word: &str) -> bool {
        self.0
            .lock()
            .unwrap()
            .iter()
            .any(|line| line.contains(word))
    }
}

impl Observer for Told {
    fn notice(&mut self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
    fn warn(&mut self, text: &str) {
        self.notice(text);
    }
    fn begin(&mut self, _stage: &str, _total: u64) {}
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

/// How a learner is started.
struct Learner<'a> {
    store: &'a Arc<dyn Store>,
    root: &'a Path,
    config: &'a TrainConfig,
    players: usize,
    term: Duration,
    patience: Duration,
    keep_shards: bool,
    /// What its store tells.
    told: Told,
    stop: Arc<AtomicBool>,
}

impl<'a> Learner<'a> {
    fn new(store: &'a Arc<dyn Store>, root: &'a Path, config: &'a TrainConfig) -> Learner<'a> {
        Learner {
            store,
            root,
            config,
            players: 1,
            term: TERM,
            patience: Duration::from_secs(600),
            keep_shards: true,
            told: Told::default(),
            stop: Arc::default(),
        }
    }

    /// To its end.
    fn run(&self, observer: &mut dyn Observer) -> Result<Ended, TrainError> {
        let clock = host().clock;
        let lease = Lease::take(self.store, "learner", self.term, clock, &self.stop)?;
        let lease = lease.expect("nobody stops it");
        let (told, stop) = (self.told.clone(), Arc::clone(&self.stop));
        let store = PatientStore::new(
            Arc::clone(self.store),
            Some(lease.place()),
            self.patience,
            clock,
            Arc::new(move || stop.load(Ordering::Relaxed)),
            Arc::new(move |text: &str| told.clone().notice(text)),
        );
        let sharing = Sharing {
            store: Arc::new(store),
            lease,
            players: self.players,
            name: "learner".to_owned(),
            evaluate: true,
            keep_shards: self.keep_shards,
            poll: POLL,
        };
        let mode = if holds_run(self.root) {
            OpenMode::Resume
        } else {
            OpenMode::Fresh
        };
        let run = RunDir::open(self.root, mode, self.config)?;
        let (config, sharing) = (self.config.clone(), Some(sharing));
        Pipeline::open(config, &run, sharing, host(), observer, &self.stop)?.run()
    }
}

/// A learner to its end, told of to nobody but `observer`.
fn learn(
    store: &Arc<dyn Store>,
    root: &Path,
    config: &TrainConfig,
    players: usize,
    observer: &mut dyn Observer,
) -> Result<Ended, TrainError> {
    let learner = Learner {
        players,
        ..Learner::new(store, root, config)
    };
    learner.run(observer)
}

fn settings(folder: &Path, name: &str) -> WorkerSettings {
    WorkerSettings {
        name: name.to_owned(),
        threads: 1,
        spool: folder.join(name),
        tables: None,
        poll: POLL,
    }
}

/// A worker to its end.
fn play(store: &Arc<dyn Store>, settings: &WorkerSettings) -> Result<Ended, ClusterError> {
    work(
        store,
        settings,
        host(),
        &mut Silent,
        &AtomicBool::new(false),
    )
}

/// The shards that were learnt from, by place: each place once.
fn learnt(store: &dyn Store, generations: u32) -> BTreeMap<String, Vec<u8>> {
    let mut learnt = BTreeMap::new();
    for generation in 0..generations {
        let list = Ingested::load(store, generation).unwrap().unwrap();
        for name in list.shards {
            let place = ShardName::parse(&name).unwrap();
            assert_eq!(place.generation, generation, "{name}");
            let place = format!("{generation} {}", place.sequence);
            let bytes = store.get(&name).unwrap().unwrap();
            assert!(learnt.insert(place, bytes).is_none(), "{name}");
        }
    }
    learnt
}

fn assert_equal(made: &Path, alone: &Path) {
    let of = |root: &Path| {
        let mut products = products(root);
        products.retain(|name, _| !name.starts_with(REPLAY));
        products
    };
    let (made, alone) = (of(made), of(alone));
    assert!(made.keys().eq(alone.keys()));
    for (name, bytes) in &alone {
        assert!(made[name] == *bytes, "{name} differs");
    }
}

#[test]
fn workers_and_a_learner_make_what_one_machine_makes() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(1);
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    let shards = learnt(&LocalStore::new(&alone), config.run.generations);
    let stores: [Arc<dyn Store>; 2] = [
        Arc::new(RemoteStore::memory().unwrap()),
        Arc::new(LocalStore::new(folder.path().join("store"))),
    ];
    for (number, store) in stores.into_iter().enumerate() {
        let root = folder.path().join(format!("{number}/run"));
        thread::scope(|scope| {
            for name in ["a-1", "b-2"] {
                let (store, spool) = (&store, root.with_file_name("spool"));
                scope.spawn(move || {
                    let ended = play(store, &settings(&spool, name)).unwrap();
                    assert_eq!(ended, Ended::Finished);
                });
            }
            let ended = learn(&store, &root, &config, 0, &mut Silent).unwrap();
            assert_eq!(ended, Ended::Finished);
        });
        assert_equal(&root, &alone);
        assert!(learnt(&*store, config.run.generations) == shards);

        let seen = status(&*store).unwrap();
        assert!(seen.finished);
        assert_eq!(seen.workers.len(), 2);
        assert_eq!((seen.generation, seen.model), (Some(1), Some(1)));
        assert_eq!((seen.shards, seen.ingested), ((3, 3), 2));
        let text = seen.describe(Duration::ZERO);
        for word in [
            "a-1",
            "b-2",
            "workers: 2 at work",
            "3 of 3 shards",
            "pages of lists",
            "MiB",
        ] {
            assert!(text.contains(word), "no `{word}` in {text}");
        }
    }
}

#[test]
fn an_evaluator_rates_what_is_published() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let config = config(1);
    learn(&store, &folder.path().join("run"), &config, 1, &mut Silent).unwrap();
    let settings = EvaluatorSettings {
        folder: folder.path().join("evaluator"),
        threads: 1,
        poll: POLL,
    };
    let rate = || {
        let stop = AtomicBool::new(false);
        let mut told = Told::default();
        let ended = follow(&*store, &settings, &host(), &mut told, &stop).unwrap();
        assert_eq!(ended, Ended::Finished);
        told
    };
    assert!(rate().says("against random"));
    let seen = status(&*store).unwrap();
    assert!(!seen.ratings.is_empty());
    assert!(seen.ratings.iter().all(|metric| metric.generation == 1));
    // Nothing is left to do for the next one.
    assert!(!rate().says("against random"));
}

#[test]
fn names_are_plain() {
    for (name, expected) in [
        ("node-7", "node-7"),
        ("a/b c", "a_b_c"),
        ("..", "unnamed"),
        ("", "unnamed"),
    ] {
        assert_eq!(plain_name(name), expected);
    }
}

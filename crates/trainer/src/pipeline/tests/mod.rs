//! A tiny run: whole, twice, stopped, killed, and with a damaged file.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

mod faults;
mod teacher;

use super::*;
use crate::checkpoint::checkpoint_dir;
use crate::config::ConfigSource;
use crate::host::Silent;
use crate::metrics::{MetricKind, read_metrics};
use crate::run_dir::OpenMode;
use crate::store::LocalStore;

pub(crate) fn host() -> Host {
    Host {
        clock: || Duration::ZERO,
        now: || Duration::ZERO,
        memory: || None,
        whole_memory: || None,
        free_disk: |_| None,
    }
}

/// Two generations of a dozen games; a few steps each.
pub(crate) fn config(workers: u32) -> TrainConfig {
    let smoke = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/smoke.toml");
    let settings = [
        "selfplay.bootstrap_games=8",
        "selfplay.bootstrap_simulations=4",
        "selfplay.games=6",
        "selfplay.games_last=6",
        "selfplay.simulations=6",
        "selfplay.simulations_last=6",
        "selfplay.games_per_shard=2",
        "replay.min_rows=300",
        "replay.samples_per_row=0.3",
        "replay.average_duplicates=false",
        "learner.batch=64",
        "learner.report_every=1",
        "evaluation.games=2",
        "evaluation.games_last=2",
        "evaluation.simulations=4",
        "evaluation.anchors=[\"random\"]",
        "net.trunk=[16, 8]",
    ];
    let mut settings: Vec<String> = settings.map(str::to_owned).to_vec();
    settings.push(format!("run.workers={workers}"));
    TrainConfig::load(&ConfigSource::File(smoke), &settings).unwrap()
}

fn session(
    root: &Path,
    mode: OpenMode,
    config: &TrainConfig,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Ended, TrainError> {
    let run = RunDir::open(root, mode, config)?;
    Pipeline::open(config.clone(), &run, None, host(), observer, stop)?.run()
}

pub(crate) fn whole(root: &Path, config: &TrainConfig) {
    let stop = AtomicBool::new(false);
    let ended = session(root, OpenMode::Fresh, config, &mut Silent, &stop).unwrap();
    assert_eq!(ended, Ended::Finished);
}

/// The bytes of everything that a run makes, by name: games, weights, levels. Training records are
/// left out: equal ones may differ in the order of their parts; the weights in the models may not.
pub(crate) fn products(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut products = BTreeMap::new();
    for folder in ["replay", "checkpoints", "levels", "partial"] {
        collect(root, &root.join(folder), &mut products);
    }
    products
}

fn collect(root: &Path, folder: &Path, products: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, products);
        } else if path
            .extension()
            .is_none_or(|extension| extension != "train")
        {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            products.insert(name, fs::read(path).unwrap());
        }
    }
}

/// What the metrics say, but for times.
fn measured(root: &Path) -> Vec<Metric> {
    let timeless = |metric| Metric {
        seconds: 0.0,
        games_per_second: None,
        simulations_per_second: None,
        steps_per_second: None,
        stage_seconds: None,
        ..metric
    };
    read_metrics(root)
        .unwrap()
        .into_iter()
        .map(timeless)
        .collect()
}

fn assert_same(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>, what: &str) {
    let names = |p: &BTreeMap<String, Vec<u8>>| p.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(a), names(b), "{what}");
    for (name, bytes) in a {
        assert!(bytes == &b[name], "{what}: {name} differs");
    }
}

#[test]
fn a_run_makes_all_it_promises_and_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    // The run's name stands in its models: the same for all, in folders of their own.
    let (a, b, c) = ("a/run", "b/run", "c/run");
    let at = |name| folder.path().join(name);
    whole(&at(a), &config(1));
    let made = products(&at(a));
    for expected in [
        "checkpoints/0000/model.model",
        "checkpoints/0001/manifest.toml",
        "levels/configs/levels.toml",
        "levels/data/models/expert.model",
    ] {
        assert!(made.contains_key(expected), "{expected}: {:?}", made.keys());
    }
    assert_eq!(
        made.keys().filter(|name| name.ends_with(".shard")).count(),
        7
    );
    let metrics = read_metrics(&at(a)).unwrap();
    for kind in [
        MetricKind::Learn,
        MetricKind::Selfplay,
        MetricKind::Match,
        MetricKind::Generation,
    ] {
        assert!(metrics.iter().any(|metric| metric.kind == kind), "{kind:?}");
    }
    assert!(at(a).join("matches/0001-random.jsonl").exists());

    whole(&at(b), &config(1));
    assert_same(&made, &products(&at(b)), "one worker again");
    whole(&at(c), &config(3));
    assert_same(&made, &products(&at(c)), "three workers");
}

/// Raises a flag, or panics, at its `at`th event.
struct Cut<'a> {
    left: usize,
    stop: Option<&'a AtomicBool>,
}

impl Cut<'_> {
    fn event(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            match self.stop {
                Some(stop) => stop.store(true, Ordering::Relaxed),
                None => std::panic::panic_any("killed"),
            }
        }
    }
}

impl Observer for Cut<'_> {
    fn notice(&mut self, _text: &str) {}
    fn warn(&mut self, text: &str) {
        panic!("{text}");
    }
    fn begin(&mut self, _stage: &str, _total: u64) {
        self.event();
    }
    fn progress(&mut self, _done: u64, _note: &str) {
        self.event();
    }
    fn end(&mut self, _summary: &str) {
        self.event();
    }
}

/// Runs to the end, cut again and again after `every` events, and returns what it made and how
/// often it was cut.
fn cut_run(
    root: &Path,
    config: &TrainConfig,
    every: usize,
    kill: bool,
) -> (BTreeMap<String, Vec<u8>>, usize) {
    let mut cuts = 0;
    loop {
        // A session must get further than the one before: each is longer.
        let stop = AtomicBool::new(false);
        let mut observer = Cut {
            left: every + cuts,
            stop: (!kill).then_some(&stop),
        };
        let mode = if crate::run_dir::holds_run(root) {
            OpenMode::Resume
        } else {
            OpenMode::Fresh
        };
        let session = || session(root, mode, config, &mut observer, &stop);
        match catch_unwind(AssertUnwindSafe(session)) {
            Ok(Ok(Ended::Finished)) => return (products(root), cuts),
            Ok(Ok(Ended::Interrupted)) | Err(_) => cuts += 1,
            Ok(Err(error)) => panic!("{error}"),
        }
    }
}

#[test]
fn a_run_that_is_stopped_or_killed_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    whole(&at("whole/run"), &config(1));
    let made = products(&at("whole/run"));
    let lines = measured(&at("whole/run"));
    for kill in [false, true] {
        for every in [2, 5] {
            let name = format!("cut-{every}-{kill}/run");
            let (cut, cuts) = cut_run(&at(&name), &config(1), every, kill);
            assert!(cuts >= 3, "{name}: cut only {cuts} times");
            assert_same(&made, &cut, &name);
            assert!(lines == measured(&at(&name)), "{name}: other metrics");
        }
    }
}

#[test]
fn a_limit_of_staleness_holds_over_a_resume() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).join("run");
    let mut config = config(1);
    config.run.generations = 4;
    config.evaluation.every = 0;
    // All would stay.
    (config.replay.window_exponent, config.replay.window_expand) = (1.0, 1.0);
    config.replay.max_staleness = 1;
    whole(&at("whole"), &config);
    let rows = RunState::load(&LocalStore::new(at("whole"))).unwrap();
    let rows = rows.unwrap().rows;
    let lines = measured(&at("whole"));
    let of = |kind: MetricKind| lines.iter().filter(move |line| line.kind == kind);
    let stale: Vec<_> = of(MetricKind::Selfplay).map(|line| line.stale).collect();
    let expected = [0, 0, rows[0], rows[1]].map(Some);
    assert_eq!(stale, expected);
    let windows: Vec<_> = of(MetricKind::Generation).map(|line| line.window).collect();
    let expected = [
        rows[0],
        rows[0] + rows[1],
        rows[1] + rows[2],
        rows[2] + rows[3],
    ];
    assert_eq!(windows, expected.map(Some));

    let (cut, cuts) = cut_run(&at("cut"), &config, 5, false);
    assert!(cuts >= 3, "cut only {cuts} times");
    assert_same(&products(&at("whole")), &cut, "cut");
    assert!(lines == measured(&at("cut")), "other metrics");
}

#[test]
fn a_folder_without_old_shards_is_learnt_from_and_resumed_as_one_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(1);
    config.run.generations = 6;
    config.replay.window_expand = 0.01;
    config.evaluation.every = 0;
    let all = folder.path().join("all/run");
    whole(&all, &config);
    config.run.keep_shards = false;
    let root = folder.path().join("few/run");
    let (few, cuts) = cut_run(&root, &config, 5, true);
    assert!(cuts >= 3, "cut only {cuts} times");
    let store = LocalStore::new(&root);
    assert!(shards_of(&store, 0).unwrap().is_empty());
    assert_eq!(shards_of(&store, 5).unwrap().len(), 3);
    let mut many = products(&all);
    many.retain(|name, _| !name.starts_with("replay") || few.contains_key(name));
    assert_same(&many, &few, "without old shards");
    assert_eq!(measured(&all), measured(&root));
}

#[test]
fn a_finished_run_is_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    whole(&root, &config(1));
    let before = products(&root).len();
    let mut longer = config(1);
    longer.run.generations += 1;
    let stop = AtomicBool::new(false);
    for added in [1, 0] {
        let ended = session(&root, OpenMode::Resume, &longer, &mut Silent, &stop).unwrap();
        assert_eq!(ended, Ended::Finished);
        let state = RunState::load(&LocalStore::new(&root)).unwrap().unwrap();
        assert_eq!(
            (state.stage, state.generation + 1),
            (Stage::Done, longer.run.generations),
            "{added}"
        );
    }
    assert!(products(&root).len() > before);
}

#[test]
fn a_larger_network_takes_over() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    let mut config = config(1);
    config.run.generations = 3;
    config.net.small_generations = 1;
    config.net.small_trunk = vec![8];
    config.net.grow_passes = 1.0;
    whole(&root, &config);
    let trunks = [vec![8], vec![16, 8], vec![16, 8]];
    for (generation, trunk) in (0..).zip(trunks) {
        let model = checkpoint_dir(&root, generation).join("model.model");
        let model = togyz_model::Model::load(&model).unwrap();
        assert_eq!(model.header().trunk, trunk, "generation {generation}");
    }
    // It catches up: a pass over the window, where new samples alone allow three tenths of one.
    let state = RunState::load(&LocalStore::new(&root)).unwrap().unwrap();
    let rows: u64 = state.rows.iter().sum();
    assert!(state.drawn < state.steps * 64, "{state:?}");
    assert!(state.drawn <= rows * 3 / 10, "{state:?}");
}

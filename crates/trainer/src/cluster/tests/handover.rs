//! A learner that goes on elsewhere: its folder is gone, or older than what is in the store.

use std::fs;

use super::*;
use crate::metrics::{MetricKind, read_metrics};
use crate::state::{RunState, Stage};

/// Stops a learner when a stage begins.
struct StopAt {
    stage: &'static str,
    stop: Arc<AtomicBool>,
    told: Told,
}

impl Observer for StopAt {
    fn notice(&mut self, text: &str) {
        self.told.notice(text);
    }
    fn warn(&mut self, text: &str) {
        self.told.notice(text);
    }
    fn begin(&mut self, stage: &str, _total: u64) {
        if stage == self.stage {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

/// Runs a learner until a stage begins, which is not to be reached if it has no name; what was told.
fn until(
    store: &Arc<dyn Store>,
    root: &Path,
    config: &TrainConfig,
    stage: &'static str,
) -> (Ended, Told) {
    let learner = Learner::new(store, root, config);
    let mut observer = StopAt {
        stage,
        stop: Arc::clone(&learner.stop),
        told: Told::default(),
    };
    let ended = learner.run(&mut observer).unwrap();
    (ended, observer.told)
}

fn three_generations() -> TrainConfig {
    let mut config = config(1);
    config.run.generations = 3;
    config
}

/// The kinds of the lines of metrics, by generation.
fn measured(root: &Path) -> Vec<(u32, MetricKind)> {
    let lines = read_metrics(root).unwrap();
    lines
        .iter()
        .map(|line| (line.generation, line.kind))
        .collect()
}

#[test]
fn a_learner_without_its_folder_goes_on_from_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let config = three_generations();
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    for (stage, from) in [
        ("generation 0: learning", None),
        ("generation 1: self-play", Some(0)),
        ("generation 1: learning", Some(0)),
        ("generation 2: learning", Some(1)),
    ] {
        let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
        let root = folder
            .path()
            .join(stage.replace([':', ' '], "_"))
            .join("run");
        assert_eq!(until(&store, &root, &config, stage).0, Ended::Interrupted);
        fs::remove_dir_all(&root).unwrap();
        let (ended, told) = until(&store, &root, &config, "");
        assert_eq!(ended, Ended::Finished);
        let words = match from {
            Some(from) => format!("the state after generation {from} is taken from the store"),
            None => "starting fresh".to_owned(),
        };
        assert!(told.says(&words), "{stage}: {told:?}");
        assert_equal(&root, &alone);
        assert_eq!(measured(&root), measured(&alone), "{stage}");
    }
}

#[test]
fn a_learner_takes_no_older_state_than_its_own_and_no_older_one_than_the_stores() {
    let folder = tempfile::tempdir().unwrap();
    let config = three_generations();
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let root = |name: &str| folder.path().join(name).join("run");
    let stage = "generation 1: learning";
    until(&store, &root("a"), &config, stage);
    // Its own is newer: stopped within the generation.
    let (_, told) = until(&store, &root("a"), &config, stage);
    assert!(!told.says("taken from the store"), "{told:?}");
    // Another machine ends the run, and this one comes back.
    until(&store, &root("b"), &config, "");
    let (ended, told) = until(&store, &root("a"), &config, "");
    assert_eq!(ended, Ended::Finished);
    assert!(told.says("after generation 2 is taken"), "{told:?}");
    assert_equal(&root("a"), &root("b"));
    let state = RunState::load(&LocalStore::new(root("a")))
        .unwrap()
        .unwrap();
    assert_eq!((state.generation, state.stage), (2, Stage::Done));
}

#[test]
fn a_damaged_state_is_told_and_the_one_before_taken() {
    let folder = tempfile::tempdir().unwrap();
    let config = three_generations();
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    for (number, damaged) in ["0001.toml", ".train"].into_iter().enumerate() {
        let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
        let root = folder.path().join(number.to_string()).join("run");
        until(&store, &root, &config, "generation 2: learning");
        fs::remove_dir_all(&root).unwrap();
        let names = store.list("learner").unwrap();
        let name = names.iter().rfind(|name| name.ends_with(damaged)).unwrap();
        assert!(name.contains("/0001"), "{names:?}");
        store.replace(name, b"damaged").unwrap();
        let (_, told) = until(&store, &root, &config, "");
        assert!(
            told.says(name) && told.says("after generation 0 is taken"),
            "{told:?}"
        );
        assert_equal(&root, &alone);
        // It was left anew.
        let names = store.list("learner").unwrap();
        let manifests = names.iter().filter(|name| name.ends_with(".toml"));
        assert_eq!(manifests.count(), 2, "{names:?}");
        fs::remove_dir_all(&root).unwrap();
        let (_, told) = until(&store, &root, &config, "");
        assert!(told.says("after generation 2 is taken"), "{told:?}");
        assert_equal(&root, &alone);
        assert_eq!(measured(&root), measured(&alone));
    }
    // Nothing to go on from: said, and nothing begun anew.
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let root = folder.path().join("c/run");
    until(&store, &root, &config, "generation 2: learning");
    fs::remove_dir_all(&root).unwrap();
    for name in store.list("learner").unwrap() {
        store.remove(&name).unwrap();
    }
    let error = learn(&store, &root, &config, 1, &mut Silent).unwrap_err();
    assert!(error.to_string().contains("--run"), "{error}");
}

#[test]
fn two_states_stay_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let mut config = config(1);
    config.run.generations = 4;
    config.evaluation.every = 0;
    learn(&store, &folder.path().join("run"), &config, 1, &mut Silent).unwrap();
    let names = store.list("learner").unwrap();
    let of = |name: &String| name["learner/".len()..][..4].to_owned();
    let generations: Vec<_> = names.iter().map(of).collect();
    assert_eq!(generations, ["0002", "0002", "0003", "0003"], "{names:?}");
    assert_eq!(store.list("metrics").unwrap().len(), 4);
}

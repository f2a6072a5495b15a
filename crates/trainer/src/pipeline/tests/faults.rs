//! Damaged files, a full disk, no time left.

use super::*;
use crate::replay::Shard;

/// Keeps the warnings.
#[derive(Default)]
struct Warnings(Vec<String>);

impl Observer for Warnings {
    fn notice(&mut self, _text: &str) {}
    fn warn(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
    fn begin(&mut self, _stage: &str, _total: u64) {}
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

#[test]
fn a_damaged_shard_is_put_aside_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let (whole_run, root) = (folder.path().join("a/run"), folder.path().join("b/run"));
    whole(&whole_run, &config(1));
    // Stopped in the self-play of generation 0, then a shard is damaged on the disk.
    let stop = AtomicBool::new(false);
    let mut cut = Cut {
        left: 3,
        stop: Some(&stop),
    };
    let ended = session(&root, OpenMode::Fresh, &config(1), &mut cut, &stop).unwrap();
    assert_eq!(ended, Ended::Interrupted);
    let shard = fs::read_dir(root.join("replay"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    fs::write(&shard, "not a shard").unwrap();

    let mut warnings = Warnings::default();
    let stop = AtomicBool::new(false);
    session(&root, OpenMode::Resume, &config(1), &mut warnings, &stop).unwrap();
    let name = shard.file_name().unwrap().to_string_lossy().into_owned();
    assert!(
        warnings.0.iter().any(|text| text.contains(&name)),
        "{:?}",
        warnings.0
    );
    assert!(root.join("quarantine").join(&name).exists());
    assert_same(&products(&whole_run), &products(&root), "after the damage");
}

#[test]
fn a_full_disk_and_a_limit_of_minutes_stop_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let full = Host {
        free_disk: |_| Some(1000),
        ..host()
    };
    let mut config = config(1);
    config.run.min_free_disk_mib = 1;
    let run = RunDir::open(&folder.path().join("full"), OpenMode::Fresh, &config).unwrap();
    let mut silent = Silent;
    let error = Pipeline::open(config.clone(), &run, None, full, &mut silent, &stop)
        .unwrap()
        .run()
        .unwrap_err();
    assert!(
        matches!(error, TrainError::DiskLow { limit: 1, .. }),
        "{error}"
    );

    // A clock that is always far beyond the limit: generation 1 of 5 becomes the last.
    let late = Host {
        clock: || Duration::from_secs(7200),
        ..host()
    };
    config.run.generations = 5;
    config.run.max_minutes = 1.0;
    let run = RunDir::open(&folder.path().join("late"), OpenMode::Fresh, &config).unwrap();
    let mut state = RunState::fresh();
    state.seconds = 3600.0;
    state.save(run.store()).unwrap();
    let mut pipeline = Pipeline::open(config, &run, None, late, &mut silent, &stop).unwrap();
    assert_eq!(pipeline.run().unwrap(), Ended::Finished);
    assert_eq!(
        (pipeline.state.cut, pipeline.state.generation),
        (Some(1), 1)
    );
}

#[test]
fn a_damaged_newest_checkpoint_is_made_again_from_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let (whole_run, root) = (folder.path().join("a/run"), folder.path().join("b/run"));
    let mut longer = config(1);
    longer.run.generations = 3;
    whole(&whole_run, &longer);
    let made = products(&whole_run);
    let lines = measured(&whole_run);
    // Stopped somewhere in the last generation, then a file of the newest checkpoint is damaged.
    for (round, name) in ["record.train", "model.model"].into_iter().enumerate() {
        let root = root.join(round.to_string()).join("run");
        let stop = AtomicBool::new(false);
        let mut cut = Until {
            stage: "generation 2: self-play",
            stop: &stop,
        };
        let ended = session(&root, OpenMode::Fresh, &longer, &mut cut, &stop).unwrap();
        assert_eq!(ended, Ended::Interrupted);
        let path = checkpoint_dir(&root, 1).join(name);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();

        let mut warnings = Warnings::default();
        let stop = AtomicBool::new(false);
        session(&root, OpenMode::Resume, &longer, &mut warnings, &stop).unwrap();
        let told = |text: &String| text.contains(name) && text.contains("learnt again");
        assert!(warnings.0.iter().any(told), "{:?}", warnings.0);
        assert_same(&made, &products(&root), name);
        assert!(lines == measured(&root), "{name}: other metrics");
    }
}

/// Raises a flag when a stage begins.
struct Until<'a> {
    stage: &'static str,
    stop: &'a AtomicBool,
}

impl Observer for Until<'_> {
    fn notice(&mut self, _text: &str) {}
    fn warn(&mut self, text: &str) {
        panic!("{text}");
    }
    fn begin(&mut self, stage: &str, _total: u64) {
        if stage == self.stage {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

#[test]
fn a_batch_without_a_finite_loss_stops_the_run_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run");
    let stop = AtomicBool::new(false);
    let mut cut = Until {
        stage: "generation 0: learning",
        stop: &stop,
    };
    session(&root, OpenMode::Fresh, &config(1), &mut cut, &stop).unwrap();
    // Every sample on the disk gets a weight that is no number.
    let store = LocalStore::new(&root);
    for (_, name) in shards_of(&store, 0).unwrap() {
        let mut shard = Shard::get(&store, &name).unwrap();
        store.remove(&name).unwrap();
        for sample in shard.games.iter_mut().flat_map(|game| &mut game.samples) {
            sample.weight = f32::NAN;
        }
        shard.put(&store, None).unwrap();
    }
    let mut warnings = Warnings::default();
    let stop = AtomicBool::new(false);
    let error = session(&root, OpenMode::Resume, &config(1), &mut warnings, &stop).unwrap_err();
    assert!(matches!(error, TrainError::Learning(_)), "{error}");
    let kept = store.list("faults").unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(warnings.0.iter().any(|text| text.contains(&kept[0])));
    let text = fs::read_to_string(root.join(&kept[0])).unwrap();
    assert_eq!(text.lines().count(), 1 + 64, "{text}");
}

#[test]
fn a_stage_that_does_nothing_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(1);
    config.replay.min_rows = 1_000_000;
    let mut warnings = Warnings::default();
    let stop = AtomicBool::new(false);
    let root = folder.path().join("run");
    session(&root, OpenMode::Fresh, &config, &mut warnings, &stop).unwrap();
    let told = |text: &&String| text.starts_with("no step") && text.contains("is 1000000");
    assert_eq!(
        warnings.0.iter().filter(told).count(),
        2,
        "{:?}",
        warnings.0
    );
}

/// Each look at the clock is five seconds after the last, and in the last generation a minute; at least three
/// of ten looks there follow the putting of a shard.
#[test]
fn a_drop_of_speed_below_half_is_told_with_its_reason() {
    static LOOKS: std::sync::Mutex<(u64, u64)> = std::sync::Mutex::new((0, 5));
    fn clock() -> Duration {
        let mut looks = LOOKS.lock().unwrap();
        looks.0 += looks.1;
        Duration::from_secs(looks.0)
    }
    /// Keeps the warnings, and slows the clock's machine down.
    struct Slower(Warnings);
    impl Observer for Slower {
        fn notice(&mut self, _text: &str) {}
        fn warn(&mut self, text: &str) {
            self.0.warn(text);
        }
        fn begin(&mut self, stage: &str, _total: u64) {
            if stage == "generation 2: self-play" {
                LOOKS.lock().unwrap().1 = 60;
            }
        }
        fn progress(&mut self, _done: u64, _note: &str) {}
        fn end(&mut self, _summary: &str) {}
    }
    let short = Host {
        clock,
        memory: || Some(95 << 20),
        whole_memory: || Some(100 << 20),
        ..host()
    };
    let slow = Host { clock, ..host() };
    for (machine, reason) in [(short, "memory"), (slow, "the disk or the store is slow")] {
        *LOOKS.lock().unwrap() = (0, 5);
        let folder = tempfile::tempdir().unwrap();
        let mut config = config(1);
        config.run.generations = 3;
        config.run.overlap = false;
        let run = RunDir::open(&folder.path().join("run"), OpenMode::Fresh, &config).unwrap();
        let mut observer = Slower(Warnings::default());
        let stop = AtomicBool::new(false);
        let mut pipeline =
            Pipeline::open(config, &run, None, machine, &mut observer, &stop).unwrap();
        assert_eq!(pipeline.run().unwrap(), Ended::Finished);
        let warned = &observer.0.0;
        let told: Vec<&String> = warned
            .iter()
            .filter(|text| text.contains("simulations/s"))
            .collect();
        assert_eq!(told.len(), 1, "{warned:?}");
        assert!(
            told[0].contains("generation 2") && told[0].contains(reason),
            "{told:?}"
        );
    }
}

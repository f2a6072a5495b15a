//! The corpus of what the trainer reads: from the config that is built in, and from a run of four games
//! in a shared store, its worker and its evaluator.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_files::{ContentHash, FileKind, encode};
use togyz_trainer::{
    ConfigSource, EvaluatorSettings, Host, Lease, LocalStore, MANIFEST, OpenMode, Pipeline, REPLAY,
    RunDir, RunState, SHARD, Shard, Sharing, Silent, Store, TrainConfig, WorkerSettings,
    checkpoint_dir, follow, work,
};

use crate::seeds::Seed;

const SETTINGS: &str = "\
run.seed=7
net.trunk=[64, 32, 32]
starts.opening_plies=[2, 8]
evaluation.openings=random:4
temperature.end=0.05
selfplay.bootstrap=kazan
evaluation.anchors=[\"greedy\", \"classical,nodes=1000\"]
run.dir=runs/another
";

/// A run of four games that learns nothing: what a step of learning comes to may differ in the last bit
/// from one processor to another, and the corpus must not.
const TINY: [&str; 20] = [
    "run.generations=2",
    "run.workers=1",
    "run.overlap=false",
    "run.min_free_disk_mib=0",
    "net.trunk=[4]",
    "selfplay.bootstrap_games=2",
    "selfplay.games=2",
    "selfplay.games_last=2",
    "selfplay.bootstrap_simulations=8",
    "selfplay.simulations=8",
    "selfplay.simulations_last=8",
    "selfplay.child_visits=2",
    "selfplay.games_per_shard=2",
    "search.noise_epsilon=0",
    "replay.min_rows=1000000",
    "evaluation.every=1",
    "evaluation.games=2",
    "evaluation.games_last=2",
    "evaluation.simulations=4",
    "evaluation.anchors=[\"random\"]",
];

/// A machine whose clocks stand still.
fn host() -> Host {
    Host {
        clock: || Duration::ZERO,
        now: || Duration::ZERO,
        memory: || None,
        whole_memory: || None,
        free_disk: |_| None,
    }
}

/// Makes the run in `root` and all that it leaves in `store`.
fn run(root: &Path, store: &Arc<dyn Store>, config: &TrainConfig) {
    let (never, poll) = (AtomicBool::new(false), Duration::ZERO);
    let term = Duration::from_secs(60);
    let lease = Lease::take(store, "learner", term, host().clock, &never).expect("a free place");
    let sharing = Sharing {
        store: Arc::clone(store),
        lease: lease.expect("nobody stops it"),
        players: 1,
        name: "learner".to_owned(),
        evaluate: false,
        keep_shards: true,
        poll,
    };
    let mut silent = Silent;
    let folder = RunDir::open(root, OpenMode::Fresh, config).expect("a new folder");
    Pipeline::open(
        config.clone(),
        &folder,
        Some(sharing),
        host(),
        &mut silent,
        &never,
    )
    .and_then(|mut pipeline| pipeline.run())
    .expect("a run");
    let worker = WorkerSettings {
        name: "late".to_owned(),
        threads: 1,
        spool: root.join("spool"),
        tables: None,
        poll,
    };
    work(store, &worker, host(), &mut silent, &never).expect("nothing is left to play");
    let evaluator = EvaluatorSettings {
        folder: root.join("evaluator"),
        threads: 1,
        poll,
    };
    follow(&**store, &evaluator, &host(), &mut silent, &never).expect("matches");
}

/// Everything that has a text in the run's manifest, as a stop in the middle of learning leaves it.
fn interrupted(root: &Path) -> Vec<u8> {
    let store = LocalStore::new(root);
    let mut state = RunState::fresh();
    (state.generation, state.step, state.steps, state.drawn) = (3, 17, 900, 57_600);
    (state.seconds, state.metrics, state.cut) = (61.5, 40, Some(4));
    state.rows = vec![300, 280, 310];
    state.partial = Some("partial/0003-00000017.train".to_owned());
    state.save(&store).expect("a writable folder");
    fs::read(root.join(MANIFEST)).expect("as written")
}

pub(crate) fn seeds(folder: &Path) -> Vec<Seed> {
    let load = |settings: &[&str]| {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        TrainConfig::load(&ConfigSource::Quick, &settings).expect("settings of the built-in config")
    };
    let (root, shared) = (folder.join("run"), folder.join("store"));
    let store: Arc<dyn Store> = Arc::new(LocalStore::new(&shared));
    run(&root, &store, &load(&TINY));

    let quick = load(&[]).to_text().expect("a config has a TOML form");
    let mut seeds = vec![
        ("configs", "quick.toml".to_owned(), quick.into_bytes()),
        ("configs", "settings.txt".to_owned(), SETTINGS.into()),
    ];
    let plain = FileKind {
        compress: false,
        ..SHARD
    };
    for (nth, name) in store.list(REPLAY).expect("shards").iter().enumerate() {
        let mut shard = Shard::get(&*store, name).expect("a shard");
        let played = fs::read(shared.join(name)).expect("as written");
        seeds.push(("shards", format!("{nth}.shard"), played));
        shard.model = Some(ContentHash::of(b"a model"));
        let bytes = encode(&plain, &shard).expect("within bounds");
        seeds.push(("shards", format!("{nth}-plain.shard"), bytes));
    }
    let checkpoint = checkpoint_dir(&root, 1);
    let manifests = [
        ("run.toml", root.join(MANIFEST)),
        ("checkpoint.toml", checkpoint.join(MANIFEST)),
        ("order.toml", shared.join("orders/0001.toml")),
        ("worker.toml", shared.join("workers/late.toml")),
        ("ratings.toml", shared.join("ratings/0001.toml")),
    ];
    for (name, path) in manifests {
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        seeds.push(("manifests", name.to_owned(), bytes));
    }
    let interrupted = interrupted(&folder.join("interrupted"));
    seeds.push(("manifests", "interrupted.toml".to_owned(), interrupted));
    seeds
}

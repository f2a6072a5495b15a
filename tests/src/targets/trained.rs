//! What the trainer is told, and what its runs leave on a disk and in a shared store.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use togyz_files::{ContentHash, FileError, decode};
use togyz_rules::Variant;
use togyz_trainer::{
    Checkpoint, ClusterError, ConfigSource, Expected, LocalStore, MANIFEST, ReplayBuffer, RunState,
    SHARD, Shard, TrainConfig, ValueTarget, describe, status,
};

use super::binary::{NAME, as_is_and_sealed, names};
use super::scratch;
use super::text::text_of;

/// A config, and the same bytes as settings of `--set`. What is accepted is written as it is read, and
/// every generation of it has games and searches.
///
/// # Panics
/// If it is not or has not, or if an error does not name the file.
pub fn configs(bytes: &[u8]) {
    let text = text_of(bytes);
    match TrainConfig::from_text(NAME, &text, &[]) {
        Ok(config) => sound(&config),
        Err(error) => names(&error, NAME),
    }
    let settings: Vec<String> = text.lines().take(4).map(str::to_owned).collect();
    match TrainConfig::load(&ConfigSource::Quick, &settings) {
        Ok(config) => sound(&config),
        Err(error) => names(&error, "--set"),
    }
}

fn sound(config: &TrainConfig) {
    let text = config.to_text().expect("a config has a TOML form");
    let again = TrainConfig::from_text(NAME, &text, &[]);
    assert_eq!(again.as_ref().ok(), Some(config), "{text}");
    let all = config.run.generations;
    for generation in [0, 1, all / 2, all - 1] {
        let play = &config.selfplay;
        assert!(play.games_of(generation, all) > 0, "{text}");
        assert!(play.simulations_of(generation, all) > 1, "{text}");
        assert!(play.fast_simulations_of(generation, all) > 0, "{text}");
    }
}

/// The name under which a shard is looked at.
const SHARD_NAME: &str = "replay/0001-00000-of.fuzzing-worker.shard";

/// A replay shard, as the learner takes it from a worker: decoded, its games played again, its samples
/// put into the window. What passes all of it can be drawn and learnt from.
///
/// # Panics
/// If it cannot, or if an error does not name the file.
pub fn shards(bytes: &[u8]) {
    as_is_and_sealed(bytes, |bytes| match shard(bytes) {
        Ok(shard) => learn_from(&shard),
        Err(error) => names(&error, SHARD_NAME),
    });
}

fn shard(bytes: &[u8]) -> Result<Shard, FileError> {
    decode(SHARD_NAME, bytes, &SHARD)
}

fn learn_from(shard: &Shard) {
    let config = TrainConfig::load(&ConfigSource::Quick, &[]).expect("the built-in config");
    // Of whatever run it is: what a wrong seed or model comes to is no matter of bytes.
    let expected = Expected {
        variant: Variant::Togyz,
        seed: shard.seed,
        model: shard.model,
        games: u64::from(shard.sequence) * 2 + 2,
        per_shard: 2,
        max_plies: 600,
    };
    let checked = expected.check(SHARD_NAME, shard);
    let target = ValueTarget::of(&config.learner);
    let mut buffer = ReplayBuffer::new(&config.replay, Variant::Togyz, target);
    match buffer.add(SHARD_NAME, shard) {
        Ok(samples) => assert_eq!(samples, buffer.total()),
        Err(error) => names(&error, SHARD_NAME),
    }
    if let Err(error) = checked {
        return names(&error, SHARD_NAME);
    }
    assert!(buffer.total() == 0 || !buffer.is_empty());
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for example in buffer.learning_set().draw(8, &mut rng) {
        assert!(example.weight.is_finite(), "{example:?}");
        let is_shares = |shares: &[f32]| {
            let sum: f32 = shares.iter().sum();
            shares.iter().all(|&share| share >= 0.0) && (sum - 1.0).abs() < 1e-3
        };
        assert!(
            example.policy.is_none_or(|shares| is_shares(&shares)),
            "{example:?}"
        );
        assert!(
            example.wdl.is_none_or(|shares| is_shares(&shares)),
            "{example:?}"
        );
    }
}

pub(super) fn accepts_shard(bytes: &[u8]) -> bool {
    shard(bytes).is_ok()
}

/// A manifest: of a run, of a checkpoint, and those of a shared store (orders, reports of workers,
/// ratings), each read where it would lie. A run's is described too, and survives its own writing.
///
/// # Panics
/// If it does not, or if an error names no manifest.
pub fn manifests(bytes: &[u8]) {
    let text = text_of(bytes);
    for text in [text.to_string(), sealed(&text)] {
        let folder = scratch();
        let run = folder.path().join("run");
        put(&run.join(MANIFEST), &text);
        match RunState::load(&LocalStore::new(&run)) {
            Ok(state) => {
                let state = state.expect("a manifest was put");
                let store = LocalStore::new(folder.path().join("again"));
                state.save(&store).expect("a writable folder");
                let again = RunState::load(&store).expect("as written");
                assert_eq!(again, Some(state), "{text}");
                put(&run.join("config.toml"), quick());
                describe(&run).expect("a run that can be described");
            }
            Err(error) => names(&error, MANIFEST),
        }
        if let Err(error) = Checkpoint::open(&run) {
            names(&error, MANIFEST);
        }
        for name in SHARED {
            let shared = folder.path().join(name);
            put(&shared.join(name), &text);
            match status(&LocalStore::new(&shared)) {
                Ok(status) => assert!(!status.describe(Duration::ZERO).is_empty()),
                // An order speaks of a config that is not here, by whatever name.
                Err(ClusterError::Broken { .. }) => {}
                Err(error) => names(&error, name),
            }
        }
    }
}

/// The manifests of a shared store, of each kind one.
const SHARED: [&str; 3] = [
    "orders/0001.toml",
    "workers/of.fuzzing.toml",
    "ratings/0001.toml",
];

pub(super) fn accepts_manifest(bytes: &[u8]) -> bool {
    let (folder, text) = (scratch(), text_of(bytes));
    put(&folder.path().join(MANIFEST), &text);
    let is_shared = |name: &&str| {
        let shared = folder.path().join(name);
        put(&shared.join(name), &text);
        let read = status(&LocalStore::new(&shared));
        read.is_ok() || matches!(read, Err(ClusterError::Broken { .. }))
    };
    RunState::load(&LocalStore::new(folder.path())).is_ok()
        || Checkpoint::open(folder.path()).is_ok()
        || SHARED.iter().any(is_shared)
}

/// The same text under a checksum that is right.
fn sealed(text: &str) -> String {
    let body = text.split_once('\n').map_or(text, |(_, body)| body);
    format!("# blake3 {}\n{body}", ContentHash::of(body.as_bytes()))
}

fn put(path: &Path, text: &str) {
    let folder = path.parent().expect("a file in a folder");
    fs::create_dir_all(folder).expect("a temporary folder");
    fs::write(path, text).expect("a temporary file takes bytes");
}

/// The built-in config as a run keeps it.
fn quick() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let config = TrainConfig::load(&ConfigSource::Quick, &[]).expect("the built-in config");
        config.to_text().expect("a config has a TOML form")
    });
    &TEXT
}

//! What a learner asks of its store, in the order in which it asks.

use super::*;
use crate::cluster::order::Order;
use crate::store::{Put, StoreError, Usage};

/// What was asked.
#[derive(Clone, Debug)]
enum Asked {
    Put(String),
    /// How many names came back.
    Listed(String, usize),
}

/// A store in memory that writes it down.
#[derive(Debug)]
struct Witness {
    inner: RemoteStore,
    asked: Mutex<Vec<Asked>>,
}

impl Witness {
    fn new() -> Arc<Witness> {
        Arc::new(Witness {
            inner: RemoteStore::memory().unwrap(),
            asked: Mutex::default(),
        })
    }

    fn note(&self, asked: Asked) {
        self.asked.lock().unwrap().push(asked);
    }

    fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

impl Store for Witness {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<Put, StoreError> {
        self.note(Asked::Put(name.to_owned()));
        self.inner.put(name, bytes)
    }
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.get(name)
    }
    fn list_after(&self, folder: &str, after: &str) -> Result<Vec<String>, StoreError> {
        let names = self.inner.list_after(folder, after)?;
        self.note(Asked::Listed(folder.to_owned(), names.len()));
        Ok(names)
    }
    fn usage(&self, folder: &str) -> Result<Usage, StoreError> {
        self.inner.usage(folder)
    }
    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.inner.replace(name, bytes)
    }
    fn quarantine(&self, name: &str) -> Result<String, StoreError> {
        self.inner.quarantine(name)
    }
    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.inner.remove(name)
    }
}

#[test]
fn a_manifest_comes_after_all_that_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let witness = Witness::new();
    let store: Arc<dyn Store> = Arc::clone(&witness) as Arc<dyn Store>;
    let config = config(1);
    learn(&store, &folder.path().join("run"), &config, 1, &mut Silent).unwrap();
    let asked = witness.asked();
    let puts: Vec<_> = asked
        .iter()
        .filter_map(|asked| match asked {
            Asked::Put(name) => Some(name.as_str()),
            Asked::Listed(..) => None,
        })
        .collect();
    let at = |name: &str| puts.iter().position(|put| *put == name);
    let begins = |with: &str| puts.iter().position(|put| put.starts_with(with));
    for generation in 0..config.run.generations {
        let order = Order::load(&*store, generation).unwrap().unwrap();
        let named = [Some(order.config), Some(order.forks), order.model];
        let ordered = at(&format!("orders/{generation:04}.toml"));
        for name in named.iter().flatten() {
            assert!(at(name).is_some() && at(name) < ordered, "{name}: {puts:?}");
        }
        for (manifest, named) in [
            (
                format!("models/{generation:04}/manifest.toml"),
                format!("models/{generation:04}/"),
            ),
            (
                format!("learner/{generation:04}.toml"),
                format!("learner/{generation:04}-"),
            ),
        ] {
            assert!(begins(&named) < at(&manifest), "{manifest}: {puts:?}");
            assert!(begins(&named).is_some(), "{named}: {puts:?}");
        }
    }
}

#[test]
fn the_cost_of_a_step_does_not_grow_with_the_runs_age() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(1);
    config.run.generations = 10;
    config.replay.min_rows = 300;
    config.replay.window_expand = 0.01;
    config.evaluation.every = 0;
    // Also where nothing is cleared away.
    for keep_shards in [false, true] {
        let witness = Witness::new();
        let store: Arc<dyn Store> = Arc::clone(&witness) as Arc<dyn Store>;
        let root = folder.path().join(keep_shards.to_string()).join("run");
        let learner = Learner {
            keep_shards,
            ..Learner::new(&store, &root, &config)
        };
        learner.run(&mut Silent).unwrap();
        // The longest list of each generation, from its order to the next.
        let mut longest: Vec<(usize, String)> = Vec::new();
        for asked in witness.asked() {
            match asked {
                Asked::Put(name) if name.starts_with("orders/") => longest.push((0, name)),
                Asked::Listed(folder, names) => {
                    if let Some(last) = longest.last_mut().filter(|last| last.0 < names) {
                        *last = (names, folder);
                    }
                }
                Asked::Put(_) => {}
            }
        }
        let most = |of: std::ops::Range<usize>| longest[of].iter().map(|last| last.0).max();
        // A window may reach one generation of three shards further than another.
        let (early, late) = (most(2..5).unwrap(), most(7..10).unwrap());
        assert!(early >= 3 && late <= early + 3, "{longest:?}");
    }
}

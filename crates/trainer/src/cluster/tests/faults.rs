//! What goes wrong on the way.

use super::outage::Unsteady;
use super::*;
use crate::cluster::order::Order;
use crate::replay::{Shard, shards_of, worker_of};
use crate::state::{from_sealed, to_sealed};

/// Publishes the order of generation 0.
fn publish_first(store: &dyn Store, config: &TrainConfig) {
    Order::publish(store, config, 0, 0, None, &[]).unwrap();
}

#[test]
fn a_worker_without_its_store_plays_on_and_delivers_later() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(1);
    let unsteady = Unsteady::new();
    publish_first(&*unsteady.inner, &config);
    super::super::order::finish(&*unsteady.inner, 0).unwrap();
    let store: Arc<dyn Store> = Arc::clone(&unsteady) as Arc<dyn Store>;
    let told = Told::default();
    thread::scope(|scope| {
        let mut observer = Cutter {
            told: told.clone(),
            unsteady: &unsteady,
        };
        let (store, settings) = (&store, settings(folder.path(), "w"));
        let worker = scope.spawn(move || {
            let stop = AtomicBool::new(false);
            work(store, &settings, host(), &mut observer, &stop).unwrap()
        });
        // The store goes away before the first shard; all four are played and kept.
        let kept = LocalStore::new(folder.path().join("w"));
        while kept.list(REPLAY).unwrap().len() < 4 {
            assert!(!worker.is_finished());
            thread::sleep(POLL);
        }
        assert!(shards_of(&*unsteady.inner, 0).unwrap().is_empty());
        unsteady.away.store(false, Ordering::Relaxed);
        assert_eq!(worker.join().unwrap(), Ended::Finished);
    });
    assert_eq!(shards_of(&*unsteady.inner, 0).unwrap().len(), 4);
    assert!(told.says("4 shards that were kept back are sent"));
}

/// Takes the store away when the first generation begins.
struct Cutter<'a> {
    told: Told,
    unsteady: &'a Unsteady,
}

impl Observer for Cutter<'_> {
    fn notice(&mut self, text: &str) {
        self.told.notice(text);
    }
    fn warn(&mut self, text: &str) {
        self.told.notice(text);
    }
    fn begin(&mut self, _stage: &str, _total: u64) {
        self.unsteady.away.store(true, Ordering::Relaxed);
    }
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

#[test]
fn shards_that_come_too_late_are_counted_and_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let store = RemoteStore::memory().unwrap();
    Order::publish(&store, &config(1), 3, 2, None, &[]).unwrap();
    super::super::order::finish(&store, 3).unwrap();
    let settings = settings(folder.path(), "w");
    let spool = LocalStore::new(&settings.spool);
    for generation in 0..4 {
        let name = format!("{REPLAY}/{generation:04}-00077-aa-w.shard");
        spool.put(&name, b"any").unwrap();
    }
    let store: Arc<dyn Store> = Arc::new(store);
    play(&store, &settings).unwrap();
    let sent = store.list(REPLAY).unwrap();
    let sent: Vec<_> = sent
        .iter()
        .filter(|name| name.contains("-00077-"))
        .collect();
    assert_eq!(sent.len(), 2, "{sent:?}");
    assert_eq!(status(&*store).unwrap().workers[0].stale, 2);
}

#[test]
fn two_workers_do_not_share_a_spool() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let settings = settings(folder.path(), "w");
    std::fs::create_dir_all(&settings.spool).unwrap();
    let _other = crate::run_dir::lock(&settings.spool).unwrap();
    let error = play(&store, &settings).unwrap_err();
    assert!(error.to_string().contains("--index"), "{error}");
}

#[test]
fn a_worker_of_another_version_is_refused_with_both_versions() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    publish_first(&*store, &config(1));
    let name = "orders/0000.toml";
    let bytes = store.get(name).unwrap().unwrap();
    let mut order: Order = from_sealed(name, &bytes).unwrap();
    order.program = "9.8.7".to_owned();
    store
        .replace(name, to_sealed(name, &order).unwrap().as_bytes())
        .unwrap();
    let error = play(&store, &settings(folder.path(), "w"))
        .unwrap_err()
        .to_string();
    for word in [name, "9.8.7", env!("CARGO_PKG_VERSION")] {
        assert!(error.contains(word), "{error}");
    }
    assert!(shards_of(&*store, 0).unwrap().is_empty());
}

#[test]
fn a_worker_that_is_killed_loses_no_finished_game() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), "w");
    let kept = LocalStore::new(&settings.spool);
    let mut whole = None;
    // First undisturbed; then with the first game of a shard in the journal, marked so as to be known.
    for marked in [false, true] {
        let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
        publish_first(&*store, &config(1));
        super::super::order::finish(&*store, 0).unwrap();
        if marked {
            let mut begun: Shard = Option::clone(&whole).unwrap();
            begun.games.truncate(1);
            begun.games[0].simulations = 12345;
            let bytes = togyz_files::encode(&crate::replay::SHARD, &begun).unwrap();
            kept.put("unfinished/0000-00000.shard", &bytes).unwrap();
        }
        play(&store, &settings).unwrap();
        let (_, name) = shards_of(&*store, 0).unwrap().swap_remove(0);
        let shard = Shard::get(&*store, &name).unwrap();
        assert_eq!(shard.games.len(), 2);
        assert_eq!(shard.games[0].simulations == 12345, marked);
        assert!(kept.list("unfinished").unwrap().is_empty());
        whole = Some(shard);
    }
}

#[test]
fn poisoned_shards_are_put_aside_with_the_workers_name() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(1);
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    let good = LocalStore::new(&alone);
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let shards = shards_of(&good, 0).unwrap();
    let shard = |place: usize| Shard::get(&good, &shards[place].1).unwrap();
    // Bytes that are damaged; a game that the rules do not allow; games of another run.
    store
        .put("replay/0000-00000-aa-noise.shard", b"noise")
        .unwrap();
    let mut illegal = shard(1);
    illegal.games[0].moves.reverse();
    illegal.put(&*store, Some("cheat")).unwrap();
    let mut foreign = shard(2);
    foreign.seed += 1;
    foreign.put(&*store, Some("stranger")).unwrap();
    let told = Told::default();
    let root = folder.path().join("b/run");
    learn(&store, &root, &config, 1, &mut told.clone()).unwrap();
    assert_equal(&root, &alone);
    let aside = status(&*store).unwrap().quarantined;
    let mut workers: Vec<_> = aside.iter().filter_map(|name| worker_of(name)).collect();
    workers.sort_unstable();
    assert_eq!(workers, ["cheat", "noise", "stranger"]);
    assert!(told.says("from cheat") && told.says("is impossible"));
}

#[test]
fn a_store_is_one_runs_and_a_run_has_one_learner() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let config = config(1);
    learn(&store, &at("a"), &config, 1, &mut Silent).unwrap();
    let mut other = config.clone();
    other.run.seed += 1;
    let error = learn(&store, &at("c"), &other, 1, &mut Silent).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("run.seed"), "{text}");

    let stop = AtomicBool::new(false);
    let term = Duration::from_secs(2);
    let take = |holder: &str| Lease::take(&store, holder, term, host().clock, &stop);
    let first = take("first").unwrap().unwrap();
    let refused = take("second").unwrap_err().to_string();
    assert!(refused.contains("first"), "{refused}");
    first.check().unwrap();
    drop(first);
    let second = take("second").unwrap().unwrap();
    // Started again by the same hand: the one before is lost when it puts its next.
    let third = take("second").unwrap().unwrap();
    let waited = Instant::now();
    while second.check().is_ok() && waited.elapsed() < 20 * term {
        thread::sleep(POLL);
    }
    assert!(matches!(second.check(), Err(LeaseError::Lost)));
    third.check().unwrap();
    drop(third);
    // Killed: nobody puts the next.
    let newest = store.list("lease").unwrap().pop().unwrap();
    let number: u64 = newest.strip_prefix("lease/").unwrap().parse().unwrap();
    let dead = format!("lease/{:010}", number + 1);
    store.put(&dead, b"dead").unwrap();
    let begun = Instant::now();
    take("fourth").unwrap().unwrap().check().unwrap();
    assert!(begun.elapsed() >= term);
}

#[test]
fn a_lease_whose_answer_was_lost_is_ours_all_the_same() {
    let unsteady = Unsteady::new();
    let store: Arc<dyn Store> = Arc::clone(&unsteady) as Arc<dyn Store>;
    let (stop, term) = (AtomicBool::new(false), Duration::from_millis(800));
    let take = || Lease::take(&store, "learner", term, host().clock, &stop);
    // Of the first lease, too.
    unsteady.mute.store(true, Ordering::Relaxed);
    assert!(take().is_err());
    let lease = take().unwrap().unwrap();
    for _ in 0..3 {
        let before = store.list("lease").unwrap();
        unsteady.mute.store(true, Ordering::Relaxed);
        // Until it was put without an answer, and again.
        while unsteady.mute.load(Ordering::Relaxed) || store.list("lease").unwrap() == before {
            thread::sleep(POLL);
        }
        thread::sleep(term / 2);
        lease.check().unwrap();
    }
}

#[test]
fn old_shards_are_pruned_by_the_windows_rule() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(1);
    config.run.generations = 6;
    config.replay.min_rows = 300;
    config.replay.window_expand = 0.01;
    config.evaluation.every = 0;
    let store: Arc<dyn Store> = Arc::new(RemoteStore::memory().unwrap());
    let alone = folder.path().join("alone/run");
    whole(&alone, &config);
    let root = folder.path().join("b/run");
    let told = Told::default();
    let mut observer = Latecomer {
        told: told.clone(),
        store: Arc::clone(&store),
    };
    let learner = Learner {
        keep_shards: false,
        ..Learner::new(&store, &root, &config)
    };
    learner.run(&mut observer).unwrap();
    assert_equal(&root, &alone);
    assert!(shards_of(&*store, 0).unwrap().is_empty());
    assert_eq!(shards_of(&*store, 5).unwrap().len(), 3);
    assert!(told.says("1 shards were played twice or came too late"));
    assert!(store.list("orders").unwrap().len() <= 2);
}

/// Puts a shard when nobody needs it any more.
struct Latecomer {
    told: Told,
    store: Arc<dyn Store>,
}

impl Observer for Latecomer {
    fn notice(&mut self, text: &str) {
        self.told.notice(text);
    }
    fn warn(&mut self, text: &str) {
        self.told.notice(text);
    }
    fn begin(&mut self, stage: &str, _total: u64) {
        if stage == "generation 4: learning" {
            let name = "replay/0000-00000-aa-late.shard";
            self.store.put(name, b"late").unwrap();
        }
    }
    fn progress(&mut self, _done: u64, _note: &str) {}
    fn end(&mut self, _summary: &str) {}
}

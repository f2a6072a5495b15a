//! A learner and workers as processes over one folder, all of them killed at random moments, end with
//! what one machine makes that nobody disturbs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use togyz_tests::run::{metrics, products, random, text, train, training};
use togyz_tests::{Program, root};

/// How often a process is killed, over all runs of the test.
const KILLS: u32 = 100;
/// The longest that all are let alone at first, milliseconds; from kill to kill a little longer, so that
/// the slowest stage is passed in the end on any machine.
const LONGEST: u64 = 120;
/// After so long the run hangs.
const PATIENCE: Duration = Duration::from_secs(600);

const SETTINGS: [&str; 6] = [
    "--set",
    "run.workers=1",
    "--set",
    "selfplay.games_per_shard=2",
    "--set",
    "evaluation.anchors=[\"random\"]",
];

/// A process that is started again whenever it was killed.
struct Watched {
    arguments: Vec<String>,
    log: PathBuf,
    child: Child,
}

impl Watched {
    fn new(arguments: &[&str], log: PathBuf) -> Watched {
        let arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
        let child = start(&arguments, &log);
        Watched {
            arguments,
            log,
            child,
        }
    }

    fn told(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Whether it has ended, and well.
    fn has_ended(&mut self) -> bool {
        let status = self.child.try_wait().expect("a status");
        if let Some(status) = status {
            assert!(status.success(), "{status}: {}", self.told());
        }
        status.is_some()
    }

    fn kill(&mut self) {
        self.child.kill().expect("a kill");
        self.child.wait().expect("an end");
        self.child = start(&self.arguments, &self.log);
    }
}

/// A failed test leaves no process behind.
impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(arguments: &[String], log: &Path) -> Child {
    let log = fs::File::options().create(true).append(true).open(log);
    let mut command = Program::Train.command(root());
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(log.expect("a log"));
    command.spawn().expect("the program starts")
}

/// The shards that a run learnt from by generation and place, each once.
fn learnt(store: &Path) -> BTreeMap<(String, String), Vec<u8>> {
    let mut learnt = BTreeMap::new();
    for entry in fs::read_dir(store.join("ingested")).expect("lists") {
        let path = entry.expect("an entry").path();
        // What a killed process left half written has another name.
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let list: toml::Table = fs::read_to_string(&path)
            .expect("a list")
            .parse()
            .expect("TOML");
        for name in list["shards"].as_array().expect("names") {
            let name = name.as_str().expect("a name");
            let base = name.strip_prefix("replay/").expect("a shard");
            let mut parts = base.split('-').map(str::to_owned);
            let place = (
                parts.next().expect("a generation"),
                parts.next().expect("a place"),
            );
            let bytes = fs::read(store.join(name)).expect("a shard");
            let twice = learnt.insert(place, bytes);
            assert!(twice.is_none(), "{name} was learnt from twice");
        }
    }
    learnt
}

/// Runs a cluster in `folder` and kills its processes at random moments, at most `most` times; how often
/// the learner and each worker were.
fn disturbed(folder: &Path, most: u32, moments: &mut u64) -> [u32; 4] {
    let at = |name: &str| folder.join(name);
    let (store, run) = (at("store"), at("run"));
    fs::create_dir_all(folder).expect("a folder");
    let shared = ["--store", text(&store), "--poll", "0.05", "--quiet"];
    let mut learner = vec!["learner"];
    learner.extend(shared);
    learner.extend(["--term", "5", "--evaluate", "--keep-shards"]);
    learner.extend(training(&run, &SETTINGS));
    let mut processes = vec![Watched::new(&learner, at("learner.log"))];
    for index in ["0", "1", "2"] {
        let spool = at(&format!("spool{index}"));
        let mut worker = vec!["worker"];
        worker.extend(shared);
        worker.extend(["--index", index, "--threads", "1", "--spool", text(&spool)]);
        processes.push(Watched::new(&worker, at(&format!("worker{index}.log"))));
    }
    let mut kills = [0; 4];
    let begun = Instant::now();
    // The learner ends when all is done, and the workers when they see that.
    while !processes[0].has_ended() {
        let done: u32 = kills.iter().sum();
        let longest = LONGEST + u64::from(done);
        sleep(Duration::from_millis(random(moments, longest)));
        // Three times of six the learner.
        let which = usize::try_from(random(moments, 6)).expect("below 6");
        let which = which.saturating_sub(2);
        if done < most && !processes[which].has_ended() {
            processes[which].kill();
            kills[which] += 1;
        }
        let told = || processes.iter().map(Watched::told).collect::<String>();
        assert!(begun.elapsed() < PATIENCE, "{}", told());
    }
    while !processes.iter_mut().all(Watched::has_ended) {
        sleep(Duration::from_millis(50));
        assert!(begun.elapsed() < PATIENCE, "a worker does not end");
    }
    kills
}

/// Weights, levels and manifests of a run, its games apart.
fn made(run: &Path) -> BTreeMap<String, Vec<u8>> {
    // A learner's folder has none of its own.
    fs::create_dir_all(run.join("replay")).expect("a folder");
    let mut products = products(run);
    products.retain(|name, _| !name.starts_with("replay"));
    products
}

#[test]
fn a_cluster_whose_processes_are_killed_ends_as_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole/run");
    train(&whole, &SETTINGS).exits(0);
    let mut moments = 3;
    let mut kills = [0; 4];
    let mut runs = 0;
    while kills.iter().sum::<u32>() < KILLS {
        runs += 1;
        let cluster = folder.path().join(runs.to_string());
        let left = KILLS - kills.iter().sum::<u32>();
        let more = disturbed(&cluster, left, &mut moments);
        for (sum, more) in kills.iter_mut().zip(more) {
            *sum += more;
        }
        let (store, run) = (cluster.join("store"), cluster.join("run"));
        let (games, found) = (learnt(&whole), learnt(&store));
        assert!(games.keys().eq(found.keys()), "{:?}", found.keys());
        assert!(games == found, "other games after {kills:?} kills");
        let (weights, found) = (made(&whole), made(&run));
        assert!(weights.keys().eq(found.keys()), "{:?}", found.keys());
        for (name, bytes) in &weights {
            assert!(*bytes == found[name], "{name} after {kills:?} kills");
        }
        assert!(
            metrics(&whole) == metrics(&run),
            "other metrics after {kills:?} kills"
        );
        let status = Program::Train.run(root(), &["status", "--store", text(&store)]);
        status
            .exits(0)
            .says(&["finished", "games/h", "workers", "MiB"]);
    }
    println!("{runs} runs; kills of the learner and of each worker: {kills:?}");
    assert!(kills.iter().all(|&kills| kills > 0), "{kills:?}");
}

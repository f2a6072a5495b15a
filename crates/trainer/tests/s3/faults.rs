//! Eight workers and a learner over S3, all of them killed at random moments, with a store that goes away
//! now and then, make what one machine makes that nobody disturbs.
//!
//! `S3_GAMES=N` for the games of a generation: 60 if it is not set, half a minute on two free cores; 600 take some minutes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::server::{BUCKET, Gate, KEY, SECRET, Server, Watched, train};
use crate::{smoke, text};

const WORKERS: usize = 8;
const GENERATIONS: usize = 3;
/// After so long the run hangs.
const PATIENCE: Duration = Duration::from_secs(3600);
/// The learner's `--term`, seconds: outages are shorter and longer.
const TERM: &str = "2";
/// The longest outage, milliseconds.
const OUTAGE: u64 = 4000;
/// The longest time from kill to kill at first, milliseconds; it grows with each, so that the slowest
/// stage is passed in the end on any machine.
const LONGEST: u64 = 600;

/// Random numbers: the moments differ, not from run to run.
struct Moments(u64);

impl Moments {
    fn below(&mut self, limit: u64) -> u64 {
        // Steele, Lea and Flood 2014, splitmix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }

    fn time(&mut self, longest: u64) -> Duration {
        Duration::from_millis(self.below(longest))
    }
}

/// What was done to a run.
#[derive(Debug, Default)]
struct Disturbance {
    kills_of_the_learner: u32,
    folders_lost: u32,
    starts_without_a_store: u32,
    kills_of_workers: Vec<u32>,
    outages: u32,
    away: Duration,
    lasted: Duration,
}

/// A run's config, the same for one machine and for nine processes.
fn settings(games: u64) -> Vec<String> {
    [
        format!("run.generations={GENERATIONS}"),
        "run.workers=1".to_owned(),
        format!("selfplay.bootstrap_games={games}"),
        format!("selfplay.games={games}"),
        format!("selfplay.games_last={games}"),
        "selfplay.games_per_shard=2".to_owned(),
        "replay.min_rows=200".to_owned(),
        "evaluation.every=0".to_owned(),
        "evaluation.anchors=[\"random\"]".to_owned(),
        "evaluation.games_last=2".to_owned(),
    ]
    .into_iter()
    .flat_map(|setting| ["--set".to_owned(), setting])
    .collect()
}

/// Runs a learner and the workers to their end.
fn disturbed(server: &Server, folder: &Path, settings: &[String]) -> Disturbance {
    let at = |name: &str| folder.join(name).display().to_string();
    let gate = Gate::before(server.port);
    let address = format!("s3://{BUCKET}");
    let shared = ["--store", &address, "--poll", "0.2", "--quiet"];
    let (config, run) = (smoke(), at("run"));
    let mut words = vec!["learner", &config, "--run", &run, "--term", TERM];
    words.extend(["--keep-shards"]);
    words.extend(shared);
    words.extend(settings.iter().map(String::as_str));
    let mut learner = Watched::new(gate.port, &words, folder.join("learner.log"));
    let mut workers: Vec<Watched> = (0..WORKERS)
        .map(|index| {
            let (spool, number) = (at(&format!("spool{index}")), index.to_string());
            let mut words = vec!["worker", "--index", &number, "--threads", "1"];
            words.extend(["--spool", &spool]);
            words.extend(shared);
            let log = folder.join(format!("worker{index}.log"));
            Watched::new(gate.port, &words, log)
        })
        .collect();
    let mut moments = Moments(8);
    let mut done = Disturbance::default();
    let (begun, mut kills, mut steps) = (Instant::now(), 0, 0);
    while !learner.has_ended() {
        assert!(begun.elapsed() < PATIENCE, "see {}", learner.log.display());
        sleep(moments.time(LONGEST + 10 * kills));
        // The first two are what a short run might see none of.
        let which = match steps {
            0 => 8,
            1 => 10,
            _ => moments.below(12),
        };
        steps += 1;
        match usize::try_from(which).expect("below 12") {
            // Every fourth time its machine is gone too: what it needs is in the store.
            8..10 if !learner.has_ended() => {
                let lost = moments.below(4) == 0;
                learner.kill(|| {
                    if lost {
                        fs::remove_dir_all(&run).unwrap_or_default();
                    }
                });
                done.folders_lost += u32::from(lost);
                kills += 1;
            }
            10 => {
                let time = moments.time(OUTAGE);
                gate.shut();
                sleep(time);
                gate.open();
                done.outages += 1;
                done.away += time;
            }
            worker if worker < WORKERS && !workers[worker].has_ended() => {
                workers[worker].kill(|| {});
                kills += 1;
            }
            _ => {}
        }
    }
    done.lasted = begun.elapsed();
    while !workers.iter_mut().all(Watched::has_ended) {
        assert!(begun.elapsed() < PATIENCE, "a worker does not end");
        sleep(Duration::from_millis(50));
    }
    done.kills_of_the_learner = learner.kills;
    done.starts_without_a_store = learner.refused;
    done.kills_of_workers = workers.iter().map(|worker| worker.kills).collect();
    done
}

/// The files below a folder by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("below the folder");
            let bytes = fs::read(&path).expect("a file");
            files.insert(name.display().to_string(), bytes);
        }
    }
    files
}

/// Generation and place of a shard.
fn place(name: &str) -> String {
    let base = name.strip_prefix("replay/").expect("a shard");
    base.split('-').take(2).collect::<Vec<_>>().join("-")
}

/// The shards that were learnt from by place, each once.
fn learnt(objects: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, &Vec<u8>> {
    let mut learnt = BTreeMap::new();
    for (name, list) in objects {
        if !name.starts_with("ingested/") {
            continue;
        }
        let list = String::from_utf8_lossy(list);
        let list: toml::Table = list.parse().expect("TOML");
        for name in list["shards"].as_array().expect("names") {
            let name = name.as_str().expect("a name");
            let twice = learnt.insert(place(name), &objects[name]);
            assert!(twice.is_none(), "{name} was learnt from twice");
        }
    }
    learnt
}

/// The models of a learner's folder.
fn models(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<&String, &Vec<u8>> {
    let models = files
        .iter()
        .filter(|(name, _)| name.starts_with("checkpoints/") && name.ends_with(".model"));
    models.collect()
}

#[test]
fn a_cluster_whose_processes_and_store_fail_ends_as_one_machine() {
    let Some(server) = Server::start() else {
        println!("skipped: python3 has no moto[server] here");
        return;
    };
    let games = std::env::var("S3_GAMES").map_or(60, |games| games.parse().expect("a number"));
    let settings = settings(games);
    let folder = tempfile::tempdir().expect("a folder");
    // A model knows the name of its run.
    let whole = folder.path().join("whole/run");
    let alone = Command::new(env!("CARGO_BIN_EXE_train"))
        .args([&smoke(), "--quiet", "--run", &whole.display().to_string()])
        .args(&settings)
        .output()
        .expect("the program starts");
    assert!(alone.status.success(), "{}", text(&alone));
    let whole = files(&whole);

    let cluster = folder.path().join("cluster");
    fs::create_dir_all(&cluster).expect("a folder");
    let done = disturbed(&server, &cluster, &settings);
    let objects = server.names().into_iter();
    let objects: BTreeMap<_, _> = objects
        .map(|name| (name.clone(), server.object(&name)))
        .collect();

    // 1. Every shard that was completed was learnt from, once, and the games are those of one machine.
    let (expected, found) = (learnt(&whole), learnt(&objects));
    assert!(expected.keys().eq(found.keys()), "{:?}", found.keys());
    for (place, shard) in &expected {
        assert!(*shard == found[place], "other games in {place}");
    }
    let shards = games.div_ceil(2) * GENERATIONS as u64;
    assert_eq!(found.len() as u64, shards);
    let completed = objects.keys().filter(|name| name.starts_with("replay/"));
    for name in completed.clone() {
        assert!(*found[&place(name)] == objects[name], "{name}");
    }
    // 2. So are the weights.
    let files = files(&cluster);
    let run = files
        .iter()
        .filter_map(|(name, bytes)| Some((name.strip_prefix("run/")?.to_owned(), bytes.clone())));
    let run: BTreeMap<_, _> = run.collect();
    assert_eq!(models(&whole).len(), GENERATIONS);
    assert!(models(&whole) == models(&run), "other weights");
    // 3. Nothing was damaged, and no credential was written.
    for (name, bytes) in objects.iter().chain(&files) {
        assert!(!name.starts_with("quarantine/"), "{name}");
        for secret in [SECRET, KEY] {
            let mut windows = bytes.windows(secret.len());
            let told = windows.any(|bytes| bytes == secret.as_bytes());
            assert!(!told, "{name} holds a credential");
        }
    }
    let status = train(
        server.port,
        &["status", "--store", &format!("s3://{BUCKET}")],
    )
    .output();
    let status = text(&status.expect("a status"));
    assert!(status.contains("finished"), "{status}");
    println!(
        "{} games in {shards} shards, {} more played in vain; {done:?}",
        games * GENERATIONS as u64,
        completed.count() as u64 - shards
    );
    assert!(
        done.kills_of_the_learner > 0 && done.outages > 0,
        "{done:?}"
    );
}

//! The targets of fuzzing over the committed corpus and over seeded mutations of it.
//!
//! `FUZZ_MUTATIONS=2000000 cargo test --release -p togyz-tests --test fuzz` looks longer;
//! `UPDATE_GOLDEN=1` writes the corpus anew.

mod errors;
mod mutate;
mod seeds;
#[cfg(feature = "trainer")]
mod trained;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use mutate::Mutator;
use peak_alloc::PeakAlloc;
use togyz_tests::root;
use togyz_tests::targets::{TARGETS, Target};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Memory is counted for the whole process, so the tests that count it take turns.
static TURN: Mutex<()> = Mutex::new(());

/// The mutations of all targets together, when nothing else is said.
const MUTATIONS: usize = 100_000;
/// The longest that one input may take: far above what the slowest takes on a busy machine.
const LONGEST: Duration = Duration::from_secs(10);

/// The files of a target's corpus, in the order of their names.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = root().join("fuzz/corpus").join(target.name);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    let read = |path: &PathBuf| std::fs::read(path).expect("a file of the corpus");
    paths.iter().map(read).collect()
}

/// Runs a target on one input and says what is wrong, if anything is.
fn run(target: &Target, bytes: &[u8]) -> Result<(), String> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let begun = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)));
    let taken = begun.elapsed();
    let peak = MEMORY.peak_usage().saturating_sub(before);
    if ended.is_err() {
        Err("panics".to_owned())
    } else if taken > LONGEST {
        Err(format!("takes {taken:?}"))
    } else if peak > target.bound {
        Err(format!("allocates {peak} bytes, above {}", target.bound))
    } else {
        Ok(())
    }
}

/// As [`run`]; what is wrong is kept in a file, to be looked at.
fn check(target: &Target, bytes: &[u8]) {
    // A second look: other tests of this process allocate and take time too.
    if run(target, bytes).is_err()
        && let Err(fault) = run(target, bytes)
    {
        let path = std::env::temp_dir().join(format!("togyz-fuzz-{}", target.name));
        std::fs::write(&path, bytes).expect("a writable folder");
        panic!("{} {fault} on {}", target.name, path.display());
    }
}

#[test]
fn the_corpus_is_read() {
    let _turn = TURN.lock();
    for target in TARGETS {
        for bytes in corpus(target) {
            check(target, &bytes);
            if let Some(accepts) = target.accepts {
                assert!(accepts(&bytes), "{}: a sound file is refused", target.name);
            }
        }
    }
}

#[test]
fn mutations_neither_panic_nor_hang_nor_fill_the_memory() {
    let _turn = TURN.lock();
    let all = match std::env::var("FUZZ_MUTATIONS") {
        Ok(text) => text.parse().expect("a number of mutations"),
        Err(_) => MUTATIONS,
    };
    for (seed, target) in (1..).zip(TARGETS) {
        let corpus = corpus(target);
        let sound: HashSet<&Vec<u8>> = corpus.iter().collect();
        let mut mutator = Mutator::new(&corpus, seed);
        let (begun, count) = (Instant::now(), all.div_ceil(TARGETS.len()));
        let mut refused = 0_usize;
        for _ in 0..count {
            let bytes = mutator.next();
            check(target, &bytes);
            if let Some(accepts) = target.accepts
                && !sound.contains(&bytes)
            {
                assert!(!accepts(&bytes), "{}: damage is accepted", target.name);
                refused += 1;
            }
        }
        println!(
            "{:10} {count} mutations, {refused} damaged files refused, {:.1} s",
            target.name,
            begun.elapsed().as_secs_f64()
        );
    }
}

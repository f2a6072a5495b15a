//! Measures: time to solve the small tables, time a state, time of a probe; with a folder, time to
//! open its tables and of a probe in them.
//!
//! ```sh
//! cargo run --release -p togyz-tables --example figures -- 7 [DIR]
//! ```

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Position, Variant};
use togyz_tables::{Pair, Plan, Storage, TableSet, build};

/// Probes that are timed.
const PROBES: usize = 2_000_000;
/// Probes in a burst.
const BURST: usize = 5_000;

#[expect(clippy::print_stdout, reason = "a program for a person")]
fn main() {
    let most: u8 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(6);
    if let Some(folder) = std::env::args().nth(2) {
        let begun = Instant::now();
        let opened = TableSet::open(folder.as_ref(), Variant::Togyz, u64::MAX, 1);
        let time = begun.elapsed().as_secs_f64();
        let (set, problems) = (opened.tables, opened.problems);
        let bytes = set.bytes();
        println!(
            "{folder}: up to {} balls, {bytes} bytes, opened in {time:.3} s, problems: {problems:?}",
            set.balls()
        );
        return probes(&set, most.min(set.balls()));
    }
    // 0. How often a position is looked at where positions can come again.
    for (variant, balls) in [(Variant::Bestemshe, 14), (Variant::Qozdatu, 10)] {
        evaluations(variant, balls);
    }
    // 1. Solving, from nothing, on one thread.
    for balls in 3..=most {
        let begun = Instant::now();
        let set = TableSet::solved(Variant::Togyz, balls);
        let time = begun.elapsed();
        let positions: u64 = (0..=balls)
            .map(|balls| TableSet::positions(Variant::Togyz, balls))
            .sum();
        println!(
            "n <= {balls}: {positions} positions, {:.3} s, {:.0} ns a position, {} bytes",
            time.as_secs_f64(),
            time.as_secs_f64() * 1e9 / positions as f64,
            set.bytes(),
        );
        // 2. Probing positions anywhere in the table, and one after the other.
        if balls == most {
            probes(&set, balls);
        }
    }
}

#[expect(clippy::print_stdout, reason = "a program for a person")]
fn probes(set: &TableSet, balls: u8) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let pairs: Vec<Pair> = Pair::all(Variant::Togyz).collect();
    let positions: Vec<Position> = (0..PROBES)
        .map(|_| {
            let pair = pairs[rng.random_range(0..pairs.len())];
            set.any(pair, balls, &mut |below| rng.random_range(0..below))
        })
        .collect();
    // Bursts, the least of which no other program has interrupted.
    let mut sum = 0_u64;
    let mut bursts: Vec<f64> = positions
        .chunks(BURST)
        .map(|burst| {
            let begun = Instant::now();
            for position in burst {
                let bounds = set.bounds(black_box(position)).unwrap_or_default();
                sum += u64::from(bounds.own);
            }
            begun.elapsed().as_secs_f64() * 1e9 / burst.len() as f64
        })
        .collect();
    bursts.sort_by(f64::total_cmp);
    println!(
        "a probe of a random position with {balls} balls: {:.1} ns, median {:.1} (sum {sum})",
        bursts[0],
        bursts[bursts.len() / 2]
    );
}

#[expect(clippy::print_stdout, reason = "a program for a person")]
fn evaluations(variant: Variant, balls: u8) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let passes = Mutex::new(Vec::new());
    let plan = Plan {
        variant,
        balls,
        threads: 1,
        storage: Storage::Compressed,
    };
    let begun = Instant::now();
    let report = build(folder.path(), plan, &AtomicBool::new(false), &|done| {
        if let Ok(mut passes) = passes.lock() {
            passes.push(done.passes);
        }
    });
    let report = report.expect("tables in the temporary folder");
    println!(
        "{variant}, 6 to {balls} balls: {} positions, {} evaluations ({:.1} each), passes {:?}, {:.3} s",
        report.solved,
        report.evaluated,
        report.evaluated as f64 / report.solved as f64,
        passes.into_inner().unwrap_or_default(),
        begun.elapsed().as_secs_f64(),
    );
}

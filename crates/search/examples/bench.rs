//! Prints the bench signature; under `perf stat` or `time` it measures the nodes a second.
//!
//! ```text
//! cargo run --release -p togyz-search --example bench -- [DEPTH]
//! ```

#![expect(clippy::print_stdout, reason = "an example tells its result")]

use std::error::Error;

use togyz_search::{BENCH_DEPTH, bench};

fn main() -> Result<(), Box<dyn Error>> {
    let depth = match std::env::args().nth(1) {
        Some(word) => word.parse()?,
        None => BENCH_DEPTH,
    };
    let report = bench(depth);
    for (name, nodes) in report.positions {
        println!("{nodes:>12} {name}");
    }
    println!("{:>12} in all at depth {depth}", report.nodes);
    Ok(())
}

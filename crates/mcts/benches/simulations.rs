//! What a simulation costs with an evaluator that costs next to nothing.
//!
//! `cargo bench -p togyz-mcts`: time for a search from a fresh tree, as simulations a second.

#[path = "../tests/common/mod.rs"]
mod common;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use togyz_mcts::{MctsConfig, PlaySearch};
use togyz_rules::{Game, Variant};

fn simulations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simulations");
    group.sample_size(10);
    let game = Game::new(Variant::Togyz);
    // About 20 ms and about 500 ms.
    for simulations in [25_000_u32, 500_000] {
        group.throughput(Throughput::Elements(u64::from(simulations)));
        let id = BenchmarkId::new("fresh tree", simulations);
        group.bench_function(id, |bencher| {
            let mut search = PlaySearch::new(MctsConfig::default(), common::table);
            bencher.iter(|| {
                search.clear();
                black_box(common::search(&mut search, &game, simulations))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, simulations);
criterion_main!(benches);

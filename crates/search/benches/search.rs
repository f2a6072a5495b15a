//! Nodes a second of the search, and the cost of one evaluation.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use togyz_rules::{Game, Position, Variant};
use togyz_search::{Evaluation, Limits, Searcher, TableEvaluation};

const NODES: u64 = 200_000;

fn nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(NODES));
    let mut searcher = Searcher::new(TableEvaluation::default(), 4 << 20);
    let game = Game::new(Variant::Togyz);
    let never = AtomicBool::new(false);
    group.bench_function("nodes", |bencher| {
        bencher.iter(|| {
            searcher.clear();
            let limits = Limits::nodes(NODES);
            black_box(searcher.search(&game, &limits, &|| Duration::ZERO, &never))
        });
    });
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let evaluation = TableEvaluation::default();
    let position = Position::start(Variant::Togyz);
    criterion.bench_function("evaluation", |bencher| {
        bencher.iter(|| evaluation.evaluate(black_box(&position)));
    });
}

criterion_group!(benches, nodes, evaluation);
criterion_main!(benches);

//! The speed of the rules: `cargo bench -p togyz-rules --bench kernel`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Move, Position, Variant, perft};

const SEED: u64 = 1;

/// Positions of random games, each with one of its moves.
fn positions(count: usize) -> Vec<(Position, Move)> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut found = Vec::with_capacity(count);
    let mut position = Position::start(Variant::Togyz);
    while found.len() < count {
        if position.is_over() {
            position = Position::start(Variant::Togyz);
        }
        let moves = position.legal_moves();
        let index = rng.random_range(0..moves.len());
        if let Some(mv) = moves.iter().nth(index) {
            found.push((position, mv));
            position = position.play_unchecked(mv);
        }
    }
    found
}

fn make_move(criterion: &mut Criterion) {
    let positions = positions(4096);
    let mut group = criterion.benchmark_group("make-move");
    group.throughput(Throughput::Elements(4096));
    group.bench_function("unchecked", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &positions {
                black_box(position.play_unchecked(*mv));
            }
        });
    });
    group.bench_function("traced", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &positions {
                black_box(position.play_traced(*mv));
            }
        });
    });
    group.bench_function("key", |bencher| {
        bencher.iter(|| {
            positions
                .iter()
                .fold(0, |sum, (position, _)| sum ^ position.key())
        });
    });
    group.finish();
}

/// A whole random game with a cheap generator, so that the rules are what is measured.
fn playout(criterion: &mut Criterion) {
    let mut state = SEED;
    criterion.bench_function("playout", |bencher| {
        bencher.iter(|| {
            let mut position = Position::start(Variant::Togyz);
            let mut plies = 0u32;
            // Random play can go round in circles; 2,000 half-moves are far beyond any game seen.
            while !position.is_over() && plies < 2_000 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let moves = position.legal_moves();
                let index = ((state >> 33) * moves.len() as u64) >> 31;
                let mut rest = moves.iter();
                let mv = usize::try_from(index)
                    .ok()
                    .and_then(|index| rest.nth(index));
                if let Some(mv) = mv {
                    position = position.play_unchecked(mv);
                }
                plies += 1;
            }
            black_box((position, plies))
        });
    });
}

fn count_sequences(criterion: &mut Criterion) {
    let start = Position::start(Variant::Togyz);
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(perft(&start, 7)));
    group.bench_function("7", |bencher| bencher.iter(|| perft(black_box(&start), 7)));
    group.finish();
}

criterion_group!(kernel, make_move, playout, count_sequences);
criterion_main!(kernel);

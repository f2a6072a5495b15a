//! The time of one forward pass, by kernel and trunk, and of its parts.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_model::{Features, Kernel, Model, ModelHeader, RawOutput, Scratch, Weights};
use togyz_rules::{Position, Variant};

/// Positions of random games, in the order they arose.
fn positions(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut positions = Vec::with_capacity(count);
    let mut position = Position::start(Variant::Togyz);
    while positions.len() < count {
        if position.is_over() {
            position = Position::start(Variant::Togyz);
        }
        positions.push(position);
        let moves = position.legal_moves();
        let nth = rng.random_range(0..moves.len());
        if let Some(mv) = moves.iter().nth(nth) {
            position = position.play_unchecked(mv);
        }
    }
    positions
}

fn forward(criterion: &mut Criterion) {
    let positions = positions(1024);
    let features: Vec<Features> = positions.iter().map(Features::of).collect();
    let mut scratch = Scratch::new();
    let mut output = RawOutput::default();

    for trunk in [&[128, 32, 32][..], &[256, 32, 32], &[512, 32, 32]] {
        for kernel in Kernel::available() {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let weights = Weights::random(trunk, &mut rng);
            let model = Model::new(ModelHeader::new(trunk), weights)
                .expect("random weights are within bounds")
                .with_kernel(kernel);
            let mut next = features.iter().cycle();
            criterion.bench_function(&format!("forward {trunk:?} {}", kernel.name()), |bench| {
                bench.iter(|| {
                    let features = next.next().expect("the iterator has no end");
                    model.forward(&mut scratch, features, &mut output);
                    black_box(&output);
                });
            });
        }
    }

    let mut next = positions.iter().cycle();
    criterion.bench_function("features", |bench| {
        bench.iter(|| Features::of(black_box(next.next().expect("the iterator has no end"))));
    });
    let mut next = positions.iter().cycle();
    criterion.bench_function("softmax", |bench| {
        bench.iter(|| {
            let position = next.next().expect("the iterator has no end");
            black_box(&output).prediction(position.legal_moves())
        });
    });
}

criterion_group!(benches, forward);
criterion_main!(benches);

//! The time of one forward pass, by kernel and trunk, and of what surrounds it.
//!
//! Each sample is the least of many short bursts, so that other work on the machine, which can only
//! add time, hardly shows.

use std::hint::black_box;
use std::time::{Duration, Instant};

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

/// Calls that are timed together: long against the clock's own cost, short against a time slice.
const BURST: u32 = 64;

/// The time of `calls` calls of `call`, were they all as quick as those of the quickest burst. Each
/// call gets the next of the items.
fn least<T>(calls: u64, items: &[T], mut call: impl FnMut(&T)) -> Duration {
    let mut items = items.iter().cycle();
    let bursts = calls.div_ceil(BURST.into());
    let least = (0..bursts).map(|_| {
        let start = Instant::now();
        for item in items.by_ref().take(BURST as usize) {
            call(item);
        }
        start.elapsed()
    });
    least
        .min()
        .unwrap_or_default()
        .mul_f64(calls as f64 / f64::from(BURST))
}

fn forward(criterion: &mut Criterion) {
    let positions = positions(4096);
    let features: Vec<Features> = positions.iter().map(Features::of).collect();
    let mut scratch = Scratch::new();
    let mut output = RawOutput::default();

    for trunk in [&[128, 32, 32][..], &[256, 32, 32], &[512, 32, 32]] {
        for kernel in Kernel::available() {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let weights = Weights::random(trunk, &mut rng);
            let floats = Model::new(ModelHeader::new(trunk), weights)
                .expect("random weights are within bounds")
                .with_kernel(kernel);
            let integers = floats.quantized().expect("a sound model");
            for (numbers, model) in [("f32", floats), ("int16", integers)] {
                let name = format!("{trunk:?} {numbers} {}", kernel.name());
                criterion.bench_function(&format!("forward {name}"), |bench| {
                    bench.iter_custom(|calls| {
                        least(calls, &features, |features| {
                            model.forward(&mut scratch, features, &mut output);
                            black_box(&output);
                        })
                    });
                });
                criterion.bench_function(&format!("predict {name}"), |bench| {
                    bench.iter_custom(|calls| {
                        least(calls, &positions, |position| {
                            let _ = black_box(model.predict(&mut scratch, position));
                        })
                    });
                });
            }
        }
    }
    criterion.bench_function("features", |bench| {
        bench.iter_custom(|calls| {
            least(calls, &positions, |position| {
                black_box(Features::of(position));
            })
        });
    });
    criterion.bench_function("softmax", |bench| {
        bench.iter_custom(|calls| {
            least(calls, &positions, |position| {
                black_box(black_box(&output).prediction(position.legal_moves()));
            })
        });
    });
}

criterion_group!(benches, forward);
criterion_main!(benches);

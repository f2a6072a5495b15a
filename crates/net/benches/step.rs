//! Samples a second on one core: the forward pass, the gradients by burn alone and as a step takes
//! them, and whole training steps, by trunk and batch.
//!
//! `cargo bench -p togyz-net --bench step`. Without criterion: where Linux tells how long the thread
//! really ran, that is what is taken, so that the figures hold on a machine that is shared.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Instant;

use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams};
use common::random_batch;
use togyz_net::{DeviceConfig, LossWeights, Losses, NetConfig, device};

/// Milliseconds this thread has run, without waiting; it moves on in ticks of the system.
fn ran() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e6)
}

/// Milliseconds of a run: the mean over about a third of a second, after 3 that do not count.
fn mean(mut run: impl FnMut()) -> f64 {
    (0..3).for_each(|_| run());
    let (begun, before) = (Instant::now(), ran());
    let mut runs = 0;
    loop {
        run();
        runs += 1;
        let spent = match (before, ran()) {
            (Some(before), Some(now)) => now - before,
            _ => begun.elapsed().as_secs_f64() * 1e3,
        };
        if spent > 350.0 {
            return spent / f64::from(runs);
        }
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark's result")]
fn main() {
    let device = device(DeviceConfig::Flex).expect("compiled in").autodiff();
    println!(
        "trunk            batch  upload  forward  by burn  gradients  AdamW   whole ms  samples/s"
    );
    for trunk in [vec![128, 32, 32], vec![256, 32, 32]] {
        for size in [512, 1024, 4096] {
            let config = NetConfig {
                captures: true,
                trunk: trunk.clone(),
                auxiliary: true,
            };
            let mut net = config.init(&device, 1).expect("a valid trunk");
            let mut optimizer = AdamWConfig::new().init();
            let batch = random_batch(size);
            let upload = mean(|| drop(black_box(batch.to_device(&device))));
            let targets = batch.to_device(&device);
            let weights = LossWeights::default();
            let plain = net.valid();
            let inner = batch.to_device(&device.clone().without_autodiff());
            let forward = mean(|| drop(black_box(plain.forward(inner.features()))));
            let loss = |net: &togyz_net::Net| {
                Losses::compute(net.forward(targets.features()), &targets, &weights)
            };
            let by_burn = mean(|| {
                let gradients = GradientsParams::from_grads(loss(&net).total.backward(), &net);
                drop(black_box(gradients));
            });
            let gradients = |net: &togyz_net::Net| {
                let (_, gradients) = net
                    .gradients(&batch, &device, &weights)
                    .expect("a processor");
                gradients
            };
            let both = mean(|| drop(black_box(gradients(&net))));
            let whole = mean(|| {
                let gradients = gradients(&net);
                net = optimizer.step(1e-4, net.clone(), gradients);
            });
            println!(
                "{:<16} {size:>5} {upload:>7.2} {forward:>8.2} {by_burn:>8.2} {both:>10.2} {:>6.2} {whole:>10.2} {:>10.0}",
                format!("{trunk:?}"),
                whole - both,
                size as f64 / (whole / 1e3),
            );
        }
    }
}

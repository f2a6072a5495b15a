//! The same few steps on burn-ndarray and on burn-flex lead to the same network.
//!
//! `cargo test -p togyz-net --features ndarray`; without the feature there is nothing to compare.
#![cfg(feature = "ndarray")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod common;

use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams};
use common::random_batch;
use togyz_model::Weights;
use togyz_net::{DeviceConfig, LossWeights, Losses, NetConfig, device};

/// About a game.
const POSITIONS: usize = 128;

/// Losses of each step and the weights after the last.
fn train(backend: DeviceConfig, steps: usize) -> (Vec<f32>, Weights) {
    let device = device(backend).unwrap().autodiff();
    let config = NetConfig {
        captures: true,
        trunk: vec![32, 16],
        auxiliary: true,
    };
    let mut net = config.init(&device, 9).unwrap();
    let mut optimizer = AdamWConfig::new().init();
    let targets = random_batch(POSITIONS).to_device(&device);
    let mut losses = Vec::new();
    for _ in 0..steps {
        let output = net.forward(targets.features());
        let loss = Losses::compute(output, &targets, &LossWeights::default());
        losses.push(Losses::read(&loss).unwrap().total);
        let gradients = GradientsParams::from_grads(loss.total.backward(), &net);
        net = optimizer.step(1e-3, net, gradients);
    }
    (losses, net.valid().export().unwrap())
}

#[test]
fn ndarray_learns_what_flex_learns() {
    let (ndarray, ndarray_weights) = train(DeviceConfig::Ndarray, 5);
    let (flex, flex_weights) = train(DeviceConfig::Flex, 5);
    assert!(flex[4] < flex[0], "{flex:?}");
    for (a, b) in ndarray.iter().zip(&flex) {
        assert!((a - b).abs() < 1e-4, "{ndarray:?} {flex:?}");
    }
    // AdamW's first steps go by the sign of a gradient, so rounding can turn a weight whose
    // gradient is almost 0: few may differ, and none by more than the steps taken.
    let pairs = ndarray_weights.table.iter().zip(&flex_weights.table);
    let apart: Vec<f32> = pairs.map(|(a, b)| (a - b).abs()).collect();
    let far = apart
        .iter()
        .filter(|&&difference| difference > 1e-4)
        .count();
    assert!(far * 100 < apart.len(), "{far} of {}", apart.len());
    assert!(apart.iter().all(|&difference| difference < 2e-2));
}

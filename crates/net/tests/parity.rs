//! The network in burn and the exported model say the same.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use burn::tensor::Tensor;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use togyz_model::{Features, Model, ModelHeader, RawOutput, Scratch};
use togyz_net::{Batch, DeviceConfig, Example, Net, NetConfig, device};
use togyz_rules::{Game, Position, Variant};

/// Positions of random games.
fn positions(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new(Variant::Togyz);
        while !game.position().is_over() && positions.len() < count {
            positions.push(*game.position());
            let moves: Vec<_> = game.position().legal_moves().iter().collect();
            let chosen = moves[rng.next_u32() as usize % moves.len()];
            game.play_on(chosen).unwrap();
        }
    }
    positions
}

fn batch(positions: &[Position]) -> Batch {
    let mut batch = Batch::default();
    for position in positions {
        batch.push(&Example {
            features: Features::of(position),
            legal: position.legal_moves(),
            policy: None,
            wdl: None,
            margin: None,
            reply: None,
            yields: None,
            weight: 1.0,
        });
    }
    batch
}

/// Policy, wdl and margin of each position, by burn.
fn by_burn(net: &Net, positions: &[Position]) -> Vec<Vec<f32>> {
    let device = device(DeviceConfig::Flex).unwrap();
    let output = net.forward(batch(positions).to_device(&device).features());
    let all = Tensor::cat(vec![output.policy, output.wdl, output.margin], 1);
    let values = all.into_data().try_into_vec::<f32>().unwrap();
    values.chunks(13).map(<[f32]>::to_vec).collect()
}

fn check(what: &str, burn: &[f32], raw: &RawOutput) {
    let ours = raw.policy.iter().chain(&raw.wdl).chain([&raw.margin]);
    for (index, (a, b)) in burn.iter().zip(ours).enumerate() {
        assert!((a - b).abs() < 1e-4, "{what}, output {index}: {a} {b}");
    }
}

#[test]
fn the_export_says_what_the_network_says() {
    let positions = positions(1000);
    let distinct: std::collections::HashSet<_> = positions.iter().map(Features::of).collect();
    assert!(distinct.len() > 900);
    for (captures, trunk, auxiliary) in [(true, vec![64, 32, 32], true), (false, vec![32], false)] {
        let config = NetConfig {
            captures,
            trunk,
            auxiliary,
        };
        let net = config
            .init(&device(DeviceConfig::Flex).unwrap(), 5)
            .unwrap();
        let widths: Vec<u32> = config
            .trunk
            .iter()
            .map(|&w| u32::try_from(w).unwrap())
            .collect();
        let header = ModelHeader {
            feature_version: config.features().version(),
            ..ModelHeader::new(&widths)
        };
        let model = Model::new(header, net.export().unwrap()).unwrap();
        let features: Vec<_> = positions.iter().map(Features::of).collect();
        let mut scratch = Scratch::new();
        // Batch n on both sides.
        let burn = by_burn(&net, &positions);
        let mut outputs = vec![RawOutput::default(); positions.len()];
        model.forward_batch(&mut scratch, &features, &mut outputs);
        for (burn, raw) in burn.iter().zip(&outputs) {
            check("batch", burn, raw);
        }
        // Batch 1 on both sides.
        for (position, features) in positions.iter().zip(&features) {
            let burn = by_burn(&net, std::slice::from_ref(position));
            let mut raw = RawOutput::default();
            model.forward(&mut scratch, features, &mut raw);
            check("single", &burn[0], &raw);
        }
    }
}

#[test]
fn a_large_batch_is_its_pieces() {
    let positions = positions(3000);
    let config = NetConfig {
        trunk: vec![256, 8],
        auxiliary: false,
        ..NetConfig::default()
    };
    let net = config
        .init(&device(DeviceConfig::Flex).unwrap(), 5)
        .unwrap();
    let whole = by_burn(&net, &positions);
    let parts: Vec<_> = positions
        .chunks(100)
        .flat_map(|part| by_burn(&net, part))
        .collect();
    assert_eq!(whole.len(), parts.len());
    for (a, b) in whole.iter().flatten().zip(parts.iter().flatten()) {
        assert!((a - b).abs() < 1e-5, "{a} {b}");
    }
}

//! The learner on small nets and random games.

use burn::optim::GradientsParams;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use togyz_model::{Features, Weights};
use togyz_net::{Batch, DeviceConfig, Example, NetConfig, device};
use togyz_rules::{Game, Variant};

use super::*;

fn config() -> LearnerConfig {
    LearnerConfig {
        net: NetConfig {
            captures: true,
            trunk: vec![16, 8],
            auxiliary: true,
        },
        average_decay: 0.9,
        ..LearnerConfig::default()
    }
}

fn learner(config: &LearnerConfig, seed: u64) -> Learner {
    Learner::new(config, &device(DeviceConfig::Flex).unwrap(), seed).unwrap()
}

/// Positions of a random game, with targets that are a function of the position.
fn batch(seed: u64, count: usize) -> Batch {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut batch = Batch::default();
    while batch.len() < count {
        let mut game = Game::new(Variant::Togyz);
        while !game.position().is_over() && batch.len() < count {
            let position = *game.position();
            let moves: Vec<_> = position.legal_moves().iter().collect();
            let chosen = moves[rng.next_u32() as usize % moves.len()];
            let mut policy = [0.0; 9];
            policy[moves[0].index()] = 1.0;
            batch.push(&Example {
                features: Features::of(&position),
                legal: position.legal_moves(),
                policy: Some(policy),
                wdl: Some(if position.own_kazan() > position.other_kazan() {
                    [1.0, 0.0, 0.0]
                } else {
                    [0.0, 0.0, 1.0]
                }),
                margin: Some(f32::from(position.own_kazan()) - f32::from(position.other_kazan())),
                reply: Some(chosen),
                yields: Some(0b11),
                weight: 1.0,
            });
            game.play_on(chosen).unwrap();
        }
    }
    batch
}

/// Steps `from..to` of 20, each with its own batch.
fn train(learner: &mut Learner, from: u64, to: u64) {
    for step in from..to {
        learner.step(&batch(step, 32), step as f64 / 20.0).unwrap();
    }
}

/// The weights that the last step left, not averaged.
fn last(learner: &Learner) -> Weights {
    learner.net.valid().export().unwrap()
}

fn bits(weights: &Weights) -> Vec<u32> {
    let dense = weights.layers.iter();
    let dense = dense.chain([&weights.policy, &weights.wdl, &weights.margin]);
    let dense = dense.flat_map(|layer| layer.weight.iter().chain(&layer.bias));
    let first = weights.table.iter().chain(&weights.bias);
    first.chain(dense).map(|value| value.to_bits()).collect()
}

#[test]
fn learns_a_small_set_by_heart() {
    let config = LearnerConfig {
        schedule: Schedule {
            peak: 1e-2,
            ..Schedule::default()
        },
        ..config()
    };
    let mut learner = learner(&config, 1);
    let set = batch(1, 64);
    let first = learner.step(&set, 0.1).unwrap().losses;
    for _ in 0..200 {
        learner.step(&set, 0.1).unwrap();
    }
    let last = learner.step(&set, 0.1).unwrap().losses;
    assert!(last.policy < 0.2 * first.policy, "{first:?} {last:?}");
    assert!(last.wdl < 0.2 * first.wdl, "{first:?} {last:?}");
    assert!(last.yields < 0.2 * first.yields, "{first:?} {last:?}");
    assert!(last.margin < 0.5 * first.margin, "{first:?} {last:?}");
}

#[test]
fn resumed_is_the_same_as_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.train");
    let mut whole = learner(&config(), 3);
    train(&mut whole, 0, 12);

    let mut first = learner(&config(), 3);
    train(&mut first, 0, 5);
    first.save(&path).unwrap();
    let mut second = Learner::load(&path, &config(), &device(DeviceConfig::Flex).unwrap()).unwrap();
    assert_eq!(second.steps(), 5);
    train(&mut second, 5, 12);

    assert_eq!(
        bits(&whole.export().unwrap()),
        bits(&second.export().unwrap())
    );
    assert_eq!(bits(&last(&whole)), bits(&last(&second)));
    // Another seed gives other weights, so the comparison can fail.
    let mut other = learner(&config(), 4);
    train(&mut other, 0, 12);
    assert_ne!(
        bits(&whole.export().unwrap()),
        bits(&other.export().unwrap())
    );
}

#[test]
fn damaged_and_foreign_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.train");
    let mut learner = learner(&config(), 3);
    train(&mut learner, 0, 1);
    learner.save(&path).unwrap();
    let flex = device(DeviceConfig::Flex).unwrap();

    let wider = LearnerConfig {
        net: NetConfig {
            captures: true,
            trunk: vec![32, 8],
            auxiliary: true,
        },
        ..config()
    };
    let error = Learner::load(&path, &wider, &flex).unwrap_err();
    assert!(matches!(error, LearnerError::OtherNet { .. }), "{error}");
    assert!(error.to_string().contains("[16, 8]"), "{error}");

    let whole = std::fs::read(&path).unwrap();
    for place in [0, 20, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        let error = Learner::load(&path, &config(), &flex).unwrap_err();
        assert!(matches!(error, LearnerError::File(_)), "{place}: {error}");
    }
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let mut learner = learner(&config(), 5);
    train(&mut learner, 0, 2);
    let before = (bits(&learner.export().unwrap()), bits(&last(&learner)));
    let example = |margin| {
        let start = togyz_rules::Position::start(Variant::Togyz);
        Example {
            features: Features::of(&start),
            legal: start.legal_moves(),
            policy: None,
            wdl: None,
            margin: Some(margin),
            reply: None,
            yields: None,
            weight: 1.0,
        }
    };
    for margin in [f32::NAN, f32::INFINITY] {
        let mut bad = batch(9, 8);
        bad.push(&example(margin));
        let error = learner.step(&bad, 0.5).unwrap_err();
        assert!(
            matches!(error, LearnerError::NotFinite { step: 2, .. }),
            "{error}"
        );
    }
    assert!(matches!(
        learner.step(&Batch::default(), 0.5),
        Err(LearnerError::Empty)
    ));
    let after = (bits(&learner.export().unwrap()), bits(&last(&learner)));
    assert_eq!(before, after);
    train(&mut learner, 2, 3);
}

#[test]
fn a_step_to_weights_that_are_no_numbers_is_not_made() {
    let mut config = config();
    config.schedule.peak = 1e40;
    let mut learner = learner(&config, 5);
    let before = bits(&last(&learner));
    let error = learner.step(&batch(9, 8), 0.5).unwrap_err().to_string();
    assert!(error.contains("a weight is not a finite number"), "{error}");
    assert_eq!(before, bits(&last(&learner)));
}

#[test]
fn gradients_are_clipped_by_their_common_norm() {
    let config = config();
    let learner = learner(&config, 6);
    let targets = batch(2, 16).to_device(&learner.device);
    let gradients = || {
        let output = learner.net.forward(targets.features());
        let loss = Losses::compute(output, &targets, &config.loss);
        GradientsParams::from_grads(loss.total.backward(), &learner.net)
    };
    let (_, norm) = gradients::clip(gradients(), &learner.net, f32::MAX).unwrap();
    let (clipped, same) = gradients::clip(gradients(), &learner.net, norm / 4.0).unwrap();
    assert!((norm - same).abs() < 1e-6);
    let (_, quarter) = gradients::clip(clipped, &learner.net, f32::MAX).unwrap();
    assert!(
        (quarter - norm / 4.0).abs() < 1e-4 * norm,
        "{norm} {quarter}"
    );
}

#[test]
fn the_average_is_a_weighted_mean() {
    let mut learner = learner(&config(), 7);
    let start = learner.export().unwrap();
    train(&mut learner, 0, 1);
    let stepped = last(&learner);
    let average = learner.export().unwrap();
    let keep = average_keep(0.9, 0);
    for ((a, b), mean) in start.table.iter().zip(&stepped.table).zip(&average.table) {
        assert!(
            (keep * a + (1.0 - keep) * b - mean).abs() < 1e-6,
            "{a} {b} {mean}"
        );
    }
}

#[test]
fn decay_leaves_biases_alone() {
    let learner = learner(&config(), 8);
    // The table's, the layer's, the heads'.
    assert_eq!(gradients::biases(&learner.net).len(), 3);
}

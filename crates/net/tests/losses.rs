//! Losses and gradients against what a pencil says.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use burn::tensor::{Tensor, TensorData};
use togyz_model::Features;
use togyz_net::{
    AuxiliaryOutput, Batch, DeviceConfig, Example, LossWeights, Losses, NetConfig, NetError,
    NetOutput, device,
};
use togyz_rules::{BySide, Move, MoveSet, Position, Setup, Side, Variant};

/// Only holes 1 and 9 of the side to move hold balls.
fn position() -> Position {
    let mut rows = BySide::from_fn(|_| [0; 9]);
    (rows[Side::Bastaushy][0], rows[Side::Bastaushy][8]) = (10, 6);
    rows[Side::Kostaushy][2] = 6;
    let setup = Setup {
        variant: Variant::Togyz,
        rows,
        kazans: BySide::from_fn(|_| 70),
        tuzdiks: BySide::from_fn(|_| Default::default()),
        side_to_move: Side::Bastaushy,
    };
    setup.build().unwrap()
}

fn legal() -> MoveSet {
    position().legal_moves()
}

fn empty(weight: f32) -> Example {
    Example {
        features: Features::of(&position()),
        legal: legal(),
        policy: None,
        wdl: None,
        margin: None,
        reply: None,
        yields: None,
        weight,
    }
}

/// Rows of the batch are equal.
fn output(batch: usize, policy: [f32; 9], wdl: [f32; 3], margin: f32) -> (NetOutput, Tensor<2>) {
    let device = device(DeviceConfig::Flex).unwrap().autodiff();
    let rows = |values: &[f32]| {
        let data = TensorData::new(values.repeat(batch), [batch, values.len()]);
        Tensor::<2>::from_data(data, &device)
    };
    let policy = rows(&policy).require_grad();
    let output = NetOutput {
        policy: policy.clone(),
        wdl: rows(&wdl),
        margin: rows(&[margin]),
        auxiliary: Some(AuxiliaryOutput {
            reply: rows(&[0.0; 9]),
            yields: rows(&[1.0; 18]),
        }),
    };
    (output, policy)
}

fn losses(examples: &[Example], output: NetOutput) -> Losses {
    let mut batch = Batch::default();
    examples.iter().for_each(|example| batch.push(example));
    let device = device(DeviceConfig::Flex).unwrap().autodiff();
    let targets = batch.to_device(&device);
    Losses::read(&Losses::compute(output, &targets, &LossWeights::default())).unwrap()
}

#[test]
fn one_example_by_hand() {
    let mut policy = [0.0; 9];
    (policy[0], policy[8]) = (0.75, 0.25);
    let example = Example {
        policy: Some(policy),
        wdl: Some([1.0, 0.0, 0.0]),
        margin: Some(20.0),
        reply: Some(Move::from_index(2).unwrap()),
        yields: Some(0b1),
        ..empty(3.0)
    };
    // Illegal holes have the largest logits: they must not count.
    let logits = [1.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 0.0];
    let (output, _) = output(1, logits, [0.0; 3], 0.0);
    let found = losses(&[example], output);
    let e = std::f32::consts::E;
    let first = (e / (e + 1.0)).ln();
    let other = (1.0 / (e + 1.0)).ln();
    // A logit of 1 says a capture with probability e / (e + 1).
    let expected = [
        (found.policy, -(0.75 * first + 0.25 * other)),
        (found.wdl, 3.0_f32.ln()),
        (found.margin, 0.5 * 0.5 * 0.5),
        (found.reply, 9.0_f32.ln()),
        (found.yields, -(first + 17.0 * other) / 18.0),
    ];
    for (index, (found, expected)) in expected.into_iter().enumerate() {
        assert!(
            (found - expected).abs() < 1e-5,
            "head {index}: {found} {expected}"
        );
    }
    let w = LossWeights::default();
    let total = w.policy * found.policy
        + w.wdl * found.wdl
        + w.margin * found.margin
        + w.reply * found.reply
        + w.yields * found.yields;
    assert!((found.total - total).abs() < 1e-5);
}

#[test]
fn far_margins_count_linearly() {
    for (balls, expected) in [(40.0, 0.5), (80.0, 1.5), (-120.0, 2.5)] {
        let example = Example {
            margin: Some(balls),
            ..empty(1.0)
        };
        let (output, _) = output(1, [0.0; 9], [0.0; 3], 0.0);
        let found = losses(&[example], output).margin;
        assert!(
            (found - expected).abs() < 1e-5,
            "{balls}: {found} {expected}"
        );
    }
}

#[test]
fn a_missing_target_does_not_dilute_the_others() {
    let with = |wdl, weight| Example {
        wdl: Some(wdl),
        ..empty(weight)
    };
    let (win, loss) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    let logits = [1.0, 0.0, 0.0];
    let of = |examples: &[Example]| {
        let (output, _) = output(examples.len(), [0.0; 9], logits, 0.0);
        losses(examples, output)
    };
    let both = of(&[with(win, 1.0), with(loss, 3.0)]);
    let padded = of(&[with(win, 1.0), empty(5.0), with(loss, 3.0), empty(1.0)]);
    assert!((both.wdl - padded.wdl).abs() < 1e-6);
    // Weights 1 and 3: three quarters of the loss is the second's.
    let (a, b) = (of(&[with(win, 1.0)]).wdl, of(&[with(loss, 1.0)]).wdl);
    assert!((both.wdl - (0.25 * a + 0.75 * b)).abs() < 1e-6);
    // No target at all: no loss, not a division by zero.
    assert_eq!(of(&[empty(1.0)]), Losses::default());
    assert!(a < b);
}

#[test]
fn illegal_moves_get_no_gradient() {
    let mut policy = [0.0; 9];
    policy[8] = 1.0;
    let example = Example {
        policy: Some(policy),
        ..empty(1.0)
    };
    let mut batch = Batch::default();
    batch.push(&example);
    let device = device(DeviceConfig::Flex).unwrap().autodiff();
    let targets = batch.to_device(&device);
    let (output, logits) = output(1, [0.5; 9], [0.0; 3], 0.0);
    let loss = Losses::compute(output, &targets, &LossWeights::default());
    let gradient = logits.grad(&loss.total.backward()).unwrap();
    let gradient = gradient.into_data().try_into_vec::<f32>().unwrap();
    for (index, value) in gradient.iter().enumerate() {
        let expected = match index {
            0 => 0.5,
            8 => -0.5,
            _ => 0.0,
        };
        assert!((value - expected).abs() < 1e-6, "{index}: {value}");
    }
}

#[test]
fn impossible_networks_are_refused() {
    let flex = device(DeviceConfig::Flex).unwrap();
    for trunk in [vec![], vec![0], vec![64, 1 << 20], vec![8; 9]] {
        let config = NetConfig {
            captures: true,
            trunk: trunk.clone(),
            auxiliary: true,
        };
        let error = config.init(&flex, 1).unwrap_err();
        assert!(
            matches!(&error, NetError::Trunk(found) if *found == trunk),
            "{error}"
        );
    }
}

#[test]
fn same_seed_same_weights() {
    let flex = device(DeviceConfig::Flex).unwrap();
    let config = NetConfig {
        captures: true,
        trunk: vec![16, 8],
        auxiliary: true,
    };
    let export = |seed| config.init(&flex, seed).unwrap().export().unwrap();
    assert_eq!(export(1), export(1));
    assert_ne!(export(1), export(2));
}

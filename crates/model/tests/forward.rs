//! The kernels compute what the weights say.

mod common;

use common::{model, random_game};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use togyz_model::{
    Dense, FeatureSet, Features, Kernel, Model, ModelHeader, ROWS, RawOutput, Scratch, Weights,
};
use togyz_rules::{Position, Variant};

/// The forward pass in f64, straight from the weights: slow, and obviously what is meant.
fn reference(weights: &Weights, features: &Features) -> Vec<f64> {
    let width = weights.bias.len();
    let mut values: Vec<f64> = weights.bias.iter().map(|&b| f64::from(b)).collect();
    for &row in features.rows() {
        let from = usize::from(row) * width;
        for (value, &weight) in values.iter_mut().zip(&weights.table[from..from + width]) {
            *value += f64::from(weight);
        }
    }
    let relu = |values: Vec<f64>| values.into_iter().map(|v| v.max(0.0)).collect();
    values = relu(values);
    for layer in &weights.layers {
        values = relu(dense(layer, &values));
    }
    [&weights.policy, &weights.wdl, &weights.margin]
        .map(|head| dense(head, &values))
        .concat()
}

fn dense(layer: &Dense, input: &[f64]) -> Vec<f64> {
    let rows = layer.weight.chunks_exact(layer.inputs as usize);
    rows.zip(&layer.bias)
        .map(|(row, &bias)| {
            let products = row.iter().zip(input).map(|(&w, x)| f64::from(w) * x);
            f64::from(bias) + products.sum::<f64>()
        })
        .collect()
}

fn all(output: &RawOutput) -> Vec<f32> {
    [&output.policy[..], &output.wdl, &[output.margin]].concat()
}

fn check_kernels(trunk: &[u32], seed: u64) {
    let positions = random_game(Variant::Togyz, seed);
    let features: Vec<Features> = positions.iter().map(Features::of).collect();
    let mut scratch = Scratch::new();
    let mut wide: Option<Vec<RawOutput>> = None;
    for kernel in Kernel::available() {
        let model = model(trunk, seed).with_kernel(kernel);
        let mut outputs = vec![RawOutput::default(); features.len()];
        model.forward_batch(&mut scratch, &features, &mut outputs);
        for (features, output) in features.iter().zip(&outputs) {
            let expected = reference(model.weights(), features);
            for (found, expected) in all(output).into_iter().zip(expected) {
                let error = (f64::from(found) - expected).abs();
                assert!(
                    error < 1e-5,
                    "{} {trunk:?}: {found} {expected}",
                    kernel.name()
                );
            }
            // Batch 1 gives the same bits.
            let mut alone = RawOutput::default();
            model.forward(&mut scratch, features, &mut alone);
            assert_eq!(&alone, output, "{} {trunk:?}", kernel.name());
        }
        // AVX2 and AVX-512 agree bit for bit.
        if kernel.name() != "portable" {
            let first = wide.get_or_insert_with(|| outputs.clone());
            assert_eq!(first, &outputs, "{} {trunk:?}", kernel.name());
        }
    }
}

#[test]
fn kernels_equal_the_reference() {
    // Widths on, below and above whole lines and register blocks; trunks of every depth.
    let trunks: [&[u32]; 9] = [
        &[256, 32, 32],
        &[128, 32, 32],
        &[1],
        &[16],
        &[17, 5],
        &[100, 33, 7, 48],
        &[160, 64, 1, 16],
        &[272, 31],
        &[8, 8, 8, 8, 8, 8, 8, 8],
    ];
    for (seed, trunk) in (0..).zip(trunks) {
        check_kernels(trunk, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_trunk(trunk in prop::collection::vec(1_u32..150, 1..5), seed in any::<u64>()) {
        check_kernels(&trunk, seed);
    }
}

#[test]
fn one_scratch_serves_models_of_any_size() {
    let features = Features::of(&Position::start(Variant::Togyz));
    let mut shared = Scratch::new();
    for trunk in [&[16][..], &[300, 20], &[32], &[256, 32, 32]] {
        let model = model(trunk, 5);
        let (mut first, mut second) = (RawOutput::default(), RawOutput::default());
        model.forward(&mut shared, &features, &mut first);
        model.forward(&mut Scratch::new(), &features, &mut second);
        assert_eq!(first, second, "{trunk:?}");
    }
}

/// A net small enough to compute in the head: two units that count balls and look at the kazan.
#[test]
fn a_net_computed_by_hand() {
    let mut table = vec![0.0; ROWS * 2];
    for slot in 0..9 {
        for balls in 0..32_u8 {
            let row = slot * 64 + usize::from(balls);
            table[row * 2] = f32::from(balls);
        }
    }
    for kazan in 0..84_u8 {
        table[(1152 + usize::from(kazan)) * 2 + 1] = f32::from(kazan);
    }
    let head = |outputs: u32, weight: Vec<f32>, bias: Vec<f32>| Dense {
        inputs: 2,
        outputs,
        weight,
        bias,
    };
    let weights = Weights {
        table,
        // Unit 0: own balls on the board less 80. Unit 1: own kazan less 5.
        bias: vec![-80.0, -5.0],
        layers: vec![],
        policy: head(9, (0_u8..18).map(f32::from).collect(), vec![0.5; 9]),
        wdl: head(3, vec![1.0, 0.0, 0.0, 1.0, -1.0, 0.0], vec![0.0, 1.0, 2.0]),
        margin: head(1, vec![0.25, 0.5], vec![0.0]),
    };
    let model = Model::new(ModelHeader::new(&[2]), weights).expect("small numbers");
    let mut scratch = Scratch::new();

    // Start: 81 own balls and an empty kazan, so the units are 1 and 0 (-5, below zero).
    let start = Position::start(Variant::Togyz);
    let mut output = RawOutput::default();
    model.forward(&mut scratch, &Features::of(&start), &mut output);
    let policy: Vec<f32> = (0_u8..9).map(|hole| 2.0 * f32::from(hole) + 0.5).collect();
    assert_eq!(output.policy[..], policy[..]);
    assert_eq!(output.wdl[..], [1.0; 3][..]);
    let prediction = model.predict(&mut scratch, &start).expect("nine holes");
    assert!(
        (prediction.margin - 10.0).abs() < 1e-6,
        "a quarter of 40 balls"
    );
    assert!((prediction.draw - 1.0 / 3.0).abs() < 1e-6);

    // After 9 and 9, each having captured 10: 82 balls less 10 captured lie on either row.
    let ten: Position = ["9", "9"].iter().fold(start, |position, number| {
        let number = number.parse().expect("a digit");
        let mv = togyz_rules::Move::from_number(number).expect("1 to 9");
        position.play(mv).expect("legal").0
    });
    let units = [
        (f32::from(ten.row_balls(ten.side_to_move())) - 80.0).max(0.0),
        f32::from(ten.own_kazan()) - 5.0,
    ];
    assert!(units[1] > 0.0, "the kazan counts");
    model.forward(&mut scratch, &Features::of(&ten), &mut output);
    let expected = 0.25 * units[0] + 0.5 * units[1];
    assert!((output.margin - expected).abs() < 1e-6);
}

#[test]
fn hashes_follow_the_content() {
    let (one, same, other) = (model(&[32], 1), model(&[32], 1), model(&[32], 2));
    assert_eq!(one.hash(), same.hash());
    assert_ne!(one.hash(), other.hash());
    let renamed = ModelHeader {
        run: "another".to_owned(),
        ..one.header().clone()
    };
    let renamed = Model::new(renamed, one.weights().clone()).expect("as before");
    assert_ne!(one.hash(), renamed.hash());
}

/// A model of the first features says what one of the newest says that gives captures no weight.
#[test]
fn captures_without_weight_change_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut weights = Weights::random(&[64, 32], &mut rng);
    let table = FeatureSet::Holes.rows() * 64;
    weights.table[table..].fill(0.0);
    let newest = Model::new(ModelHeader::new(&[64, 32]), weights.clone()).expect("random");
    weights.table.truncate(table);
    let header = ModelHeader {
        feature_version: FeatureSet::Holes.version(),
        ..ModelHeader::new(&[64, 32])
    };
    let first = Model::new(header, weights).expect("random");
    assert_eq!(first.features(), FeatureSet::Holes);
    for kernel in Kernel::available() {
        let (a, b) = (first.in_floats(), newest.in_floats());
        let (a, b) = (
            a.expect("small").with_kernel(kernel),
            b.expect("small").with_kernel(kernel),
        );
        let (c, d) = (a.quantized().expect("small"), b.quantized().expect("small"));
        let mut scratch = Scratch::new();
        for position in random_game(Variant::Togyz, 8) {
            let mut ask =
                |model: &Model| model.predict(&mut scratch, &position).expect("nine holes");
            assert_eq!(ask(&a), ask(&b), "{} {position:?}", kernel.name());
            // The table of integers leaves room for more rows, so it is coarser by a little.
            let (c, d) = (ask(&c), ask(&d));
            assert!(
                (c.win - d.win).abs() < 0.01,
                "{} {position:?}",
                kernel.name()
            );
            let features = Features::of(&position);
            let (mut all, mut some) = (RawOutput::default(), RawOutput::default());
            first.forward(&mut scratch, &features, &mut all);
            let holes = Features::of_set(&position, FeatureSet::Holes);
            first.forward(&mut scratch, &holes, &mut some);
            assert_eq!(all, some, "rows that it does not know are passed over");
        }
    }
}

//! The forward pass in integers: the same bits from every kernel, and near to the one in f32.

mod common;

use common::{model, random_game};
use proptest::prelude::*;
use togyz_model::{
    Arithmetic, Features, Kernel, MAX_WEIGHT, MODEL_FILE, Model, ModelError, ModelHeader,
    QUANTIZED_FILE, RawOutput, Scratch, Weights,
};
use togyz_rules::{Position, Variant};

fn quantized(trunk: &[u32], seed: u64) -> Model {
    model(trunk, seed).quantized().expect("a sound model")
}

fn bits(output: &RawOutput) -> Vec<u32> {
    let all = [&output.policy[..], &output.wdl, &[output.margin]].concat();
    all.into_iter().map(f32::to_bits).collect()
}

/// Every kernel gives the bits of the portable one, in the raw outputs and in the prediction.
fn check_kernels(model: Model, seed: u64) {
    let positions = random_game(Variant::Togyz, seed);
    let mut scratch = Scratch::new();
    let mut outputs = |model: &Model| -> Vec<_> {
        let judge = |position: &Position| {
            let mut output = RawOutput::default();
            model.forward(&mut scratch, &Features::of(position), &mut output);
            let prediction = model.predict(&mut scratch, position).expect("nine holes");
            assert_eq!(prediction, output.prediction(position.legal_moves()));
            bits(&output)
        };
        positions.iter().map(judge).collect()
    };
    let mut model = model.with_kernel(Kernel::PORTABLE);
    let twin = outputs(&model);
    for kernel in Kernel::available() {
        model = model.with_kernel(kernel);
        let trunk = &model.header().trunk;
        assert_eq!(outputs(&model), twin, "{} {trunk:?}", kernel.name());
    }
}

#[test]
fn shapes_with_every_remainder() {
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
        check_kernels(quantized(trunk, seed), seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_trunk(trunk in prop::collection::vec(1_u32..150, 1..5), seed in any::<u64>()) {
        check_kernels(quantized(&trunk, seed), seed);
    }

    /// Weights at their bounds, where sums are largest: bytes saturate there, but what wraps would turn
    /// the sign (and panics in the portable kernel of a debug build).
    #[test]
    fn extreme_weights(seed in any::<u64>(), exponent in -6_i32..3) {
        let size = 10_f32.powi(exponent).min(MAX_WEIGHT);
        let trunk = [64, 32, 16];
        let good = model(&trunk, seed);
        let mut weights = good.weights().clone();
        let grow = |values: &mut Vec<f32>| for value in values {
            *value = value.signum() * size;
        };
        grow(&mut weights.table);
        grow(&mut weights.bias);
        for layer in &mut weights.layers {
            grow(&mut layer.weight);
        }
        let large = Model::new(ModelHeader::new(&trunk), weights).expect("within bounds");
        let quantized = large.quantized().expect("a sound model");
        let mut scratch = Scratch::new();
        for position in random_game(Variant::Togyz, seed).iter().step_by(9) {
            let mut found = [RawOutput::default(); 2];
            for (model, output) in [&large, &quantized].into_iter().zip(&mut found) {
                model.forward(&mut scratch, &Features::of(position), output);
            }
            let [floats, integers] = found;
            let scale = floats.wdl.iter().chain(&floats.policy).map(|x| x.abs()).fold(1e-6, f32::max);
            for (a, b) in floats.policy.iter().zip(integers.policy) {
                prop_assert!((a - b).abs() < scale, "{} {}", a, b);
            }
        }
        check_kernels(quantized, seed);
    }
}

#[test]
fn integers_are_near_to_floats() {
    for (trunk, seed) in [(&[256, 32, 32][..], 1), (&[128, 32, 32], 2), (&[64, 16], 3)] {
        let floats = model(trunk, seed);
        let integers = floats.quantized().expect("a sound model");
        let mut scratch = Scratch::new();
        let (mut sum, mut largest, mut count) = (0.0_f64, 0.0_f32, 0);
        for seed in 0..20 {
            for position in random_game(Variant::Togyz, seed) {
                let a = floats.predict(&mut scratch, &position).expect("nine holes");
                let b = integers
                    .predict(&mut scratch, &position)
                    .expect("nine holes");
                let pairs = (a.policy.iter().zip(&b.policy)).chain([
                    (&a.win, &b.win),
                    (&a.draw, &b.draw),
                    (&a.loss, &b.loss),
                ]);
                for (a, b) in pairs {
                    largest = largest.max((a - b).abs());
                    sum += f64::from((a - b).abs());
                    count += 1;
                }
            }
        }
        let mean = sum / f64::from(count);
        assert!(
            largest < 0.01 && mean < 0.001,
            "{trunk:?}: {largest} {mean}"
        );
    }
}

#[test]
fn the_file_says_which() {
    let folder = tempfile::tempdir().expect("a folder");
    let floats = model(&[40, 16], 3);
    let integers = floats.quantized().expect("a sound model");
    assert_eq!(floats.arithmetic(), Arithmetic::Floats);
    assert_eq!(integers.arithmetic(), Arithmetic::Integers);
    assert_ne!(floats.hash(), integers.hash());
    for model in [&floats, &integers] {
        let path = folder.path().join("a.model");
        assert_eq!(model.save(&path).expect("writable"), model.hash());
        let back = Model::load(&path).expect("as written");
        assert_eq!(back.arithmetic(), model.arithmetic());
        assert_eq!(back.hash(), model.hash());
        assert_eq!(back.weights(), model.weights());
        let (mut one, mut other) = (RawOutput::default(), RawOutput::default());
        let features = Features::of(&Position::start(Variant::Togyz));
        model.forward(&mut Scratch::new(), &features, &mut one);
        back.forward(&mut Scratch::new(), &features, &mut other);
        assert_eq!(one, other);
    }
    // There and back.
    let back = integers.in_floats().expect("a sound model");
    assert_eq!(back.hash(), floats.hash());
    let again = integers.quantized().expect("a sound model");
    assert_eq!(again.hash(), integers.hash());
}

/// The body of a file of version 2, with whatever is in it.
#[derive(serde::Serialize)]
struct Body<'a> {
    header: &'a ModelHeader,
    weights: &'a Weights,
    ranges: Vec<f32>,
}

#[test]
fn hostile_ranges() {
    let good = model(&[12, 8], 3);
    let cases: [(&str, Vec<f32>); 6] = [
        ("ranges: 0 instead of 1", vec![]),
        ("ranges: 2 instead of 1", vec![1.0, 1.0]),
        ("the range 0 ", vec![0.0]),
        ("the range -1 ", vec![-1.0]),
        ("the range NaN", vec![f32::NAN]),
        ("the range inf", vec![f32::INFINITY]),
    ];
    for (expected, ranges) in cases {
        let body = Body {
            header: good.header(),
            weights: good.weights(),
            ranges,
        };
        let bytes = togyz_files::encode(&QUANTIZED_FILE, &body).expect("within bounds");
        let error = Model::from_bytes("bad.model", &bytes).expect_err(expected);
        let ModelError::Content { source, .. } = error else {
            panic!("{expected}: {error}");
        };
        assert!(
            source.to_string().contains(expected),
            "{expected}: {source}"
        );
    }
    // Neither a file of a later version nor a cut one is taken for one of version 1.
    let later = togyz_files::FileKind {
        version: 3,
        ..MODEL_FILE
    };
    let bytes = togyz_files::encode(&later, &0_u8).expect("within bounds");
    let error = Model::from_bytes("a.model", &bytes).expect_err("a later version");
    assert!(error.to_string().contains("version 3"), "{error}");
}

//! A model file comes back as it was, or not at all.

mod common;

use std::fs;

use common::model;
use togyz_files::{FileError, encode};
use togyz_model::{MODEL_FILE, Model, ModelError, ModelHeader, Weights};

/// The body of a model file, with whatever is in it.
#[derive(serde::Serialize)]
struct Body<'a> {
    header: &'a ModelHeader,
    weights: &'a Weights,
}

fn file(header: &ModelHeader, weights: &Weights) -> Vec<u8> {
    encode(&MODEL_FILE, &Body { header, weights }).expect("within bounds")
}

#[test]
fn saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.model");
    let model = model(&[40, 16], 3);
    let hash = model.save(&path).expect("writable");
    assert_eq!(hash, model.hash());
    let bytes = fs::read(&path).expect("exists");
    assert_eq!(bytes, file(model.header(), model.weights()));
    let loaded = [
        Model::load(&path).expect("as written"),
        Model::from_bytes("embedded", &bytes).expect("as written"),
    ];
    for back in loaded {
        assert_eq!(back.hash(), hash);
        assert_eq!(back.header(), model.header());
        assert_eq!(back.weights(), model.weights());
    }
}

#[test]
fn damaged_files() {
    let model = model(&[4], 3);
    let good = file(model.header(), model.weights());
    let cuts = (0..100).chain((100..good.len()).step_by(997));
    for length in cuts {
        let error = Model::from_bytes("a.model", &good[..length]).expect_err("cut short");
        assert!(
            matches!(error, ModelError::File(FileError::Truncated { .. })),
            "{error}"
        );
    }
    for byte in (0..200).chain((200..good.len()).step_by(991)) {
        let mut bad = good.clone();
        bad[byte] ^= 0x10;
        let error = Model::from_bytes("a.model", &bad).expect_err("damaged");
        assert!(matches!(error, ModelError::File(_)), "byte {byte}: {error}");
        assert!(error.to_string().contains("a.model"), "{error}");
    }
    let missing = Model::load("no/such.model".as_ref()).expect_err("missing");
    assert!(matches!(
        missing,
        ModelError::File(FileError::NotFound { .. })
    ));
}

fn shorten(values: &mut Vec<f32>) {
    values.pop();
}

/// Files whose checksum is right but whose content is not.
#[test]
fn hostile_contents() {
    type Change = fn(&mut ModelHeader, &mut Weights);
    let cases: [(&str, Change); 23] = [
        ("version 3; this program knows those up to 2", |h, _| {
            h.feature_version = 3
        }),
        ("trunk of []", |h, _| h.trunk.clear()),
        ("trunk of [0, 8]", |h, _| h.trunk[0] = 0),
        ("trunk of [4294967295, 8]", |h, _| h.trunk[0] = u32::MAX),
        ("1 to 8 layers", |h, _| h.trunk = vec![8; 9]),
        ("table: 22992 instead of 16080", |h, _| {
            h.feature_version = 1
        }),
        ("table: 22992 instead of 24908", |h, _| h.trunk[0] = 13),
        ("trunk layers: 1 instead of 2", |h, _| h.trunk.push(8)),
        ("layer 1 outputs: 8 instead of 7", |h, _| h.trunk[1] = 7),
        ("table: 22991 instead of 22992", |_, w| {
            shorten(&mut w.table)
        }),
        ("table biases: 13 instead of 12", |_, w| w.bias.push(0.0)),
        ("trunk layers: 0 instead of 1", |_, w| w.layers.clear()),
        ("layer 1 inputs: 0 instead of 12", |_, w| {
            w.layers[0].inputs = 0
        }),
        ("layer 1 weights: 95 instead of 96", |_, w| {
            shorten(&mut w.layers[0].weight)
        }),
        ("policy outputs: 10 instead of 9", |_, w| {
            w.policy.outputs = 10
        }),
        ("policy weights: 0 instead of 72", |_, w| {
            w.policy.weight.clear()
        }),
        ("wdl biases: 2 instead of 3", |_, w| {
            shorten(&mut w.wdl.bias)
        }),
        ("margin outputs: 4294967295 instead of 1", |_, w| {
            w.margin.outputs = u32::MAX
        }),
        ("table: the value NaN", |_, w| w.table[777] = f32::NAN),
        ("table biases: the value inf", |_, w| {
            w.bias[0] = f32::INFINITY
        }),
        ("layer 1 biases: the value -inf", |_, w| {
            w.layers[0].bias[7] = f32::NEG_INFINITY
        }),
        ("wdl weights: the value 1000.1", |_, w| {
            w.wdl.weight[0] = 1000.1
        }),
        ("margin biases: the value -1001", |_, w| {
            w.margin.bias[0] = -1001.0
        }),
    ];
    let good = model(&[12, 8], 3);
    for (expected, change) in cases {
        let (mut header, mut weights) = (good.header().clone(), good.weights().clone());
        change(&mut header, &mut weights);
        let error = Model::from_bytes("bad.model", &file(&header, &weights)).expect_err(expected);
        assert!(error.to_string().starts_with("bad.model: "), "{error}");
        let ModelError::Content { source, .. } = error else {
            panic!("{expected}: {error}");
        };
        assert!(
            source.to_string().contains(expected),
            "{expected}: {source}"
        );
        // The same fault is found when a model is made.
        let made = Model::new(header, weights).expect_err(expected);
        assert_eq!(made.to_string(), source.to_string());
    }
}

#[test]
fn weights_that_could_overflow() {
    let trunk = [512; 8];
    let good = model(&trunk, 1);
    let mut weights = good.weights().clone();
    for layer in &mut weights.layers {
        layer.weight.fill(999.0);
    }
    let error = Model::new(ModelHeader::new(&trunk), weights).expect_err("too much");
    assert!(matches!(error, ModelError::Overflow), "{error}");
}

#[test]
fn the_largest_model_fits_its_bound() {
    use togyz_model::{MAX_LAYERS, MAX_WIDTH, ROWS};
    let floats = (ROWS + (MAX_LAYERS - 1) * MAX_WIDTH) * MAX_WIDTH;
    let bytes = 4 * u64::try_from(floats).expect("small");
    assert!(bytes + (1 << 20) < MODEL_FILE.max_bytes, "{bytes}");
}

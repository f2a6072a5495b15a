//! Chances are chances: masked, finite, summing to one.

mod common;

use common::{model, random_game};
use proptest::prelude::*;
use togyz_model::{ModelError, Prediction, RawOutput, Scratch};
use togyz_rules::{Move, Position, Variant};

fn check(prediction: &Prediction, position: &Position) {
    let legal = position.legal_moves();
    for (index, &share) in prediction.policy.iter().enumerate() {
        let mv = Move::from_index(index).expect("nine holes");
        assert!((0.0..=1.0).contains(&share), "{share}");
        assert!(
            legal.contains(mv) || share.to_bits() == 0,
            "hole {mv} is masked"
        );
    }
    let sum: f32 = prediction.policy.iter().sum();
    let expected = if legal.is_empty() { 0.0 } else { 1.0 };
    assert!((sum - expected).abs() < 1e-5, "{sum}");
    let outcomes = [prediction.win, prediction.draw, prediction.loss];
    assert!(outcomes.iter().all(|&chance| (0.0..=1.0).contains(&chance)));
    assert!((outcomes.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!(prediction.margin.is_finite());
}

/// The softmax in f64.
fn reference(logits: &[f32], included: impl Fn(usize) -> bool) -> Vec<f64> {
    let shares: Vec<f64> = logits
        .iter()
        .enumerate()
        .map(|(i, &x)| if included(i) { f64::from(x).exp() } else { 0.0 })
        .collect();
    let sum: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / sum).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn random_games(seed in any::<u64>()) {
        let model = model(&[48, 16], seed);
        let mut scratch = Scratch::new();
        for position in random_game(Variant::Togyz, seed) {
            let prediction = model.predict(&mut scratch, &position).expect("nine holes");
            check(&prediction, &position);
            prop_assert_eq!(prediction, model.predict(&mut scratch, &position.turned()).expect("nine holes"));
        }
    }

    #[test]
    fn moderate_logits(policy in prop::array::uniform9(-20_f32..20.0), wdl in prop::array::uniform3(-20_f32..20.0), seed in any::<u64>()) {
        let output = RawOutput { policy, wdl, margin: 0.5 };
        for position in random_game(Variant::Togyz, seed).iter().step_by(10) {
            let legal = position.legal_moves();
            let prediction = output.prediction(legal);
            check(&prediction, position);
            if !legal.is_empty() {
                let expected = reference(&policy, |i| legal.contains(Move::from_index(i).expect("nine")));
                for (found, expected) in prediction.policy.iter().zip(expected) {
                    prop_assert!((f64::from(*found) - expected).abs() < 1e-6, "{} {}", found, expected);
                }
            }
            let expected = reference(&wdl, |_| true);
            for (found, expected) in [prediction.win, prediction.draw, prediction.loss].iter().zip(expected) {
                prop_assert!((f64::from(*found) - expected).abs() < 1e-6);
            }
            prop_assert!((prediction.margin - 20.0).abs() < 1e-4);
        }
    }

    /// As large as the outputs of a model can be.
    #[test]
    fn extreme_logits(policy in prop::array::uniform9(-1e30_f32..1e30), wdl in prop::array::uniform3(-1e30_f32..1e30), seed in any::<u64>()) {
        let output = RawOutput { policy, wdl, margin: 1e30 };
        for position in random_game(Variant::Togyz, seed).iter().step_by(25) {
            check(&output.prediction(position.legal_moves()), position);
        }
    }
}

#[test]
fn boards_of_another_size_are_refused() {
    let model = model(&[16], 1);
    let mut scratch = Scratch::new();
    for variant in [Variant::Qozdatu, Variant::Bestemshe] {
        let error = model.predict(&mut scratch, &Position::start(variant));
        assert!(matches!(error, Err(ModelError::Variant(v)) if v == variant));
    }
    let historic = Position::start(Variant::Historic);
    assert!(model.predict(&mut scratch, &historic).is_ok());
}

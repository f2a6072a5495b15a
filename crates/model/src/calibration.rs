//! How large the sums inside a network become, for integers that must hold them.

use togyz_rules::{Position, Variant};

use crate::features::{FeatureSet, Features};
use crate::weights::{Dense, Weights};

/// Games whose positions are looked at.
const GAMES: u64 = 64;
/// Plies from one of them to the next.
const STRIDE: usize = 7;
/// No game of moves at random is longer.
const MAX_PLIES: usize = 1000;

/// For each layer after the first, the largest value that its ReLU gives in positions of random
/// games, or 1 where all are zero.
///
/// Random games see what good ones do and much that they do not, so their largest values are
/// seldom exceeded. Plain sums in one order: the same on every machine.
pub(crate) fn ranges(set: FeatureSet, weights: &Weights) -> Vec<f32> {
    let mut largest = vec![0.0_f32; weights.layers.len()];
    if largest.is_empty() {
        return largest;
    }
    for position in positions() {
        let mut values = first_layer(weights, Features::of_set(&position, set).rows());
        for (layer, largest) in weights.layers.iter().zip(&mut largest) {
            values = dense(layer, &values);
            *largest = values.iter().copied().fold(*largest, f32::max);
        }
    }
    largest
        .into_iter()
        .map(|value| if value > 0.0 { value } else { 1.0 })
        .collect()
}

/// Positions of games whose moves are drawn at random, always the same ones.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..GAMES {
        let mut state = game;
        let mut position = Position::start(Variant::Togyz);
        for ply in 0..MAX_PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % STRIDE == 0 {
                positions.push(position);
            }
            let nth = random(&mut state) % moves.len() as u64;
            position = moves
                .iter()
                .zip(0..)
                .find(|&(_, index)| index == nth)
                .map_or(position, |(mv, _)| position.play_unchecked(mv));
        }
    }
    positions
}

/// The next number of the generator.
///
/// # Source
/// Steele, Lea and Flood 2014, SplitMix.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn first_layer(weights: &Weights, rows: &[u16]) -> Vec<f32> {
    let width = weights.bias.len();
    let mut values = weights.bias.clone();
    for &row in rows {
        let row = &weights.table[usize::from(row) * width..][..width];
        for (value, weight) in values.iter_mut().zip(row) {
            *value += weight;
        }
    }
    values.into_iter().map(|value| value.max(0.0)).collect()
}

fn dense(layer: &Dense, input: &[f32]) -> Vec<f32> {
    let rows = layer.weight.chunks_exact(layer.inputs.max(1) as usize);
    rows.zip(&layer.bias)
        .map(|(row, bias)| {
            let products = row.iter().zip(input).map(|(w, x)| w * x);
            (bias + products.sum::<f32>()).max(0.0)
        })
        .collect()
}

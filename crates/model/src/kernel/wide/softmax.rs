//! Masks and both softmaxes with AVX2: step by step what [`prediction`](crate::prediction::prediction)
//! does, its safe twin, and the same bits.

use std::arch::x86_64::*;

use togyz_rules::MoveSet;

use super::{load_floats, store_floats};
use crate::aligned::LINE;
use crate::prediction::{
    BALLS_PER_MARGIN, FACTORIALS, LN2_HIGH, LN2_LOW, MARGIN, POLICY, Prediction, ROUND, SMALLEST,
};

/// Half a line of floats.
pub(super) const HALF_LINE: usize = LINE / 2;

/// Turns the outputs of the heads into chances.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn prediction(heads: &[f32; LINE], legal: MoveSet) -> Prediction {
    // 1. The ninth move lies in the upper half of the line, before win, draw and loss.
    let [low, high] = *heads.as_chunks::<HALF_LINE>().0 else {
        return Prediction::default();
    };
    let lowest = _mm256_set1_ps(f32::NEG_INFINITY);
    let moves = i32::from(legal.bits());
    let low_moves = chosen(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), moves);
    let high_moves = chosen(_mm256_setr_epi32(256, 0, 0, 0, 0, 0, 0, 0), moves);
    let wdl = chosen(_mm256_setr_epi32(0, 1, 1, 1, 0, 0, 0, 0), 1);
    let (low, high) = (load_floats(&low), load_floats(&high));
    let of_policy = max_by_halves(
        _mm256_blendv_ps(lowest, low, low_moves),
        _mm256_blendv_ps(lowest, high, high_moves),
    );
    let [win, draw, loss] = [heads[POLICY], heads[POLICY + 1], heads[POLICY + 2]];
    let of_wdl = larger(larger(win, draw), loss);

    // 2. One exponential of the whole line.
    let of_policy = _mm256_set1_ps(of_policy);
    let of_high = _mm256_blendv_ps(of_policy, _mm256_set1_ps(of_wdl), wdl);
    let low = _mm256_and_ps(exp(_mm256_sub_ps(low, of_policy)), low_moves);
    let high = exp(_mm256_sub_ps(high, of_high));
    let mut outcomes = [0.0; HALF_LINE];
    store_floats(&mut outcomes, high);
    let high = _mm256_and_ps(high, high_moves);

    // 3. Shares of the sums.
    let [_, win, draw, loss, ..] = outcomes;
    let total = win + draw + loss;
    let sum = sum_by_halves(low, high);
    let of_policy = if sum > 0.0 { 1.0 / sum } else { 0.0 };
    let of_wdl = 1.0 / total;
    let mut shares = [0.0; HALF_LINE];
    store_floats(&mut shares, _mm256_mul_ps(low, _mm256_set1_ps(of_policy)));
    let mut policy = [0.0; POLICY];
    policy[..HALF_LINE].copy_from_slice(&shares);
    policy[HALF_LINE] = _mm256_cvtss_f32(high) * of_policy;
    Prediction {
        policy,
        win: win * of_wdl,
        draw: draw * of_wdl,
        loss: loss * of_wdl,
        margin: heads[MARGIN] * BALLS_PER_MARGIN,
    }
}

/// All ones in the lanes whose bit is among `bits`.
#[target_feature(enable = "avx2")]
#[inline]
fn chosen(lanes: __m256i, bits: i32) -> __m256 {
    let found = _mm256_and_si256(lanes, _mm256_set1_epi32(bits));
    _mm256_castsi256_ps(_mm256_cmpgt_epi32(found, _mm256_setzero_si256()))
}

#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Half onto half, from sixteen numbers to one.
#[target_feature(enable = "avx2")]
#[inline]
fn max_by_halves(low: __m256, high: __m256) -> f32 {
    let eight = _mm256_max_ps(low, high);
    let four = _mm_max_ps(
        _mm256_castps256_ps128(eight),
        _mm256_extractf128_ps::<1>(eight),
    );
    let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)))
}

/// Half onto half, from sixteen numbers to one.
#[target_feature(enable = "avx2")]
#[inline]
fn sum_by_halves(low: __m256, high: __m256) -> f32 {
    let eight = _mm256_add_ps(low, high);
    let four = _mm_add_ps(
        _mm256_castps256_ps128(eight),
        _mm256_extractf128_ps::<1>(eight),
    );
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
}

/// See the twin.
#[target_feature(enable = "avx2")]
#[inline]
fn exp(x: __m256) -> __m256 {
    let times = |a, b| _mm256_mul_ps(a, _mm256_set1_ps(b));
    let plus = |a, b| _mm256_add_ps(_mm256_set1_ps(b), a);
    let x = _mm256_min_ps(
        _mm256_max_ps(x, _mm256_set1_ps(SMALLEST)),
        _mm256_setzero_ps(),
    );
    let rounded = _mm256_add_ps(times(x, std::f32::consts::LOG2_E), _mm256_set1_ps(ROUND));
    let k = _mm256_sub_ps(rounded, _mm256_set1_ps(ROUND));
    let r = _mm256_sub_ps(_mm256_sub_ps(x, times(k, LN2_HIGH)), times(k, LN2_LOW));
    let [f2, f3, f4, f5, f6] = FACTORIALS;
    let pair = |low, high| plus(times(r, high), low);
    let square = _mm256_mul_ps(r, r);
    let upper = _mm256_add_ps(pair(f4, f5), times(square, f6));
    let upper = _mm256_add_ps(pair(f2, f3), _mm256_mul_ps(square, upper));
    let series = _mm256_add_ps(plus(r, 1.0), _mm256_mul_ps(square, upper));
    let bias = _mm256_add_epi32(_mm256_castps_si256(rounded), _mm256_set1_epi32(127));
    _mm256_mul_ps(series, _mm256_castsi256_ps(_mm256_slli_epi32::<23>(bias)))
}

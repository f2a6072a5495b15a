//! The integer forward pass with AVX2.

use std::arch::x86_64::*;

use togyz_rules::Position;

use super::softmax::prediction;
use super::{HALF, load128, load256, store_sums256, store256, sums256};
use crate::aligned::LINE;
use crate::features::Features;
use crate::integers::{GROUP, INPUTS, IntegerDense, Integers, summed};
use crate::kernel::outputs;
use crate::prediction::Prediction;

/// What the model expects of a position.
#[target_feature(enable = "avx2")]
pub(super) fn predict(
    integers: &Integers,
    buffers: [&mut [i16]; 2],
    position: &Position,
) -> Prediction {
    let rows = summed(Features::of_set(position, integers.features).rows());
    let sums = forward(integers, rows.rows(), buffers);
    prediction(&outputs(&sums, integers), position.legal_moves())
}

/// One forward pass; its result is the sums of the heads.
#[target_feature(enable = "avx2")]
pub(super) fn forward(integers: &Integers, rows: &[u16], buffers: [&mut [i16]; 2]) -> [i32; LINE] {
    let [mut input, mut output] = buffers;
    first_layer(integers, rows, input);
    for layer in &integers.layers {
        hidden(layer, input, output);
        std::mem::swap(&mut input, &mut output);
    }
    let mut heads = [0; LINE];
    let (halves, _) = heads.as_chunks_mut::<{ GROUP / 2 }>();
    for (half, to) in halves.iter_mut().enumerate() {
        store_sums256(to, dense(&integers.heads, input, half));
    }
    heads
}

#[target_feature(enable = "avx2")]
#[inline]
fn first_layer(integers: &Integers, rows: &[u16], output: &mut [i16]) {
    let width = integers.width / HALF;
    let (table, _) = integers.table.as_chunks::<HALF>();
    let (output, _) = output[..integers.width].as_chunks_mut::<HALF>();
    let mut at = 0;
    while at + 8 <= width {
        sum_rows::<8>(table, rows, width, at, output);
        at += 8;
    }
    while at + 2 <= width {
        sum_rows::<2>(table, rows, width, at, output);
        at += 2;
    }
}

/// The `N` registers of columns that begin at `at`.
#[target_feature(enable = "avx2")]
#[inline]
fn sum_rows<const N: usize>(
    table: &[[i16; HALF]],
    rows: &[u16],
    width: usize,
    at: usize,
    output: &mut [[i16; HALF]],
) {
    let mut sums = [_mm256_setzero_si256(); N];
    for &row in rows {
        let row = &table[usize::from(row) * width + at..][..N];
        for i in 0..N {
            sums[i] = _mm256_add_epi16(sums[i], load256(&row[i]));
        }
    }
    let output = &mut output[at..][..N];
    for i in 0..N {
        store256(
            &mut output[i],
            _mm256_max_epi16(sums[i], _mm256_setzero_si256()),
        );
    }
}

/// A layer of the trunk.
#[target_feature(enable = "avx2")]
#[inline]
fn hidden(layer: &IntegerDense, input: &[i16], output: &mut [i16]) {
    let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
    let shift = _mm_cvtsi32_si128(layer.shift.cast_signed());
    for (group, to) in output.iter_mut().enumerate() {
        let activation = |sums| {
            let positive = _mm256_max_epi32(sums, _mm256_setzero_si256());
            _mm256_sra_epi32(positive, shift)
        };
        let low = activation(dense(layer, input, group * 2));
        let high = activation(dense(layer, input, group * 2 + 1));
        // Packing keeps to halves of registers: low, high, low, high quarters.
        let packed = _mm256_packs_epi32(low, high);
        store256(to, _mm256_permute4x64_epi64::<0b11_01_10_00>(packed));
    }
}

/// The sums of half a group of outputs.
#[target_feature(enable = "avx2")]
#[inline]
fn dense(layer: &IntegerDense, input: &[i16], half: usize) -> __m256i {
    let groups = layer.outputs / GROUP;
    let (weight, _) = layer.weight.as_chunks::<HALF>();
    let (bias, _) = layer.bias.as_chunks::<{ GROUP / 2 }>();
    let (input, _) = input[..layer.inputs].as_chunks::<INPUTS>();
    let mut sums = [_mm256_setzero_si256(); 4];
    for (input, weight) in input.iter().zip(weight.chunks_exact(groups * 8)) {
        let input = _mm256_broadcastsi128_si256(load128(input));
        let weight = &weight[half / 2 * 8..][..8];
        for j in 0..4 {
            let weight = load256(&weight[j * 2 + half % 2]);
            let products = _mm256_madd_epi16(weight, input);
            sums[j] = _mm256_add_epi32(sums[j], products);
        }
    }
    let [a, b, c, d] = sums;
    let ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    let sum = _mm256_add_epi32(_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
    _mm256_add_epi32(sum, sums256(&bias[half]))
}

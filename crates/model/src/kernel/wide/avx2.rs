//! The integer forward pass with AVX2.

use std::arch::x86_64::*;

use togyz_rules::Position;

use super::softmax::prediction;
use super::{Number, load128, load256, offsets, store256};
use crate::aligned::LINE;
use crate::features::Features;
use crate::integers::{
    COLUMNS, GROUP, HALF_LANES, IntegerBuffers, IntegerDense, Integers, LANES, TABLE_SHIFT, Weight,
    summed,
};
use crate::kernel::integer::widen;
use crate::kernel::outputs;
use crate::prediction::Prediction;

/// What the model expects of a position.
#[target_feature(enable = "avx2")]
pub(super) fn predict(
    integers: &Integers,
    buffers: IntegerBuffers<'_>,
    position: &Position,
) -> Prediction {
    let rows = summed(Features::of_set(position, integers.features).rows());
    let sums = forward(integers, rows.rows(), buffers);
    prediction(&outputs(&sums, integers), position.legal_moves())
}

/// One forward pass; its result is the sums of the heads.
#[target_feature(enable = "avx2")]
pub(super) fn forward(
    integers: &Integers,
    rows: &[u16],
    buffers: IntegerBuffers<'_>,
) -> [i32; LINE] {
    let IntegerBuffers {
        bytes,
        layers: [mut input, mut output],
    } = buffers;
    first_layer(integers, rows, bytes);
    match &integers.second {
        Some(layer) => hidden(layer, input, |half| of_bytes(layer, bytes, half)),
        None => widen(&bytes[..integers.width], input),
    }
    for layer in &integers.layers {
        hidden(layer, output, |half| of_words(layer, input, half));
        std::mem::swap(&mut input, &mut output);
    }
    let mut heads = [0; LINE];
    let (halves, _) = heads.as_chunks_mut::<{ GROUP / 2 }>();
    for (half, to) in halves.iter_mut().enumerate() {
        store256(to, of_words(&integers.heads, input, half));
    }
    heads
}

#[target_feature(enable = "avx2")]
#[inline]
fn first_layer(integers: &Integers, rows: &[u16], output: &mut [u8]) {
    let width = integers.width / COLUMNS;
    let (table, _) = integers.table.as_chunks::<COLUMNS>();
    let (output, _) = output[..integers.width].as_chunks_mut::<LANES>();
    let mut at = 0;
    while at + 2 <= width {
        sum_rows::<2>(table, rows, width, at, output);
        at += 2;
    }
    if at < width {
        sum_rows::<1>(table, rows, width, at, output);
    }
}

/// The `N` times [`COLUMNS`] columns that begin at `at`.
#[target_feature(enable = "avx2")]
#[inline]
fn sum_rows<const N: usize>(
    table: &[[u8; COLUMNS]],
    rows: &[u16],
    width: usize,
    at: usize,
    output: &mut [[u8; LANES]],
) {
    let mut both = [[_mm256_setzero_si256(); 2]; N];
    let mut odd = [[_mm256_setzero_si256(); 2]; N];
    for &row in rows {
        let row = &table[usize::from(row) * width + at..][..N];
        for i in 0..N {
            let (halves, _) = row[i].as_chunks::<LANES>();
            for (half, bytes) in halves.iter().enumerate() {
                let bytes = load256(bytes);
                both[i][half] = _mm256_add_epi16(both[i][half], bytes);
                odd[i][half] = _mm256_add_epi16(odd[i][half], _mm256_srli_epi16::<8>(bytes));
            }
        }
    }
    let added = _mm256_set1_epi16(offsets(rows));
    let rounding = _mm256_set1_epi16(1 << TABLE_SHIFT >> 1);
    let activation = |sums| {
        // Without a sign a difference below zero is zero.
        let positive = _mm256_subs_epu16(sums, added);
        _mm256_srli_epi16::<{ TABLE_SHIFT.cast_signed() }>(_mm256_add_epi16(positive, rounding))
    };
    let (output, _) = output[2 * at..][..2 * N].as_chunks_mut::<2>();
    for ((both, odd), [first, second]) in both.into_iter().zip(odd).zip(output) {
        let even = |half: usize| {
            let odd = _mm256_slli_epi16::<8>(odd[half]);
            activation(_mm256_sub_epi16(both[half], odd))
        };
        store256(first, in_order(_mm256_packus_epi16(even(0), even(1))));
        let odd = odd.map(activation);
        store256(second, in_order(_mm256_packus_epi16(odd[0], odd[1])));
    }
}

/// Packing keeps to halves of registers and leaves low, high, low, high quarters.
#[target_feature(enable = "avx2")]
#[inline]
fn in_order(packed: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
}

/// A layer of the trunk, from the sums of each half group of outputs.
#[target_feature(enable = "avx2")]
#[inline]
fn hidden<W>(layer: &IntegerDense<W>, output: &mut [i16], sums: impl Fn(usize) -> __m256i) {
    let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
    let shift = _mm_cvtsi32_si128(layer.shift.cast_signed());
    for (group, to) in output.iter_mut().enumerate() {
        let activation = |sums| {
            let positive = _mm256_max_epi32(sums, _mm256_setzero_si256());
            _mm256_sra_epi32(positive, shift)
        };
        let low = activation(sums(group * 2));
        let high = activation(sums(group * 2 + 1));
        store256(to, in_order(_mm256_packs_epi32(low, high)));
    }
}

/// The sums of half a group of outputs, of inputs that are bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn of_bytes(layer: &IntegerDense<i8>, input: &[u8], half: usize) -> __m256i {
    let (weight, _) = layer.weight.as_chunks::<LANES>();
    let (input, _) = input[..layer.inputs].as_chunks::<{ i8::INPUTS }>();
    let one = _mm256_set1_epi16(1);
    dense(weight, &layer.bias, input, half, |weight, input| {
        _mm256_madd_epi16(_mm256_maddubs_epi16(input, weight), one)
    })
}

/// The same of inputs of 16 bits.
#[target_feature(enable = "avx2")]
#[inline]
fn of_words(layer: &IntegerDense<i16>, input: &[i16], half: usize) -> __m256i {
    let (weight, _) = layer.weight.as_chunks::<HALF_LANES>();
    let (input, _) = input[..layer.inputs].as_chunks::<{ i16::INPUTS }>();
    dense(weight, &layer.bias, input, half, |weight, input| {
        _mm256_madd_epi16(input, weight)
    })
}

/// The sums of half a group of outputs; `multiply` leaves products that were added to 32 bits.
#[target_feature(enable = "avx2")]
#[inline]
fn dense<W: Number, const REGISTER: usize, I: Number, const INPUTS: usize>(
    weight: &[[W; REGISTER]],
    bias: &[i32],
    input: &[[I; INPUTS]],
    half: usize,
    multiply: impl Fn(__m256i, __m256i) -> __m256i,
) -> __m256i {
    let (bias, _) = bias.as_chunks::<{ GROUP / 2 }>();
    let mut sums = [_mm256_setzero_si256(); 4];
    for (input, weight) in input.iter().zip(weight.chunks_exact(bias.len() * 4)) {
        let input = _mm256_broadcastsi128_si256(load128(input));
        let weight = &weight[half / 2 * 8..][..8];
        for j in 0..4 {
            let products = multiply(load256(&weight[j * 2 + half % 2]), input);
            sums[j] = _mm256_add_epi32(sums[j], products);
        }
    }
    let [a, b, c, d] = sums;
    let ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    let sum = _mm256_add_epi32(_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
    _mm256_add_epi32(sum, load256(&bias[half]))
}

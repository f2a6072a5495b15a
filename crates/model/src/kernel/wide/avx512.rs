//! The integer forward pass with AVX-512 and VNNI.

use std::arch::x86_64::*;

use togyz_rules::Position;

use super::inputs;
use super::softmax::prediction;
use super::{Number, load128, load512, offsets, store256, store512};
use crate::aligned::LINE;
use crate::integers::{
    COLUMNS, GROUP, IntegerBuffers, IntegerDense, Integers, LANES, LINE_BYTES, TABLE_SHIFT, Weight,
};
use crate::kernel::integer::widen;
use crate::kernel::outputs;
use crate::prediction::Prediction;

/// What the model expects of a position.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
pub(super) fn predict(
    integers: &Integers,
    buffers: IntegerBuffers<'_>,
    position: &Position,
) -> Prediction {
    let rows = inputs::summed(position, integers.features);
    let sums = forward(integers, rows.rows(), buffers);
    prediction(&outputs(&sums, integers), position.legal_moves())
}

/// One forward pass; its result is the sums of the heads.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
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
        Some(layer) => second(layer, bytes, input),
        None => widen(&bytes[..integers.width], input),
    }
    for layer in &integers.layers {
        hidden(layer, input, output);
        std::mem::swap(&mut input, &mut output);
    }
    let [sums] = of_words::<1>(&integers.heads, input, 0);
    let mut heads = [0; LINE];
    store512(&mut heads, sums);
    heads
}

#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn first_layer(integers: &Integers, rows: &[u16], output: &mut [u8]) {
    let width = integers.width / COLUMNS;
    let (table, _) = integers.table.as_chunks::<COLUMNS>();
    let (output, _) = output[..integers.width].as_chunks_mut::<COLUMNS>();
    let mut at = 0;
    while at + 4 <= width {
        sum_rows::<4>(table, rows, width, at, output);
        at += 4;
    }
    while at < width {
        sum_rows::<1>(table, rows, width, at, output);
        at += 1;
    }
}

/// The `N` registers of columns that begin at `at`.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn sum_rows<const N: usize>(
    table: &[[u8; COLUMNS]],
    rows: &[u16],
    width: usize,
    at: usize,
    output: &mut [[u8; COLUMNS]],
) {
    let mut both = [_mm512_setzero_si512(); N];
    let mut odd = [_mm512_setzero_si512(); N];
    for &row in rows {
        let row = &table[usize::from(row) * width + at..][..N];
        for i in 0..N {
            let bytes = load512(&row[i]);
            both[i] = _mm512_add_epi16(both[i], bytes);
            odd[i] = _mm512_add_epi16(odd[i], _mm512_srli_epi16::<8>(bytes));
        }
    }
    let added = _mm512_set1_epi16(offsets(rows));
    let half = _mm512_set1_epi16(1 << TABLE_SHIFT >> 1);
    let activation = |sums| {
        // Without a sign a difference below zero is zero.
        let positive = _mm512_subs_epu16(sums, added);
        let rounded = _mm512_srli_epi16::<TABLE_SHIFT>(_mm512_add_epi16(positive, half));
        _mm512_cvtusepi16_epi8(rounded)
    };
    for ((both, odd), to) in both.into_iter().zip(odd).zip(&mut output[at..]) {
        let even = _mm512_sub_epi16(both, _mm512_slli_epi16::<8>(odd));
        let bytes = _mm512_castsi256_si512(activation(even));
        store512(to, _mm512_inserti64x4::<1>(bytes, activation(odd)));
    }
}

/// The layer that reads bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn second(layer: &IntegerDense<i8>, input: &[u8], output: &mut [i16]) {
    let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
    let mut groups = output.chunks_exact_mut(2);
    let mut group = 0;
    for to in &mut groups {
        let sums = of_bytes::<2>(layer, input, group);
        for (to, sums) in to.iter_mut().zip(sums) {
            store256(to, activation(sums, layer.shift));
        }
        group += 2;
    }
    if let [to] = groups.into_remainder() {
        let [sums] = of_bytes::<1>(layer, input, group);
        store256(to, activation(sums, layer.shift));
    }
}

/// A layer of the trunk after it.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn hidden(layer: &IntegerDense<i16>, input: &[i16], output: &mut [i16]) {
    let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
    let mut groups = output.chunks_exact_mut(2);
    let mut group = 0;
    for to in &mut groups {
        let sums = of_words::<2>(layer, input, group);
        for (to, sums) in to.iter_mut().zip(sums) {
            store256(to, activation(sums, layer.shift));
        }
        group += 2;
    }
    if let [to] = groups.into_remainder() {
        let [sums] = of_words::<1>(layer, input, group);
        store256(to, activation(sums, layer.shift));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn activation(sums: __m512i, shift: u32) -> __m256i {
    let positive = _mm512_max_epi32(sums, _mm512_setzero_si512());
    let shift = _mm_cvtsi32_si128(shift.cast_signed());
    _mm512_cvtsepi32_epi16(_mm512_sra_epi32(positive, shift))
}

/// The sums of `N` groups of outputs, of inputs that are bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn of_bytes<const N: usize>(layer: &IntegerDense<i8>, input: &[u8], group: usize) -> [__m512i; N] {
    let (weight, _) = layer.weight.as_chunks::<LINE_BYTES>();
    let (input, _) = input[..layer.inputs].as_chunks::<{ i8::INPUTS }>();
    dense(weight, &layer.bias, input, group, |sum, weight, input| {
        _mm512_dpbusd_epi32(sum, input, weight)
    })
}

/// The same of inputs of 16 bits.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn of_words<const N: usize>(
    layer: &IntegerDense<i16>,
    input: &[i16],
    group: usize,
) -> [__m512i; N] {
    let (weight, _) = layer.weight.as_chunks::<LANES>();
    let (input, _) = input[..layer.inputs].as_chunks::<{ i16::INPUTS }>();
    dense(weight, &layer.bias, input, group, |sum, weight, input| {
        _mm512_dpwssd_epi32(sum, input, weight)
    })
}

/// The sums of `N` groups of outputs; `add` is the instruction that multiplies and adds.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn dense<const N: usize, W: Number, const REGISTER: usize, I: Number, const INPUTS: usize>(
    weight: &[[W; REGISTER]],
    bias: &[i32],
    input: &[[I; INPUTS]],
    group: usize,
    add: impl Fn(__m512i, __m512i, __m512i) -> __m512i,
) -> [__m512i; N] {
    let (bias, _) = bias.as_chunks::<GROUP>();
    let groups = bias.len();
    // Even and odd blocks of inputs apart: sums that do not wait for one another.
    let mut sums = [[[_mm512_setzero_si512(); 4]; N]; 2];
    let (input, _) = input.as_chunks::<2>();
    for (input, weight) in input.iter().zip(weight.chunks_exact(groups * 8)) {
        for parity in 0..2 {
            let input = _mm512_broadcast_i32x4(load128(&input[parity]));
            let weight = &weight[(parity * groups + group) * 4..][..N * 4];
            for i in 0..N {
                for j in 0..4 {
                    let sum = &mut sums[parity][i][j];
                    *sum = add(*sum, load512(&weight[i * 4 + j]), input);
                }
            }
        }
    }
    let mut whole = [_mm512_setzero_si512(); N];
    for i in 0..N {
        let [a, b, c, d]: [__m512i; 4] =
            std::array::from_fn(|j| _mm512_add_epi32(sums[0][i][j], sums[1][i][j]));
        let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        let sum = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
        whole[i] = _mm512_add_epi32(sum, load512(&bias[group + i]));
    }
    whole
}

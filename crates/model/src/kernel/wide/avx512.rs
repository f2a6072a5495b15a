//! The integer forward pass with AVX-512 and VNNI.

use std::arch::x86_64::*;

use togyz_rules::Position;

use super::softmax::prediction;
use super::{load128, load512, store_sums512, store256, store512, sums512};
use crate::aligned::LINE;
use crate::features::Features;
use crate::integers::{COLUMNS, GROUP, INPUTS, IntegerDense, Integers, summed};
use crate::kernel::outputs;
use crate::prediction::Prediction;

/// What the model expects of a position.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn forward(integers: &Integers, rows: &[u16], buffers: [&mut [i16]; 2]) -> [i32; LINE] {
    let [mut input, mut output] = buffers;
    first_layer(integers, rows, input);
    for layer in &integers.layers {
        hidden(layer, input, output);
        std::mem::swap(&mut input, &mut output);
    }
    let [sums] = dense::<1>(&integers.heads, input, 0);
    let mut heads = [0; LINE];
    store_sums512(&mut heads, sums);
    heads
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn first_layer(integers: &Integers, rows: &[u16], output: &mut [i16]) {
    let width = integers.width / COLUMNS;
    let (table, _) = integers.table.as_chunks::<COLUMNS>();
    let (output, _) = output[..integers.width].as_chunks_mut::<COLUMNS>();
    let mut at = 0;
    while at + 8 <= width {
        sum_rows::<8>(table, rows, width, at, output);
        at += 8;
    }
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn sum_rows<const N: usize>(
    table: &[[i16; COLUMNS]],
    rows: &[u16],
    width: usize,
    at: usize,
    output: &mut [[i16; COLUMNS]],
) {
    let mut sums = [_mm512_setzero_si512(); N];
    for &row in rows {
        let row = &table[usize::from(row) * width + at..][..N];
        for i in 0..N {
            sums[i] = _mm512_add_epi16(sums[i], load512(&row[i]));
        }
    }
    let output = &mut output[at..][..N];
    for i in 0..N {
        store512(
            &mut output[i],
            _mm512_max_epi16(sums[i], _mm512_setzero_si512()),
        );
    }
}

/// A layer of the trunk.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn hidden(layer: &IntegerDense, input: &[i16], output: &mut [i16]) {
    let groups = layer.outputs / GROUP;
    let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
    let mut group = 0;
    while group + 2 <= groups {
        let sums = dense::<2>(layer, input, group);
        for (to, sums) in output[group..][..2].iter_mut().zip(sums) {
            store256(to, activation(sums, layer.shift));
        }
        group += 2;
    }
    if group < groups {
        let [sums] = dense::<1>(layer, input, group);
        store256(&mut output[group], activation(sums, layer.shift));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn activation(sums: __m512i, shift: u32) -> __m256i {
    let positive = _mm512_max_epi32(sums, _mm512_setzero_si512());
    let shift = _mm_cvtsi32_si128(shift.cast_signed());
    _mm512_cvtsepi32_epi16(_mm512_sra_epi32(positive, shift))
}

/// The sums of `N` groups of outputs.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[inline]
fn dense<const N: usize>(layer: &IntegerDense, input: &[i16], group: usize) -> [__m512i; N] {
    let groups = layer.outputs / GROUP;
    let (weight, _) = layer.weight.as_chunks::<COLUMNS>();
    let (bias, _) = layer.bias.as_chunks::<GROUP>();
    let (input, _) = input[..layer.inputs].as_chunks::<INPUTS>();
    // Even and odd blocks of inputs apart: sums that do not wait for one another.
    let mut sums = [[[_mm512_setzero_si512(); 4]; N]; 2];
    let (input, _) = input.as_chunks::<2>();
    for (input, weight) in input.iter().zip(weight.chunks_exact(groups * 8)) {
        for parity in 0..2 {
            let input = _mm512_broadcast_i32x4(load128(&input[parity]));
            let weight = &weight[(parity * groups + group) * 4..][..N * 4];
            for i in 0..N {
                for j in 0..4 {
                    let weight = load512(&weight[i * 4 + j]);
                    sums[parity][i][j] = _mm512_dpwssd_epi32(sums[parity][i][j], weight, input);
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
        whole[i] = _mm512_add_epi32(sum, sums512(&bias[group + i]));
    }
    whole
}

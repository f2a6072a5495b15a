//! The forward pass over registers of any width.
//!
//! Every sum is taken in one order whatever the width: a table row after the other, and in a dense
//! layer the inputs 0, 4, 8, .. apart from 1, 5, 9, .. and so on, the four sums added at the end.
//! Four independent sums keep the multipliers busy, where one would wait for its own result.

use pulp::{Simd, WithSimd};

use crate::aligned::LINE;
use crate::packed::{Packed, PackedDense};

/// Sums that a dense layer takes apart.
const LANES: usize = 4;

/// One forward pass; its result is the line of the heads.
pub(super) struct Pass<'a> {
    pub(super) packed: &'a Packed,
    pub(super) rows: &'a [u16],
    /// Each at least as long as the widest layer.
    pub(super) buffers: [&'a mut [f32]; 2],
}

impl WithSimd for Pass<'_> {
    type Output = [f32; LINE];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; LINE] {
        let Pass {
            packed,
            rows,
            buffers: [mut input, mut output],
        } = self;
        first_layer(simd, packed, rows, input);
        for layer in &packed.layers {
            dense::<S, true>(simd, layer, input, output);
            std::mem::swap(&mut input, &mut output);
        }
        dense::<S, false>(simd, &packed.heads, input, output);
        let mut heads = [0.0; LINE];
        heads.copy_from_slice(&output[..LINE]);
        heads
    }
}

/// `output = relu(bias + the sum of the rows)`.
#[inline(always)]
fn first_layer<S: Simd>(simd: S, packed: &Packed, rows: &[u16], output: &mut [f32]) {
    let width = packed.width / S::F32_LANES;
    let (table, _) = S::as_simd_f32s(&packed.table);
    let (bias, _) = S::as_simd_f32s(&packed.bias);
    let (output, _) = S::as_mut_simd_f32s(&mut output[..packed.width]);
    let mut at = 0;
    // Blocks of columns whose sums all stay in registers, large ones first.
    while at + 8 <= width {
        sum_rows::<S, 8>(simd, table, bias, rows, width, at, output);
        at += 8;
    }
    while at + 2 <= width {
        sum_rows::<S, 2>(simd, table, bias, rows, width, at, output);
        at += 2;
    }
    while at < width {
        sum_rows::<S, 1>(simd, table, bias, rows, width, at, output);
        at += 1;
    }
}

/// The `N` registers of columns that begin at `at`.
#[inline(always)]
fn sum_rows<S: Simd, const N: usize>(
    simd: S,
    table: &[S::f32s],
    bias: &[S::f32s],
    rows: &[u16],
    width: usize,
    at: usize,
    output: &mut [S::f32s],
) {
    let mut sums = [simd.splat_f32s(0.0); N];
    sums.copy_from_slice(&bias[at..at + N]);
    for &row in rows {
        let from = row as usize * width + at;
        let row = &table[from..from + N];
        for i in 0..N {
            sums[i] = simd.add_f32s(sums[i], row[i]);
        }
    }
    let zero = simd.splat_f32s(0.0);
    let output = &mut output[at..at + N];
    for i in 0..N {
        output[i] = simd.max_f32s(sums[i], zero);
    }
}

/// `output = weight * input + bias`, then ReLU if asked for.
#[inline(always)]
fn dense<S: Simd, const RELU: bool>(
    simd: S,
    layer: &PackedDense,
    input: &[f32],
    output: &mut [f32],
) {
    let width = layer.outputs / S::F32_LANES;
    let (weight, _) = S::as_simd_f32s(&layer.weight);
    let (bias, _) = S::as_simd_f32s(&layer.bias);
    let (output, _) = S::as_mut_simd_f32s(&mut output[..layer.outputs]);
    let input = &input[..layer.inputs];
    let mut at = 0;
    while at + 2 <= width {
        columns::<S, 2, RELU>(simd, weight, bias, input, width, at, output);
        at += 2;
    }
    while at < width {
        columns::<S, 1, RELU>(simd, weight, bias, input, width, at, output);
        at += 1;
    }
}

/// The `N` registers of outputs that begin at `at`.
#[inline(always)]
fn columns<S: Simd, const N: usize, const RELU: bool>(
    simd: S,
    weight: &[S::f32s],
    bias: &[S::f32s],
    input: &[f32],
    width: usize,
    at: usize,
    output: &mut [S::f32s],
) {
    let zero = simd.splat_f32s(0.0);
    let mut sums = [[zero; N]; LANES];
    let (inputs, _) = input.as_chunks::<LANES>();
    for (inputs, rows) in inputs.iter().zip(weight.chunks_exact(LANES * width)) {
        for lane in 0..LANES {
            let input = simd.splat_f32s(inputs[lane]);
            let row = &rows[lane * width + at..lane * width + at + N];
            for i in 0..N {
                sums[lane][i] = simd.mul_add_e_f32s(input, row[i], sums[lane][i]);
            }
        }
    }
    for i in 0..N {
        let even = simd.add_f32s(sums[0][i], sums[2][i]);
        let odd = simd.add_f32s(sums[1][i], sums[3][i]);
        let sum = simd.add_f32s(bias[at + i], simd.add_f32s(even, odd));
        output[at + i] = if RELU { simd.max_f32s(sum, zero) } else { sum };
    }
}

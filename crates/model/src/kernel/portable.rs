//! The forward pass in plain Rust, for processors without wide registers, and to hold the other
//! kernels against.
//!
//! Sums are taken in the order of the [`simd`](super::simd) module, sixteen at a time: loops of this
//! length over plain arrays become the vector instructions that every processor has.

use crate::aligned::LINE;
use crate::packed::{Packed, PackedDense};

/// Sums that stand side by side.
type Line = [f32; LINE];

/// One forward pass; its result is the line of the heads.
pub(super) fn forward(packed: &Packed, rows: &[u16], buffers: [&mut [f32]; 2]) -> Line {
    let [mut input, mut output] = buffers;
    first_layer(packed, rows, input);
    for layer in &packed.layers {
        for (at, line) in lines_mut(&mut output[..layer.outputs]).enumerate() {
            *line = relu(&dense(layer, &input[..layer.inputs], at));
        }
        std::mem::swap(&mut input, &mut output);
    }
    dense(&packed.heads, &input[..packed.heads.inputs], 0)
}

/// `output = relu(bias + the sum of the rows)`.
fn first_layer(packed: &Packed, rows: &[u16], output: &mut [f32]) {
    let width = packed.width;
    for (at, line) in lines_mut(&mut output[..width]).enumerate() {
        let mut sums = line_at(&packed.bias, at);
        for &row in rows {
            let row = line_at(&packed.table[usize::from(row) * width..], at);
            for i in 0..LINE {
                sums[i] += row[i];
            }
        }
        *line = relu(&sums);
    }
}

/// The line of outputs with this number, before ReLU.
fn dense(layer: &PackedDense, input: &[f32], at: usize) -> Line {
    let mut sums = [[0.0; LINE]; 4];
    let (inputs, _) = input.as_chunks::<4>();
    for (inputs, rows) in inputs
        .iter()
        .zip(layer.weight.chunks_exact(4 * layer.outputs))
    {
        for (lane, row) in rows.chunks_exact(layer.outputs).enumerate() {
            let row = line_at(row, at);
            for i in 0..LINE {
                sums[lane][i] += inputs[lane] * row[i];
            }
        }
    }
    let bias = line_at(&layer.bias, at);
    let mut line = [0.0; LINE];
    for i in 0..LINE {
        line[i] = bias[i] + ((sums[0][i] + sums[2][i]) + (sums[1][i] + sums[3][i]));
    }
    line
}

fn relu(line: &Line) -> Line {
    line.map(|value| if value > 0.0 { value } else { 0.0 })
}

#[inline]
fn line_at(values: &[f32], at: usize) -> Line {
    let mut line = [0.0; LINE];
    line.copy_from_slice(&values[at * LINE..][..LINE]);
    line
}

fn lines_mut(values: &mut [f32]) -> impl Iterator<Item = &mut Line> {
    values.as_chunks_mut::<LINE>().0.iter_mut()
}

//! The integer forward pass in plain Rust: for processors without wide registers, and the twin that
//! the other kernels must equal to the bit.

use crate::aligned::LINE;
use crate::integers::{COLUMNS, GROUP, INPUTS, IntegerDense, Integers};

/// One forward pass; its result is the sums of the heads.
pub(super) fn forward(integers: &Integers, rows: &[u16], buffers: [&mut [i16]; 2]) -> [i32; LINE] {
    let [mut input, mut output] = buffers;
    first_layer(integers, rows, input);
    for layer in &integers.layers {
        for group in 0..layer.outputs / GROUP {
            let sums = dense(layer, input, group);
            for (to, sum) in output[group * GROUP..][..GROUP].iter_mut().zip(sums) {
                *to = i16::try_from(sum.max(0) >> layer.shift).unwrap_or(i16::MAX);
            }
        }
        std::mem::swap(&mut input, &mut output);
    }
    dense(&integers.heads, input, 0)
}

/// `output = max(0, the sum of the rows)`.
fn first_layer(integers: &Integers, rows: &[u16], output: &mut [i16]) {
    let width = integers.width;
    let (output, _) = output[..width].as_chunks_mut::<COLUMNS>();
    for (at, output) in output.iter_mut().enumerate() {
        let mut sums = [0_i16; COLUMNS];
        for &row in rows {
            let row = &integers.table[usize::from(row) * width + at * COLUMNS..][..COLUMNS];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        *output = sums.map(|sum| sum.max(0));
    }
}

/// The sums of a group of outputs.
fn dense(layer: &IntegerDense, input: &[i16], group: usize) -> [i32; GROUP] {
    let groups = layer.outputs / GROUP;
    let (weight, _) = layer.weight.as_chunks::<COLUMNS>();
    let (input, _) = input[..layer.inputs].as_chunks::<INPUTS>();
    // As the wide kernels: four registers of four outputs with four partial sums each.
    let mut sums = [[0_i32; GROUP]; 4];
    for (block, input) in input.iter().enumerate() {
        let weight = &weight[(block * groups + group) * 4..][..4];
        for (sums, weight) in sums.iter_mut().zip(weight) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let pair = lane % 4 * 2;
                let product =
                    |at: usize| i32::from(weight[lane / 4 * INPUTS + at]) * i32::from(input[at]);
                *sum = sum.wrapping_add(product(pair).wrapping_add(product(pair + 1)));
            }
        }
    }
    std::array::from_fn(|output| {
        let partial = &sums[output % 4][output / 4 * 4..][..4];
        let bias = layer.bias[group * GROUP + output];
        partial
            .iter()
            .fold(bias, |sum, part| sum.wrapping_add(*part))
    })
}

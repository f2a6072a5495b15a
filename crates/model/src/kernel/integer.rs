//! The integer forward pass in plain Rust: for processors without wide registers, and the twin that
//! the other kernels must equal to the bit.

use crate::aligned::LINE;
use crate::integers::{
    GROUP, IntegerBuffers, IntegerDense, Integers, OFFSET, TABLE_SHIFT, Weight, byte_of,
};

/// One forward pass; its result is the sums of the heads.
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
        Some(layer) => hidden(layer, bytes, input),
        None => widen(&bytes[..integers.width], input),
    }
    for layer in &integers.layers {
        hidden(layer, input, output);
        std::mem::swap(&mut input, &mut output);
    }
    dense(&integers.heads, input, 0)
}

/// The sums of the rows, as bytes.
fn first_layer(integers: &Integers, rows: &[u16], output: &mut [u8]) {
    let width = integers.width;
    for (column, to) in output[..width].iter_mut().enumerate() {
        let weight = |&row: &u16| integers.table[usize::from(row) * width + byte_of(column)];
        let sum: i16 = rows.iter().map(|row| i16::from(weight(row)) - OFFSET).sum();
        let rounded = (sum.max(0) + (1 << TABLE_SHIFT >> 1)) >> TABLE_SHIFT;
        *to = u8::try_from(rounded).unwrap_or(u8::MAX);
    }
}

/// The bytes as the inputs of the heads.
pub(super) fn widen(bytes: &[u8], to: &mut [i16]) {
    for (to, byte) in to.iter_mut().zip(bytes) {
        *to = (*byte).into();
    }
}

/// A layer of the trunk.
fn hidden<W: Weight + Into<i32>, I: Copy + Into<i32>>(
    layer: &IntegerDense<W>,
    input: &[I],
    output: &mut [i16],
) {
    for group in 0..layer.outputs / GROUP {
        let sums = dense(layer, input, group);
        for (to, sum) in output[group * GROUP..][..GROUP].iter_mut().zip(sums) {
            *to = i16::try_from(sum.max(0) >> layer.shift).unwrap_or(i16::MAX);
        }
    }
}

/// The sums of a group of outputs.
fn dense<W: Weight + Into<i32>, I: Copy + Into<i32>>(
    layer: &IntegerDense<W>,
    input: &[I],
    group: usize,
) -> [i32; GROUP] {
    let groups = layer.outputs / GROUP;
    let mut sums = [0_i32; GROUP];
    for (block, input) in input[..layer.inputs].chunks_exact(W::INPUTS).enumerate() {
        let weight = &layer.weight[(block * groups + group) * GROUP * W::INPUTS..];
        for (place, weight) in weight.chunks_exact(W::INPUTS).take(GROUP).enumerate() {
            // As the registers: output 0, 4, 8, 12, then 1, 5, 9, 13 ..
            let sum = &mut sums[place % 4 * 4 + place / 4];
            for (&weight, &input) in weight.iter().zip(input) {
                *sum = sum.wrapping_add(weight.into() * input.into());
            }
        }
    }
    std::array::from_fn(|output| layer.bias[group * GROUP + output].wrapping_add(sums[output]))
}

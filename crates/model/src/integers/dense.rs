//! The dense layers in integers.

use super::{GROUP, LINE_BYTES};
use crate::aligned::Aligned;
use crate::weights::Dense;

/// The largest sum of a dense layer; rounding stays below what is left to 2^31.
const MAX_SUM: f64 = 2_147_000_000.0;

/// The largest shift: after it no sum of 32 bits exceeds an input of 16.
const MAX_SHIFT: i32 = 16;

/// A weight of a dense layer, and the inputs that it meets.
pub(crate) trait Weight: Copy + Default {
    /// The largest weight.
    const LARGEST: f64;
    /// The largest input.
    const MAX_INPUT: f64;
    /// The inputs in a quarter of a register of 64 bytes.
    const INPUTS: usize = LINE_BYTES / 4 / size_of::<Self>();
    /// The nearest weight.
    fn of(value: f64) -> Self;
}

/// Of the layers that read numbers of 16 bits.
impl Weight for i16 {
    const LARGEST: f64 = 32_767.0;
    const MAX_INPUT: f64 = 32_767.0;

    #[expect(clippy::cast_possible_truncation, reason = "clamped to the range")]
    fn of(value: f64) -> i16 {
        value.round().clamp(-Self::LARGEST, Self::LARGEST) as i16
    }
}

/// Of the layer that reads bytes: two products, at most 2 * 255 * 64, fit into 16 bits, for
/// processors whose widest product of bytes is that.
impl Weight for i8 {
    const LARGEST: f64 = 64.0;
    const MAX_INPUT: f64 = 255.0;

    #[expect(clippy::cast_possible_truncation, reason = "clamped to the range")]
    fn of(value: f64) -> i8 {
        value.round().clamp(-Self::LARGEST, Self::LARGEST) as i8
    }
}

/// A dense layer in integers.
///
/// ```text
/// weight: inputs 0..n:   group of outputs 0..16:  register 0: outputs 0, 4,  8, 12, n inputs each
///                                                 register 1: outputs 1, 5,  9, 13
///                                                 register 2: outputs 2, 6, 10, 14
///                                                 register 3: outputs 3, 7, 11, 15
///                        group of outputs 16..32: ..
///         inputs n..2 n: ..
/// ```
///
/// `n` is [`Weight::INPUTS`], 8 or 16. So many inputs, repeated four times in a register, meet a
/// register of weights; two rounds of adding neighbours across the four registers leave the sixteen
/// sums in their order.
pub(crate) struct IntegerDense<W> {
    /// A multiple of twice [`Weight::INPUTS`].
    pub(crate) inputs: usize,
    /// A multiple of [`GROUP`].
    pub(crate) outputs: usize,
    pub(crate) weight: Aligned<W>,
    /// `[outputs]`, with what makes the shift round to the nearest.
    pub(crate) bias: Aligned<i32>,
    /// From sums to the next layer's inputs; unused by the heads.
    pub(crate) shift: u32,
}

impl<W: Weight> IntegerDense<W> {
    /// Layers that read the same inputs as one; each output's sum has so many units for 1.0 as
    /// `scales` says, each input as `units` says.
    pub(super) fn new(
        parts: &[&Dense],
        units: &[f64],
        inputs: usize,
        scales: &[f64],
        shift: u32,
    ) -> IntegerDense<W> {
        let outputs: usize = parts.iter().map(|part| part.outputs as usize).sum();
        let outputs = outputs.next_multiple_of(GROUP);
        let mut layer = IntegerDense {
            inputs,
            outputs,
            weight: Aligned::zeros(inputs * outputs),
            bias: Aligned::zeros(outputs),
            shift,
        };
        let half = if shift == 0 {
            0.0
        } else {
            f64::from(shift - 1).exp2()
        };
        let mut output = 0;
        for part in parts {
            let rows = part.weight.chunks_exact(part.inputs.max(1) as usize);
            for (row, &bias) in rows.zip(&part.bias) {
                let scale = scales[output];
                #[expect(clippy::cast_possible_truncation, reason = "within the largest sum")]
                let bias = (f64::from(bias) * scale + half).round() as i32;
                layer.bias[output] = bias;
                for (input, (&weight, unit)) in row.iter().zip(units).enumerate() {
                    let place = layer.place(output, input);
                    layer.weight[place] = W::of(f64::from(weight) / unit * scale);
                }
                output += 1;
            }
        }
        layer
    }

    /// Units of each output's sum for 1.0: as fine as its range and that of a weight allow.
    /// `units` are those of the inputs.
    pub(super) fn scales(parts: &[&Dense], units: &[f64]) -> Vec<f64> {
        let rows = parts.iter().flat_map(|part| {
            let rows = part.weight.chunks_exact(part.inputs.max(1) as usize);
            rows.zip(&part.bias)
        });
        rows.map(|(row, bias)| {
            let weights = row
                .iter()
                .zip(units)
                .map(|(&w, unit)| f64::from(w.abs()) / unit);
            let (largest, sum) = weights.fold((1e-12, 0.0), |(largest, sum), weight| {
                (f64::max(largest, weight), sum + weight)
            });
            // Each weight may be rounded by a half, at the largest input.
            let rounding = 0.5 * W::MAX_INPUT * row.len() as f64;
            let of_sum = (MAX_SUM - rounding) / (sum * W::MAX_INPUT + f64::from(bias.abs()));
            of_sum.min(W::LARGEST / largest)
        })
        .collect()
    }

    /// Where a weight lies; see the type's drawing.
    fn place(&self, output: usize, input: usize) -> usize {
        let (group, within) = (output / GROUP, output % GROUP);
        let (block, lane) = (input / W::INPUTS, input % W::INPUTS);
        let register = (block * (self.outputs / GROUP) + group) * 4 + within % 4;
        (register * 4 + within / 4) * W::INPUTS + lane
    }
}

/// The least shift that divides by `ratio` or more.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range"
)]
pub(super) fn shift_for(ratio: f64) -> u32 {
    (ratio.log2().ceil() as i32).clamp(0, MAX_SHIFT) as u32
}

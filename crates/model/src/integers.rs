//! The weights as integers, in the order in which the integer forward pass reads them.
//!
//! ```text
//! sum[c] = sum of 21 to 57 table rows, less 128 a row    i16, exact: 57 rows of 8 bits fit
//! x0[c]  = min(255, (max(0, sum[c]) + 2) >> 2)           u8
//! acc[o] = bias[o] + sum over i of weight[o, i] * x[i]   i32, exact: no input can exceed it
//! x[o]   = min(32767, max(0, acc[o]) >> shift)           i16, of the layers between
//! y[o]   = acc[o] * scale[o]                             f32, of the heads
//! ```
//!
//! The table and the first layer after it, which are most of the work, have weights of 8 bits; the
//! others of 16. Sums of integers do not depend on their order, so every kernel gives the same bits.

mod dense;
mod summed;

use crate::aligned::{Aligned, LINE};
use crate::features::FeatureSet;
use crate::weights::Weights;

pub(crate) use dense::{IntegerDense, Weight};
pub(crate) use summed::summed;
#[cfg(target_arch = "x86_64")]
pub(crate) use summed::{SUMMED_CAPTURES, Summed, pair_row};

/// The bytes of the widest register.
pub(crate) const LINE_BYTES: usize = 64;

/// Columns of the first layer in a register of 64 bytes.
pub(crate) const COLUMNS: usize = LINE_BYTES;

/// What is added to the weights of the table, so that they are bytes without a sign.
pub(crate) const OFFSET: i16 = 128;

/// Sums of the table are divided by two to this, to become bytes: the largest of trained networks
/// were below 512, and rounding to the nearest four cost nothing in matches.
pub(crate) const TABLE_SHIFT: u32 = 2;

/// Numbers of 16 bits in a register of 64 bytes, and in one of 32.
pub(crate) const LANES: usize = LINE_BYTES / 2;
pub(crate) const HALF_LANES: usize = LANES / 2;

/// Outputs of a dense layer that are computed together.
pub(crate) const GROUP: usize = 16;

/// The largest weight of the table.
const MAX_WEIGHT: f64 = 127.0;

/// How much larger a value may become than calibration has seen, before it is cut off.
const HEADROOM: f64 = 2.0;

/// All weights, for the integer kernels.
pub(crate) struct Integers {
    /// Which features have rows.
    pub(crate) features: FeatureSet,
    /// The width of the first layer, a multiple of [`COLUMNS`].
    pub(crate) width: usize,
    /// `[rows, width]`: holes and kazans as in the features, the pairs of tuzdiks, the captures;
    /// each weight has [`OFFSET`] added to it.
    ///
    /// In each register of columns, the first half of them lies in its even bytes and the second
    /// half in its odd ones. Rows are summed as numbers of 16 bits, once as they are and once
    /// shifted by a byte: that gives the sums of the odd bytes, and what they leave of the others.
    pub(crate) table: Aligned<u8>,
    /// What reads the bytes of the first layer; none where the heads do.
    pub(crate) second: Option<IntegerDense<i8>>,
    pub(crate) layers: Vec<IntegerDense<i16>>,
    /// The three heads as one layer: 9 of policy, 3 of wdl, 1 of margin, 3 of padding.
    pub(crate) heads: IntegerDense<i16>,
    /// From the sums of the heads to their outputs.
    pub(crate) scale: [f32; LINE],
}

/// The memory of a forward pass.
pub(crate) struct IntegerBuffers<'a> {
    /// At least [`Integers::width`].
    pub(crate) bytes: &'a mut [u8],
    /// Each at least [`Integers::widest`].
    pub(crate) layers: [&'a mut [i16]; 2],
}

impl Integers {
    /// Turns weights that have been checked into integers. `ranges` are those of
    /// [`calibration::ranges`](crate::calibration::ranges).
    pub(crate) fn new(features: FeatureSet, weights: &Weights, ranges: &[f32]) -> Integers {
        let first = weights.bias.len();
        let width = first.next_multiple_of(COLUMNS);
        // 1. The table: each column as fine as its largest weight allows.
        let rows = summed::table_rows(features);
        let mut units = Vec::with_capacity(first);
        let mut table = Aligned::zeros(rows * width);
        table.fill(offset(0.0));
        for column in 0..first {
            let of_column = || (0..rows).map(|row| summed::summed_weight(weights, row, column));
            let largest = of_column().fold(1e-6, |largest, weight| f64::max(largest, weight.abs()));
            let scale = MAX_WEIGHT / largest;
            for (weight, to) in of_column().zip(table.chunks_exact_mut(width)) {
                to[byte_of(column)] = offset(weight * scale);
            }
            units.push(scale / f64::from(TABLE_SHIFT).exp2());
        }
        // 2. The dense layers, each in the units that the one before leaves.
        let mut inputs = width;
        let mut hidden = weights.layers.iter().zip(ranges);
        let second = hidden.next().map(|(layer, &range)| {
            let scales = IntegerDense::<i8>::scales(&[layer], &units);
            let shift = shift(&scales, range);
            let layer = IntegerDense::new(&[layer], &units, inputs, &scales, shift);
            units = after(&scales, shift);
            inputs = layer.outputs;
            layer
        });
        let mut layers = Vec::new();
        for (layer, &range) in hidden {
            let scales = IntegerDense::<i16>::scales(&[layer], &units);
            let shift = shift(&scales, range);
            let layer = IntegerDense::new(&[layer], &units, inputs, &scales, shift);
            units = after(&scales, shift);
            inputs = layer.outputs;
            layers.push(layer);
        }
        // 3. The heads, whose sums become floats.
        let parts = [&weights.policy, &weights.wdl, &weights.margin];
        let scales = IntegerDense::<i16>::scales(&parts, &units);
        let mut scale = [0.0; LINE];
        for (to, from) in scale.iter_mut().zip(&scales) {
            #[expect(clippy::cast_possible_truncation, reason = "rounded to an f32")]
            let inverse = (1.0 / from) as f32;
            *to = inverse;
        }
        Integers {
            features,
            width,
            table,
            second,
            layers,
            heads: IntegerDense::new(&parts, &units, inputs, &scales, 0),
            scale,
        }
    }

    /// The widest layer.
    pub(crate) fn widest(&self) -> usize {
        let second = self.second.iter().map(|layer| layer.outputs);
        let outputs = self.layers.iter().map(|layer| layer.outputs);
        second.chain(outputs).fold(self.width, usize::max)
    }
}

/// The shift after which no output exceeds what calibration has seen by more than the headroom.
fn shift(scales: &[f64], range: f32) -> u32 {
    let wanted = <i16 as Weight>::MAX_INPUT / (HEADROOM * f64::from(range));
    let finest = scales.iter().copied().fold(0.0, f64::max);
    dense::shift_for(finest / wanted)
}

/// Units of a layer's outputs after its shift.
fn after(scales: &[f64], shift: u32) -> Vec<f64> {
    let divisor = f64::from(shift).exp2();
    scales.iter().map(|scale| scale / divisor).collect()
}

/// Where a column lies in a row of the table.
pub(crate) const fn byte_of(column: usize) -> usize {
    let within = column % COLUMNS;
    column - within + within % LANES * 2 + within / LANES
}

/// The nearest weight of the table, with what is added to it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "1 to 255"
)]
fn offset(value: f64) -> u8 {
    (value.round().clamp(-MAX_WEIGHT, MAX_WEIGHT) + f64::from(OFFSET)) as u8
}

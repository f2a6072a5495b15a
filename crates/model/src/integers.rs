//! The weights as integers, in the order in which the integer forward pass reads them.
//!
//! ```text
//! x0[c]  = max(0, sum of 21 to 57 table rows)                i16, exact: no position can exceed it
//! acc[o] = bias[o] + sum over i of weight[o, i] * x[i]   i32, exact: no input can exceed it
//! x[o]   = min(32767, max(0, acc[o]) >> shift)           i16, of the layers between
//! y[o]   = acc[o] * scale[o]                             f32, of the heads
//! ```
//!
//! Sums of integers do not depend on their order, so every kernel gives the same bits.

use crate::aligned::{Aligned, LINE};
use crate::features::{
    ALWAYS, CAPTURE_ROWS, CAPTURES, FeatureSet, KAZANS, MAX_ACTIVE, SLOT_ROWS, SLOTS, TUZDIK_ROWS,
    TUZDIKS,
};
use crate::weights::{Dense, Weights};

/// The most rows that are summed: those of the features, both tuzdiks being one.
const MAX_SUMMED: usize = MAX_ACTIVE - 1;

/// The row of the first pair of tuzdiks, and that of the first capture after the last pair.
const PAIRS: usize = TUZDIKS;
const SUMMED_CAPTURES: usize = PAIRS + TUZDIK_ROWS * TUZDIK_ROWS;

/// Columns of the first layer in a register of 64 bytes.
pub(crate) const COLUMNS: usize = 32;

/// Outputs of a dense layer that are computed together.
pub(crate) const GROUP: usize = 16;

/// Inputs of a dense layer that are multiplied together.
pub(crate) const INPUTS: usize = 8;

/// The largest input of a dense layer.
const MAX_INPUT: f64 = 32_767.0;

/// The largest sum of a dense layer; rounding stays below what is left to 2^31.
const MAX_SUM: f64 = 2_147_000_000.0;

/// The largest shift: after it no sum exceeds an input.
const MAX_SHIFT: i32 = 16;

/// How much larger a value may become than calibration has seen, before it is cut off.
const HEADROOM: f64 = 2.0;

/// A dense layer in integers.
///
/// ```text
/// weight: inputs 0..8:  group of outputs 0..16:  register 0: outputs 0, 4,  8, 12, eight inputs each
///                                                register 1: outputs 1, 5,  9, 13
///                                                register 2: outputs 2, 6, 10, 14
///                                                register 3: outputs 3, 7, 11, 15
///                       group of outputs 16..32: ..
///         inputs 8..16: ..
/// ```
///
/// Eight inputs, repeated four times in a register, meet a register of weights; two rounds of
/// adding neighbours across the four registers leave the sixteen sums in their order.
pub(crate) struct IntegerDense {
    /// A multiple of 16, twice [`INPUTS`].
    pub(crate) inputs: usize,
    /// A multiple of [`GROUP`].
    pub(crate) outputs: usize,
    pub(crate) weight: Aligned<i16>,
    /// `[outputs]`, with what makes the shift round to the nearest.
    pub(crate) bias: Aligned<i32>,
    /// From sums to the next layer's inputs; unused by the heads.
    pub(crate) shift: u32,
}

/// All weights, for the integer kernels.
pub(crate) struct Integers {
    /// Which features have rows.
    pub(crate) features: FeatureSet,
    /// The width of the first layer, a multiple of [`COLUMNS`].
    pub(crate) width: usize,
    /// `[rows, width]`: holes and kazans as in the features, the pairs of tuzdiks, the captures.
    pub(crate) table: Aligned<i16>,
    pub(crate) layers: Vec<IntegerDense>,
    /// The three heads as one layer: 9 of policy, 3 of wdl, 1 of margin, 3 of padding.
    pub(crate) heads: IntegerDense,
    /// From the sums of the heads to their outputs.
    pub(crate) scale: [f32; LINE],
}

/// The rows of the integer table that are summed.
pub(crate) struct Summed {
    rows: [u16; MAX_SUMMED],
    len: usize,
}

impl Summed {
    #[inline(always)]
    pub(crate) fn rows(&self) -> &[u16] {
        &self.rows[..self.len.min(MAX_SUMMED)]
    }
}

/// The rows of [`Features`](crate::Features) that are summed, the two tuzdiks as one row of the
/// hundred pairs, which holds the biases too.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rows are below 1996")]
pub(crate) fn summed(features: &[u16]) -> Summed {
    const TENS: u16 = TUZDIK_ROWS as u16;
    const FIRST: u16 = TUZDIKS as u16;
    const SHIFT: u16 = (SUMMED_CAPTURES - CAPTURES) as u16;
    let mut rows = [0; MAX_SUMMED];
    rows[..ALWAYS - 2].copy_from_slice(&features[..ALWAYS - 2]);
    let own = features[ALWAYS - 2] - FIRST;
    let other = features[ALWAYS - 1] - FIRST - TENS;
    rows[ALWAYS - 2] = PAIRS as u16 + own * TENS + other;
    let captures = &features[ALWAYS..];
    for (to, row) in rows[ALWAYS - 1..].iter_mut().zip(captures) {
        *to = row + SHIFT;
    }
    Summed {
        rows,
        len: features.len() - 1,
    }
}

impl Integers {
    /// Turns weights that have been checked into integers. `ranges` are those of
    /// [`calibration::ranges`](crate::calibration::ranges).
    pub(crate) fn new(features: FeatureSet, weights: &Weights, ranges: &[f32]) -> Integers {
        let first = weights.bias.len();
        let width = first.next_multiple_of(COLUMNS);
        // 1. The table: each column as fine as the largest sum of any position allows.
        let scales: Vec<f64> = (0..first)
            .map(|column| table_scale(features, weights, column))
            .collect();
        let captures = features.rows() - CAPTURES;
        let mut table = Aligned::zeros((SUMMED_CAPTURES + captures) * width);
        let at = |row: usize, column: usize| f64::from(weights.table[row * first + column]);
        for (row, to) in table.chunks_exact_mut(width).enumerate() {
            for (column, to) in to[..first].iter_mut().enumerate() {
                let value = if row < PAIRS {
                    at(row, column)
                } else if row >= SUMMED_CAPTURES {
                    at(row - SUMMED_CAPTURES + CAPTURES, column)
                } else {
                    let (own, other) = ((row - PAIRS) / TUZDIK_ROWS, (row - PAIRS) % TUZDIK_ROWS);
                    f64::from(weights.bias[column])
                        + at(TUZDIKS + own, column)
                        + at(TUZDIKS + TUZDIK_ROWS + other, column)
                };
                *to = narrow(value * scales[column]);
            }
        }
        // 2. The dense layers, each in the units that the one before leaves.
        let mut units = scales;
        let mut inputs = width;
        let mut layers = Vec::new();
        for (layer, &range) in weights.layers.iter().zip(ranges) {
            let scale = dense_scales(&[layer], &units).fold(f64::MAX, f64::min);
            let wanted = MAX_INPUT / (HEADROOM * f64::from(range));
            let shift = shift_for(scale / wanted);
            let scales = vec![scale; layer.outputs as usize];
            let layer = IntegerDense::new(&[layer], &units, inputs, &scales, shift);
            units = vec![scale / f64::from(shift).exp2(); layer.outputs];
            inputs = layer.outputs;
            layers.push(layer);
        }
        // 3. The heads, whose sums become floats.
        let parts = [&weights.policy, &weights.wdl, &weights.margin];
        let scales: Vec<f64> = dense_scales(&parts, &units).collect();
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
            layers,
            heads: IntegerDense::new(&parts, &units, inputs, &scales, 0),
            scale,
        }
    }

    /// The widest layer.
    pub(crate) fn widest(&self) -> usize {
        let outputs = self.layers.iter().map(|layer| layer.outputs);
        outputs.fold(self.width, usize::max)
    }
}

/// Units of a column for 1.0, so that no choice of rows sums to more than an i16 holds.
fn table_scale(features: FeatureSet, weights: &Weights, column: usize) -> f64 {
    let width = weights.bias.len();
    let largest = |rows: std::ops::Range<usize>| {
        rows.map(|row| f64::from(weights.table[row * width + column].abs()))
            .fold(0.0, f64::max)
    };
    let slots = (0..SLOTS).map(|slot| largest(slot * SLOT_ROWS..(slot + 1) * SLOT_ROWS));
    let middle = KAZANS + (TUZDIKS - KAZANS) / 2;
    let rest = [
        largest(KAZANS..middle),
        largest(middle..TUZDIKS),
        largest(TUZDIKS..TUZDIKS + TUZDIK_ROWS),
        largest(TUZDIKS + TUZDIK_ROWS..CAPTURES),
        f64::from(weights.bias[column].abs()),
    ];
    let captures = (CAPTURES..features.rows())
        .step_by(CAPTURE_ROWS)
        .map(|first| largest(first..first + CAPTURE_ROWS));
    let summed = ALWAYS - 1 + captures.len();
    let bound: f64 = slots.chain(rest).chain(captures).sum();
    // Each row that is summed may be rounded by a half.
    (MAX_INPUT - summed as f64) / bound.max(f64::MIN_POSITIVE).max(1e-6)
}

/// Units of each output's sum for 1.0: as fine as its range and that of a weight allow. `units` are
/// those of the inputs.
fn dense_scales(parts: &[&Dense], units: &[f64]) -> impl Iterator<Item = f64> {
    let rows = parts.iter().flat_map(|part| {
        let rows = part.weight.chunks_exact(part.inputs.max(1) as usize);
        rows.zip(&part.bias)
    });
    rows.map(move |(row, bias)| {
        let weights = row
            .iter()
            .zip(units)
            .map(|(&w, unit)| f64::from(w.abs()) / unit);
        let (largest, sum) = weights.fold((1e-12, 0.0), |(largest, sum), weight| {
            (f64::max(largest, weight), sum + weight)
        });
        // Each weight may be rounded by a half, at the largest input.
        let rounding = 0.5 * MAX_INPUT * row.len() as f64;
        let of_sum = (MAX_SUM - rounding) / (sum * MAX_INPUT + f64::from(bias.abs()));
        of_sum.min(MAX_INPUT / largest)
    })
}

/// The least shift that divides by `ratio` or more.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range"
)]
fn shift_for(ratio: f64) -> u32 {
    (ratio.log2().ceil() as i32).clamp(0, MAX_SHIFT) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to the range")]
fn narrow(value: f64) -> i16 {
    value.round().clamp(-MAX_INPUT, MAX_INPUT) as i16
}

impl IntegerDense {
    /// Layers that read the same inputs as one; each output's sum has so many `units` for 1.0 as
    /// `scales` says.
    fn new(
        parts: &[&Dense],
        units: &[f64],
        inputs: usize,
        scales: &[f64],
        shift: u32,
    ) -> IntegerDense {
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
                    layer.weight[place] = narrow(f64::from(weight) / unit * scale);
                }
                output += 1;
            }
        }
        layer
    }

    /// Where a weight lies; see the type's drawing.
    fn place(&self, output: usize, input: usize) -> usize {
        let (group, within) = (output / GROUP, output % GROUP);
        let (block, lane) = (input / INPUTS, input % INPUTS);
        let register = (block * (self.outputs / GROUP) + group) * 4 + within % 4;
        register * COLUMNS + within / 4 * INPUTS + lane
    }
}

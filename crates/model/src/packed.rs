//! The weights in the order in which a forward pass reads them.

use crate::aligned::{AlignedFloats, padded};
use crate::features::FeatureSet;
use crate::weights::{Dense, Weights};

/// A dense layer by columns.
///
/// ```text
/// weight: input 0: [w of output 0, of output 1, .., zeros up to the padded width], input 1: ..
/// ```
///
/// So the outputs stand side by side in registers, and each input is one number times a column.
/// Widths are padded with zeros to whole cache lines; padded outputs are always zero.
pub(crate) struct PackedDense {
    /// Inputs, padded.
    pub(crate) inputs: usize,
    /// Outputs, padded.
    pub(crate) outputs: usize,
    /// `[inputs, outputs]`
    pub(crate) weight: AlignedFloats,
    /// `[outputs]`
    pub(crate) bias: AlignedFloats,
}

/// All weights, for the kernels.
pub(crate) struct Packed {
    /// Which features have rows.
    pub(crate) features: FeatureSet,
    /// The width of the first layer, padded.
    pub(crate) width: usize,
    /// `[rows, width]`
    pub(crate) table: AlignedFloats,
    /// `[width]`
    pub(crate) bias: AlignedFloats,
    pub(crate) layers: Vec<PackedDense>,
    /// The three heads as one layer of a line: 9 of policy, 3 of wdl, 1 of margin, 3 of padding.
    pub(crate) heads: PackedDense,
}

impl Packed {
    /// Packs weights that have been checked.
    pub(crate) fn new(features: FeatureSet, weights: &Weights) -> Packed {
        let first = weights.bias.len();
        let width = padded(first);
        let mut table = AlignedFloats::zeros(features.rows() * width);
        for (to, from) in table
            .chunks_exact_mut(width)
            .zip(weights.table.chunks_exact(first))
        {
            to[..first].copy_from_slice(from);
        }
        let mut bias = AlignedFloats::zeros(width);
        bias[..first].copy_from_slice(&weights.bias);
        Packed {
            features,
            width,
            table,
            bias,
            layers: weights
                .layers
                .iter()
                .map(|layer| PackedDense::new(&[layer]))
                .collect(),
            heads: PackedDense::new(&[&weights.policy, &weights.wdl, &weights.margin]),
        }
    }

    /// The widest layer, padded.
    pub(crate) fn widest(&self) -> usize {
        self.layers
            .iter()
            .map(|layer| layer.outputs)
            .fold(self.width, usize::max)
    }
}

impl PackedDense {
    /// Packs layers that read the same inputs into one.
    fn new(parts: &[&Dense]) -> PackedDense {
        let inputs = padded(parts.iter().map(|p| p.inputs as usize).max().unwrap_or(0));
        let outputs = padded(parts.iter().map(|part| part.outputs as usize).sum());
        let mut packed = PackedDense {
            inputs,
            outputs,
            weight: AlignedFloats::zeros(inputs * outputs),
            bias: AlignedFloats::zeros(outputs),
        };
        let mut output = 0;
        for part in parts {
            for (row, &bias) in part
                .weight
                .chunks_exact(part.inputs as usize)
                .zip(&part.bias)
            {
                packed.bias[output] = bias;
                for (input, &weight) in row.iter().enumerate() {
                    packed.weight[input * outputs + output] = weight;
                }
                output += 1;
            }
        }
        packed
    }
}

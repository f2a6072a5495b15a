//! The network: table, trunk and heads.

use burn::module::Module;
use burn::tensor::activation::relu;
use burn::tensor::{Device, Int, Tensor};
use rand_chacha::ChaCha8Rng;
use togyz_model::{OUTCOMES, POLICY};

use crate::batch::YIELDS;
use crate::config::NetConfig;
use crate::dense::{Dense, Ids};
use crate::table::RowTable;

/// Outputs that the exported model keeps: policy, outcomes, margin.
pub(crate) const KEPT: usize = POLICY + OUTCOMES + 1;
/// Outputs for training only: the opponent's reply, the holes' yields.
const AUXILIARY: usize = POLICY + YIELDS;

/// The trainable twin of [`togyz_model::Model`].
///
/// Everything is seen by the side to move.
#[derive(Module, Debug)]
pub struct Net {
    pub(crate) table: RowTable,
    pub(crate) layers: Vec<Dense>,
    /// All heads side by side, so that they cost one multiplication: the kept ones first.
    pub(crate) heads: Dense,
    #[module(skip)]
    config: NetConfig,
}

/// What the heads say, before any softmax.
#[derive(Clone, Debug)]
pub struct NetOutput {
    /// Logits of the mover's nine holes, legal or not.
    ///
    /// # Shapes
    /// `[batch, 9]`.
    pub policy: Tensor<2>,
    /// Logits of win, draw and loss.
    ///
    /// # Shapes
    /// `[batch, 3]`.
    pub wdl: Tensor<2>,
    /// The final ball difference.
    ///
    /// # Shapes
    /// `[batch, 1]`.
    ///
    /// # Units
    /// 40 balls.
    pub margin: Tensor<2>,
    /// The heads that only training has.
    pub auxiliary: Option<AuxiliaryOutput>,
}

/// What the training-only heads say.
#[derive(Clone, Debug)]
pub struct AuxiliaryOutput {
    /// Logits of the hole the opponent plays next.
    ///
    /// # Shapes
    /// `[batch, 9]`.
    pub reply: Tensor<2>,
    /// Logits of balls being captured from each hole: the mover's nine, then the opponent's.
    ///
    /// # Shapes
    /// `[batch, 18]`.
    pub yields: Tensor<2>,
}

impl Net {
    pub(crate) fn random(config: &NetConfig, device: &Device, rng: &mut ChaCha8Rng) -> Net {
        /// He's gain: ReLU passes half of the variance on.
        const TRUNK_GAIN: f32 = std::f32::consts::SQRT_2;
        /// Heads begin near even chances.
        const HEAD_GAIN: f32 = 0.3;
        let mut ids = Ids::default();
        let first = config.trunk.first().copied().unwrap_or(1);
        let last = config.trunk.last().copied().unwrap_or(1);
        let outputs = if config.auxiliary {
            KEPT + AUXILIARY
        } else {
            KEPT
        };
        Net {
            table: RowTable::random(config.features(), first, device, rng, &mut ids),
            layers: config
                .trunk
                .windows(2)
                .map(|w| Dense::random(w[0], w[1], TRUNK_GAIN, device, rng, &mut ids))
                .collect(),
            heads: Dense::random(last, outputs, HEAD_GAIN, device, rng, &mut ids),
            config: config.clone(),
        }
    }

    /// What the network looks like.
    #[must_use]
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The heads' outputs for a batch of [`togyz_model::Features`].
    ///
    /// # Shapes
    /// `[batch, MAX_ACTIVE]`, as [`togyz_model::Features::padded`] gives them.
    #[must_use]
    pub fn forward(&self, features: Tensor<2, Int>) -> NetOutput {
        self.forward_sums(self.table.sums(features))
    }

    /// The same from the sums of table rows on.
    ///
    /// # Shapes
    /// `[batch, width]`.
    pub(crate) fn forward_sums(&self, sums: Tensor<2>) -> NetOutput {
        // 1. The first layer's bias, then the trunk: ReLU after every layer.
        let mut x = relu(sums + self.table.bias.val().unsqueeze());
        for layer in &self.layers {
            x = relu(layer.forward(x));
        }
        // 2. All heads at once, then apart.
        let out = self.heads.forward(x);
        let mut start = 0;
        let mut next = |width: usize| {
            let head = out.clone().narrow(1, start, width);
            start += width;
            head
        };
        NetOutput {
            policy: next(POLICY),
            wdl: next(OUTCOMES),
            margin: next(1),
            auxiliary: self.config.auxiliary.then(|| AuxiliaryOutput {
                reply: next(POLICY),
                yields: next(YIELDS),
            }),
        }
    }

    /// `keep` of `self` and the rest of `other`, weight by weight: the moving average of weights.
    ///
    /// `self` is without gradients (as [`Module::valid`] gives it) and stays so; the two have the
    /// same config.
    #[must_use]
    pub fn blend(self, other: &Net, keep: f32) -> Net {
        Net {
            table: self.table.blend(&other.table, keep),
            layers: self
                .layers
                .into_iter()
                .zip(&other.layers)
                .map(|(a, b)| a.blend(b, keep))
                .collect(),
            heads: self.heads.blend(&other.heads, keep),
            config: self.config,
        }
    }
}

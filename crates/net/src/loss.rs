//! How far the network is from its targets, head by head.

use burn::tensor::Tensor;
use burn::tensor::activation::{log_sigmoid, log_softmax};
use serde::{Deserialize, Serialize};

use crate::batch::Targets;
use crate::error::NetError;
use crate::net::NetOutput;

/// The number of losses: policy, wdl, margin, reply, yields.
const HEADS: usize = 5;

/// How much each head's loss counts in the sum that is minimized.
///
/// # Source
/// KataGo trains its auxiliary heads at 0.15 (reply) and small weights (ownership, score); here the
/// win, draw and loss chances carry the play, so they count as much as the policy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LossWeights {
    /// Cross entropy of the move shares. Default 1.
    pub policy: f32,
    /// Cross entropy of win, draw and loss. Default 1.
    pub wdl: f32,
    /// Huber loss of the margin. Default 0.25.
    pub margin: f32,
    /// Cross entropy of the opponent's reply. Default 0.15.
    pub reply: f32,
    /// Binary cross entropy of the yields, mean over the holes. Default 0.15.
    pub yields: f32,
}

impl Default for LossWeights {
    fn default() -> LossWeights {
        LossWeights {
            policy: 1.0,
            wdl: 1.0,
            margin: 0.25,
            reply: 0.15,
            yields: 0.15,
        }
    }
}

/// Losses on the device.
#[derive(Clone, Debug)]
pub struct LossTensors {
    /// Policy, wdl, margin, reply, yields; 0 for heads the network has not.
    ///
    /// # Shapes
    /// `[5]`.
    pub heads: Tensor<1>,
    /// The weighted sum, to be minimized.
    ///
    /// # Shapes
    /// `[1]`.
    pub total: Tensor<1>,
}

/// Losses of a step: weighted means over the examples that have the target.
///
/// # Units
/// Nats for all but the margin. A cross entropy with soft targets does not reach 0: the targets'
/// own entropy is its floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The weighted sum.
    pub total: f32,
    /// Cross entropy of the move shares.
    pub policy: f32,
    /// Cross entropy of win, draw and loss.
    pub wdl: f32,
    /// Huber loss of the margin, unit 40 balls: half the square up to 40 balls, linear beyond.
    pub margin: f32,
    /// Cross entropy of the opponent's reply.
    pub reply: f32,
    /// Binary cross entropy of the yields, mean over the 18 holes.
    pub yields: f32,
}

impl Losses {
    /// The losses of an output.
    ///
    /// # Shapes
    /// Output and targets of the same batch.
    #[must_use]
    pub fn compute(output: NetOutput, targets: &Targets, weights: &LossWeights) -> LossTensors {
        let legal = output.policy + targets.legal.clone();
        let policy = cross_entropy(legal, &targets.policy);
        let wdl = cross_entropy(output.wdl, &targets.wdl);
        let error = output.margin - targets.margin.clone();
        let margin = (huber(error) * targets.margin_shares.clone()).sum();
        let mut total = policy.clone().mul_scalar(weights.policy)
            + wdl.clone().mul_scalar(weights.wdl)
            + margin.clone().mul_scalar(weights.margin);
        let mut heads = vec![policy, wdl, margin];
        if let Some(auxiliary) = output.auxiliary {
            let reply = cross_entropy(auxiliary.reply, &targets.reply);
            let yields = binary_cross_entropy(auxiliary.yields, targets);
            total = total
                + reply.clone().mul_scalar(weights.reply)
                + yields.clone().mul_scalar(weights.yields);
            heads.extend([reply, yields]);
        }
        let mut heads: Vec<_> = heads.into_iter().map(Tensor::detach).collect();
        while heads.len() < HEADS {
            heads.push(Tensor::zeros([1], &total.device()));
        }
        LossTensors {
            heads: Tensor::cat(heads, 0),
            total,
        }
    }

    /// The numbers of the losses on the device.
    ///
    /// # Errors
    /// [`NetError::Read`] if the device does not give them back.
    pub fn read(losses: &LossTensors) -> Result<Losses, NetError> {
        let both = Tensor::cat(vec![losses.total.clone().detach(), losses.heads.clone()], 0);
        let values = both
            .try_into_vec_as::<f32>()
            .map_err(|source| NetError::Read {
                what: "losses",
                source,
            })?;
        let value = |index: usize| values.get(index).copied().unwrap_or(f32::NAN);
        Ok(Losses {
            total: value(0),
            policy: value(1),
            wdl: value(2),
            margin: value(3),
            reply: value(4),
            yields: value(5),
        })
    }

    /// Whether all of them are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        [
            self.total,
            self.policy,
            self.wdl,
            self.margin,
            self.reply,
            self.yields,
        ]
        .iter()
        .all(|loss| loss.is_finite())
    }
}

/// `-sum(targets * log softmax(logits))`; the targets carry the examples' shares.
///
/// # Shapes
/// `[batch, n], [batch, n] -> [1]`.
fn cross_entropy(logits: Tensor<2>, targets: &Tensor<2>) -> Tensor<1> {
    (log_softmax(logits, 1) * targets.clone()).sum().neg()
}

/// `-sum(t log s(x) + (1 - t) log(1 - s(x)))` with `log(1 - s(x)) = log s(x) - x`, which needs one
/// stable logarithm.
///
/// # Shapes
/// `[batch, 18] -> [1]`.
fn binary_cross_entropy(logits: Tensor<2>, targets: &Targets) -> Tensor<1> {
    let spared = (logits.clone() * targets.spared.clone()).sum();
    spared - (log_sigmoid(logits) * targets.yield_shares.clone()).sum()
}

/// Half the square for `|x| <= 1`, `|x| - 1/2` beyond.
///
/// # Source
/// Huber, "Robust Estimation of a Location Parameter", 1964.
fn huber(x: Tensor<2>) -> Tensor<2> {
    let size = x.abs();
    let capped = size.clone().clamp_max(1.0);
    capped.clone() * (size - capped.mul_scalar(0.5))
}

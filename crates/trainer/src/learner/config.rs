//! The learner's settings.

use serde::{Deserialize, Serialize};
use togyz_net::{LossWeights, NetConfig};

use super::schedule::Schedule;

/// The settings of a [`Learner`](super::Learner).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnerConfig {
    /// The network.
    pub net: NetConfig,
    /// The learning rate over the run.
    pub schedule: Schedule,
    /// AdamW's decay of weights (not of biases), times the rate each step. Default 1e-4.
    pub weight_decay: f32,
    /// The largest norm of all gradients together; longer ones are shortened to it. Default 5.
    pub clip: f32,
    /// The share of the old average kept each step, once it has warmed up. Default 0.999.
    pub average_decay: f32,
    /// How much each head counts.
    pub loss: LossWeights,
}

impl Default for LearnerConfig {
    fn default() -> LearnerConfig {
        LearnerConfig {
            net: NetConfig::default(),
            schedule: Schedule::default(),
            weight_decay: 1e-4,
            clip: 5.0,
            average_decay: 0.999,
            loss: LossWeights::default(),
        }
    }
}

//! What can go wrong with a network.

use burn::tensor::TensorReadError;
use thiserror::Error;
use togyz_model::{MAX_LAYERS, MAX_WIDTH};

/// A network that cannot be made or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// The trunk is not one that a model file can hold.
    #[error(
        "trunk {0:?} must have 1 to {MAX_LAYERS} layers of 1 to {MAX_WIDTH} units, such as \
         [128, 32, 32]"
    )]
    Trunk(Vec<usize>),
    /// Weights of a network of another shape.
    #[error(
        "weights of {} table rows and trunk {:?}, where {} and {:?} are asked for",
        found.0, found.1, expected.0, expected.1
    )]
    Weights {
        /// Table rows and trunk of the weights.
        found: (usize, Vec<usize>),
        /// Those of the config.
        expected: (usize, Vec<usize>),
    },
    /// The device did not give a tensor's values back.
    #[error("cannot read the {what} back from the device")]
    Read {
        /// Which values.
        what: &'static str,
        /// What the device said.
        source: TensorReadError,
    },
}

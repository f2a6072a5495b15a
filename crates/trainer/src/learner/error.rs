//! What can go wrong while learning.

use std::path::PathBuf;

use burn::store::RecordError;
use togyz_files::FileError;
use togyz_net::NetError;

/// A step that was not made, or a record that was not written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnerError {
    /// Nothing to learn from.
    #[error("the batch is empty")]
    Empty,
    /// Training has diverged, or an example holds nonsense.
    #[error(
        "{what} is not a finite number at step {step}; the weights are those before the step: \
         lower the learning rate, or look at the samples"
    )]
    NotFinite {
        /// A loss, a gradient or a weight.
        what: &'static str,
        /// Steps made before this one.
        step: u64,
    },
    /// The network.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The record's file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The record is of another network.
    #[error(
        "{}: the record is of a network with trunk {found:?}, the config asks for {expected:?}",
        path.display()
    )]
    OtherNet {
        /// The record's file.
        path: PathBuf,
        /// The record's trunk.
        found: Vec<usize>,
        /// The config's trunk.
        expected: Vec<usize>,
    },
    /// The record's contents do not fit.
    #[error("{}: the {part} in the record do not fit the network: {source}", path.display())]
    Record {
        /// The record's file.
        path: PathBuf,
        /// Weights, average or optimizer state.
        part: &'static str,
        /// What burn says.
        source: RecordError,
    },
}

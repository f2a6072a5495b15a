//! Why a model cannot be made, read or used.

use togyz_files::FileError;
use togyz_rules::Variant;

use crate::weights::{MAX_LAYERS, MAX_WEIGHT, MAX_WIDTH};

/// Why a model cannot be made, read or used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is intact, but what it holds is no usable model.
    #[error("{file}: the model cannot be used")]
    Content {
        /// The file.
        file: String,
        /// What is wrong with it.
        source: Box<ModelError>,
    },
    /// The model was trained on inputs of another meaning.
    #[error(
        "the model reads features of version {found}; this program knows those up to {supported}"
    )]
    FeatureVersion {
        /// The version the model was trained on.
        found: u32,
        /// The newest version of [`FeatureSet`](crate::FeatureSet).
        supported: u32,
    },
    /// The trunk has no layer, too many, an empty or a too wide one.
    #[error(
        "a trunk of {0:?} units: 1 to {MAX_LAYERS} layers of 1 to {MAX_WIDTH} units are allowed"
    )]
    Trunk(Vec<u32>),
    /// A part of the weights has another size than the trunk demands.
    #[error("{what}: {found} instead of {expected}")]
    Shape {
        /// Which part.
        what: String,
        /// The size that was found.
        found: usize,
        /// The size that the trunk demands.
        expected: usize,
    },
    /// A weight that is not finite or beyond [`MAX_WEIGHT`].
    #[error("{what}: the value {value} is not within +-{MAX_WEIGHT}")]
    Value {
        /// Which part.
        what: String,
        /// The value.
        value: f32,
    },
    /// The range of a layer in integers is not a positive number.
    #[error("the range {0} of a layer is not a positive number")]
    Range(f32),
    /// The weights are within bounds one by one, but together they could exceed an f32.
    #[error("the weights are so large that a forward pass could overflow")]
    Overflow,
    /// The variant's board is not the one that models know.
    #[error("models play variants with nine holes in a row, not {0}")]
    Variant(Variant),
}

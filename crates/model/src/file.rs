//! The model file.

use serde::{Deserialize, Serialize};
use togyz_files::FileKind;

use crate::features::FEATURE_VERSION;
use crate::weights::Weights;

/// The kind of a model file, `.model`.
///
/// Not compressed: weights hardly shrink, and so the hash of a model depends on its numbers alone,
/// not on a compressor's version.
pub const MODEL_FILE: FileKind = FileKind {
    magic: *b"TOGYZMDL",
    version: 1,
    name: "model",
    max_bytes: 256 << 20,
    compress: false,
};

/// What a model is and where it comes from.
///
/// # Examples
/// ```
/// use togyz_model::{FEATURE_VERSION, ModelHeader};
/// let header = ModelHeader {
///     run: "quick".to_owned(),
///     generation: 12,
///     ..ModelHeader::new(&[256, 32, 32])
/// };
/// assert_eq!(header.feature_version, FEATURE_VERSION);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelHeader {
    /// The version of the features it was trained on.
    pub feature_version: u32,
    /// The widths of the trunk's layers, such as `[256, 32, 32]`.
    pub trunk: Vec<u32>,
    /// The training run it comes from.
    pub run: String,
    /// The generation within the run.
    pub generation: u32,
    /// The learner's step.
    pub step: u64,
    /// The run's seed.
    pub seed: u64,
    /// Anything a person should know.
    pub note: String,
}

impl ModelHeader {
    /// A header for the present features, with everything but the trunk left empty.
    #[must_use]
    pub fn new(trunk: &[u32]) -> ModelHeader {
        ModelHeader {
            feature_version: FEATURE_VERSION,
            trunk: trunk.to_vec(),
            run: String::new(),
            generation: 0,
            step: 0,
            seed: 0,
            note: String::new(),
        }
    }
}

/// The body of a model file, as it is read.
#[derive(Deserialize)]
pub(crate) struct Body {
    pub(crate) header: ModelHeader,
    pub(crate) weights: Weights,
}

/// The body of a model file, as it is written: the same bytes without a copy of the weights.
#[derive(Serialize)]
pub(crate) struct BodyRef<'a> {
    pub(crate) header: &'a ModelHeader,
    pub(crate) weights: &'a Weights,
}

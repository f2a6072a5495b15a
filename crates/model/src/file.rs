//! The model file.

use std::ops::RangeInclusive;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, FileError, FileKind};

use crate::error::ModelError;
use crate::features::{FEATURE_VERSION, FeatureSet};
use crate::weights::Weights;

/// What the range of a layer may be; the sums of a forward pass stay below the end of it.
const RANGES: RangeInclusive<f32> = 1e-30..=1e30;

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

/// The kind of a model file whose forward pass is in integers: version 2 of the same file.
pub const QUANTIZED_FILE: FileKind = FileKind {
    version: 2,
    ..MODEL_FILE
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
pub(crate) struct Body {
    pub(crate) header: ModelHeader,
    pub(crate) weights: Weights,
    /// For a forward pass in integers, the range of each layer after the first.
    pub(crate) ranges: Option<Vec<f32>>,
}

/// The body of version 1.
#[derive(Deserialize)]
struct Floats {
    header: ModelHeader,
    weights: Weights,
}

/// The body of version 2.
#[derive(Deserialize)]
struct Quantized {
    header: ModelHeader,
    weights: Weights,
    ranges: Vec<f32>,
}

/// A version 1 body as it is written: the same bytes without a copy of the weights.
#[derive(Serialize)]
struct FloatsRef<'a> {
    header: &'a ModelHeader,
    weights: &'a Weights,
}

/// A version 2 body as it is written.
#[derive(Serialize)]
struct QuantizedRef<'a> {
    header: &'a ModelHeader,
    weights: &'a Weights,
    ranges: &'a [f32],
}

impl Body {
    /// Reads a file of either version, and gives its hash.
    pub(crate) fn read(source: &(impl Source + ?Sized)) -> Result<(Body, ContentHash), FileError> {
        match source.read::<Quantized>(&QUANTIZED_FILE) {
            Err(FileError::Version { found, .. }) if found == MODEL_FILE.version => {
                let (Floats { header, weights }, hash) = source.read(&MODEL_FILE)?;
                let body = Body {
                    header,
                    weights,
                    ranges: None,
                };
                Ok((body, hash))
            }
            read => {
                let (body, hash) = read?;
                let body = Body {
                    header: body.header,
                    weights: body.weights,
                    ranges: Some(body.ranges),
                };
                Ok((body, hash))
            }
        }
    }

    /// The hash of the file, written or not.
    pub(crate) fn hash(&self) -> Result<ContentHash, FileError> {
        let Body {
            header, weights, ..
        } = self;
        match self.ranges.as_deref() {
            None => togyz_files::hash(&MODEL_FILE, &FloatsRef { header, weights }),
            Some(ranges) => {
                let body = QuantizedRef {
                    header,
                    weights,
                    ranges,
                };
                togyz_files::hash(&QUANTIZED_FILE, &body)
            }
        }
    }

    /// Writes the file.
    pub(crate) fn write(&self, path: &Path) -> Result<ContentHash, FileError> {
        let Body {
            header, weights, ..
        } = self;
        let written = match self.ranges.as_deref() {
            None => togyz_files::write(path, &MODEL_FILE, &FloatsRef { header, weights }),
            Some(ranges) => {
                let body = QuantizedRef {
                    header,
                    weights,
                    ranges,
                };
                togyz_files::write(path, &QUANTIZED_FILE, &body)
            }
        };
        Ok(written?.hash)
    }

    /// Which features it reads.
    fn features(&self) -> Result<FeatureSet, ModelError> {
        let found = self.header.feature_version;
        FeatureSet::of_version(found).ok_or(ModelError::FeatureVersion {
            found,
            supported: FEATURE_VERSION,
        })
    }

    /// Whether the body makes a model that this program can use; which features it reads.
    pub(crate) fn check(&self) -> Result<FeatureSet, ModelError> {
        let features = self.features()?;
        self.weights.check(features, &self.header.trunk)?;
        if let Some(ranges) = self.ranges.as_deref() {
            check_ranges(ranges, &self.weights)?;
        }
        Ok(features)
    }
}

fn check_ranges(ranges: &[f32], weights: &Weights) -> Result<(), ModelError> {
    let (found, expected) = (ranges.len(), weights.layers.len());
    if found != expected {
        return Err(ModelError::Shape {
            what: "ranges".to_owned(),
            found,
            expected,
        });
    }
    match ranges.iter().find(|range| !RANGES.contains(range)) {
        None => Ok(()),
        Some(&range) => Err(ModelError::Range(range)),
    }
}

/// Where a file's bytes come from.
pub(crate) trait Source {
    /// Reads them as a file of this kind.
    fn read<T: DeserializeOwned>(&self, kind: &FileKind) -> Result<(T, ContentHash), FileError>;
}

impl Source for Path {
    fn read<T: DeserializeOwned>(&self, kind: &FileKind) -> Result<(T, ContentHash), FileError> {
        togyz_files::read_with_hash(self, kind)
    }
}

/// A file in memory, with what errors call it.
pub(crate) struct Bytes<'a>(pub(crate) &'a str, pub(crate) &'a [u8]);

impl Source for Bytes<'_> {
    fn read<T: DeserializeOwned>(&self, kind: &FileKind) -> Result<(T, ContentHash), FileError> {
        togyz_files::decode_with_hash(self.0, self.1, kind)
    }
}

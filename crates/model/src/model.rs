//! A model that can be asked.

use std::fmt;
use std::path::Path;

use togyz_files::{ContentHash, FileError};
use togyz_rules::Position;

use crate::aligned::AlignedFloats;
use crate::error::ModelError;
use crate::features::{FEATURE_VERSION, Features};
use crate::file::{Body, BodyRef, MODEL_FILE, ModelHeader};
use crate::kernel::Kernel;
use crate::packed::Packed;
use crate::prediction::{Prediction, RawOutput};
use crate::weights::Weights;

/// A checked model with its weights laid out for the processor it runs on.
///
/// It never changes, so one model serves any number of threads, each with its own [`Scratch`].
/// The same features give the same bits, alone or in a batch; another [`Kernel`] may round
/// differently.
pub struct Model {
    header: ModelHeader,
    weights: Weights,
    hash: ContentHash,
    packed: Packed,
    kernel: Kernel,
}

/// The memory of a forward pass, used again by the next one so that none allocates.
///
/// It serves any model, and grows to the largest it has served.
#[derive(Default)]
pub struct Scratch {
    buffers: Option<[AlignedFloats; 2]>,
}

impl Scratch {
    /// Memory that has not been claimed yet.
    #[must_use]
    pub fn new() -> Scratch {
        Scratch::default()
    }

    /// Two buffers of at least `width` floats.
    #[inline]
    fn buffers(&mut self, width: usize) -> &mut [AlignedFloats; 2] {
        if self.buffers.as_ref().is_some_and(|[a, _]| a.len() < width) {
            self.buffers = None;
        }
        self.buffers
            .get_or_insert_with(|| [AlignedFloats::zeros(width), AlignedFloats::zeros(width)])
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.buffers.as_ref().map_or(0, |[a, _]| a.len());
        f.debug_struct("Scratch").field("width", &width).finish()
    }
}

impl Model {
    /// Checks the weights against the header and prepares them.
    ///
    /// # Errors
    /// [`ModelError`], for features of another version, wrong shapes, and weights that are not
    /// finite, too large, or could overflow.
    pub fn new(header: ModelHeader, weights: Weights) -> Result<Model, ModelError> {
        check(&header, &weights)?;
        let body = BodyRef {
            header: &header,
            weights: &weights,
        };
        let hash = togyz_files::hash(&MODEL_FILE, &body)?;
        Ok(Model::prepared(header, weights, hash))
    }

    fn prepared(header: ModelHeader, weights: Weights, hash: ContentHash) -> Model {
        let packed = Packed::new(&weights);
        Model {
            header,
            weights,
            hash,
            packed,
            kernel: Kernel::detect(),
        }
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// [`ModelError::File`] for a file that is missing or damaged, [`ModelError::Content`] for one
    /// that holds no usable model. Both name the file.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        let (body, hash) = togyz_files::read_with_hash(path, &MODEL_FILE)?;
        Model::from_body(&path.display(), body, hash)
    }

    /// Reads a model from the bytes of its file, such as one that is part of the program.
    ///
    /// `name` is what errors call it.
    ///
    /// # Errors
    /// As [`Model::load`].
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Model, ModelError> {
        let (body, hash) = togyz_files::decode_with_hash(name, bytes, &MODEL_FILE)?;
        Model::from_body(&name, body, hash)
    }

    fn from_body(
        file: &dyn fmt::Display,
        body: Body,
        hash: ContentHash,
    ) -> Result<Model, ModelError> {
        let Body { header, weights } = body;
        check(&header, &weights).map_err(|source| ModelError::Content {
            file: file.to_string(),
            source: Box::new(source),
        })?;
        Ok(Model::prepared(header, weights, hash))
    }

    /// Writes the model file and gives its hash.
    ///
    /// # Errors
    /// [`FileError`] naming the file; what was there before is untouched.
    pub fn save(&self, path: &Path) -> Result<ContentHash, FileError> {
        let body = BodyRef {
            header: &self.header,
            weights: &self.weights,
        };
        Ok(togyz_files::write(path, &MODEL_FILE, &body)?.hash)
    }

    /// What the model is and where it comes from.
    #[must_use]
    pub fn header(&self) -> &ModelHeader {
        &self.header
    }

    /// The model's name by content: that of its file, saved or not.
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        self.hash
    }

    /// The weights as they stand in the file.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The kernel that computes the forward pass.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The same model computed by another kernel: to compare them, or to have the same bits on
    /// different machines.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Model {
        self.kernel = kernel;
        self
    }

    /// The forward pass.
    ///
    /// # Examples
    /// ```
    /// # use rand::SeedableRng;
    /// # use togyz_model::{ModelHeader, Weights};
    /// # let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    /// # let weights = Weights::random(&[64, 16], &mut rng);
    /// # let model = togyz_model::Model::new(ModelHeader::new(&[64, 16]), weights)?;
    /// use togyz_model::{Features, RawOutput, Scratch};
    /// use togyz_rules::{Position, Variant};
    /// let features = Features::of(&Position::start(Variant::Togyz));
    /// let mut scratch = Scratch::new();
    /// let mut output = RawOutput::default();
    /// model.forward(&mut scratch, &features, &mut output);
    /// assert!(output.policy.iter().all(|logit| logit.is_finite()));
    /// # Ok::<(), togyz_model::ModelError>(())
    /// ```
    #[inline]
    pub fn forward(&self, scratch: &mut Scratch, features: &Features, output: &mut RawOutput) {
        let buffers = scratch.buffers(self.packed.widest());
        self.kernel.forward(&self.packed, buffers, features, output);
    }

    /// The forward pass of each position, the same bits as one by one.
    ///
    /// # Shapes
    /// `features` and `outputs` `[batch]`; if one is longer, the rest of it is left alone.
    pub fn forward_batch(
        &self,
        scratch: &mut Scratch,
        features: &[Features],
        outputs: &mut [RawOutput],
    ) {
        for (features, output) in features.iter().zip(outputs) {
            self.forward(scratch, features, output);
        }
    }

    /// What the model expects of a position.
    ///
    /// # Errors
    /// [`ModelError::Variant`] for a variant whose board the model does not know.
    #[inline]
    pub fn predict(
        &self,
        scratch: &mut Scratch,
        position: &Position,
    ) -> Result<Prediction, ModelError> {
        if !Features::supports(position.variant()) {
            return Err(ModelError::Variant(position.variant()));
        }
        let mut output = RawOutput::default();
        self.forward(scratch, &Features::of(position), &mut output);
        Ok(output.prediction(position.legal_moves()))
    }
}

/// Whether the header and the weights make a model that this program can use.
fn check(header: &ModelHeader, weights: &Weights) -> Result<(), ModelError> {
    if header.feature_version != FEATURE_VERSION {
        return Err(ModelError::FeatureVersion {
            found: header.feature_version,
            supported: FEATURE_VERSION,
        });
    }
    weights.check(&header.trunk)
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("header", &self.header)
            .field("hash", &self.hash)
            .field("kernel", &self.kernel)
            .finish_non_exhaustive()
    }
}

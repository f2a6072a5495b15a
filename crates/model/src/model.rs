//! A model that can be asked.

use std::fmt;
use std::path::Path;

use togyz_files::{ContentHash, FileError};
use togyz_rules::Position;

use crate::aligned::Aligned;
use crate::calibration;
use crate::error::ModelError;
use crate::features::{FeatureSet, Features};
use crate::file::{Body, Bytes, ModelHeader};
use crate::integers::{IntegerBuffers, Integers};
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
    features: FeatureSet,
    body: Body,
    hash: ContentHash,
    layout: Layout,
    kernel: Kernel,
}

/// The weights, in the order in which the forward pass reads them.
enum Layout {
    Floats(Packed),
    Integers(Integers),
}

/// The numbers that a forward pass computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// f32 throughout.
    Floats,
    /// Integers of 8 to 32 bits up to the outputs of the heads, several times as fast.
    Integers,
}

/// The memory of a forward pass, used again by the next one so that none allocates.
///
/// It serves any model, and grows to the largest it has served.
#[derive(Default)]
pub struct Scratch {
    floats: Buffers<f32, 2>,
    integers: Buffers<i16, 2>,
    bytes: Buffers<u8, 1>,
}

/// Buffers of one width: two where a layer reads one and writes the other.
#[derive(Default)]
struct Buffers<T, const N: usize>(Option<[Aligned<T>; N]>);

impl<T: Copy + Default, const N: usize> Buffers<T, N> {
    fn width(&self) -> usize {
        let first = self.0.as_ref().and_then(|buffers| buffers.first());
        first.map_or(0, |buffer| buffer.len())
    }

    /// All, of at least this width.
    #[inline]
    fn of(&mut self, width: usize) -> [&mut [T]; N] {
        if self.width() < width {
            self.0 = None;
        }
        let zeros = || std::array::from_fn(|_| Aligned::zeros(width));
        self.0
            .get_or_insert_with(zeros)
            .each_mut()
            .map(|b| &mut **b)
    }
}

impl Scratch {
    /// Memory that has not been claimed yet.
    #[must_use]
    pub fn new() -> Scratch {
        Scratch::default()
    }

    #[inline]
    fn integers(&mut self, integers: &Integers) -> IntegerBuffers<'_> {
        let [bytes] = self.bytes.of(integers.width);
        let layers = self.integers.of(integers.widest());
        IntegerBuffers { bytes, layers }
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch")
            .field("floats", &self.floats.width())
            .field("integers", &self.integers.width())
            .finish()
    }
}

impl Model {
    /// Checks the weights against the header and prepares them.
    ///
    /// # Errors
    /// [`ModelError`], for features of another version, wrong shapes, and weights that are not
    /// finite, too large, or could overflow.
    pub fn new(header: ModelHeader, weights: Weights) -> Result<Model, ModelError> {
        Model::of(Body {
            header,
            weights,
            ranges: None,
        })
    }

    /// The same model with its forward pass in integers; see [`Arithmetic::Integers`].
    ///
    /// Its file keeps the weights as they are, with the range of each layer beside them, so the
    /// integers of a later version may be finer. It has another hash.
    ///
    /// # Errors
    /// [`ModelError::File`] if the hash cannot be computed.
    ///
    /// # Examples
    /// ```
    /// # use rand::SeedableRng;
    /// # use togyz_model::{Model, ModelHeader, Weights};
    /// # let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    /// # let weights = Weights::random(&[64, 16], &mut rng);
    /// # let model = Model::new(ModelHeader::new(&[64, 16]), weights)?;
    /// use togyz_model::{Arithmetic, Scratch};
    /// use togyz_rules::{Position, Variant};
    /// let quantized = model.quantized()?;
    /// assert_eq!(quantized.arithmetic(), Arithmetic::Integers);
    /// let start = Position::start(Variant::Togyz);
    /// let [a, b] = [&model, &quantized].map(|m| m.predict(&mut Scratch::new(), &start));
    /// assert!((a?.win - b?.win).abs() < 0.01);
    /// # Ok::<(), togyz_model::ModelError>(())
    /// ```
    pub fn quantized(&self) -> Result<Model, ModelError> {
        let quantized = Model::of(Body {
            header: self.body.header.clone(),
            weights: self.body.weights.clone(),
            ranges: Some(calibration::ranges(self.features, &self.body.weights)),
        })?;
        Ok(quantized.with_kernel(self.kernel))
    }

    /// The same model with its forward pass in f32, under the name that it had before
    /// [`Model::quantized`].
    ///
    /// # Errors
    /// As [`Model::quantized`].
    pub fn in_floats(&self) -> Result<Model, ModelError> {
        let floats = Model::new(self.body.header.clone(), self.body.weights.clone())?;
        Ok(floats.with_kernel(self.kernel))
    }

    fn of(body: Body) -> Result<Model, ModelError> {
        let features = body.check()?;
        let hash = body.hash()?;
        Ok(Model::prepared(body, features, hash))
    }

    fn prepared(body: Body, features: FeatureSet, hash: ContentHash) -> Model {
        let layout = match body.ranges.as_deref() {
            None => Layout::Floats(Packed::new(features, &body.weights)),
            Some(ranges) => Layout::Integers(Integers::new(features, &body.weights, ranges)),
        };
        Model {
            features,
            body,
            hash,
            layout,
            kernel: Kernel::detect(),
        }
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// [`ModelError::File`] for a file that is missing or damaged, [`ModelError::Content`] for one
    /// that holds no usable model. Both name the file.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        let (body, hash) = Body::read(path)?;
        Model::from_body(&path.display(), body, hash)
    }

    /// Reads a model from the bytes of its file, such as one that is part of the program.
    ///
    /// `name` is what errors call it.
    ///
    /// # Errors
    /// As [`Model::load`].
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Model, ModelError> {
        let (body, hash) = Body::read(&Bytes(name, bytes))?;
        Model::from_body(&name, body, hash)
    }

    fn from_body(
        file: &dyn fmt::Display,
        body: Body,
        hash: ContentHash,
    ) -> Result<Model, ModelError> {
        let features = body.check().map_err(|source| ModelError::Content {
            file: file.to_string(),
            source: Box::new(source),
        })?;
        Ok(Model::prepared(body, features, hash))
    }

    /// Writes the model file and gives its hash.
    ///
    /// # Errors
    /// [`FileError`] naming the file; what was there before is untouched.
    pub fn save(&self, path: &Path) -> Result<ContentHash, FileError> {
        self.body.write(path)
    }

    /// What the model is and where it comes from.
    #[must_use]
    pub fn header(&self) -> &ModelHeader {
        &self.body.header
    }

    /// The model's name by content: that of its file, saved or not.
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        self.hash
    }

    /// The weights as they stand in the file.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.body.weights
    }

    /// The inputs that the model reads.
    #[must_use]
    pub fn features(&self) -> FeatureSet {
        self.features
    }

    /// The numbers that the forward pass computes with; the file says which.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        match self.layout {
            Layout::Floats(_) => Arithmetic::Floats,
            Layout::Integers(_) => Arithmetic::Integers,
        }
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
        *output = RawOutput::from_heads(&match &self.layout {
            Layout::Floats(packed) => {
                let buffers = scratch.floats.of(packed.widest());
                self.kernel.forward(packed, buffers, features)
            }
            Layout::Integers(integers) => {
                let buffers = scratch.integers(integers);
                self.kernel.forward_integers(integers, buffers, features)
            }
        });
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
        Ok(self.judge(scratch, position))
    }

    /// [`Model::predict`] without a look at the variant: for a search that has looked once. Of a
    /// variant that [`Features::supports`] does not name it says nothing sensible.
    #[inline]
    #[must_use]
    pub fn judge(&self, scratch: &mut Scratch, position: &Position) -> Prediction {
        match &self.layout {
            Layout::Floats(packed) => {
                let buffers = scratch.floats.of(packed.widest());
                self.kernel.predict(packed, buffers, position)
            }
            Layout::Integers(integers) => {
                let buffers = scratch.integers(integers);
                self.kernel.predict_integers(integers, buffers, position)
            }
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("header", &self.body.header)
            .field("hash", &self.hash)
            .field("kernel", &self.kernel)
            .finish_non_exhaustive()
    }
}

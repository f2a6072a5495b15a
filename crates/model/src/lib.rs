#![doc = include_str!("../README.md")]

mod aligned;
mod calibration;
mod error;
mod features;
mod file;
mod integers;
mod kernel;
mod model;
mod packed;
mod prediction;
mod weights;

pub use error::ModelError;
pub use features::{FEATURE_VERSION, FeatureSet, Features, MAX_ACTIVE, PADDING, ROWS};
pub use file::{MODEL_FILE, ModelHeader, QUANTIZED_FILE};
pub use kernel::Kernel;
pub use model::{Arithmetic, Model, Scratch};
pub use prediction::{BALLS_PER_MARGIN, OUTCOMES, POLICY, Prediction, RawOutput};
pub use weights::{Dense, MAX_LAYERS, MAX_WEIGHT, MAX_WIDTH, Weights};

#![doc = include_str!("../README.md")]

mod aligned;
mod error;
mod features;
mod file;
mod kernel;
mod model;
mod packed;
mod prediction;
mod weights;

pub use error::ModelError;
pub use features::{ACTIVE, FEATURE_VERSION, Features, ROWS};
pub use file::{MODEL_FILE, ModelHeader};
pub use kernel::Kernel;
pub use model::{Model, Scratch};
pub use prediction::{BALLS_PER_MARGIN, OUTCOMES, POLICY, Prediction, RawOutput};
pub use weights::{Dense, MAX_LAYERS, MAX_WEIGHT, MAX_WIDTH, Weights};

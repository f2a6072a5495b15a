#![doc = include_str!("../README.md")]

mod batch;
mod config;
mod dense;
mod device;
mod error;
mod export;
mod gradients;
mod loss;
mod net;
mod sparse;
mod table;

pub use batch::{Batch, Example, Targets};
pub use config::NetConfig;
pub use device::{DeviceConfig, DeviceError, device};
pub use error::NetError;
pub use loss::{LossTensors, LossWeights, Losses};
pub use net::{AuxiliaryOutput, Net, NetOutput};

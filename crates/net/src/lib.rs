#![doc = include_str!("../README.md")]

// The files that tests of the crate and tests beside it share name it from outside.
#[cfg(test)]
extern crate self as togyz_net;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;

mod batch;
mod config;
mod dense;
mod device;
mod error;
mod export;
mod gradients;
mod import;
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

//! Where the tensors live.

use std::fmt;
use std::str::FromStr;

use burn::tensor::Device;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which of burn's backends computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceConfig {
    /// The processor, by burn-flex: the default, always compiled in.
    #[default]
    Flex,
    /// The processor, by burn-ndarray. Needs the cargo feature `ndarray`.
    Ndarray,
    /// A graphics card, by wgpu. Needs the cargo feature `wgpu`.
    Wgpu,
    /// An NVIDIA card, by CUDA. Needs the cargo feature `cuda`.
    Cuda,
}

/// No such device here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceError {
    /// This program was built without the backend.
    #[error("device \"{device}\" is not in this build: build with --features {device}")]
    NotBuilt {
        /// The device asked for, which is also the feature's name.
        device: DeviceConfig,
    },
    /// There is no backend of this name.
    #[error("unknown device \"{0}\": choose flex, ndarray, wgpu or cuda")]
    Unknown(String),
}

impl DeviceConfig {
    /// All of them, the default first.
    pub const ALL: [DeviceConfig; 4] = [
        DeviceConfig::Flex,
        DeviceConfig::Ndarray,
        DeviceConfig::Wgpu,
        DeviceConfig::Cuda,
    ];

    /// The name in configs, which is also that of the cargo feature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DeviceConfig::Flex => "flex",
            DeviceConfig::Ndarray => "ndarray",
            DeviceConfig::Wgpu => "wgpu",
            DeviceConfig::Cuda => "cuda",
        }
    }
}

impl fmt::Display for DeviceConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DeviceConfig {
    type Err = DeviceError;

    fn from_str(text: &str) -> Result<DeviceConfig, DeviceError> {
        DeviceConfig::ALL
            .into_iter()
            .find(|device| device.name() == text)
            .ok_or_else(|| DeviceError::Unknown(text.to_owned()))
    }
}

/// The device of that name, without gradients; [`Device::autodiff`] adds them.
///
/// # Errors
/// [`DeviceError::NotBuilt`] naming the cargo feature that would bring it.
///
/// # Examples
/// ```
/// use togyz_net::{DeviceConfig, device};
/// assert!(!device(DeviceConfig::Flex)?.is_autodiff());
/// # Ok::<(), togyz_net::DeviceError>(())
/// ```
pub fn device(config: DeviceConfig) -> Result<Device, DeviceError> {
    match config {
        DeviceConfig::Flex => Ok(Device::flex()),
        #[cfg(feature = "ndarray")]
        DeviceConfig::Ndarray => {
            #[expect(
                deprecated,
                reason = "a tested choice as long as burn has it; flex is the default"
            )]
            let device = Device::ndarray();
            Ok(device)
        }
        #[cfg(feature = "wgpu")]
        DeviceConfig::Wgpu => Ok(Device::wgpu(Default::default())),
        #[cfg(feature = "cuda")]
        DeviceConfig::Cuda => Ok(Device::cuda(0)),
        #[cfg(not(all(feature = "ndarray", feature = "wgpu", feature = "cuda")))]
        device => Err(DeviceError::NotBuilt { device }),
    }
}

/// Whether tensors of this device lie in the processor's memory.
pub(crate) fn is_processor(device: &Device) -> bool {
    let plain = device.clone().without_autodiff();
    #[cfg(feature = "ndarray")]
    if Ok(&plain) == self::device(DeviceConfig::Ndarray).as_ref() {
        return true;
    }
    plain == Device::flex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for device in DeviceConfig::ALL {
            assert_eq!(device.name().parse(), Ok(device));
        }
        assert!("tpu".parse::<DeviceConfig>().is_err());
    }

    #[test]
    fn a_missing_backend_names_its_feature() {
        for config in [
            DeviceConfig::Ndarray,
            DeviceConfig::Wgpu,
            DeviceConfig::Cuda,
        ] {
            if let Err(error) = device(config) {
                let text = error.to_string();
                assert!(text.contains(&format!("--features {config}")), "{text}");
            }
        }
    }
}

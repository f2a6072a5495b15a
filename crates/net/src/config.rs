//! The size of a network and how it begins.

use burn::tensor::Device;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use togyz_model::{FeatureSet, MAX_LAYERS, MAX_WIDTH};

use crate::error::NetError;
use crate::net::Net;

/// What a network looks like.
///
/// # Examples
/// ```
/// use togyz_net::{DeviceConfig, NetConfig, device};
/// let device = device(DeviceConfig::Flex)?;
/// let net = NetConfig::default().init(&device, 7)?;
/// assert_eq!(net.config().trunk, [128, 32, 32]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetConfig {
    /// Whether the network sees what each hole's sowing would capture; without, it has to find out
    /// from the holes alone. The version of its features follows, see [`NetConfig::features`].
    pub captures: bool,
    /// Widths of the layers of the trunk; the first is the width of the table's rows.
    pub trunk: Vec<usize>,
    /// Whether to train the opponent's reply and the holes' yields besides: they shape the trunk
    /// and are left out of the exported model.
    ///
    /// # Source
    /// Wu, "Accelerating Self-Play Learning in Go" (arXiv 1902.10565), sections 4.1 and 4.2.
    pub auxiliary: bool,
}

impl Default for NetConfig {
    /// `[128, 32, 32]` with captures and auxiliary heads.
    fn default() -> NetConfig {
        NetConfig {
            captures: true,
            trunk: vec![128, 32, 32],
            auxiliary: true,
        }
    }
}

impl NetConfig {
    /// The inputs that the network reads.
    #[must_use]
    pub fn features(&self) -> FeatureSet {
        if self.captures {
            FeatureSet::Captures
        } else {
            FeatureSet::Holes
        }
    }

    /// Whether a model file can hold such a network.
    ///
    /// # Errors
    /// [`NetError::Trunk`] naming the bounds.
    pub fn check(&self) -> Result<(), NetError> {
        let layers = (1..=MAX_LAYERS).contains(&self.trunk.len());
        let widths = self
            .trunk
            .iter()
            .all(|width| (1..=MAX_WIDTH).contains(width));
        if layers && widths {
            Ok(())
        } else {
            Err(NetError::Trunk(self.trunk.clone()))
        }
    }

    /// A network with random weights, on the device.
    ///
    /// The weights are drawn from a generator of our own: burn's is one for the whole process,
    /// so threads that draw from it at the same time race. The same seed gives the same weights on
    /// every device. To train, pass a device with [`Device::autodiff`].
    ///
    /// # Errors
    /// [`NetError::Trunk`] as [`NetConfig::check`].
    pub fn init(&self, device: &Device, seed: u64) -> Result<Net, NetError> {
        self.check()?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        Ok(Net::random(self, device, &mut rng))
    }
}

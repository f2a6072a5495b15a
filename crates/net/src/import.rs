//! From the numbers of a model file to the trainable network.

use burn::module::Param;
use burn::tensor::{Device, Tensor};
use togyz_model::{self as model, Weights};

use crate::config::NetConfig;
use crate::dense::{Dense, refilled};
use crate::error::NetError;
use crate::export::read;
use crate::net::Net;

impl NetConfig {
    /// Whether these weights are those of such a network.
    ///
    /// # Errors
    /// [`NetError::Weights`] if they are of another shape.
    pub fn check_weights(&self, weights: &Weights) -> Result<(), NetError> {
        let expected = (self.features().rows(), self.trunk.clone());
        let width = weights.bias.len();
        let inner = weights.layers.iter().map(|layer| layer.outputs as usize);
        let found = (
            weights.table.len() / width.max(1),
            std::iter::once(width).chain(inner).collect(),
        );
        if found == expected {
            Ok(())
        } else {
            Err(NetError::Weights { found, expected })
        }
    }

    /// A network with the weights of a model file, as [`Net::export`] gives them. What a file does not have is as
    /// [`NetConfig::init`] makes it: the training-only heads.
    ///
    /// # Errors
    /// [`NetError::Trunk`] as [`NetConfig::check`], [`NetError::Weights`] as [`NetConfig::check_weights`],
    /// [`NetError::Read`] if the device does not give numbers back.
    ///
    /// # Examples
    /// ```
    /// use togyz_net::{DeviceConfig, NetConfig, device};
    /// let device = device(DeviceConfig::Flex)?;
    /// let config = NetConfig { trunk: vec![16, 8], ..NetConfig::default() };
    /// let weights = config.init(&device, 1)?.export()?;
    /// let net = config.init_with(&weights, &device, 2)?;
    /// assert_eq!(net.export()?, weights);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn init_with(
        &self,
        weights: &Weights,
        device: &Device,
        seed: u64,
    ) -> Result<Net, NetError> {
        self.check_weights(weights)?;
        let mut net = self.init(device, seed)?;
        // The rows hold all of the table: what rows share begins at nothing.
        net.table.rows = refilled(&net.table.rows, weights.table.clone(), device);
        net.table.parts = emptied(&net.table.parts, device);
        net.table.slopes = emptied(&net.table.slopes, device);
        net.table.bias = refilled(&net.table.bias, weights.bias.clone(), device);
        for (layer, numbers) in net.layers.iter_mut().zip(&weights.layers) {
            let width = numbers.outputs as usize;
            let mut weight = vec![0.0; numbers.weight.len()];
            let mut bias = vec![0.0; width];
            place(numbers, 0, &mut weight, &mut bias);
            *layer = with(layer, weight, bias, device);
        }
        let mut weight = read("weights", net.heads.weight.val())?;
        let mut bias = read("biases", net.heads.bias.val())?;
        let mut start = 0;
        for head in [&weights.policy, &weights.wdl, &weights.margin] {
            place(head, start, &mut weight, &mut bias);
            start += head.outputs as usize;
        }
        net.heads = with(&net.heads, weight, bias, device);
        Ok(net)
    }
}

/// Writes a layer of the file to the outputs from `start` on of a layer that has as many as `bias`.
///
/// # Shapes
/// `weight [inputs, outputs]`, the transpose of the file's; `bias [outputs]`.
fn place(layer: &model::Dense, start: usize, weight: &mut [f32], bias: &mut [f32]) {
    let inputs = layer.inputs as usize;
    let outputs = bias.len();
    for (output, row) in layer.weight.chunks_exact(inputs.max(1)).enumerate() {
        for (input, &value) in row.iter().enumerate() {
            weight[input * outputs + start + output] = value;
        }
    }
    bias[start..start + layer.bias.len()].copy_from_slice(&layer.bias);
}

fn with(layer: &Dense, weight: Vec<f32>, bias: Vec<f32>, device: &Device) -> Dense {
    Dense {
        weight: refilled(&layer.weight, weight, device),
        bias: refilled(&layer.bias, bias, device),
    }
}

fn emptied(param: &Param<Tensor<2>>, device: &Device) -> Param<Tensor<2>> {
    let count = param.val().shape().num_elements();
    refilled(param, vec![0.0; count], device)
}

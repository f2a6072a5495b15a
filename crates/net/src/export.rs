//! From the trainable network to the numbers of a model file.

use burn::tensor::Tensor;
use togyz_model::{self as model, OUTCOMES, POLICY, Weights};

use crate::dense::Dense;
use crate::error::NetError;
use crate::net::Net;

impl Net {
    /// The weights of the model file: the table folded, the training-only heads left out.
    ///
    /// # Errors
    /// [`NetError::Read`] if the device does not give them back.
    ///
    /// # Examples
    /// ```
    /// use togyz_model::{Model, ModelHeader};
    /// use togyz_net::{DeviceConfig, NetConfig, device};
    /// let config = NetConfig { trunk: vec![16, 8], ..NetConfig::default() };
    /// let net = config.init(&device(DeviceConfig::Flex)?, 1)?;
    /// let model = Model::new(ModelHeader::new(&[16, 8]), net.export()?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn export(&self) -> Result<Weights, NetError> {
        let layers: Result<Vec<_>, _> = self.layers.iter().map(host).collect();
        let heads = host(&self.heads)?;
        let mut start = 0;
        let mut next = |outputs: usize| {
            let head = outputs_of(&heads, start, outputs);
            start += outputs;
            head
        };
        Ok(Weights {
            table: read("table", self.table.folded())?,
            bias: read("table's biases", self.table.bias.val())?,
            layers: layers?,
            policy: next(POLICY),
            wdl: next(OUTCOMES),
            margin: next(1),
        })
    }
}

/// A layer's values, in the model file's order.
#[expect(
    clippy::cast_possible_truncation,
    reason = "widths are at most MAX_WIDTH"
)]
fn host(layer: &Dense) -> Result<model::Dense, NetError> {
    let [inputs, outputs] = layer.weight.val().dims();
    Ok(model::Dense {
        inputs: inputs as u32,
        outputs: outputs as u32,
        weight: read("weights", layer.weight.val().transpose())?,
        bias: read("biases", layer.bias.val())?,
    })
}

/// The part of a layer that gives `outputs` of its outputs from `start` on.
#[expect(clippy::cast_possible_truncation, reason = "heads are narrow")]
fn outputs_of(layer: &model::Dense, start: usize, outputs: usize) -> model::Dense {
    let inputs = layer.inputs as usize;
    model::Dense {
        inputs: layer.inputs,
        outputs: outputs as u32,
        weight: layer.weight[start * inputs..(start + outputs) * inputs].to_vec(),
        bias: layer.bias[start..start + outputs].to_vec(),
    }
}

/// A tensor's values, row major.
pub(crate) fn read<const D: usize>(
    what: &'static str,
    tensor: Tensor<D>,
) -> Result<Vec<f32>, NetError> {
    tensor
        .try_into_vec_as::<f32>()
        .map_err(|source| NetError::Read { what, source })
}

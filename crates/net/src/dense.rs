//! A fully connected layer.

use burn::module::{Module, Param, ParamId};
use burn::tensor::{Device, Tensor, TensorData};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// `y = x * weight + bias`.
#[derive(Module, Debug)]
pub(crate) struct Dense {
    /// # Shapes
    /// `[inputs, outputs]`, the transpose of the model file's.
    pub(crate) weight: Param<Tensor<2>>,
    /// # Shapes
    /// `[outputs]`.
    pub(crate) bias: Param<Tensor<1>>,
}

impl Dense {
    /// Uniform weights of variance `gain^2 / inputs` and zero biases.
    pub(crate) fn random(
        inputs: usize,
        outputs: usize,
        gain: f32,
        device: &Device,
        rng: &mut ChaCha8Rng,
        ids: &mut Ids,
    ) -> Dense {
        let bound = gain * (3.0 / inputs as f32).sqrt();
        Dense {
            weight: ids.param(
                uniform(inputs * outputs, bound, rng),
                [inputs, outputs],
                device,
            ),
            bias: ids.param(vec![0.0; outputs], [outputs], device),
        }
    }

    /// # Shapes
    /// `[batch, inputs] -> [batch, outputs]`.
    pub(crate) fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        burn::tensor::module::linear(input, self.weight.val(), Some(self.bias.val()))
    }

    /// `keep` of `self` and the rest of `other`.
    pub(crate) fn blend(self, other: &Dense, keep: f32) -> Dense {
        Dense {
            weight: blend(self.weight, &other.weight, keep),
            bias: blend(self.bias, &other.bias, keep),
        }
    }
}

/// `keep * a + (1 - keep) * b`, under the name of `a`.
pub(crate) fn blend<const D: usize>(
    a: Param<Tensor<D>>,
    b: &Param<Tensor<D>>,
    keep: f32,
) -> Param<Tensor<D>> {
    a.map(|a| a.mul_scalar(keep) + b.val().without_autodiff().mul_scalar(1.0 - keep))
}

/// The parameter with other values, under its name.
pub(crate) fn refilled<const D: usize>(
    param: &Param<Tensor<D>>,
    values: Vec<f32>,
    device: &Device,
) -> Param<Tensor<D>> {
    named(param.id, values, param.val().dims(), device)
}

/// A trainable parameter.
fn named<const D: usize>(
    id: ParamId,
    values: Vec<f32>,
    shape: [usize; D],
    device: &Device,
) -> Param<Tensor<D>> {
    let mut param = Param::from_data(TensorData::new(values, shape), device);
    param.id = id;
    param
}

/// Numbers the parameters of a network from 1, so that equal networks have equal names.
#[derive(Debug, Default)]
pub(crate) struct Ids(u64);

impl Ids {
    /// A trainable parameter with these values.
    pub(crate) fn param<const D: usize>(
        &mut self,
        values: Vec<f32>,
        shape: [usize; D],
        device: &Device,
    ) -> Param<Tensor<D>> {
        self.0 += 1;
        named(ParamId::from(self.0), values, shape, device)
    }
}

/// Numbers drawn evenly from `-bound..bound`.
pub(crate) fn uniform(count: usize, bound: f32, rng: &mut ChaCha8Rng) -> Vec<f32> {
    (0..count)
        .map(|_| {
            // The upper 24 bits fill an f32's significand exactly.
            let unit = (rng.next_u32() >> 8) as f32 / (1_u32 << 24) as f32;
            bound * (2.0 * unit - 1.0)
        })
        .collect()
}

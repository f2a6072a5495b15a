//! All gradients of a step together: their norm, and clipping by it.

use burn::module::{Module, ModuleVisitor, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;
use togyz_net::{Net, NetError};

/// The gradients, shortened so that their common norm is at most `limit`, and the norm they had.
///
/// burn's own clipping takes each tensor by itself, which turns the direction of the step.
///
/// # Errors
/// [`NetError::Read`] if the device does not give the norm back.
pub(super) fn clip(
    gradients: GradientsParams,
    net: &Net,
    limit: f32,
) -> Result<(GradientsParams, f32), NetError> {
    let mut norm = Norm {
        gradients: &gradients,
        squares: Vec::new(),
    };
    net.visit(&mut norm);
    if norm.squares.is_empty() {
        return Ok((gradients, 0.0));
    }
    let norm = number(Tensor::cat(norm.squares, 0).sum().sqrt(), "gradients' norm")?;
    if !norm.is_finite() || norm <= limit {
        return Ok((gradients, norm));
    }
    let mut scale = Scale {
        gradients,
        factor: limit / norm,
    };
    net.visit(&mut scale);
    Ok((scale.gradients, norm))
}

/// Whether all weights are numbers.
///
/// # Errors
/// [`NetError::Read`] if the device does not give their sum back.
pub(super) fn weights_are_finite(net: &Net) -> Result<bool, NetError> {
    let mut sums = Sums(Vec::new());
    net.visit(&mut sums);
    // What is no number stays none in a sum; the largest weight of a net that learns is far below one that
    // could overflow it.
    let sum = number(Tensor::cat(sums.0, 0).sum(), "weights' sum")?;
    Ok(sum.is_finite())
}

/// The number in a tensor of one.
fn number(tensor: Tensor<1>, what: &'static str) -> Result<f32, NetError> {
    let numbers = tensor.try_into_vec_as::<f32>();
    let numbers = numbers.map_err(|source| NetError::Read { what, source })?;
    Ok(numbers.first().copied().unwrap_or(f32::NAN))
}

/// The parameters that are biases: the vectors.
pub(super) fn biases(net: &Net) -> Vec<ParamId> {
    let mut biases = Biases(Vec::new());
    net.visit(&mut biases);
    biases.0
}

struct Norm<'a> {
    gradients: &'a GradientsParams,
    squares: Vec<Tensor<1>>,
}

impl ModuleVisitor for Norm<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.get::<D>(param.id) {
            self.squares.push(gradient.square().sum());
        }
    }
}

struct Sums(Vec<Tensor<1>>);

impl ModuleVisitor for Sums {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.push(param.val().detach().sum());
    }
}

struct Scale {
    gradients: GradientsParams,
    factor: f32,
}

impl ModuleVisitor for Scale {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.remove::<D>(param.id) {
            let gradient = gradient.mul_scalar(self.factor);
            self.gradients.register(param.id, gradient);
        }
    }
}

struct Biases(Vec<ParamId>);

impl ModuleVisitor for Biases {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if D == 1 {
            self.0.push(param.id);
        }
    }
}

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
    let norm = Tensor::cat(norm.squares, 0).sum().sqrt();
    let norm = norm
        .try_into_vec_as::<f32>()
        .map_err(|source| NetError::Read {
            what: "gradients' norm",
            source,
        })?;
    let norm = norm.first().copied().unwrap_or(f32::NAN);
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

//! Losses and gradients of one batch: where most of a training step is spent.

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor, TensorData};

use crate::batch::{Batch, Targets};
use crate::device::is_processor;
use crate::error::NetError;
use crate::loss::{LossWeights, Losses};
use crate::net::Net;
use crate::sparse;

impl Net {
    /// The losses of a batch, and the gradients of their weighted sum.
    ///
    /// On the processor the first layer's sums and their gradients are loops of our own, which is two
    /// to three times as fast a step; elsewhere all of it is burn's.
    ///
    /// # Errors
    /// [`NetError::Read`] if the device does not give its numbers back.
    ///
    /// # Panics
    /// If `device` is not an autodiff device, see [`Device::autodiff`].
    pub fn gradients(
        &self,
        batch: &Batch,
        device: &Device,
        weights: &LossWeights,
    ) -> Result<(Losses, GradientsParams), NetError> {
        let targets = batch.to_device(device);
        if is_processor(device) {
            self.gradients_by_rows(batch, &targets, device, weights)
        } else {
            self.gradients_by_burn(&targets, weights)
        }
    }

    /// By burn alone, on any device.
    fn gradients_by_burn(
        &self,
        targets: &Targets,
        weights: &LossWeights,
    ) -> Result<(Losses, GradientsParams), NetError> {
        let losses = Losses::compute(self.forward(targets.features()), targets, weights);
        let values = Losses::read(&losses)?;
        let gradients = GradientsParams::from_grads(losses.total.backward(), self);
        Ok((values, gradients))
    }

    /// With the sums of rows, and what comes back to the rows, computed on the host.
    ///
    /// The chain rule is cut at the sums: burn gives their gradient, the rows' follows from it, and
    /// since the table is linear in its parts, the gradient of `sum(table * gradient)` by the parts
    /// is what the uncut chain would give them.
    fn gradients_by_rows(
        &self,
        batch: &Batch,
        targets: &Targets,
        device: &Device,
        weights: &LossWeights,
    ) -> Result<(Losses, GradientsParams), NetError> {
        // 1. The table as burn tracks it, and its numbers.
        let table = self.table.folded();
        let [count, width] = table.dims();
        let numbers = read(table.clone().detach(), "first layer's table")?;
        // 2. The sums, where burn's part of the chain begins.
        let sums = sparse::sums(&numbers, width, batch.rows());
        let shape = [batch.len(), width];
        let sums = Tensor::<2>::from_data(TensorData::new(sums, shape), device).require_grad();
        let output = self.forward_sums(sums.clone());
        let losses = Losses::compute(output, targets, weights);
        let values = Losses::read(&losses)?;
        // 3. Back to the sums, to the rows, and to what the rows are made of.
        let chain = losses.total.backward();
        let reached = sums.grad(&chain).map(|gradient| read(gradient, "gradient"));
        let mut gradients = GradientsParams::from_grads(chain, self);
        if let Some(reached) = reached {
            let rows = sparse::scattered(&reached?, width, batch.rows(), count);
            let rows = Tensor::<2>::from_data(TensorData::new(rows, [count, width]), device);
            let chain = (table * rows).sum().backward();
            let table = GradientsParams::from_grads(chain, &self.table);
            self.table.visit(&mut Join {
                from: table,
                into: &mut gradients,
            });
        }
        Ok((values, gradients))
    }
}

fn read(tensor: Tensor<2>, what: &'static str) -> Result<Vec<f32>, NetError> {
    tensor
        .try_into_vec_as::<f32>()
        .map_err(|source| NetError::Read { what, source })
}

/// Moves the gradients of a module's parameters.
struct Join<'a> {
    from: GradientsParams,
    into: &'a mut GradientsParams,
}

impl ModuleVisitor for Join<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.from.remove::<D>(param.id) {
            self.into.register(param.id, gradient);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::random_batch;
    use crate::config::NetConfig;
    use crate::device::{DeviceConfig, device};

    /// The largest difference of two sets of gradients, and the largest gradient.
    struct Compare<'a> {
        a: &'a GradientsParams,
        b: &'a GradientsParams,
        seen: usize,
        difference: f32,
        largest: f32,
    }

    impl ModuleVisitor for Compare<'_> {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let (a, b) = (self.a.get::<D>(param.id), self.b.get::<D>(param.id));
            let (a, b) = (a.unwrap(), b.unwrap());
            let one = |x: Tensor<D>| x.abs().max().into_scalar::<f32>();
            self.largest = self.largest.max(one(a.clone()));
            self.difference = self.difference.max(one(a - b));
            self.seen += 1;
        }
    }

    #[test]
    fn loops_and_burn_give_the_same_gradients() {
        for captures in [true, false] {
            compare_gradients(&NetConfig {
                captures,
                trunk: vec![24, 16],
                auxiliary: true,
            });
        }
    }

    fn compare_gradients(config: &NetConfig) {
        let device = device(DeviceConfig::Flex).unwrap().autodiff();
        let net = config.init(&device, 5).unwrap();
        let batch = random_batch(300);
        let weights = LossWeights::default();
        let targets = batch.to_device(&device);
        let (by_burn, a) = net.gradients_by_burn(&targets, &weights).unwrap();
        let (by_rows, b) = net
            .gradients_by_rows(&batch, &targets, &device, &weights)
            .unwrap();
        assert!(
            (by_burn.total - by_rows.total).abs() < 1e-4,
            "{by_burn:?} {by_rows:?}"
        );
        let mut compare = Compare {
            a: &a,
            b: &b,
            seen: 0,
            difference: 0.0,
            largest: 0.0,
        };
        net.visit(&mut compare);
        // Four of the table, two of each of two layers and the heads.
        assert_eq!(compare.seen, 8);
        assert!(compare.largest > 1e-3, "{}", compare.largest);
        assert!(
            compare.difference < 1e-4 * compare.largest,
            "{} of {}",
            compare.difference,
            compare.largest
        );
    }
}

//! The learner: one step of AdamW at a time, with clipping, a schedule, an average of weights, and a
//! record from which it goes on exactly.

mod config;
mod error;
mod gradients;
mod record;
mod schedule;

#[cfg(test)]
mod tests;

pub use config::LearnerConfig;
pub use error::LearnerError;
pub use record::LEARNER_FILE;
pub use schedule::Schedule;
use schedule::average_keep;

use burn::module::{Module, ParamGroup};
use burn::optim::{AdamWConfig, ModuleOptimizer};
use burn::tensor::Device;
use togyz_model::Weights;
use togyz_net::{Batch, Losses, Net};

/// A network that is being trained.
///
/// Two nets move together: the one the gradients change, and the moving average of its weights,
/// which is steadier and is what plays and is exported. Equal seeds, batches and progress give equal
/// weights, bit for bit.
///
/// # Examples
/// ```
/// use togyz_model::Features;
/// use togyz_net::{Batch, DeviceConfig, Example, NetConfig, device};
/// use togyz_rules::{Position, Variant};
/// use togyz_trainer::learner::{Learner, LearnerConfig};
///
/// let config = LearnerConfig {
///     net: NetConfig { trunk: vec![8, 4], ..NetConfig::default() },
///     ..LearnerConfig::default()
/// };
/// let mut learner = Learner::new(&config, &device(DeviceConfig::Flex)?, 1)?;
/// let start = Position::start(Variant::Togyz);
/// let mut batch = Batch::default();
/// batch.push(&Example {
///     features: Features::of(&start),
///     legal: start.legal_moves(),
///     policy: None,
///     wdl: Some([0.5, 0.1, 0.4]),
///     margin: Some(0.0),
///     reply: None,
///     yields: None,
///     weight: 1.0,
/// });
/// let report = learner.step(&batch, 0.0)?;
/// assert!(report.losses.wdl > 0.0);
/// assert_eq!(learner.steps(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Learner {
    config: LearnerConfig,
    /// With gradients.
    device: Device,
    net: Net,
    optimizer: ModuleOptimizer,
    /// Without gradients.
    average: Net,
    steps: u64,
}

impl std::fmt::Debug for Learner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learner")
            .field("config", &self.config)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// The losses before the step.
    pub losses: Losses,
    /// The learning rate.
    pub rate: f64,
    /// The norm of all gradients together, before clipping.
    pub gradient_norm: f32,
}

impl Learner {
    /// An untrained network; `device` is the one of [`togyz_net::device`].
    ///
    /// # Errors
    /// [`LearnerError::Net`] if there can be no such network.
    pub fn new(
        config: &LearnerConfig,
        device: &Device,
        seed: u64,
    ) -> Result<Learner, LearnerError> {
        let device = device.clone().autodiff();
        let net = config.net.init(&device, seed)?;
        Ok(Learner::of(config, device, net))
    }

    /// A network that begins with the weights of a model file; its training-only heads are untrained.
    ///
    /// # Errors
    /// [`LearnerError::Net`] if the weights are of another shape.
    pub fn inheriting(
        config: &LearnerConfig,
        weights: &Weights,
        device: &Device,
        seed: u64,
    ) -> Result<Learner, LearnerError> {
        let device = device.clone().autodiff();
        let net = config.net.init_with(weights, &device, seed)?;
        Ok(Learner::of(config, device, net))
    }

    fn of(config: &LearnerConfig, device: Device, net: Net) -> Learner {
        Learner {
            optimizer: optimizer(config, &net),
            average: net.valid(),
            config: config.clone(),
            device,
            net,
            steps: 0,
        }
    }

    /// Learns from a batch. `progress` is the share of the run that is done, 0 to 1: the learning
    /// rate follows from it alone.
    ///
    /// # Errors
    /// [`LearnerError::Empty`] for an empty batch; [`LearnerError::NotFinite`] if a loss, a gradient
    /// or a new weight is not a finite number. The weights then stay as they were.
    pub fn step(&mut self, batch: &Batch, progress: f64) -> Result<StepReport, LearnerError> {
        if batch.is_empty() {
            return Err(LearnerError::Empty);
        }
        // 1. Forward and backward: the losses must be numbers.
        let (losses, gradients) = self.net.gradients(batch, &self.device, &self.config.loss)?;
        self.check(losses.is_finite(), "a loss")?;
        // 2. The gradients must be numbers too, and are clipped by their common norm.
        let (gradients, gradient_norm) = gradients::clip(gradients, &self.net, self.config.clip)?;
        self.check(gradient_norm.is_finite(), "a gradient")?;
        // 3. The step, to weights that must be numbers as well.
        let rate = self.config.schedule.rate(progress);
        let stepped = self.optimizer.step(rate, self.net.clone(), gradients);
        self.check(gradients::weights_are_finite(&stepped)?, "a weight")?;
        self.net = stepped;
        // 4. The average follows.
        let keep = average_keep(self.config.average_decay, self.steps);
        self.average = self.average.clone().blend(&self.net, keep);
        self.steps += 1;
        Ok(StepReport {
            losses,
            rate,
            gradient_norm,
        })
    }

    /// Steps done since the network was new.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &LearnerConfig {
        &self.config
    }

    /// The averaged weights, in the model file's form: the ones to play with.
    ///
    /// # Errors
    /// [`LearnerError::Net`] if the device does not give them back.
    pub fn export(&self) -> Result<Weights, LearnerError> {
        Ok(self.average.export()?)
    }

    fn check(&self, finite: bool, what: &'static str) -> Result<(), LearnerError> {
        if finite {
            Ok(())
        } else {
            Err(LearnerError::NotFinite {
                what,
                step: self.steps,
            })
        }
    }
}

/// AdamW whose decay leaves the biases alone.
///
/// # Source
/// Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (arXiv 1711.05101).
fn optimizer(config: &LearnerConfig, net: &Net) -> ModuleOptimizer {
    // burn's default epsilon of 1e-5 is as large as the gradients of rows that are seldom active.
    let adam = AdamWConfig::new().with_epsilon(1e-8);
    let decayed = adam.clone().with_weight_decay(config.weight_decay);
    let biases = ParamGroup::from_ids(gradients::biases(net));
    decayed
        .init()
        .with_group(biases, adam.with_weight_decay(0.0).build(), None)
}

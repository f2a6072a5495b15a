//! The learner as the pipeline drives it: the run's config in, examples in, models out.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use togyz_model::{Model, ModelError, ModelHeader, Weights};
use togyz_net::{
    Batch, DeviceConfig, DeviceError, Example, LossWeights, NetConfig, NetError, device,
};

use crate::config::TrainConfig;
use crate::learner::{Learner, LearnerConfig, LearnerError, Schedule};
use crate::seed::{Purpose, number};

/// The learner cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// The device.
    #[error("run.device")]
    Device(#[from] DeviceError),
    /// The learner.
    #[error(transparent)]
    Learner(#[from] LearnerError),
    /// The model it makes.
    #[error("the model cannot be exported")]
    Model(#[from] ModelError),
    /// The model whose weights it begins with.
    #[error("net.inherit")]
    Inherit(#[source] ModelError),
    /// The same, of another shape.
    #[error("net.inherit: {}", path.display())]
    Shape {
        /// The teacher's file.
        path: PathBuf,
        /// What does not fit.
        source: Box<NetError>,
    },
}

/// The weights that the network of a generation begins with, of its shape; `None` if they are random.
///
/// # Errors
/// [`LearningError::Inherit`] if the model cannot be read, [`LearningError::Shape`] if it is of another shape.
pub fn inherited(config: &TrainConfig, generation: u32) -> Result<Option<Weights>, LearningError> {
    let Some(path) = config.inherits_in(generation) else {
        return Ok(None);
    };
    let model = Model::load(path).map_err(LearningError::Inherit)?;
    let weights = model.weights();
    match settings(config, generation).net.check_weights(weights) {
        Ok(()) => Ok(Some(weights.clone())),
        Err(source) => Err(LearningError::Shape {
            path: path.to_owned(),
            source: Box::new(source),
        }),
    }
}

/// Checks that this build has the config's device, before anything is written.
///
/// # Errors
/// [`LearningError::Device`], which names the cargo feature that is missing.
pub fn check_device(config: &TrainConfig) -> Result<(), LearningError> {
    device(config.run.device.parse::<DeviceConfig>()?)?;
    Ok(())
}

/// What steps cost and did, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepLosses {
    pub total: f64,
    pub policy: f64,
    pub value: f64,
    pub margin: f64,
    pub reply: f64,
    pub yields: f64,
    pub gradient_norm: f64,
    /// Of the newest step, not a sum.
    pub rate: f64,
}

impl StepLosses {
    /// Adds a later step.
    pub(crate) fn add(&mut self, step: &StepLosses) {
        self.total += step.total;
        self.policy += step.policy;
        self.value += step.value;
        self.margin += step.margin;
        self.reply += step.reply;
        self.yields += step.yields;
        self.gradient_norm += step.gradient_norm;
        self.rate = step.rate;
    }
}

/// A learner at work.
pub(crate) struct Learning {
    learner: Learner,
    batch: Batch,
    seed: u64,
    quantize: bool,
}

impl Learning {
    /// An untrained network, or one with inherited weights, to begin to learn in this generation.
    pub(crate) fn fresh(config: &TrainConfig, generation: u32) -> Result<Learning, LearningError> {
        let seed = number(config.run.seed, generation, Purpose::Network);
        let device = device(config.run.device.parse::<DeviceConfig>()?)?;
        let settings = settings(config, generation);
        let learner = match inherited(config, generation)? {
            Some(weights) => Learner::inheriting(&settings, &weights, &device, seed)?,
            None => Learner::new(&settings, &device, seed)?,
        };
        Ok(Learning {
            learner,
            batch: Batch::default(),
            seed: config.run.seed,
            quantize: config.net.quantize,
        })
    }

    /// The learner of a record, to go on in this generation.
    pub(crate) fn resume(
        config: &TrainConfig,
        generation: u32,
        record: &Path,
    ) -> Result<Learning, LearningError> {
        let device = device(config.run.device.parse::<DeviceConfig>()?)?;
        Ok(Learning {
            learner: Learner::load(record, &settings(config, generation), &device)?,
            batch: Batch::default(),
            seed: config.run.seed,
            quantize: config.net.quantize,
        })
    }

    /// One step; `progress` is the share of the run that is done.
    pub(crate) fn step(
        &mut self,
        examples: &[Example],
        progress: f64,
    ) -> Result<StepLosses, LearningError> {
        self.batch.clear();
        for example in examples {
            self.batch.push(example);
        }
        let report = self.learner.step(&self.batch, progress)?;
        let losses = report.losses;
        Ok(StepLosses {
            total: losses.total.into(),
            policy: losses.policy.into(),
            value: losses.wdl.into(),
            margin: losses.margin.into(),
            reply: losses.reply.into(),
            yields: losses.yields.into(),
            gradient_norm: report.gradient_norm.into(),
            rate: report.rate,
        })
    }

    /// Writes the training record.
    pub(crate) fn save(&self, path: &Path) -> Result<(), LearningError> {
        self.learner.save(path)?;
        Ok(())
    }

    /// The model to play with: the average of the weights.
    pub(crate) fn export(
        &self,
        run: &str,
        generation: u32,
        step: u64,
    ) -> Result<Model, LearningError> {
        let trunk = &self.learner.config().net.trunk;
        let header = ModelHeader {
            feature_version: self.learner.config().net.features().version(),
            trunk: trunk
                .iter()
                .map(|&width| u32::try_from(width).unwrap_or(u32::MAX))
                .collect(),
            run: run.to_owned(),
            generation,
            step,
            seed: self.seed,
            note: String::new(),
        };
        let model = Model::new(header, self.learner.export()?)?;
        Ok(if self.quantize {
            model.quantized()?
        } else {
            model
        })
    }
}

/// The learner's settings in a generation of the run.
fn settings(config: &TrainConfig, generation: u32) -> LearnerConfig {
    let learner = &config.learner;
    LearnerConfig {
        net: NetConfig {
            captures: config.net.captures,
            trunk: config.net.trunk_of(generation).to_vec(),
            auxiliary: config.net.auxiliary,
        },
        schedule: Schedule {
            peak: learner.rate_peak,
            end: learner.rate_end,
            last: learner.rate_final,
            warmup: learner.warmup,
            drop: learner.drop_share,
        },
        weight_decay: learner.weight_decay,
        clip: learner.clip,
        average_decay: learner.average_decay,
        loss: LossWeights {
            policy: learner.policy_weight,
            wdl: learner.value_weight,
            margin: learner.margin_weight,
            reply: learner.reply_weight,
            yields: learner.yields_weight,
        },
    }
}

//! The training record: everything a learner needs to go on as if it had never stopped.

use std::path::Path;

use burn::module::Module;
use burn::optim::OptimizerRecord;
use burn::store::{ModuleRecord, RecordError};
use burn::tensor::{Bytes, Device};
use serde::{Deserialize, Serialize};
use togyz_files::{FileKind, Written};
use togyz_net::{Net, NetConfig};

use super::{Learner, LearnerConfig, LearnerError, optimizer};

/// The file of a training record.
///
/// burn's own format (burnpack) has no checksum and loads flipped bits without a word, so its bytes
/// travel inside ours and are never looked at before the checksum is.
pub const LEARNER_FILE: FileKind = FileKind {
    magic: *b"TOGYZTRN",
    version: 1,
    name: "training record",
    max_bytes: 1 << 30,
    // Weights are noise to a compressor.
    compress: false,
};

/// The body of the file.
#[derive(Serialize, Deserialize)]
struct Record {
    net: NetConfig,
    steps: u64,
    /// burnpack of the network.
    weights: Vec<u8>,
    /// burnpack of AdamW's moments.
    optimizer: Vec<u8>,
    /// burnpack of the average.
    average: Vec<u8>,
}

impl Learner {
    /// Writes the record: weights, optimizer, average and step.
    ///
    /// The bytes of two records of the same state may differ: burn keeps the optimizer's state in
    /// no order. Compare exported weights instead.
    ///
    /// # Errors
    /// [`LearnerError::File`] if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<Written, LearnerError> {
        let fits = |part| wrong(path, part);
        let module = |net: &Net| net.clone().into_record().into_bytes();
        let record = Record {
            net: self.config.net.clone(),
            steps: self.steps,
            weights: module(&self.net).map_err(fits("weights"))?.to_vec(),
            optimizer: self
                .optimizer
                .into_bytes()
                .map_err(fits("optimizer's moments"))?
                .to_vec(),
            average: module(&self.average).map_err(fits("averages"))?.to_vec(),
        };
        Ok(togyz_files::write(path, &LEARNER_FILE, &record)?)
    }

    /// Goes on from a record: with the same config and batches, the weights to come are those of a
    /// learner that was never stopped, bit for bit.
    ///
    /// # Errors
    /// [`LearnerError::File`] if the file is missing, damaged or of another kind,
    /// [`LearnerError::OtherNet`] if the config's network is another one,
    /// [`LearnerError::Record`] if its parts do not fit together.
    pub fn load(
        path: &Path,
        config: &LearnerConfig,
        device: &Device,
    ) -> Result<Learner, LearnerError> {
        // 1. Verified bytes, of this network.
        let record: Record = togyz_files::read(path, &LEARNER_FILE)?;
        if record.net != config.net {
            return Err(LearnerError::OtherNet {
                path: path.to_owned(),
                found: record.net.trunk,
                expected: config.net.trunk.clone(),
            });
        }
        let fits = |part| wrong(path, part);
        // 2. The weights over a fresh learner's.
        let mut learner = Learner::new(config, device, 0)?;
        let module = |net: Net, bytes: Vec<u8>| {
            net.try_load_record(ModuleRecord::from_bytes(Bytes::from_bytes_vec(bytes))?)
        };
        learner.net = module(learner.net, record.weights).map_err(fits("weights"))?;
        learner.average = module(learner.average, record.average).map_err(fits("averages"))?;
        // 3. The moments. burn starts a parameter without any anew, silently: count them.
        let bytes = Bytes::from_bytes_vec(record.optimizer);
        let moments = OptimizerRecord::from_bytes(bytes).map_err(fits("optimizer's moments"))?;
        let expected = moments.len();
        learner.optimizer = optimizer(config, &learner.net).load_record(moments);
        let loaded = learner.optimizer.to_record().len();
        if loaded != expected {
            let text = format!("{loaded} of {expected} were taken");
            return Err(wrong(path, "optimizer's moments")(RecordError::Validation(
                text,
            )));
        }
        learner.steps = record.steps;
        Ok(learner)
    }
}

/// The error of a part that does not fit.
fn wrong(path: &Path, part: &'static str) -> impl Fn(RecordError) -> LearnerError {
    let path = path.to_owned();
    move |source| LearnerError::Record {
        path: path.clone(),
        part,
        source,
    }
}

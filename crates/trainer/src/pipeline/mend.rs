//! A damaged newest checkpoint: the run goes back to the one before it and learns that generation
//! again, from games that are still there.

use std::fmt::Write as _;
use std::path::Path;

use togyz_model::Model;
use togyz_net::Example;

use super::Pipeline;
use crate::checkpoint::{Checkpoint, CheckpointError, MODEL, RECORD, checkpoint_dir};
use crate::error::TrainError;
use crate::learning::LearningError;
use crate::metrics::{Metric, MetricKind, read_metrics};
use crate::state::Stage;
use crate::store::Store as _;

/// Checkpoints that the next stage may need: the newest record, and the model before it where
/// self-play and learning overlap.
pub(super) const NEEDED: u32 = 2;

impl Pipeline<'_> {
    /// Goes back before the oldest damaged checkpoint that is needed, if there is one.
    pub(super) fn mend(&mut self) -> Result<(), TrainError> {
        let made = match self.state.stage {
            Stage::SelfPlay | Stage::Learn => self.state.generation,
            Stage::Evaluate => self.state.generation + 1,
            // Nothing is needed any more; who opens a checkpoint is told then.
            Stage::Done => return Ok(()),
        };
        // A learning that was stopped in its middle has a record of its own.
        let partial = self.state.partial.is_some();
        for generation in made.saturating_sub(NEEDED)..made {
            let folder = checkpoint_dir(self.run.root(), generation);
            let record = generation + 1 == made && !partial;
            let Err(error) = intact(&folder, record) else {
                continue;
            };
            let Some((steps, drawn)) = self.before(generation)? else {
                return Err(error.into());
            };
            self.observer.warn(&format!(
                "{error}; generation {generation} is learnt again from its games"
            ));
            self.state.generation = generation;
            self.state.stage = Stage::Learn;
            self.state.step = 0;
            self.state.steps = steps;
            self.state.drawn = drawn;
            self.state.rows.truncate(generation as usize + 1);
            self.state.stretch = None;
            if let Some(partial) = self.state.partial.take() {
                self.run.store().remove(&partial)?;
            }
            let kept = read_metrics(self.run.root())?;
            let again = |line: &Metric| {
                line.generation > generation
                    || line.generation == generation && line.kind != MetricKind::Selfplay
            };
            let kept = kept.iter().take_while(|line| !again(line)).count();
            self.metrics = crate::metrics::MetricsLog::open(self.run.root(), kept)?;
            return self.save();
        }
        Ok(())
    }

    /// Writes down the batch that the learner could not learn from; the run stands where it stood
    /// before this generation's learning.
    pub(super) fn keep_batch(
        &mut self,
        examples: &[Example],
        step: u64,
        error: LearningError,
    ) -> TrainError {
        let name = format!("faults/{:04}-{step:08}.txt", self.state.generation);
        let mut text = format!("{error}\n");
        for example in examples {
            let _ = writeln!(text, "{example:?}");
        }
        match self.run.store().replace(&name, text.as_bytes()) {
            Ok(()) => self
                .observer
                .warn(&format!("the batch of step {step} is kept in {name}")),
            Err(error) => self
                .observer
                .warn(&format!("the batch of step {step} cannot be kept: {error}")),
        }
        error.into()
    }

    /// The run's steps and drawn samples before a generation learnt; `None` if nobody knows.
    fn before(&self, generation: u32) -> Result<Option<(u64, u64)>, TrainError> {
        let Some(before) = generation.checked_sub(1) else {
            return Ok(Some((0, 0)));
        };
        let folder = checkpoint_dir(self.run.root(), before);
        if intact(&folder, !self.config.net.grows_in(generation)).is_err() {
            return Ok(None);
        }
        let checkpoint = Checkpoint::open(&folder)?;
        let known = checkpoint.drawn > 0 || checkpoint.step == 0;
        Ok(known.then_some((checkpoint.step, checkpoint.drawn)))
    }
}

/// Whether a checkpoint is whole; of its record only the checksum is looked at.
fn intact(folder: &Path, record: bool) -> Result<(), CheckpointError> {
    let checkpoint = Checkpoint::open(folder)?;
    let path = folder.join(MODEL);
    let whole = Model::load(&path).is_ok_and(|model| model.hash() == checkpoint.model);
    if !whole {
        return Err(CheckpointError::Broken(path));
    }
    let path = folder.join(RECORD);
    if record && !togyz_files::peek(&path).is_ok_and(|(_, intact)| intact) {
        return Err(CheckpointError::Broken(path));
    }
    Ok(())
}

//! What the stages leave for one another, and for a resume: shards into the buffer, learner records,
//! checkpoints.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use togyz_model::Model;

use super::Pipeline;
use crate::checkpoint::{
    Checkpoint, CheckpointError, MODEL, RECORD, checkpoint_dir, prune_records,
};
use crate::error::TrainError;
use crate::learning::Learning;
use crate::replay::{
    Expected, Ingested, ReplayBuffer, Shard, ShardName, ValueTarget, oldest_allowed, read_shards,
    shards_of, worker_of,
};
use crate::selfplay::PlayTally;
use crate::store::Store as _;

impl Pipeline<'_> {
    /// Takes the generation's shards into the buffer, each place once, and returns their figures;
    /// `None` if one had to be put aside.
    pub(super) fn gather(&mut self, expected: &Expected) -> Result<Option<PlayTally>, TrainError> {
        let generation = self.state.generation;
        let names = shards_of(&*self.store, generation)?;
        let names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
        let (shards, whole) = self.read(&names, Some(expected))?;
        if !whole {
            return Ok(None);
        }
        let mut tally = PlayTally::default();
        for (name, shard) in &shards {
            self.buffer.add(name, shard)?;
            tally += PlayTally::of(&shard.games);
        }
        let list = Ingested { shards: names };
        list.save(&*self.store, generation)
            .map_err(|source| self.state_error(source))?;
        self.state.rows.push(tally.samples);
        Ok(Some(tally))
    }

    /// The intact ones of these shards; the others go to quarantine with a warning.
    fn read(
        &mut self,
        names: &[String],
        expected: Option<&Expected>,
    ) -> Result<(Vec<(String, Shard)>, bool), TrainError> {
        let mut shards = Vec::new();
        let mut whole = true;
        let read = read_shards(&*self.store, names, expected, self.config.run.threads())?;
        for (name, shard) in names.iter().zip(read) {
            match shard {
                Ok(shard) => shards.push((name.clone(), shard)),
                Err(error) => {
                    whole = false;
                    let moved = self.store.quarantine(name)?;
                    let by = worker_of(name).map_or_else(String::new, |w| format!(", from {w},"));
                    self.observer
                        .warn(&format!("{error}; moved{by} to {moved}, the run goes on"));
                }
            }
        }
        Ok((shards, whole))
    }

    /// The shards that a generation was learnt from. One that is gone is replaced by another of its
    /// place, if there is one: its games are the same.
    fn learnt_from(&self, generation: u32) -> Result<Vec<String>, TrainError> {
        let there = shards_of(&*self.store, generation)?;
        let list =
            Ingested::load(&*self.store, generation).map_err(|source| self.state_error(source))?;
        let listed: BTreeMap<_, _> = list
            .into_iter()
            .flat_map(|list| list.shards)
            .filter_map(|name| Some((ShardName::parse(&name)?, name)))
            .collect();
        let mut names = Vec::new();
        for (place, name) in there {
            let taken = listed.get(&place).filter(|taken| **taken != name);
            names.push(match taken {
                Some(taken) if self.store.get(taken)?.is_some() => taken.clone(),
                _ => name,
            });
        }
        Ok(names)
    }

    /// Fills the buffer again from the shards of earlier generations: only those that reach into
    /// the window are read.
    pub(super) fn reload(&mut self) -> Result<(), TrainError> {
        let rows = self.state.rows.clone();
        let first = self.first_in_window(rows.len());
        self.buffer.skip(rows[..first].iter().sum());
        for (generation, &played) in rows.iter().enumerate().skip(first) {
            let generation = u32::try_from(generation).unwrap_or(u32::MAX);
            let names = self.learnt_from(generation)?;
            let (shards, _) = self.read(&names, None)?;
            let before = self.buffer.total();
            for (name, shard) in &shards {
                self.buffer.add(name, shard)?;
            }
            // What was lost still counts as played.
            let found = self.buffer.total() - before;
            self.buffer.skip(played.saturating_sub(found));
        }
        // Counted when they were dropped first.
        self.buffer.take_stale();
        Ok(())
    }

    /// The first of the oldest `played` generations that reaches into the window which they make, and
    /// is not too old for it.
    pub(super) fn first_in_window(&self, played: usize) -> usize {
        let rows = &self.state.rows[..played];
        let mut sizes =
            ReplayBuffer::new(&self.config.replay, self.variant, ValueTarget::default());
        sizes.skip(rows.iter().sum());
        let mut needed = sizes.window();
        let mut first = rows.len();
        while first > 0 && needed > 0 {
            first -= 1;
            needed = needed.saturating_sub(rows[first]);
        }
        first.max(oldest_allowed(&self.config.replay, played))
    }

    /// The model that plays a generation; `None` while there is none that has learnt.
    ///
    /// It is the one of the generation before or, where self-play and learning overlap, of the one
    /// before that: with any number of workers the same. Before the first of them a teacher plays,
    /// if the config names one.
    pub(super) fn model_for(&self, generation: u32) -> Result<Option<Arc<Model>>, TrainError> {
        let behind = u32::from(self.config.run.overlap);
        let teacher = self.config.selfplay.teacher();
        let of = match (generation.checked_sub(1 + behind), teacher) {
            (Some(of), _) => of,
            (None, Some(teacher)) => return Ok(Some(Arc::new(Model::load(teacher)?))),
            (None, None) if generation == 0 => return Ok(None),
            (None, None) => 0,
        };
        let folder = checkpoint_dir(self.run.root(), of);
        let checkpoint = Checkpoint::open(&folder)?;
        // A network that has not made a step plays worse than none.
        if checkpoint.step == 0 {
            return Ok(None);
        }
        let model = Model::load(&folder.join(MODEL))?;
        if model.hash() != checkpoint.model {
            return Err(CheckpointError::Damaged(folder.join(MODEL)).into());
        }
        Ok(Some(Arc::new(model)))
    }

    /// The learner as it stood last.
    pub(super) fn learning(&self) -> Result<Learning, TrainError> {
        let generation = self.state.generation;
        let path = match (&self.state.partial, generation.checked_sub(1)) {
            (Some(partial), _) => self.run.store().path(partial),
            (None, Some(before)) if !self.config.net.grows_in(generation) => {
                checkpoint_dir(self.run.root(), before).join(RECORD)
            }
            (None, _) => return Ok(Learning::fresh(&self.config, generation)?),
        };
        Ok(Learning::resume(&self.config, generation, &path)?)
    }

    /// Keeps a learner that was stopped in the middle of a generation.
    pub(super) fn save_partial(
        &mut self,
        learning: &Learning,
        made: u64,
    ) -> Result<(), TrainError> {
        let generation = self.state.generation;
        let name = format!("partial/{generation:04}-{made:08}.train");
        let path = self.run.store().path(&name);
        make_parent(&path)?;
        learning.save(&path)?;
        let old = self.state.partial.replace(name.clone());
        self.state.step = made;
        self.save()?;
        match old.filter(|old| *old != name) {
            Some(old) => Ok(self.run.store().remove(&old)?),
            None => Ok(()),
        }
    }

    /// Writes the checkpoint of the generation: model, record, and last the manifest.
    pub(super) fn checkpoint(&mut self, learning: &Learning) -> Result<(), TrainError> {
        let generation = self.state.generation;
        let folder = checkpoint_dir(self.run.root(), generation);
        make_parent(&folder.join(MODEL))?;
        let model = learning.export(&self.run.name(), generation, self.state.steps)?;
        let hash = model.save(&folder.join(MODEL))?;
        learning.save(&folder.join(RECORD))?;
        let checkpoint = Checkpoint {
            run: self.run.name(),
            seed: self.config.run.seed,
            generation,
            step: self.state.steps,
            drawn: self.state.drawn,
            model: hash,
        };
        checkpoint.complete(&folder)?;
        if self.is_last() {
            // Before the model: whoever rates it must know that it is the last.
            self.publish_end()?;
        }
        self.publish_model(generation)?;
        if self.config.run.keep_checkpoints > 0 {
            prune_records(self.run.root(), self.config.run.keep_checkpoints)?;
        }
        Ok(())
    }
}

fn make_parent(path: &Path) -> Result<(), TrainError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|source| {
        CheckpointError::Io {
            path: folder.to_owned(),
            source,
        }
        .into()
    })
}

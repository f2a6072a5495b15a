//! The loop, from top to bottom: self-play, replay, learner, checkpoint, evaluation, levels.
//!
//! The stages meet in the run's store alone, and the manifest says which is next. Every stage can be
//! killed at any moment: what it had put is found again, what it had not is done again, to the same
//! result.

mod ahead;
mod logs;
mod mend;
mod resume;
mod schedule;
mod share;
mod slow;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_rules::Variant;
use togyz_tables::Probe;

use crate::checkpoint::Checkpoint;
use crate::cluster::Sharing;
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::evaluation::Evaluation;
use crate::host::{Host, Observer};
use crate::levels::export_levels;
use crate::metrics::{Metric, MetricsLog};
use crate::replay::{ReplayBuffer, ValueTarget, shards_of, steps_allowed};
use crate::run_dir::RunDir;
use crate::seed::{Purpose, generator};
use crate::selfplay::{Effort, PlayTally, Recipe, endings};
use crate::state::{RunState, Stage, StateError};
use crate::store::{LocalStore, Store};
use ahead::Ahead;
pub(crate) use logs::Stretch;
pub(crate) use logs::match_line;
use logs::pace;
use schedule::{is_low, share};

/// How a session of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every generation is done.
    Finished,
    /// It was asked to stop; a resume goes on from there.
    Interrupted,
}

/// A run at work.
pub struct Pipeline<'a> {
    config: TrainConfig,
    run: &'a RunDir,
    /// Where the stages meet: the run's folder, or a store that others reach too.
    store: Arc<dyn Store>,
    sharing: Option<Sharing>,
    host: Host,
    observer: &'a mut dyn Observer,
    stop: &'a AtomicBool,
    variant: Variant,
    tables: Option<Probe>,
    state: RunState,
    buffer: ReplayBuffer,
    metrics: MetricsLog,
    /// When this session began, and the run's seconds then.
    since: Duration,
    seconds_before: f64,
}

impl std::fmt::Debug for Pipeline<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pipeline")
            .field("run", &self.run)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<'a> Pipeline<'a> {
    /// Takes up a run where its manifest says it stands. With `sharing` its games may be played by
    /// others, who find in the shared store what they need.
    ///
    /// # Errors
    /// [`TrainError`] if the run's files cannot be read, or the store is another run's.
    pub fn open(
        config: TrainConfig,
        run: &'a RunDir,
        sharing: Option<Sharing>,
        host: Host,
        observer: &'a mut dyn Observer,
        stop: &'a AtomicBool,
    ) -> Result<Pipeline<'a>, TrainError> {
        let variant = Variant::Togyz;
        if let Some(sharing) = &sharing {
            share::join(&*sharing.store, &config, run.store(), observer)?;
        }
        let state = RunState::load(run.store()).map_err(|source| TrainError::State {
            path: run.root().to_owned(),
            source,
        })?;
        if state.is_none() && !Checkpoint::all(run.root())?.is_empty() {
            return Err(TrainError::NoManifest(run.root().to_owned()));
        }
        Evaluation::check_anchors(&config, variant)
            .map_err(|source| TrainError::Evaluation(Box::new(source)))?;
        let tables = endings(&config, variant)?;
        observer.notice(&match &state {
            None => "starting fresh".to_owned(),
            Some(state) => format!(
                "resuming from generation {} step {} ({})",
                state.generation,
                state.steps + state.step,
                state.stage.name()
            ),
        });
        let mut state = state.unwrap_or_else(RunState::fresh);
        // A run that was cut by the limit in minutes has generations left, and is finished all the same.
        let left = state.generation + 1 < config.run.generations;
        if state.stage == Stage::Done && left && (run.is_extended() || state.cut.is_none()) {
            state.train_on();
        }
        Ok(Pipeline {
            buffer: ReplayBuffer::new(&config.replay, variant, ValueTarget::of(&config.learner)),
            metrics: MetricsLog::open(run.root(), state.metrics)?,
            since: (host.clock)(),
            seconds_before: state.seconds,
            store: match &sharing {
                Some(sharing) => Arc::clone(&sharing.store),
                None => Arc::new(LocalStore::new(run.root())),
            },
            config,
            run,
            sharing,
            host,
            observer,
            stop,
            variant,
            tables,
            state,
        })
    }

    /// Does what is left of the run.
    ///
    /// # Errors
    /// [`TrainError`]; what was done is kept, and a resume goes on from there.
    pub fn run(&mut self) -> Result<Ended, TrainError> {
        let ended = self.stages();
        // Where the place of the learner is lost, it is the reason of all that fails.
        ended.map_err(|error| self.shared().err().unwrap_or(error))
    }

    fn stages(&mut self) -> Result<Ended, TrainError> {
        self.save()?;
        self.mend()?;
        self.reload()?;
        while self.state.stage != Stage::Done {
            self.check_disk()?;
            let finished = match self.state.stage {
                Stage::SelfPlay => self.self_play()?,
                Stage::Learn => self.learn()?,
                Stage::Evaluate => self.evaluate()?,
                Stage::Done => true,
            };
            self.save()?;
            if !finished {
                let where_at = self.state.stage.name();
                self.observer.notice(&format!(
                    "stopped in {where_at} of generation {}; --resume goes on from there",
                    self.state.generation
                ));
                return Ok(Ended::Interrupted);
            }
        }
        Ok(Ended::Finished)
    }

    /// Stage 1: the games of the generation, by the newest model.
    fn self_play(&mut self) -> Result<bool, TrainError> {
        let generation = self.state.generation;
        self.cut_if_late();
        let model = self.model_for(generation)?;
        let forks = self.buffer.fork_positions();
        self.publish_order(generation, model.as_deref(), &forks)?;
        let recipe = Recipe::new(
            &self.config,
            generation,
            self.variant,
            model.as_ref(),
            &forks,
            self.tables.as_ref(),
        );
        let expected = recipe.expected();
        let title = format!("generation {generation}: self-play");
        self.observer.begin(&title, recipe.games());
        let begun = (self.host.clock)();
        let mut tally = PlayTally::default();
        let already = shards_of(&*self.store, generation)?.len() as u64
            * u64::from(self.config.selfplay.games_per_shard);
        let threads = self.players();
        let (host, run, observer, stop) = (&self.host, self.run, &mut *self.observer, self.stop);
        let full = AtomicBool::new(false);
        let halt = || stop.load(Ordering::Relaxed) || full.load(Ordering::Relaxed);
        let abandon = || stop.load(Ordering::Relaxed);
        let effort = Effort {
            store: &*self.store,
            worker: self.sharing.as_ref().map(|sharing| sharing.name.as_str()),
            journal: None,
            threads,
            clock: host.clock,
            stop: &halt,
            abandon: &abandon,
        };
        if effort.threads > 0 {
            recipe.play_missing(&effort, &mut |shard| {
                tally += *shard;
                let seconds = ((host.clock)() - begun).as_secs_f64();
                observer.progress(already + tally.games, &pace(&tally, seconds));
                full.store(is_low(host, run.root(), &self.config), Ordering::Relaxed);
            })?;
        }
        if let Some(sharing) = &self.sharing {
            sharing.wait_for(&recipe, host, observer, &halt)?;
        }
        self.check_disk()?;
        if self.stop.load(Ordering::Relaxed) {
            self.observer.end("stopped; finished shards are kept");
            return Ok(false);
        }
        let seconds = ((self.host.clock)() - begun).as_secs_f64();
        self.observer.end(&match tally.games {
            0 => "all games were there".to_owned(),
            _ => pace(&tally, seconds),
        });
        // A shard that is damaged on the disk is put aside; then this stage comes again.
        if let Some(whole) = self.gather(&expected)? {
            self.log_self_play(&whole, &tally, seconds)?;
            self.state.stage = Stage::Learn;
            self.prune()?;
        }
        Ok(true)
    }

    /// Stage 2: steps, as many as the reuse limit allows; then the checkpoint.
    fn learn(&mut self) -> Result<bool, TrainError> {
        let generation = self.state.generation;
        let batch = self.config.learner.batch;
        let new = steps_allowed(
            &self.config.replay,
            batch,
            self.buffer.total(),
            self.state.drawn,
        );
        let steps = self.steps_of(generation, new);
        let mut learning = self.learning()?;
        let set = self.buffer.learning_set();
        let title = format!("generation {generation}: learning");
        self.observer.begin(&title, steps);
        if steps == 0 {
            let (have, want) = (self.buffer.total(), self.config.replay.min_rows);
            self.observer.warn(&format!(
                "no step: {have} samples so far, replay.min_rows is {want}"
            ));
        }
        let begun = (self.host.clock)();
        let mut made = self.state.step;
        let mut stretch = self.state.stretch.take().unwrap_or_default();
        let mut taken_up = begun;
        let ahead = Ahead::begin(self)?;
        while made < steps && !self.stop.load(Ordering::Relaxed) {
            let step = self.state.steps + made;
            let mut rng = generator(self.config.run.seed, generation, Purpose::Step(step));
            let examples = set.draw(batch, &mut rng);
            let (begin, end) = self.share_of_run();
            let progress = begin + (end - begin) * share(made, steps);
            let report = match learning.step(&examples, progress) {
                Ok(report) => report,
                Err(error) => return Err(self.keep_batch(&examples, step, error)),
            };
            made += 1;
            stretch.add(&report);
            if made.is_multiple_of(u64::from(self.config.learner.report_every)) || made == steps {
                let now = (self.host.clock)();
                let metric = Metric {
                    generation,
                    step: self.state.steps + made,
                    seconds: self.seconds(),
                    ..stretch.until(taken_up, now).metric()
                };
                let loss = metric.loss.unwrap_or(f64::NAN);
                self.observer.progress(made, &format!("loss {loss:.4}"));
                self.metrics.write(&metric)?;
                (stretch, taken_up) = (Stretch::default(), now);
            }
        }
        let seconds = ((self.host.clock)() - begun).as_secs_f64();
        self.observer.end(&format!("{made} steps, {seconds:.1} s"));
        // What was learnt is saved before anything that happened beside it can fail.
        if made < steps {
            ahead.abandon();
            self.state.stretch = Some(stretch.until(taken_up, (self.host.clock)()));
            self.save_partial(&learning, made)?;
            ahead.end()?;
            return Ok(false);
        }
        self.state.steps += steps;
        self.state.drawn += new * batch as u64;
        self.checkpoint(&learning)?;
        self.state.step = 0;
        if let Some(partial) = self.state.partial.take() {
            // Saved first: the manifest must never name what is not there.
            self.state.stage = Stage::Evaluate;
            self.save()?;
            self.run.store().remove(&partial)?;
        }
        self.state.stage = Stage::Evaluate;
        self.save()?;
        let played = ahead.end()?;
        if played > 0 {
            let next = generation + 1;
            self.observer.notice(&format!(
                "generation {next}: {played} games are there already"
            ));
        }
        Ok(true)
    }

    /// Stage 3: matches against the anchors; after the last generation, the levels.
    fn evaluate(&mut self) -> Result<bool, TrainError> {
        self.hand_over()?;
        let generation = self.state.generation;
        let last = self.is_last();
        let evaluation = Evaluation {
            config: &self.config,
            run: self.run.root(),
            variant: self.variant,
            generation,
            last,
            workers: self.config.run.threads(),
        };
        let ours = self.sharing.as_ref().is_none_or(|sharing| sharing.evaluate);
        if ours && evaluation.is_due() {
            let mut results = Vec::new();
            let finished =
                evaluation.run(&self.host, &mut *self.observer, self.stop, &mut |metric| {
                    results.push(metric);
                })?;
            if !finished {
                return Ok(false);
            }
            for metric in results {
                self.observer.notice(&match_line(&metric));
                self.log(metric)?;
            }
        }
        self.log_generation()?;
        if last {
            let folder = self.run.root().join("levels");
            export_levels(self.run.root(), &self.config, &folder, &|_| None)?;
            self.state.stage = Stage::Done;
        } else {
            self.state.generation += 1;
            self.state.stage = Stage::SelfPlay;
        }
        Ok(true)
    }

    fn save(&mut self) -> Result<(), TrainError> {
        self.shared()?;
        self.state.seconds = self.seconds();
        self.state.metrics = self.metrics.lines();
        self.state
            .save(self.run.store())
            .map_err(|source| self.state_error(source))
    }

    fn state_error(&self, source: StateError) -> TrainError {
        TrainError::State {
            path: self.run.root().to_owned(),
            source,
        }
    }

    fn check_disk(&self) -> Result<(), TrainError> {
        if is_low(&self.host, self.run.root(), &self.config) {
            return Err(TrainError::DiskLow {
                path: self.run.root().to_owned(),
                limit: self.config.run.min_free_disk_mib,
            });
        }
        Ok(())
    }
}

//! Games of the next generation, played while this one is learnt.
//!
//! Learning takes one core. The others would wait; instead they play shards that the next stage of
//! self-play finds there. Which games are played, and by which model, does not depend on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use super::Pipeline;
use crate::error::TrainError;
use crate::selfplay::{Effort, PlayTally, Recipe, SelfPlayError};

/// Self-play in the background, if there is any.
pub(super) struct Ahead {
    learnt: Arc<AtomicBool>,
    abandoned: Arc<AtomicBool>,
    playing: Option<JoinHandle<Result<PlayTally, SelfPlayError>>>,
}

impl Ahead {
    /// Begins to play the next generation on all cores but one.
    pub(super) fn begin(pipeline: &Pipeline<'_>) -> Result<Ahead, TrainError> {
        let learnt = Arc::new(AtomicBool::new(false));
        let abandoned = Arc::new(AtomicBool::new(false));
        let mut ahead = Ahead {
            learnt: Arc::clone(&learnt),
            abandoned: Arc::clone(&abandoned),
            playing: None,
        };
        let next = pipeline.state.generation + 1;
        // Without a teacher the first network plays generation 1, and is not there before it has learnt.
        let taught = pipeline.config.selfplay.teacher().is_some();
        if !pipeline.config.run.overlap || (next < 2 && !taught) || pipeline.is_last() {
            return Ok(ahead);
        }
        let model = pipeline.model_for(next)?;
        let forks = pipeline.buffer.fork_positions();
        pipeline.publish_order(next, model.as_deref(), &forks)?;
        let threads = pipeline.players().saturating_sub(1);
        if threads == 0 {
            return Ok(ahead);
        }
        let config = pipeline.config.clone();
        let (variant, tables) = (pipeline.variant, pipeline.tables.clone());
        let clock = pipeline.host.clock;
        let store = Arc::clone(&pipeline.store);
        let name = pipeline
            .sharing
            .as_ref()
            .map(|sharing| sharing.name.clone());
        ahead.playing = Some(thread::spawn(move || {
            let recipe = Recipe::new(
                &config,
                next,
                variant,
                model.as_ref(),
                &forks,
                tables.as_ref(),
            );
            let mut tally = PlayTally::default();
            let halt = || learnt.load(Ordering::Relaxed);
            let abandon = || abandoned.load(Ordering::Relaxed);
            let effort = Effort {
                store: &*store,
                worker: name.as_deref(),
                journal: None,
                threads,
                clock,
                stop: &halt,
                abandon: &abandon,
            };
            recipe.play_missing(&effort, &mut |shard| tally += *shard)?;
            Ok(tally)
        }));
        Ok(ahead)
    }

    /// Gives the shards under way up: somebody waits for the program to stop.
    pub(super) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }

    /// Lets the shards under way be finished, and says how many games were played.
    pub(super) fn end(mut self) -> Result<u64, TrainError> {
        self.learnt.store(true, Ordering::Relaxed);
        let Some(playing) = self.playing.take() else {
            return Ok(0);
        };
        match playing.join() {
            Ok(played) => Ok(played?.games),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// An error of the learner must not leave the games going on behind it.
impl Drop for Ahead {
    fn drop(&mut self) {
        self.learnt.store(true, Ordering::Relaxed);
        self.abandon();
    }
}

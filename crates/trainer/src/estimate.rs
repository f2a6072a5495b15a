//! What a run will take, measured before it begins.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use togyz_rules::Variant;

use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::host::Host;
use crate::learning::Learning;
use crate::needs::{GameSize, Needs};
use crate::replay::{ReplayBuffer, SHARD, Shard, ValueTarget, steps_allowed};
use crate::sample::SampleKind;
use crate::seed::{Purpose, generator};
use crate::selfplay::{PlayTally, Recipe, SelfPlayError, endings};

/// How long self-play and learning are measured, each.
const MEASURE: Duration = Duration::from_secs(3);
/// Searches of one side in a game.
const SEARCHES: f64 = 60.0;
/// What the other side of a match game takes: the strongest anchor's nodes, more or less.
const ANCHOR_SECONDS: f64 = 0.05;
/// A trained network looks at fewer moves than the random one that is measured: about so many of
/// its samples of moves that are not played.
const CHILDREN_KEPT: f64 = 0.4;

/// What a run is expected to take on this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Games of the whole run.
    pub games: u64,
    /// Games an hour of self-play, the mean over the run.
    pub games_per_hour: f64,
    /// Simulations a second, all workers together.
    pub simulations_per_second: f64,
    /// Learner steps of the whole run.
    pub steps: u64,
    /// Learner steps a second.
    pub steps_per_second: f64,
    /// What it takes of memory and disk.
    pub needs: Needs,
    /// Seconds of self-play, learning and evaluation, each by itself.
    pub seconds: [f64; 3],
    /// Seconds of all of it; self-play and learning may overlap.
    pub whole_seconds: f64,
    /// The config's limit in minutes, 0 for none.
    pub max_minutes: f64,
}

/// Measures self-play and learning for a few seconds each and adds up the run. Writes nothing.
///
/// # Errors
/// [`TrainError`] if self-play or the learner cannot work with this config.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate"
)]
pub fn estimate(
    config: &TrainConfig,
    host: &Host,
    stop: &AtomicBool,
) -> Result<Estimate, TrainError> {
    let workers = config.run.threads();
    let (tally, shards, play_seconds) = play(config, host, workers, stop)?;
    let games = tally.games.max(1) as f64;
    let simulations_per_second = tally.simulations as f64 / play_seconds;
    let children = shards
        .iter()
        .flat_map(|shard| &shard.games)
        .flat_map(|game| &game.samples)
        .filter(|sample| sample.kind == SampleKind::Child)
        .count() as f64;
    let rows_per_game = (tally.samples as f64 - children * (1.0 - CHILDREN_KEPT)) / games;
    let bytes: usize = shards
        .iter()
        .map(|shard| togyz_files::encode(&SHARD, shard).map_or(0, |bytes| bytes.len()))
        .sum();
    let steps_per_second = learn(config, host, &shards)?;

    // A game of generation g has as many searches as the measured one, with other simulations.
    let middle = config.run.generations / 2;
    let cost = |g: u32| f64::from(config.selfplay.simulations_of(g, config.run.generations));
    let per_game = tally.simulations as f64 / games;
    let generations = 0..config.run.generations;
    let games_of = |g| f64::from(config.selfplay.games_of(g, config.run.generations));
    let all_games: f64 = generations.clone().map(games_of).sum();
    let simulations: f64 = generations
        .map(|g| games_of(g) * per_game * cost(g) / cost(middle.max(1)))
        .sum();
    let rows = all_games * rows_per_game;
    let steps = steps_allowed(&config.replay, config.learner.batch, rows as u64, 0)
        + catching_up(config, |g| games_of(g) * rows_per_game);
    let game = GameSize {
        samples: rows_per_game,
        bytes: bytes as f64 / games,
    };

    let seconds = [
        simulations / simulations_per_second,
        steps as f64 / steps_per_second,
        match_games(config)
            * (SEARCHES * f64::from(config.evaluation.simulations) / simulations_per_second
                + ANCHOR_SECONDS / workers as f64),
    ];
    Ok(Estimate {
        games: all_games as u64,
        games_per_hour: all_games / seconds[0] * 3600.0,
        simulations_per_second,
        steps,
        steps_per_second,
        needs: Needs::of(config, workers, 0, game),
        whole_seconds: whole_seconds(config, workers, seconds),
        seconds,
        max_minutes: config.run.max_minutes,
    })
}

/// Games of a generation in the middle of the run, by a network of random weights.
fn play(
    config: &TrainConfig,
    host: &Host,
    workers: usize,
    stop: &AtomicBool,
) -> Result<(PlayTally, Vec<Shard>, f64), TrainError> {
    let generation = (config.run.generations / 2).max(1);
    let mut config = config.clone();
    config.selfplay.games_per_shard = 1;
    let model = Learning::fresh(&config, generation)?.export("estimate", generation, 0)?;
    let model = Arc::new(model);
    let variant = Variant::Togyz;
    let tables = endings(&config, variant)?;
    let recipe = Recipe::new(
        &config,
        generation,
        variant,
        Some(&model),
        &[],
        tables.as_ref(),
    );
    let begun = (host.clock)();
    let next = AtomicU32::new(0);
    let shards = Mutex::new(Vec::new());
    let outcome = Mutex::new(Ok::<(), SelfPlayError>(()));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while (host.clock)() - begun < MEASURE && !stop.load(Ordering::Relaxed) {
                    let sequence = next.fetch_add(1, Ordering::Relaxed);
                    if sequence >= recipe.shards() {
                        break;
                    }
                    match recipe.play_shard(sequence, None, &|| false) {
                        Ok(shard) => lock(&shards).extend(shard),
                        Err(error) => {
                            *lock(&outcome) = Err(error);
                            break;
                        }
                    }
                }
            });
        }
    });
    outcome
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)?;
    let seconds = ((host.clock)() - begun).as_secs_f64().max(1e-3);
    let shards = shards.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut tally = PlayTally::default();
    for shard in &shards {
        tally += PlayTally::of(&shard.games);
    }
    Ok((tally, shards, seconds))
}

/// Steps by which a network catches up with the smaller one before it, or with its teacher.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate"
)]
fn catching_up(config: &TrainConfig, rows_of: impl Fn(u32) -> f64) -> u64 {
    let steps = |generation: u32| {
        let rows: f64 = (0..=generation).map(&rows_of).sum();
        let mut window = ReplayBuffer::new(&config.replay, Variant::Togyz, ValueTarget::default());
        window.skip(rows as u64);
        (window.window() as f64 * config.net.grow_passes / config.learner.batch as f64) as u64
    };
    let generations = 0..config.run.generations;
    generations
        .filter(|&generation| config.catches_up_in(generation))
        .map(steps)
        .sum()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Steps a second.
fn learn(config: &TrainConfig, host: &Host, shards: &[Shard]) -> Result<f64, TrainError> {
    let mut buffer = ReplayBuffer::new(&config.replay, Variant::Togyz, ValueTarget::default());
    for shard in shards {
        buffer.add("estimate", shard)?;
    }
    let set = buffer.learning_set();
    let mut learning = Learning::fresh(config, config.run.generations - 1)?;
    let mut rng = generator(config.run.seed, 0, Purpose::Step(0));
    let begun = (host.clock)();
    let mut steps = 0_u32;
    loop {
        let examples = set.draw(config.learner.batch, &mut rng);
        if !examples.is_empty() {
            learning.step(&examples, 0.0)?;
        }
        steps += 1;
        let seconds = ((host.clock)() - begun).as_secs_f64();
        if seconds > MEASURE.as_secs_f64() || examples.is_empty() || steps >= 1000 {
            return Ok(f64::from(steps) / seconds.max(1e-3));
        }
    }
}

/// The stages one after another or, where learning takes one core while the others play, as the
/// cores allow.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn whole_seconds(config: &TrainConfig, workers: usize, seconds: [f64; 3]) -> f64 {
    let [play, learn, evaluate] = seconds;
    if config.run.overlap && workers > 1 {
        learn.max(play + learn / workers as f64) + evaluate
    } else {
        play + learn + evaluate
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn match_games(config: &TrainConfig) -> f64 {
    let eval = &config.evaluation;
    if eval.every == 0 {
        return 0.0;
    }
    let opponents = eval.anchors.len() as f64 + f64::from(u8::from(eval.previous));
    let times = f64::from(config.run.generations / eval.every);
    opponents * (times * f64::from(eval.games) + f64::from(eval.games_last))
}

impl Estimate {
    /// The estimate in lines, with what the machine has beside what is needed.
    #[must_use]
    pub fn describe(&self, run: &Path, host: &Host) -> String {
        let all = self.whole_seconds;
        let [play, learn, evaluation] = self.seconds.map(|seconds| seconds / 60.0);
        let mut text = format!(
            "run        {}\n\
             games      {} in all, {:.0} an hour of self-play, {:.0} k simulations/s\n\
             learning   {} steps, {:.1} a second\n\
             time       {:.1} min: self-play {play:.1}, learning {learn:.1}, evaluation about {evaluation:.1}\n",
            run.display(),
            self.games,
            self.games_per_hour,
            self.simulations_per_second / 1e3,
            self.steps,
            self.steps_per_second,
            all / 60.0,
        );
        if self.max_minutes > 0.0 {
            let _ = writeln!(
                text,
                "limit      {} min (run.max_minutes){}",
                self.max_minutes,
                if all / 60.0 > self.max_minutes {
                    ": the run will end with an earlier generation"
                } else {
                    ""
                }
            );
        }
        text + &self.needs.describe(run, host)
    }
}

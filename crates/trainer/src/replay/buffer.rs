//! The rows in memory: the newest of the run, within the window and within a bound in bytes.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use rand::{Rng, RngExt};
use togyz_model::Features;
use togyz_net::Example;
use togyz_rules::{Move, SetupError, Variant};

use super::shard::{Shard, ShardError};
use super::trace::trace;
use super::window::{oldest_allowed, window_rows};
use crate::config::{LearnerSection, ReplayConfig};
use crate::sample::{PackedPosition, Sample, SampleKind};

/// A sample as the network learns from it: features found, value target mixed.
///
/// # Errors
/// [`SetupError`] if the sample is no position of the variant.
pub fn example_of(
    sample: &Sample,
    variant: Variant,
    outcome_share: f32,
) -> Result<Example, SetupError> {
    let position = sample.position.unpack(variant)?;
    // After 82 there is nothing to search and nothing to win.
    let decided = sample.kind == SampleKind::PlayedOn;
    // Of a move that was not played nothing is known but what the search said.
    let played = sample.kind != SampleKind::Child;
    Ok(Example {
        features: Features::of(&position),
        legal: position.legal_moves(),
        policy: sample.policy_shares(),
        wdl: (!decided).then(|| sample.value_target(outcome_share)),
        margin: played.then(|| f32::from(sample.margin)),
        reply: Move::from_number(u32::from(sample.reply)).ok(),
        // Where the tables end a game, nobody sees from which holes the last balls come.
        yields: (played && sample.kind != SampleKind::Exact).then_some(sample.yields),
        weight: sample.weight,
    })
}

/// What the value is taught: `outcome_share` of the game's result, the rest of what the searches
/// said, looking ahead by `trace_decay`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ValueTarget {
    /// See `LearnerSection::outcome_share`.
    pub outcome_share: f32,
    /// See `LearnerSection::trace_decay`.
    pub trace_decay: f32,
}

impl ValueTarget {
    /// The config's.
    #[must_use]
    pub fn of(learner: &LearnerSection) -> ValueTarget {
        ValueTarget {
            outcome_share: learner.outcome_share,
            trace_decay: learner.trace_decay,
        }
    }
}

/// The replay window: samples as they were played, 64 bytes each.
#[derive(Clone, Debug)]
pub struct ReplayBuffer {
    config: ReplayConfig,
    variant: Variant,
    target: ValueTarget,
    samples: VecDeque<Sample>,
    /// How many of them are of each generation, oldest first.
    ages: VecDeque<(u32, usize)>,
    /// Samples that left for their age alone, since they were last asked for.
    stale: u64,
    total: u64,
}

/// The most positions that games are forked from.
const FORK_POSITIONS: usize = 100_000;

impl ReplayBuffer {
    /// An empty buffer.
    #[must_use]
    pub fn new(config: &ReplayConfig, variant: Variant, target: ValueTarget) -> ReplayBuffer {
        ReplayBuffer {
            config: config.clone(),
            variant,
            target,
            samples: VecDeque::new(),
            ages: VecDeque::new(),
            stale: 0,
            total: 0,
        }
    }

    /// Adds a shard's samples as the newest, and drops what is now outside the window. Returns how
    /// many there were.
    ///
    /// # Errors
    /// [`ShardError`] if a sample is no position; nothing is added then.
    pub fn add(&mut self, name: &str, shard: &Shard) -> Result<u64, ShardError> {
        if shard.variant != self.variant {
            return Err(ShardError::Foreign {
                name: name.to_owned(),
                reason: format!("a shard of {}, not of {}", shard.variant, self.variant),
            });
        }
        // Checked here once, so that a bad file is found with its name, not in the middle of a step.
        for game in &shard.games {
            for sample in &game.samples {
                if let Err(source) = sample.position.unpack(self.variant) {
                    return Err(ShardError::Position {
                        name: name.to_owned(),
                        game: game.index,
                        source,
                    });
                }
            }
        }
        let before = self.samples.len();
        self.make_room(shard.games.iter().map(|game| game.samples.len()).sum());
        for game in &shard.games {
            let mut samples = game.samples.clone();
            trace(&mut samples, self.target.trace_decay);
            self.samples.extend(samples);
        }
        let added = self.samples.len() - before;
        match self.ages.back_mut() {
            Some((generation, count)) if *generation == shard.generation => *count += added,
            _ => self.ages.push_back((shard.generation, added)),
        }
        self.total += added as u64;
        self.trim();
        Ok(added as u64)
    }

    /// Counts samples that were played but are not in memory, being older than the window or lost.
    pub fn skip(&mut self, samples: u64) {
        self.total += samples;
        self.trim();
    }

    /// Drops what is outside the window, and then what is too old.
    fn trim(&mut self) {
        let window = usize::try_from(self.window()).unwrap_or(usize::MAX);
        self.drop_oldest(self.samples.len().saturating_sub(window));
        let newest = self.ages.back().map_or(0, |&(generation, _)| generation);
        let played = newest as usize + 1;
        let oldest = oldest_allowed(&self.config, played);
        while let Some(&(generation, count)) = self.ages.front()
            && (generation as usize) < oldest
        {
            self.drop_oldest(count);
            self.stale += count as u64;
        }
    }

    fn drop_oldest(&mut self, mut count: usize) {
        self.samples.drain(..count);
        while let Some((_, here)) = self.ages.front_mut()
            && count >= *here
        {
            count -= *here;
            self.ages.pop_front();
        }
        if let Some((_, here)) = self.ages.front_mut() {
            *here -= count;
        }
    }

    /// How many samples left for their age alone since this was last asked.
    pub fn take_stale(&mut self) -> u64 {
        std::mem::take(&mut self.stale)
    }

    /// Makes room for more samples: twice what there is, as ever, but no more than the window may take.
    fn make_room(&mut self, added: usize) {
        let wanted = self.samples.len() + added;
        if wanted > self.samples.capacity() {
            let most = usize::try_from(self.fits()).unwrap_or(usize::MAX);
            let room = (2 * self.samples.capacity()).min(most).max(wanted);
            self.samples.reserve_exact(room - self.samples.len());
        }
    }

    /// Samples that there is memory for.
    #[cfg(test)]
    pub(super) fn room(&self) -> usize {
        self.samples.capacity()
    }

    /// The most samples the window may hold now.
    #[must_use]
    pub fn window(&self) -> u64 {
        window_rows(&self.config, self.total).min(self.fits())
    }

    /// Samples within the window's bound in bytes.
    fn fits(&self) -> u64 {
        (self.config.max_mib << 20) / size_of::<Sample>() as u64
    }

    /// Samples played in the whole run.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Samples in the window.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether the window holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The newest positions that a game may be forked from, oldest first.
    pub(crate) fn fork_positions(&self) -> Vec<PackedPosition> {
        let old = self.samples.len().saturating_sub(FORK_POSITIONS);
        self.samples
            .range(old..)
            .filter(|sample| matches!(sample.kind, SampleKind::Full | SampleKind::Fast))
            .map(|sample| sample.position)
            .collect()
    }

    /// What one stage of learning draws from: the window, equal positions averaged if the config
    /// says so.
    #[must_use]
    pub fn learning_set(&self) -> LearningSet<'_> {
        LearningSet {
            buffer: self,
            averaged: self.config.average_duplicates.then(|| {
                averaged(
                    self.samples
                        .iter()
                        .filter_map(|sample| self.example(sample)),
                )
            }),
        }
    }

    /// `None` cannot happen: every sample was checked when it came in.
    fn example(&self, sample: &Sample) -> Option<Example> {
        example_of(sample, self.variant, self.target.outcome_share).ok()
    }
}

/// What one stage of learning draws from.
#[derive(Clone, Debug)]
pub struct LearningSet<'a> {
    buffer: &'a ReplayBuffer,
    averaged: Option<Vec<Example>>,
}

impl LearningSet<'_> {
    /// How many different examples there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.averaged.as_ref().map_or(self.buffer.len(), Vec::len)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Draws `count` examples, each uniformly from all, with replacement.
    pub fn draw(&self, count: usize, rng: &mut impl Rng) -> Vec<Example> {
        if self.is_empty() {
            return Vec::new();
        }
        (0..count)
            .filter_map(|_| {
                let place = rng.random_range(0..self.len());
                match &self.averaged {
                    Some(examples) => examples.get(place).copied(),
                    None => self.buffer.example(self.buffer.samples.get(place)?),
                }
            })
            .collect()
    }
}

/// The inputs of a position, and whether it has a policy and a result to be learnt.
type Place = (Features, bool, bool);

/// What averaging takes for each different position: list and map double when they are full, and the
/// old list is there until the new one is filled.
pub(crate) const AVERAGED_BYTES: u64 =
    3 * size_of::<(Example, u16)>() as u64 + 2 * size_of::<(Place, usize)>() as u64;

/// One example for each position, its targets the weighted means; so that an opening that stands in
/// every game does not drown the rest.
///
/// # Source
/// AlphaZero.jl, `SamplesWeighingPolicy` CONSTANT.
fn averaged(examples: impl Iterator<Item = Example>) -> Vec<Example> {
    let mut places: HashMap<Place, usize> = HashMap::new();
    let mut merged: Vec<(Example, u16)> = Vec::new();
    for example in examples {
        let targets = (example.policy.is_some(), example.wdl.is_some());
        let key = (example.features, targets.0, targets.1);
        match places.entry(key) {
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push((example, 1));
            }
            Entry::Occupied(place) => {
                let (mean, count) = &mut merged[*place.get()];
                merge(mean, &example);
                *count = count.saturating_add(1);
            }
        }
    }
    merged
        .into_iter()
        .map(|(mut example, count)| {
            example.weight /= f32::from(count);
            example
        })
        .collect()
}

/// Adds an example to the weighted mean of its equals; the weight becomes the sum.
fn merge(mean: &mut Example, new: &Example) {
    let weight = mean.weight + new.weight;
    let share = if weight > 0.0 {
        new.weight / weight
    } else {
        0.0
    };
    let mix = |old: &mut f32, new: f32| *old += share * (new - *old);
    if let (Some(old), Some(new)) = (&mut mean.policy, new.policy) {
        old.iter_mut().zip(new).for_each(|(old, new)| mix(old, new));
    }
    if let (Some(old), Some(new)) = (&mut mean.wdl, new.wdl) {
        old.iter_mut().zip(new).for_each(|(old, new)| mix(old, new));
    }
    if let (Some(old), Some(new)) = (&mut mean.margin, new.margin) {
        mix(old, new);
    }
    // Not averaged: the newest game's.
    (mean.reply, mean.yields) = (new.reply, new.yields);
    mean.weight = weight;
}

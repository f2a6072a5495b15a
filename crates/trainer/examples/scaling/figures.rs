//! What a simulated run comes to a day.

use crate::plan::Plan;
use crate::simulation::{Generation, Run};
use crate::store::Count;

/// Seconds of a day.
const DAY: f64 = 86_400.0;
/// Dollars a thousand writes or lists, and a thousand reads.
///
/// # Source
/// Amazon S3 Standard, us-east-1, requests.
const WRITES_COST: f64 = 0.005;
const READS_COST: f64 = 0.0004;
/// Generations at the start that are not like the others.
const WARM_UP: usize = 3;

/// Figures of the generations after the first ones.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    /// Seconds from one generation's order to the next one's.
    pub(crate) period: f64,
    pub(crate) games_per_hour: f64,
    /// The share of the threads' time that went into games that were learnt from.
    pub(crate) busy: f64,
    /// Shards played in vain, as a share of those learnt from.
    pub(crate) in_vain: f64,
    /// Objects that stay until they are pruned.
    pub(crate) objects_a_day: f64,
    pub(crate) puts_a_day: f64,
    pub(crate) gets_a_day: f64,
    pub(crate) lists_a_day: f64,
    pub(crate) dollars_a_day: f64,
    pub(crate) models_gb_a_day: f64,
    /// Seconds until the last worker has a new model.
    pub(crate) pickup: f64,
    /// Seconds from a model's publication to the learning from the games that it played.
    pub(crate) staleness: f64,
    /// The learner's time: shares of the period.
    pub(crate) ingest: f64,
    pub(crate) learning: f64,
}

impl Figures {
    /// The figures of a run; `None` if it has fewer than two generations after the first ones.
    pub(crate) fn of(plan: &Plan, workers: u32, run: &Run) -> Option<Figures> {
        let steady = run.generations.get(WARM_UP..)?;
        let [first, .., last] = steady else {
            return None;
        };
        let seconds = last.ordered - first.ordered;
        let count = f64::from(u32::try_from(steady.len() - 1).unwrap_or(u32::MAX));
        let period = seconds / count;
        let mean = |of: &dyn Fn(&Generation) -> f64| {
            steady[..steady.len() - 1].iter().map(of).sum::<f64>() / count
        };
        let asked = last.workers.since(first.workers);
        let learner = last.learner.since(first.learner);
        let a_day = |of: &dyn Fn(&Count) -> f64| (of(&asked) + of(&learner)) / seconds * DAY;
        let (games, shards) = (
            f64::from(plan.games(workers)),
            f64::from(plan.shards(workers)),
        );
        let threads = f64::from(workers * plan.threads);
        let in_vain = mean(&|g| g.in_vain) / shards;
        let (puts, gets) = (a_day(&|c| c.puts), a_day(&|c| c.gets));
        let lists = a_day(&|c| c.lists);
        // With overlap the model is of the generation before the last one.
        let behind = 1 + usize::from(plan.overlap);
        let ages = (WARM_UP..run.generations.len() - 1)
            .map(|g| run.generations[g].taken_in - run.generations[g - behind].learnt);
        Some(Figures {
            period,
            games_per_hour: games / period * 3600.0,
            busy: games * plan.game_seconds / (threads * period),
            in_vain,
            objects_a_day: shards * (1.0 + in_vain) / period * DAY,
            puts_a_day: puts,
            gets_a_day: gets,
            lists_a_day: lists,
            dollars_a_day: ((puts + lists) * WRITES_COST + gets * READS_COST) / 1000.0,
            models_gb_a_day: f64::from(workers) * plan.pickup_bytes() / period * DAY / 1e9,
            pickup: mean(&|g| g.picked_up - g.ordered),
            staleness: ages.sum::<f64>() / count,
            ingest: mean(&|g| g.taken_in - g.found) / period,
            learning: mean(&|g| g.learnt - g.taken_in) / period,
        })
    }

    /// Name and value of each figure.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        vec![
            ("seconds a generation", format!("{:.0}", self.period)),
            ("games/h", grouped(self.games_per_hour)),
            ("threads busy with games that count", percent(self.busy)),
            ("shards played in vain", percent(self.in_vain)),
            ("shards written a day", grouped(self.objects_a_day)),
            ("writes a day", grouped(self.puts_a_day)),
            ("reads a day", grouped(self.gets_a_day)),
            ("pages of lists a day", grouped(self.lists_a_day)),
            ("requests, USD a day", format!("{:.2}", self.dollars_a_day)),
            ("models and orders, GB a day", grouped(self.models_gb_a_day)),
            (
                "seconds until all have a model",
                format!("{:.1}", self.pickup),
            ),
            (
                "staleness of games, seconds",
                format!("{:.0}", self.staleness),
            ),
            ("learner: takes in", percent(self.ingest)),
            ("learner: learns", percent(self.learning)),
        ]
    }
}

/// A count with its thousands apart, whole.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

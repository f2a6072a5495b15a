//! Simultaneous perturbation stochastic approximation: many values tuned at once by noisy
//! comparisons of two points.
//!
//! # Source
//! Spall 1992, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation"; the schedules and `A` as in Spall 1998, "Implementation of the simultaneous
//! perturbation algorithm". In chess the comparison is a pair of games.

use std::str::FromStr;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How fast steps shrink: `a_k = a / (A + k)^alpha`.
const ALPHA: f64 = 0.602;
/// How fast perturbations shrink: `c_k = c / k^gamma`.
const GAMMA: f64 = 0.101;
/// `A`, which keeps the first steps small, as a share of all pairs.
const STABILITY: f64 = 0.1;
/// A key's step where none is given: so many of them make its range.
const STEPS_IN_RANGE: f64 = 20.0;

/// A key of a spec that is tuned.
///
/// # Examples
/// ```
/// use togyz_arena::TuneKey;
/// let key: TuneKey = "cpuct=1.0:0.5:2.5".parse()?;
/// assert_eq!((key.name.as_str(), key.start), ("cpuct", 1.0));
/// assert!((key.step - 0.1).abs() < 1e-12);
/// assert!("cpuct=3:0.5:2.5".parse::<TuneKey>().is_err());
/// # Ok::<(), togyz_arena::TuneKeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneKey {
    /// The key, as in a spec.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// The least value that is played.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    /// How far the two players of the last pair are from the value, one above and one below it; the first
    /// pairs' are `pairs^0.101` times as far, twice as far with 1,000 pairs.
    pub step: f64,
}

/// A text that names no key to be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}`: expected NAME=START:MIN:MAX or NAME=START:MIN:MAX:STEP with MIN <= START <= MAX and 0 < STEP <= MAX - MIN"
)]
pub struct TuneKeyError(pub String);

impl FromStr for TuneKey {
    type Err = TuneKeyError;

    fn from_str(text: &str) -> Result<TuneKey, TuneKeyError> {
        let key = || {
            let (name, values) = text.split_once('=')?;
            let values: Vec<f64> = values
                .split(':')
                .map(|value| value.parse().ok().filter(|value: &f64| value.is_finite()))
                .collect::<Option<_>>()?;
            let (start, min, max, step) = match values[..] {
                [start, min, max] => (start, min, max, (max - min) / STEPS_IN_RANGE),
                [start, min, max, step] => (start, min, max, step),
                _ => return None,
            };
            let sound = min <= start && start <= max && step > 0.0 && step <= max - min;
            (sound && !name.is_empty()).then(|| TuneKey {
                name: name.to_owned(),
                start,
                min,
                max,
                step,
            })
        };
        key().ok_or_else(|| TuneKeyError(text.to_owned()))
    }
}

/// The two points of a comparison, values by key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ends {
    pub(crate) plus: Vec<f64>,
    pub(crate) minus: Vec<f64>,
}

/// The values under way.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    keys: Vec<TuneKey>,
    /// Pairs of the whole run.
    pairs: u32,
    /// What the last pair moves a value by if one side wins both of its games.
    rate: f64,
    seed: u64,
    pub(crate) values: Vec<f64>,
    /// Pairs that have been played.
    pub(crate) played: u32,
    /// Sum of the values after each pair of the run's second half.
    late: Vec<f64>,
    late_pairs: u32,
}

impl Spsa {
    pub(crate) fn new(keys: Vec<TuneKey>, pairs: u32, rate: f64, seed: u64) -> Spsa {
        Spsa {
            values: keys.iter().map(|key| key.start).collect(),
            late: vec![0.0; keys.len()],
            keys,
            pairs: pairs.max(1),
            rate,
            seed,
            played: 0,
            late_pairs: 0,
        }
    }

    /// 1 or -1 for each key, by the pairs that have been played: nothing has to be kept for them.
    fn signs(&self) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::from(self.played) + 1);
        let sign = |up| if up { 1.0 } else { -1.0 };
        self.keys.iter().map(|_| sign(rng.random())).collect()
    }

    /// The number of the next pair as a share of all of them.
    fn share(&self) -> f64 {
        f64::from(self.played + 1).min(f64::from(self.pairs)) / f64::from(self.pairs)
    }

    /// The next two points, within the ranges.
    pub(crate) fn ends(&self) -> Ends {
        let c = self.share().powf(-GAMMA);
        let end = |direction: f64| {
            let keys = self.keys.iter().zip(&self.values).zip(self.signs());
            keys.map(|((key, value), sign)| {
                (value + direction * sign * c * key.step).clamp(key.min, key.max)
            })
            .collect()
        };
        Ends {
            plus: end(1.0),
            minus: end(-1.0),
        }
    }

    /// Moves the values by the result of `pairs` pairs between the two points: the sum over them,
    /// 1 for a pair that `plus` has won 2:0, -1 for one that it has lost.
    pub(crate) fn step(&mut self, pairs: u32, result: f64) {
        let a = ((STABILITY + 1.0) / (STABILITY + self.share())).powf(ALPHA);
        let c = self.share().powf(-GAMMA);
        let move_by = self.rate * a / c * result;
        let signs = self.signs();
        for ((key, value), sign) in self.keys.iter().zip(&mut self.values).zip(signs) {
            *value = (*value + sign * move_by * key.step).clamp(key.min, key.max);
        }
        self.played = self.played.saturating_add(pairs);
        if 2 * u64::from(self.played) > u64::from(self.pairs) {
            self.late_pairs += pairs;
            for (sum, value) in self.late.iter_mut().zip(&self.values) {
                *sum += f64::from(pairs) * value;
            }
        }
    }

    /// The mean of the values over the second half of the run, which has less noise than the last ones; those
    /// before it.
    pub(crate) fn means(&self) -> Vec<f64> {
        if self.late_pairs == 0 {
            return self.values.clone();
        }
        let pairs = f64::from(self.late_pairs);
        self.late.iter().map(|sum| sum / pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(texts: &[&str]) -> Vec<TuneKey> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn texts_that_name_no_key_are_refused() {
        for text in [
            "",
            "cpuct",
            "cpuct=1",
            "cpuct=1:0",
            "cpuct=1:2:0",
            "cpuct=3:0:2",
            "cpuct=1:0:2:0",
            "cpuct=1:0:2:3",
            "cpuct=1:0:2:1:1",
            "=1:0:2",
            "cpuct=x:0:2",
            "cpuct=NaN:0:2",
            "cpuct=1:0:inf",
        ] {
            assert!(text.parse::<TuneKey>().is_err(), "{text}");
        }
    }

    /// Perturbations and steps by Spall's formulas, with `A` of 10 pairs of 100.
    #[test]
    fn schedules_are_spalls() {
        let mut spsa = Spsa::new(keys(&["x=0:-100:100:1"]), 100, 0.5, 1);
        for k in 1..=100_u32 {
            let (c, a) = (
                (100.0 / f64::from(k)).powf(0.101),
                (110.0 / f64::from(10 + k)).powf(0.602),
            );
            let Ends { plus, minus } = spsa.ends();
            assert!(((plus[0] - minus[0]).abs() - 2.0 * c).abs() < 1e-9, "{k}");
            let before = spsa.values[0];
            let sign = (plus[0] - minus[0]).signum();
            spsa.step(1, 1.0);
            let moved = spsa.values[0] - before;
            assert!((moved - sign * 0.5 * a / c).abs() < 1e-9, "{k}");
        }
    }

    #[test]
    fn values_stay_within_their_ranges() {
        let mut spsa = Spsa::new(keys(&["x=0:0:1", "y=1:-1:1"]), 50, 5.0, 3);
        for pair in 0..50 {
            let Ends { plus, minus } = spsa.ends();
            for end in [&plus, &minus, &spsa.values] {
                assert!((0.0..=1.0).contains(&end[0]) && (-1.0..=1.0).contains(&end[1]));
            }
            spsa.step(1, if pair % 3 == 0 { -1.0 } else { 1.0 });
        }
        assert_eq!(spsa.played, 50);
    }

    /// Games whose result is a draw of chance from the difference in Elo, which is a quadratic function of
    /// each value: the most strength is found, from different sides and at different scales.
    #[test]
    fn a_quadratic_response_is_climbed() {
        let best = [1.6, -0.3, 0.05];
        let keys = keys(&["a=1:0.2:4:0.2", "b=0.2:-1:1:0.1", "c=0:0:0.2:0.01"]);
        let elo = |values: &[f64]| {
            let terms = values.iter().zip(&best).zip(&keys);
            terms
                .map(|((value, best), key)| -8.0 * ((value - best) / key.step).powi(2))
                .sum::<f64>()
        };
        for seed in 0..5 {
            let pairs = 6000;
            let mut spsa = Spsa::new(keys.clone(), pairs, 20.0 / f64::from(pairs), seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed + 100);
            let start = elo(&spsa.values);
            while spsa.played < pairs {
                let Ends { plus, minus } = spsa.ends();
                let chance = crate::elo::expected_score(elo(&plus) - elo(&minus));
                let won = (0..2).filter(|_| rng.random_bool(chance)).count();
                spsa.step(1, won as f64 - 1.0);
            }
            let found = elo(&spsa.means());
            assert!(
                start < -300.0 && found > -15.0,
                "seed {seed}: {:?}",
                spsa.means()
            );
            for ((mean, best), key) in spsa.means().iter().zip(&best).zip(&keys) {
                assert!((mean - best).abs() < key.step, "seed {seed}: {mean} {best}");
            }
        }
    }
}

//! A sequential test: stop a match as soon as it is clear which of two hypotheses holds.

use std::fmt;
use std::str::FromStr;

use crate::elo::expected_score;

/// What is tested, and how sure the answer must be.
///
/// # Examples
/// ```
/// use togyz_arena::{SprtConfig, Verdict};
/// let test: SprtConfig = "0,20".parse()?;
/// assert_eq!(test.evaluate(&[0, 0, 5, 0, 0]).verdict, Verdict::Open);
/// assert_eq!(test.evaluate(&[2, 10, 40, 60, 88]).verdict, Verdict::Positive);
/// assert_eq!(test.evaluate(&[88, 60, 40, 10, 2]).verdict, Verdict::Negative);
/// # Ok::<(), togyz_arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The difference of the negative hypothesis, in logistic Elo.
    pub elo0: f64,
    /// The difference of the positive hypothesis, above `elo0`.
    pub elo1: f64,
    /// The chance to accept `elo1` although `elo0` holds.
    pub alpha: f64,
    /// The chance to accept `elo0` although `elo1` holds.
    pub beta: f64,
}

/// The chance of either error when nothing else is said.
const DEFAULT_ERROR: f64 = 0.05;

/// A text or values that describe no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// Not two or four numbers.
    #[error("`{0}`: expected `elo0,elo1` or `elo0,elo1,alpha,beta`, such as `0,10`")]
    Form(String),
    /// Not below each other, or not chances.
    #[error(
        "`{0}`: elo0 must be below elo1 (both within 2000), alpha and beta above 0 and below 0.5"
    )]
    Range(String),
}

/// What the games say so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Go on.
    Open,
    /// `elo1` is accepted.
    Positive,
    /// `elo0` is accepted.
    Negative,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Sprt {
    /// What is decided.
    pub verdict: Verdict,
    /// The log likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// At or below it `elo0` is accepted.
    pub lower: f64,
    /// At or above it `elo1` is accepted.
    pub upper: f64,
}

impl SprtConfig {
    /// A test with the usual errors of 5 %.
    ///
    /// # Errors
    /// [`SprtError::Range`] unless `elo0 < elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Result<SprtConfig, SprtError> {
        SprtConfig {
            elo0,
            elo1,
            alpha: DEFAULT_ERROR,
            beta: DEFAULT_ERROR,
        }
        .checked()
    }

    fn checked(self) -> Result<SprtConfig, SprtError> {
        let elos = -2000.0..=2000.0;
        let chance = |value: f64| value > 0.0 && value < 0.5;
        let valid = elos.contains(&self.elo0)
            && elos.contains(&self.elo1)
            && self.elo0 < self.elo1
            && chance(self.alpha)
            && chance(self.beta);
        if valid {
            Ok(self)
        } else {
            Err(SprtError::Range(self.to_string()))
        }
    }

    /// Judges counts of pairs by points: 0, 1/2, 1, 3/2, 2.
    ///
    /// The distribution of the pairs is not known, so both hypotheses take the likeliest one that
    /// has their mean: the generalized test.
    ///
    /// # Source
    /// M. Van den Bergh, "The generalized sequential probability ratio test", section 4,
    /// <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>; as Fishtest does it.
    #[must_use]
    pub fn evaluate(&self, pentanomial: &[u64; 5]) -> Sprt {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = log_likelihood_ratio(
            pentanomial,
            expected_score(self.elo0),
            expected_score(self.elo1),
        );
        let verdict = if llr >= upper {
            Verdict::Positive
        } else if llr <= lower {
            Verdict::Negative
        } else {
            Verdict::Open
        };
        Sprt {
            verdict,
            llr,
            lower,
            upper,
        }
    }
}

/// What each empty cell is taken to hold, so that no outcome counts as impossible.
const EMPTY_CELL: f64 = 1e-3;

fn log_likelihood_ratio(pentanomial: &[u64; 5], score0: f64, score1: f64) -> f64 {
    if pentanomial.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let counts = pentanomial.map(|count| (count as f64).max(EMPTY_CELL));
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let (p0, p1) = (with_mean(&shares, score0), with_mean(&shares, score1));
    (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
}

/// The likeliest distribution with the mean `mean`, given the observed shares.
///
/// It is `p_i / (1 + x (a_i - mean))`, where `x` makes the mean right; the condition falls
/// monotonically in `x`, so halving finds it.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - mean;
    let excess = |x: f64| -> f64 {
        (0..5)
            .map(|i| shares[i] * offset(i) / (1.0 + x * offset(i)))
            .sum()
    };
    // Every denominator must stay positive.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = 0.5 * (low + high);
    std::array::from_fn(|i| shares[i] / (1.0 + x * offset(i)))
}

impl FromStr for SprtConfig {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<SprtConfig, SprtError> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|part| part.trim().parse().ok())
            .collect();
        match numbers.as_deref() {
            Some(&[elo0, elo1]) => SprtConfig::new(elo0, elo1),
            Some(&[elo0, elo1, alpha, beta]) => SprtConfig {
                elo0,
                elo1,
                alpha,
                beta,
            }
            .checked(),
            _ => Err(SprtError::Form(text.to_owned())),
        }
    }
}

impl fmt::Display for SprtConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtConfig {
            elo0,
            elo1,
            alpha,
            beta,
        } = self;
        write!(f, "{elo0},{elo1},{alpha},{beta}")
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Open => "open",
            Verdict::Positive => "positive",
            Verdict::Negative => "negative",
        };
        let Sprt {
            llr, lower, upper, ..
        } = self;
        write!(f, "{verdict}, LLR {llr:.2} of ({lower:.2}, {upper:.2})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_ratio_agrees_with_the_normal_approximation_near_the_middle() {
        // Van den Bergh's approximation: N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
        let counts = [100, 900, 2000, 1000, 120];
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let total = 4120.0;
        let mean = (900.0 * 0.25 + 2000.0 * 0.5 + 1000.0 * 0.75 + 120.0) / total;
        let variance = [100.0, 900.0, 2000.0, 1000.0, 120.0]
            .iter()
            .enumerate()
            .map(|(i, n)| n / total * (i as f64 / 4.0 - mean).powi(2))
            .sum::<f64>();
        let approximation = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = log_likelihood_ratio(&counts, s0, s1);
        assert!(
            (exact - approximation).abs() < 0.05,
            "{exact} {approximation}"
        );
    }

    /// How often tests of 0 against 40 Elo accept 40 when `elo` is the truth.
    fn accepted(elo: f64, seed: u64) -> f64 {
        let config = SprtConfig::new(0.0, 40.0).expect("a test");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let chance = expected_score(elo);
        let mut positive = 0;
        for _ in 0..300 {
            let mut counts = [0; 5];
            loop {
                let wins = (0..2).filter(|_| rng.random_bool(chance)).count();
                counts[2 * wins] += 1;
                match config.evaluate(&counts).verdict {
                    Verdict::Open => {}
                    Verdict::Positive => {
                        positive += 1;
                        break;
                    }
                    Verdict::Negative => break,
                }
            }
        }
        f64::from(positive) / 300.0
    }

    #[test]
    fn simulated_tests_err_as_rarely_as_promised() {
        let (false_positive, true_positive) = (accepted(0.0, 1), accepted(40.0, 2));
        assert!(false_positive < 0.09, "{false_positive}");
        assert!(true_positive > 0.91, "{true_positive}");
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, expected) in [
            ("5", "expected `elo0,elo1`"),
            ("a,b", "expected `elo0,elo1`"),
            ("10,0", "elo0 must be below elo1"),
            ("0,10,0.7,0.05", "below 0.5"),
            ("0,nan", "below elo1"),
        ] {
            let error = text.parse::<SprtConfig>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let text = "0,10,0.01,0.1";
        assert_eq!(text.parse::<SprtConfig>().expect("valid").to_string(), text);
    }
}

//! Differences of strength and their uncertainty, from pairs of games.

use std::fmt;

/// The normal quantile of a two-sided 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;
/// Elo per unit of log-odds.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The score that an Elo difference leads one to expect.
///
/// # Units
/// Elo in, share of the points out, 0 to 1.
///
/// # Examples
/// ```
/// assert!((togyz_arena::expected_score(0.0) - 0.5).abs() < 1e-12);
/// assert!((togyz_arena::expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// The Elo difference that a score stands for: the inverse of [`expected_score`].
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    ELO_PER_NAT * (score / (1.0 - score)).ln()
}

/// An Elo difference with its 95 % interval.
///
/// The games of a pair share their opening, so they are not independent: the variance is that of
/// the pairs, which is smaller than that of single games when openings are unequal.
///
/// # Units
/// Elo points; positive is good for the first player. Finite always: a score within half a
/// half-point of nothing or everything is taken to lie there.
///
/// # Source
/// Pentanomial model: M. Van den Bergh, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Elo {
    /// The estimate.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The difference in units of the spread of one game: what tests can see, whatever the share of
    /// draws is.
    pub normalized: f64,
}

/// Mean and variance of the score of a pair, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairStats {
    pub(crate) pairs: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl PairStats {
    /// `None` without a pair.
    ///
    /// The variance is never less than if one pair in `pairs + 2` had gone the other way: three
    /// equal pairs do not prove that the fourth will be like them.
    pub(crate) fn of(pentanomial: &[u64; 5]) -> Option<PairStats> {
        let pairs = pentanomial.iter().sum::<u64>() as f64;
        if pairs < 0.5 {
            return None;
        }
        let cells = || (0..5).map(|i| (i as f64 / 4.0, pentanomial[i] as f64 / pairs));
        let mean = cells().map(|(score, share)| score * share).sum::<f64>();
        let variance = cells()
            .map(|(score, share)| share * (score - mean).powi(2))
            .sum::<f64>();
        let least = (pairs + 1.0) / (pairs + 2.0).powi(2);
        Some(PairStats {
            pairs,
            mean,
            variance: variance.max(least),
        })
    }

    /// The score, moved into the range in which an Elo makes sense.
    fn within(&self, score: f64) -> f64 {
        let least = 0.125 / self.pairs;
        score.clamp(least, 1.0 - least)
    }
}

impl Elo {
    /// The difference from counts of pairs by points: 0, 1/2, 1, 3/2, 2. Without a pair nothing is
    /// known: 0 within the widest interval.
    ///
    /// # Examples
    /// ```
    /// let elo = togyz_arena::Elo::from_pentanomial(&[10, 20, 40, 20, 10]);
    /// assert!(elo.elo.abs() < 1e-9 && elo.low < -30.0 && elo.high > 30.0);
    /// ```
    #[must_use]
    pub fn from_pentanomial(pentanomial: &[u64; 5]) -> Elo {
        let Some(stats) = PairStats::of(pentanomial) else {
            let widest = elo_of_score(0.999);
            return Elo {
                elo: 0.0,
                low: -widest,
                high: widest,
                normalized: 0.0,
            };
        };
        let half_width = Z95 * (stats.variance / stats.pairs).sqrt();
        let elo = |score: f64| elo_of_score(stats.within(score));
        Elo {
            elo: elo(stats.mean),
            low: elo(stats.mean - half_width),
            high: elo(stats.mean + half_width),
            // The variance of one game is twice that of the mean of two.
            normalized: (stats.mean - 0.5) / (2.0 * stats.variance).sqrt() * 2.0 * ELO_PER_NAT,
        }
    }
}

impl fmt::Display for Elo {
    /// `+12.3 [-4.5, +29.1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} [{:+.1}, {:+.1}]", self.elo, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn scores_and_elo_agree_with_the_published_table() {
        // FIDE Handbook B.02, 8.1a rounds the logistic curve's neighbour; these are the logistic's.
        for (score, elo) in [
            (0.5, 0.0),
            (0.55, 34.86),
            (0.64, 99.95),
            (0.75, 190.85),
            (0.99, 798.25),
        ] {
            close(elo_of_score(score), elo, 0.01);
            close(expected_score(elo), score, 1e-4);
            close(elo_of_score(1.0 - score), -elo, 0.01);
        }
    }

    #[test]
    fn a_known_match_gives_the_known_interval() {
        // Fishtest's own arithmetic on these counts: mean 0.5088, variance of a pair 0.0371.
        let counts = [157, 2263, 5118, 2409, 185];
        let pairs: u64 = counts.iter().sum();
        let stats = PairStats::of(&counts).expect("pairs");
        let mean = (2263.0 * 0.25 + 5118.0 * 0.5 + 2409.0 * 0.75 + 185.0) / pairs as f64;
        close(stats.mean, mean, 1e-12);
        let elo = Elo::from_pentanomial(&counts);
        close(elo.elo, elo_of_score(mean), 1e-9);
        let width = Z95 * (stats.variance / pairs as f64).sqrt();
        close(elo.high - elo.low, 2.0 * width * 4.0 * ELO_PER_NAT, 0.01);
        // One standard deviation of a game is 800 / ln 10 = 347.4 normalized Elo.
        close(
            elo.normalized,
            (mean - 0.5) / (2.0 * stats.variance).sqrt() * 347.4356,
            1e-3,
        );
    }

    #[test]
    fn a_clean_sweep_is_finite_and_grows_with_the_games() {
        let few = Elo::from_pentanomial(&[0, 0, 0, 0, 5]);
        let many = Elo::from_pentanomial(&[0, 0, 0, 0, 500]);
        assert!(few.low > 0.0 && many.low > few.low + 300.0, "{few} {many}");
        assert!(many.high.is_finite() && many.elo >= many.low && many.elo <= many.high);
        let lost = Elo::from_pentanomial(&[500, 0, 0, 0, 0]);
        close(lost.elo, -many.elo, 1e-9);
    }

    #[test]
    fn unequal_openings_narrow_the_interval() {
        // The same 50 %, from pairs that are all split and from pairs that are all won or lost.
        let split = Elo::from_pentanomial(&[2, 0, 96, 0, 2]);
        let swept = Elo::from_pentanomial(&[50, 0, 0, 0, 50]);
        assert!(split.high < swept.high / 3.0, "{split} {swept}");
    }
}

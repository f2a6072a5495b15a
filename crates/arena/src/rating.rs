//! Strengths of many players from the matches among them.

use crate::elo::PairStats;

/// Elo per unit of log-odds.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;
/// The normal quantile of a two-sided 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;
/// Steps of Newton's method; it needs fewer than ten, and more only where a ladder is hardly tied
/// together.
const STEPS: usize = 100;
/// The longest step, so that a far start does not overshoot.
///
/// # Units
/// Log-odds.
const LONGEST_STEP: f64 = 2.0;

/// The result of one encounter: pairs by the points of `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The index of the first player.
    pub a: usize,
    /// The index of its opponent.
    pub b: usize,
    /// Pairs by the first player's points: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
}

/// A strength with its 95 % interval.
///
/// # Units
/// Elo above the anchor, which is 0 within [0, 0].
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The likeliest strengths, by the Bradley-Terry model with a draw as half a win and half a loss.
///
/// The intervals come from the spread that the pairs show, not from the one that the model supposes
/// (the sandwich estimator). A match without a point for one side counts as if it had made half a
/// point, so that every strength is finite. `None` if a player is not tied to the anchor by games.
///
/// # Source
/// D. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004);
/// H. White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982).
///
/// # Examples
/// ```
/// use togyz_arena::{Encounter, rate};
/// // 75 % is 190.8 Elo.
/// let ratings = rate(2, 0, &[Encounter { a: 1, b: 0, pentanomial: [0, 0, 50, 0, 50] }]).expect("tied");
/// assert!((ratings[1].elo - 190.8).abs() < 0.1 && ratings[0].elo == 0.0);
/// assert!(ratings[1].low < 190.8 && ratings[1].high > 190.8);
/// ```
#[must_use]
pub fn rate(players: usize, anchor: usize, encounters: &[Encounter]) -> Option<Vec<Rating>> {
    let games: Vec<Scored> = encounters.iter().filter_map(Scored::of).collect();
    let mut strengths = vec![0.0; players];
    // 1. Newton's method on the log likelihood, which is concave; the anchor stays where it is.
    for _ in 0..STEPS {
        let (gradient, information) = derivatives(&games, &strengths, anchor);
        let inverse = inverse(information)?;
        let step = times(&inverse, &gradient);
        let longest = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        let scale = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        for (strength, step) in strengths.iter_mut().zip(&step) {
            *strength += scale * step;
        }
        if longest < 1e-10 {
            break;
        }
    }
    // 2. The covariance: the inverse information around the spread of the pairs.
    let (_, information) = derivatives(&games, &strengths, anchor);
    let inverse = inverse(information)?;
    let spread = spread(players, anchor, &games);
    Some(
        (0..players)
            .map(|player| {
                let row = &inverse[player];
                let variance: f64 = row
                    .iter()
                    .zip(times(&spread, row))
                    .map(|(a, b)| a * b)
                    .sum();
                let width = Z95 * ELO_PER_NAT * variance.max(0.0).sqrt();
                let elo = ELO_PER_NAT * strengths[player];
                Rating {
                    elo,
                    low: elo - width,
                    high: elo + width,
                }
            })
            .collect(),
    )
}

/// An encounter in points.
struct Scored {
    a: usize,
    b: usize,
    games: f64,
    points: f64,
    /// The variance of the sum of the points.
    variance: f64,
}

impl Scored {
    fn of(encounter: &Encounter) -> Option<Scored> {
        let stats = PairStats::of(&encounter.pentanomial)?;
        let games = 2.0 * stats.pairs;
        Some(Scored {
            a: encounter.a,
            b: encounter.b,
            games,
            points: (stats.mean * games).clamp(0.5, games - 0.5),
            variance: 4.0 * stats.pairs * stats.variance,
        })
    }
}

type Matrix = Vec<Vec<f64>>;

/// The gradient of the log likelihood and the information, the anchor's row left as the unit's.
fn derivatives(games: &[Scored], strengths: &[f64], anchor: usize) -> (Vec<f64>, Matrix) {
    let players = strengths.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    for game in games {
        let expected = 1.0 / (1.0 + (strengths[game.b] - strengths[game.a]).exp());
        let excess = game.points - game.games * expected;
        let weight = game.games * expected * (1.0 - expected);
        gradient[game.a] += excess;
        gradient[game.b] -= excess;
        information[game.a][game.a] += weight;
        information[game.b][game.b] += weight;
        information[game.a][game.b] -= weight;
        information[game.b][game.a] -= weight;
    }
    gradient[anchor] = 0.0;
    clear(&mut information, anchor);
    information[anchor][anchor] = 1.0;
    (gradient, information)
}

/// The covariance of the gradient, as the pairs show it.
fn spread(players: usize, anchor: usize, games: &[Scored]) -> Matrix {
    let mut spread = vec![vec![0.0; players]; players];
    for game in games {
        spread[game.a][game.a] += game.variance;
        spread[game.b][game.b] += game.variance;
        spread[game.a][game.b] -= game.variance;
        spread[game.b][game.a] -= game.variance;
    }
    clear(&mut spread, anchor);
    spread
}

/// Sets a row and a column to zero.
fn clear(matrix: &mut [Vec<f64>], index: usize) {
    matrix[index].fill(0.0);
    for row in matrix {
        row[index] = 0.0;
    }
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix
        .iter()
        .map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

/// The inverse by Gauss-Jordan elimination with the largest pivot; `None` if there is none.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        for value in &mut matrix[column] {
            *value /= scale;
        }
        let pivot_row = matrix[column].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            if index != column {
                let factor = row[column];
                for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                    *value -= factor * pivot;
                }
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::{Elo, elo_of_score, expected_score};

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn two_players_are_rated_as_their_match_is() {
        let pentanomial = [10, 30, 60, 70, 30];
        let ratings = rate(
            2,
            1,
            &[Encounter {
                a: 0,
                b: 1,
                pentanomial,
            }],
        )
        .expect("tied");
        let elo = Elo::from_pentanomial(&pentanomial);
        close(ratings[0].elo, elo.elo, 1e-6);
        close(ratings[0].low, elo.low, 2.0);
        close(ratings[0].high, elo.high, 2.0);
    }

    #[test]
    fn true_strengths_are_found_again() {
        // Encounters that score exactly what the strengths predict.
        let truth = [0.0, 120.0, 260.0, 410.0, 500.0];
        let mut encounters = Vec::new();
        for a in 0..truth.len() {
            for b in 0..a {
                let score = expected_score(truth[a] - truth[b]);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "0 to a million"
                )]
                let won = (score * 1e6).round() as u64;
                encounters.push(Encounter {
                    a,
                    b,
                    pentanomial: [1_000_000 - won, 0, 0, 0, won],
                });
            }
        }
        for anchor in 0..truth.len() {
            let ratings = rate(truth.len(), anchor, &encounters).expect("tied");
            for (rating, strength) in ratings.iter().zip(truth) {
                close(rating.elo, strength - truth[anchor], 0.01);
            }
            close(ratings[anchor].high - ratings[anchor].low, 0.0, 1e-9);
        }
    }

    #[test]
    fn intervals_grow_along_a_chain() {
        let chain: Vec<Encounter> = (1..5)
            .map(|a| Encounter {
                a,
                b: a - 1,
                pentanomial: [5, 10, 20, 30, 35],
            })
            .collect();
        let ratings = rate(5, 0, &chain).expect("tied");
        let widths: Vec<f64> = ratings.iter().map(|one| one.high - one.low).collect();
        assert!(widths.is_sorted(), "{widths:?}");
        // Independent links add up in the square.
        close(widths[4], 2.0 * widths[1], 1e-6);
        close(ratings[4].elo, 4.0 * ratings[1].elo, 1e-6);
    }

    #[test]
    fn a_sweep_is_finite_and_a_stranger_is_refused() {
        let sweep = [Encounter {
            a: 1,
            b: 0,
            pentanomial: [0, 0, 0, 0, 100],
        }];
        let rating = rate(2, 0, &sweep).expect("tied")[1];
        close(rating.elo, elo_of_score(199.5 / 200.0), 1e-6);
        assert_eq!(rate(3, 0, &sweep), None);
    }
}

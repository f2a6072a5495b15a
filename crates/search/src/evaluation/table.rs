//! The fitted evaluation: a number for each hole and its count.

use togyz_rules::{Position, Variant};

use super::{BUCKETS, Evaluation, Weights};
use crate::score::Score;

/// What a move more is worth where no table applies.
const MOBILITY: i32 = 150;

/// Balls in the game where the table applies.
const ALL_BALLS: i32 = 162;

/// A table of weights by hole and count, tuzdik terms and the kazan difference.
///
/// The weights are fitted for two rows of nine holes (togyz, historic). The small variants have
/// neither tuzdiks nor tables; they are judged by the kazan difference and the number of non-empty
/// holes.
///
/// # Source
/// Weights by logistic regression on self-play, see `examples/fit_evaluation.rs`.
///
/// # Examples
/// ```
/// use togyz_rules::{Position, Variant};
/// use togyz_search::{Evaluation, TableEvaluation};
/// let evaluation = TableEvaluation::default();
/// let start = Position::start(Variant::Togyz);
/// assert_eq!(evaluation.evaluate(&start), evaluation.evaluate(&start.turned()));
/// ```
#[derive(Clone, Debug)]
pub struct TableEvaluation {
    weights: Weights,
}

impl TableEvaluation {
    /// An evaluation by other weights than the shipped ones.
    #[must_use]
    pub fn new(weights: Weights) -> TableEvaluation {
        TableEvaluation { weights }
    }

    /// The sum over a row's holes.
    #[inline]
    fn row(&self, holes: &[u8; 9], faces_tuzdik: usize) -> i32 {
        let table = &self.weights.holes[faces_tuzdik];
        let value = |(balls, counts): (&u8, &[i16; BUCKETS])| -> i32 {
            counts[usize::from(*balls).min(BUCKETS - 1)].into()
        };
        holes.iter().zip(table).map(value).sum()
    }
}

impl Default for TableEvaluation {
    /// By the shipped weights.
    fn default() -> TableEvaluation {
        TableEvaluation::new(Weights::fitted().clone())
    }
}

impl Evaluation for TableEvaluation {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        let kazans = i32::from(position.own_kazan()) - i32::from(position.other_kazan());
        if !matches!(position.variant(), Variant::Togyz | Variant::Historic) {
            return Score::heuristic(100 * kazans + MOBILITY * mobility(position));
        }
        let (own, other) = (position.own_tuzdik(), position.other_tuzdik());
        let tuzdik = |hole: Option<togyz_rules::Hole>| {
            hole.map_or(0, |hole| i32::from(self.weights.tuzdik[hole.index()]))
        };
        // A tuzdik takes its share of the balls that are still to be sown.
        let tuzdiks =
            (tuzdik(own) - tuzdik(other)) * i32::from(position.balls_on_board()) / ALL_BALLS;
        Score::heuristic(
            100 * kazans
                + i32::from(self.weights.tempo)
                + tuzdiks
                + self.row(&position.own_holes(), usize::from(other.is_some()))
                - self.row(&position.other_holes(), usize::from(own.is_some())),
        )
    }
}

/// The non-empty holes of the mover less those of the other side.
fn mobility(position: &Position) -> i32 {
    position
        .own_holes()
        .iter()
        .zip(position.other_holes())
        .map(|(&own, other)| i32::from(own > 0) - i32::from(other > 0))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use togyz_rules::{Hole, Place, Setup, Side};

    /// Each kind of weight on its own, with a value that tells which it is.
    #[test]
    fn each_weight_counts_for_its_owner() {
        let mut weights = Weights::zero(500.0);
        weights.tempo = 7;
        weights.tuzdik[2] = 1_000;
        weights.holes[0][4][31] = 10;
        weights.holes[1][4][31] = 20;
        let evaluation = TableEvaluation::new(weights);

        let mut setup = Setup::start(Variant::Togyz);
        setup.rows[Side::Bastaushy] = [0, 0, 0, 0, 40, 0, 0, 0, 1];
        setup.rows[Side::Kostaushy] = [0, 0, 0, 0, 35, 0, 0, 0, 1];
        setup.kazans[Side::Bastaushy] = 50;
        setup.kazans[Side::Kostaushy] = 35;
        let check = |setup: &Setup, expected: i32| {
            let position = setup.build().unwrap();
            assert_eq!(
                evaluation.evaluate(&position),
                Score::heuristic(expected),
                "{position:?}"
            );
        };
        check(&setup, 1_500 + 7 + 10 - 10);
        // Bastaushy's tuzdik: the row it faces is Kostaushy's.
        setup.tuzdiks[Side::Bastaushy].push(Place {
            row: Side::Kostaushy,
            hole: Hole::from_number(3).unwrap(),
        });
        check(&setup, 1_500 + 7 + 1_000 * 77 / 162 + 10 - 20);
        setup.side_to_move = Side::Kostaushy;
        check(&setup, -1_500 + 7 - 1_000 * 77 / 162 + 20 - 10);
    }

    #[test]
    fn the_small_boards_count_balls_and_moves() {
        for variant in [Variant::Qozdatu, Variant::Bestemshe] {
            let mut setup = Setup::start(variant);
            setup.rows[Side::Kostaushy][0] = 0;
            setup.kazans[Side::Kostaushy] = variant.rules().balls.into();
            let expected = MOBILITY - 100 * i32::from(variant.rules().balls);
            let position = setup.build().unwrap();
            assert_eq!(
                TableEvaluation::default().evaluate(&position),
                Score::heuristic(expected)
            );
        }
    }
}

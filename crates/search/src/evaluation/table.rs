//! The fitted evaluation: a number for each hole and its count.

use togyz_rules::{Hole, MAX_HOLES, Position, Variant};

use super::{BUCKETS, Evaluation, Weights};
use crate::score::Score;

/// What a move more is worth where no table applies.
const MOBILITY: i32 = 150;

/// Balls in the game where the table applies.
const ALL_BALLS: i32 = 162;

/// A table of weights by hole and count, tuzdik terms and the kazan difference, mixed from an early
/// and a late set in proportion to the balls that are left in the holes.
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
    tempo: Both,
    /// By hole; the entry of a hole that there is not is never asked for.
    tuzdik: [Both; MAX_HOLES],
    holes: [[[Both; BUCKETS]; MAX_HOLES]; 2],
}

/// The weights of both phases in one number, so that they are looked up and added at once: the early
/// one 32 bits up, the late one below.
#[derive(Clone, Copy, Debug)]
struct Both(i64);

impl Both {
    const ZERO: Both = Both(0);

    fn new(early: i16, late: i16) -> Both {
        Both((i64::from(early) << 32) + i64::from(late))
    }

    /// The value when `balls` are in the holes.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "halves are taken apart")]
    fn mixed(self, balls: u8) -> i32 {
        let late = self.0 as i32;
        // A negative late half has borrowed from the early one.
        let early = ((self.0 - i64::from(late)) >> 32) as i32;
        let balls = i32::from(balls);
        (early * balls + late * (ALL_BALLS - balls)) / ALL_BALLS
    }
}

impl TableEvaluation {
    /// An evaluation by other weights than the shipped ones.
    #[must_use]
    pub fn new(weights: &Weights) -> TableEvaluation {
        let (early, late) = (&weights.early, &weights.late);
        TableEvaluation {
            tempo: Both::new(early.tempo, late.tempo),
            tuzdik: std::array::from_fn(|hole| Both::new(early.tuzdik[hole], late.tuzdik[hole])),
            holes: std::array::from_fn(|kind| {
                std::array::from_fn(|hole| {
                    let (early, late) = (&early.holes[kind][hole], &late.holes[kind][hole]);
                    std::array::from_fn(|count| Both::new(early[count], late[count]))
                })
            }),
        }
    }

    /// The sum over a row's holes.
    #[inline]
    fn row(&self, holes: &[u8; MAX_HOLES], faces_tuzdik: usize) -> i64 {
        let table = &self.holes[faces_tuzdik];
        let value = |(balls, counts): (&u8, &[Both; BUCKETS])| -> i64 {
            counts[usize::from(*balls).min(BUCKETS - 1)].0
        };
        holes.iter().zip(table).map(value).sum()
    }

    /// The value of a side's tuzdik.
    #[inline]
    fn tuzdik(&self, hole: Option<Hole>) -> i64 {
        hole.map_or(Both::ZERO, |hole| self.tuzdik[hole.index()]).0
    }
}

impl Default for TableEvaluation {
    /// By the shipped weights.
    fn default() -> TableEvaluation {
        TableEvaluation::new(Weights::fitted())
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
        let board = Both(
            self.tempo.0 + self.tuzdik(own) - self.tuzdik(other)
                + self.row(&position.own_holes(), usize::from(other.is_some()))
                - self.row(&position.other_holes(), usize::from(own.is_some())),
        );
        Score::heuristic(100 * kazans + board.mixed(position.balls_on_board()))
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
    use crate::evaluation::PhaseWeights;
    use togyz_rules::{Place, Setup, Side};

    /// Each kind of weight on its own, with a value that tells which it is.
    #[test]
    fn each_weight_counts_for_its_owner() {
        let mut late = PhaseWeights::ZERO;
        late.tempo = -70;
        late.tuzdik[2] = 1_000;
        late.holes[0][4][31] = 100;
        late.holes[1][4][31] = -200;
        let early = PhaseWeights {
            tempo: 1_550,
            ..PhaseWeights::ZERO
        };
        let scale = 500.0;
        let evaluation = TableEvaluation::new(&Weights { scale, early, late });

        let mut setup = Setup::start(Variant::Togyz);
        setup.rows[Side::Bastaushy] = [0, 0, 0, 0, 40, 0, 0, 0, 1];
        setup.rows[Side::Kostaushy] = [0, 0, 0, 0, 35, 0, 0, 0, 1];
        setup.kazans[Side::Bastaushy] = 50;
        setup.kazans[Side::Kostaushy] = 35;
        // 77 balls are in the holes: the tempo's early weight counts 77 times, the rest 85 times.
        let check = |setup: &Setup, late: i32, sign: i32| {
            let expected = sign * 1_500 + (1_550 * 77 + late * 85) / 162;
            let position = setup.build().unwrap();
            assert_eq!(
                evaluation.evaluate(&position),
                Score::heuristic(expected),
                "{position:?}"
            );
        };
        check(&setup, -70 + 100 - 100, 1);
        // Bastaushy's tuzdik: the row it faces is Kostaushy's.
        setup.tuzdiks[Side::Bastaushy].push(Place {
            row: Side::Kostaushy,
            hole: Hole::from_number(3).unwrap(),
        });
        check(&setup, -70 + 1_000 + 100 + 200, 1);
        setup.side_to_move = Side::Kostaushy;
        check(&setup, -70 - 1_000 - 200 - 100, -1);
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

//! The plainest evaluation: who has more balls.

use togyz_rules::Position;

use super::Evaluation;
use crate::score::Score;

/// The difference of the kazans and nothing else: the measure by which better ones are judged.
///
/// # Examples
/// ```
/// use togyz_rules::{Move, Position, Variant};
/// use togyz_search::{Evaluation, KazanEvaluation, Score};
/// let (next, _) = Position::start(Variant::Togyz).play(Move::from_number(9)?)?;
/// // Ten balls were captured; the other side is to move.
/// assert_eq!(KazanEvaluation.evaluate(&next), Score::heuristic(-1_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KazanEvaluation;

impl Evaluation for KazanEvaluation {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        let difference = i32::from(position.own_kazan()) - i32::from(position.other_kazan());
        Score::heuristic(100 * difference)
    }
}

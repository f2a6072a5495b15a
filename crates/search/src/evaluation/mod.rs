//! What a position is worth without looking ahead.

mod kazan;
mod table;
mod weights;

use togyz_rules::Position;

use crate::score::Score;

pub use kazan::KazanEvaluation;
pub use table::TableEvaluation;
pub use weights::{BUCKETS, InvalidWeights, PhaseWeights, Weights};

/// Judges a position at the end of a line.
///
/// Called on positions that are not over, so an implementation need not look for ends. The threads
/// of a search share it.
///
/// # Examples
/// ```
/// use togyz_rules::{Position, Variant};
/// use togyz_search::{Evaluation, Score};
///
/// /// Nothing but the number of moves one has.
/// struct Mobility;
/// impl Evaluation for Mobility {
///     fn evaluate(&self, position: &Position) -> Score {
///         Score::heuristic(100 * position.legal_moves().len() as i32)
///     }
/// }
/// assert_eq!(Mobility.evaluate(&Position::start(Variant::Togyz)), Score::heuristic(900));
/// ```
pub trait Evaluation: Sync {
    /// A heuristic score from the side to move's view.
    fn evaluate(&self, position: &Position) -> Score;
}

/// The scale of [`Score::win_chance`].
///
/// # Units
/// 1/100 ball that change the odds by a factor of e.
pub(crate) fn win_chance_scale() -> f64 {
    Weights::fitted().scale
}

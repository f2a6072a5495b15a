//! Perft: the number of legal sequences of a length, the measure every rules kernel is checked by.

use crate::hole::Move;
use crate::position::Position;

/// The number of legal sequences of `depth` half-moves.
///
/// A finished position is not extended: it ends the sequence that reached it, and counts where that
/// sequence has just this length. Repetition is not looked at. The last half-move is counted, not
/// played.
///
/// # Source
/// Rules of record, known values; the first eleven were also published by Shambayev.
///
/// # Examples
/// ```
/// use togyz_rules::{Position, Variant, perft};
/// assert_eq!(perft(&Position::start(Variant::Togyz), 3), 613);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| perft(&position.play_unchecked(mv), depth - 1))
        .sum()
}

/// [`perft`] split by the first move, in order of the holes.
///
/// Empty for depth 0 and for a finished position. The counts add up to [`perft`] of the same depth,
/// so the parts can be counted on several threads.
#[must_use]
pub fn perft_divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    if depth == 0 || position.is_over() {
        return Vec::new();
    }
    let below = |mv| perft(&position.play_unchecked(mv), depth - 1);
    let moves = position.legal_moves().iter();
    moves.map(|mv| (mv, below(mv))).collect()
}

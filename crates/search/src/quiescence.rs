//! The end of every line: captures until the position is quiet enough to be judged.

use togyz_rules::Position;

use crate::evaluation::Evaluation;
use crate::negamax::{MAX_PLY, Run, Window};
use crate::ordering::Ordered;
use crate::score::Score;

/// Captures of fewer balls are left to the evaluation.
const LEAST_GAIN: i16 = 4;

/// Captures in a row that are followed.
const MAX_CAPTURES: u32 = 6;

impl<E: Evaluation> Run<'_, E> {
    /// The value of a position when the mover may stop or capture, `captures` deep in captures.
    pub(crate) fn quiescence(
        &mut self,
        position: &Position,
        captures: u32,
        ply: u32,
        window: Window,
    ) -> Score {
        // 1. Count it, and see whether the game is over.
        if !self.watch.enter() {
            return Score::DRAW;
        }
        if let Some(score) = self.ended(position, ply) {
            return score;
        }
        if let Some(score) = self.known(position, ply) {
            return score;
        }

        // 2. The mover need not capture: what the position is worth as it stands is a lower bound.
        let standing = self.evaluation.evaluate(position);
        if standing >= window.beta || captures >= MAX_CAPTURES || ply >= MAX_PLY {
            return self.judged(standing);
        }

        // 3. Captures, the largest first.
        let mut best = standing;
        let mut alpha = window.alpha.max(standing);
        for ranked in Ordered::captures(position, LEAST_GAIN) {
            let next = position.play_unchecked(ranked.mv);
            let inner = Window { alpha, ..window };
            let score = self
                .quiescence(&next, captures + 1, ply + 1, inner.turned())
                .turned();
            if self.watch.stopped() {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score >= window.beta {
                    // As certain as the capture's own value.
                    return best;
                }
                alpha = alpha.max(score);
            }
        }
        self.judged(best)
    }
}

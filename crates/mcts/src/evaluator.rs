//! What the tree asks about a position that it has not seen.

use togyz_rules::{MAX_HOLES, Position};

use crate::value::Value;

/// What an [`Evaluator`] thinks of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// How likely each move is the best.
    ///
    /// # Shapes
    /// `[MAX_HOLES]`, by hole; 0 where there is no legal move; sums to 1.
    pub priors: [f32; MAX_HOLES],
    /// The expected result.
    pub value: Value,
    /// The probability of a draw.
    pub draw: f32,
    /// The expected difference of the final scores.
    ///
    /// # Units
    /// Balls; positive is good for the side to move.
    pub margin: f32,
}

impl Evaluation {
    /// Equal priors over the legal moves of `position`, with this value and margin.
    #[must_use]
    pub fn uniform(position: &Position, value: Value, draw: f32, margin: f32) -> Evaluation {
        let moves = position.legal_moves();
        let mut priors = [0.0; MAX_HOLES];
        for mv in moves {
            priors[mv.index()] = 1.0 / moves.len() as f32;
        }
        Evaluation {
            priors,
            value,
            draw,
            margin,
        }
    }

    /// Whether every number is in its range for this position.
    #[must_use]
    pub fn is_sound(&self, position: &Position) -> bool {
        let moves = position.legal_moves().bits();
        let mut sum = 0.0;
        for (index, &prior) in self.priors.iter().enumerate() {
            let legal = moves >> index & 1 == 1;
            if !(0.0..=1.001).contains(&prior) || (!legal && prior > 0.0) {
                return false;
            }
            sum += prior;
        }
        (sum - 1.0).abs() < 1e-3
            && self.value.get().is_finite()
            && (-1e-3..=1.001).contains(&self.draw)
            && self.margin.is_finite()
    }
}

/// Judges positions: a network, a table, a rule of thumb.
///
/// It is never asked about a finished position, and must answer the same position with the same
/// evaluation if searches are to be reproducible.
pub trait Evaluator {
    /// Judges a position that is not over.
    fn evaluate(&mut self, position: &Position) -> Evaluation;
}

impl<F: FnMut(&Position) -> Evaluation> Evaluator for F {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        self(position)
    }
}

//! What a forward pass says about a position.

use togyz_rules::MoveSet;

/// The outputs of the policy head: the holes of a row.
pub const POLICY: usize = 9;

/// The outputs of the win-draw-loss head.
pub const OUTCOMES: usize = 3;

/// The balls that an output of 1 of the margin head stands for.
///
/// # Units
/// Balls. 40 brings most final differences within +-2, where training is well behaved.
pub const BALLS_PER_MARGIN: f32 = 40.0;

/// The outputs of the heads as they are: logits, and the margin in the head's own unit.
///
/// All from the side to move's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RawOutput {
    /// Logits of the holes, illegal ones included.
    ///
    /// # Shapes
    /// `[9]`, by the index of the mover's hole.
    pub policy: [f32; POLICY],
    /// Logits of win, draw and loss.
    ///
    /// # Shapes
    /// `[3]`.
    pub wdl: [f32; OUTCOMES],
    /// The final ball difference.
    ///
    /// # Units
    /// [`BALLS_PER_MARGIN`].
    pub margin: f32,
}

/// What the model expects of a position, from the side to move's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// How likely each move is to be the best: sums to 1 over the legal moves, 0 elsewhere.
    ///
    /// # Shapes
    /// `[9]`, by the index of the mover's hole.
    pub policy: [f32; POLICY],
    /// The chance to win; win, draw and loss sum to 1.
    pub win: f32,
    /// The chance of a draw.
    pub draw: f32,
    /// The chance to lose.
    pub loss: f32,
    /// The expected final difference.
    ///
    /// # Units
    /// Balls, positive when the side to move ends with more.
    pub margin: f32,
}

impl RawOutput {
    /// Turns logits into chances, with the moves that are not legal masked before the softmax.
    ///
    /// Without a legal move the policy is all zeros.
    ///
    /// # Examples
    /// ```
    /// use togyz_model::RawOutput;
    /// use togyz_rules::{Position, Variant};
    /// let legal = Position::start(Variant::Togyz).legal_moves();
    /// let prediction = RawOutput::default().prediction(legal);
    /// assert!((prediction.policy[0] - 1.0 / 9.0).abs() < 1e-6);
    /// assert!((prediction.win - 1.0 / 3.0).abs() < 1e-6);
    /// ```
    #[inline]
    #[must_use]
    pub fn prediction(&self, legal: MoveSet) -> Prediction {
        let [win, draw, loss] = softmax(&self.wdl, 0b111);
        Prediction {
            policy: softmax(&self.policy, legal.bits()),
            win,
            draw,
            loss,
            margin: self.margin * BALLS_PER_MARGIN,
        }
    }
}

/// The softmax over the entries whose bit is set in `mask`; 0 elsewhere.
#[inline]
fn softmax<const N: usize>(logits: &[f32; N], mask: u16) -> [f32; N] {
    let included = |index: usize| mask >> index & 1 == 1;
    let mut largest = f32::NEG_INFINITY;
    for (index, &logit) in logits.iter().enumerate() {
        if included(index) {
            largest = largest.max(logit);
        }
    }
    let mut shares = [0.0; N];
    let mut sum = 0.0;
    for (index, &logit) in logits.iter().enumerate() {
        // Computed for all, so that the loop has no branch; what is masked may be infinite.
        let share = (logit - largest).exp();
        shares[index] = if included(index) { share } else { 0.0 };
        sum += shares[index];
    }
    if sum > 0.0 {
        shares = shares.map(|share| share / sum);
    }
    shares
}

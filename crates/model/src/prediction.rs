//! What a forward pass says about a position.

use togyz_rules::MoveSet;

use crate::aligned::LINE;

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
        let legal: [bool; POLICY] = std::array::from_fn(|hole| legal.bits() >> hole & 1 == 1);
        // Both heads go through one exponential of a whole line, which becomes a few vector
        // instructions. What is masked may exceed the largest that is not; `exp` takes that too.
        let mut line = [0.0; LINE];
        let mut largest = f32::NEG_INFINITY;
        for (&logit, legal) in self.policy.iter().zip(legal) {
            largest = largest.max(if legal { logit } else { f32::NEG_INFINITY });
        }
        for (entry, &logit) in line.iter_mut().zip(&self.policy) {
            *entry = logit - largest;
        }
        let [win, draw, loss] = self.wdl;
        let largest = win.max(draw).max(loss);
        for (entry, logit) in line[POLICY..].iter_mut().zip(self.wdl) {
            *entry = logit - largest;
        }
        let line = line.map(exp);

        let mut policy = [0.0; POLICY];
        for (share, (&entry, legal)) in policy.iter_mut().zip(line.iter().zip(legal)) {
            *share = if legal { entry } else { 0.0 };
        }
        let sum: f32 = policy.iter().sum();
        // Without a legal move the sum is zero, and so are the shares.
        let scale = if sum > 0.0 { 1.0 / sum } else { 0.0 };
        let [win, draw, loss] = [line[POLICY], line[POLICY + 1], line[POLICY + 2]];
        let total = win + draw + loss;
        Prediction {
            policy: policy.map(|share| share * scale),
            win: win / total,
            draw: draw / total,
            loss: loss / total,
            margin: self.margin * BALLS_PER_MARGIN,
        }
    }
}

/// `e^x` for `-87 <= x <= 0`; what lies outside counts as the nearer end.
///
/// Our own, because it has no branch, and gives the same bits on every machine.
///
/// # Source
/// `e^x = 2^k e^r` with `k = round(x / ln 2)`, and the series of `e^r` to the sixth power, whose next
/// term is below 1.2e-7 for `|r| <= ln 2 / 2`.
#[inline]
fn exp(x: f32) -> f32 {
    // Adding 1.5 * 2^23 rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts, the first short enough that its product with k is exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 0.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let k = rounded - ROUND;
    let r = x - k * LN2_HIGH - k * LN2_LOW;
    let series = 1.0 / 120.0 + r * (1.0 / 720.0);
    let series = 1.0 / 6.0 + r * (1.0 / 24.0 + r * series);
    let series = 1.0 + r * (1.0 + r * (0.5 + r * series));
    // The exponent's bits begin at bit 23, and 127 stands for a power of 0.
    series * f32::from_bits(rounded.to_bits().wrapping_add(127) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential() {
        for step in 0..=u16::MAX {
            let x = f32::from(step) * (-87.0 / 65_535.0);
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expected).abs() / expected;
            assert!(error < 4e-7, "exp({x}) is off by {error}");
        }
        for (outside, end) in [
            (1.0, 0.0),
            (f32::INFINITY, 0.0),
            (-88.0, -87.0),
            (-1e30, -87.0),
        ] {
            assert_eq!(exp(outside).to_bits(), exp(end).to_bits());
        }
    }
}

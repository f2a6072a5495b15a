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
        let mut heads = [0.0; LINE];
        heads[..POLICY].copy_from_slice(&self.policy);
        heads[POLICY..MARGIN].copy_from_slice(&self.wdl);
        heads[MARGIN] = self.margin;
        prediction(&heads, legal)
    }

    /// The outputs of a line: 9 of policy, 3 of wdl, 1 of margin, 3 of padding.
    #[inline]
    pub(crate) fn from_heads(heads: &[f32; LINE]) -> RawOutput {
        let mut output = RawOutput::default();
        output.policy.copy_from_slice(&heads[..POLICY]);
        output.wdl.copy_from_slice(&heads[POLICY..MARGIN]);
        output.margin = heads[MARGIN];
        output
    }
}

/// The place of the margin among the heads.
pub(crate) const MARGIN: usize = POLICY + OUTCOMES;

/// Masks and both softmaxes, over a line of heads: the same bits whatever the registers, since
/// sums are taken by halves of the line.
#[inline(always)]
pub(crate) fn prediction(heads: &[f32; LINE], legal: MoveSet) -> Prediction {
    // 1. Which entries of the line count, and the largest of each head among them.
    let legal = u32::from(legal.bits()) & ((1 << POLICY) - 1);
    let policy = mask(legal);
    let wdl = mask(((1 << OUTCOMES) - 1) << POLICY);
    let mut largest = [f32::NEG_INFINITY; LINE];
    for i in 0..LINE {
        largest[i] = if policy[i] { heads[i] } else { largest[i] };
    }
    let of_policy = by_halves(largest, |a, b| if a > b { a } else { b });
    let [win, draw, loss] = [heads[POLICY], heads[POLICY + 1], heads[POLICY + 2]];
    let larger = |a, b| if a > b { a } else { b };
    let of_wdl = larger(larger(win, draw), loss);

    // 2. One exponential of the whole line. What is masked may exceed the largest that is not;
    //    `exp` takes that too.
    let mut line = [0.0; LINE];
    for i in 0..LINE {
        let largest = if wdl[i] { of_wdl } else { of_policy };
        let share = exp(heads[i] - largest);
        line[i] = if policy[i] | wdl[i] { share } else { 0.0 };
    }

    // 3. Shares of the sums. Without a legal move the sum is zero, and so are the shares.
    let total = line[POLICY] + line[POLICY + 1] + line[POLICY + 2];
    let mut of_moves = line;
    for i in 0..LINE {
        of_moves[i] = if policy[i] { line[i] } else { 0.0 };
    }
    let sum = by_halves(of_moves, |a, b| a + b);
    let of_policy = if sum > 0.0 { 1.0 / sum } else { 0.0 };
    let of_wdl = 1.0 / total;
    let mut policy = [0.0; POLICY];
    for i in 0..POLICY {
        policy[i] = of_moves[i] * of_policy;
    }
    Prediction {
        policy,
        win: line[POLICY] * of_wdl,
        draw: line[POLICY + 1] * of_wdl,
        loss: line[POLICY + 2] * of_wdl,
        margin: heads[MARGIN] * BALLS_PER_MARGIN,
    }
}

/// The bits as a line.
#[inline(always)]
fn mask(bits: u32) -> [bool; LINE] {
    std::array::from_fn(|i| bits & (1 << i) != 0)
}

/// A line folded to one number, half onto half.
#[inline(always)]
fn by_halves(mut line: [f32; LINE], fold: impl Fn(f32, f32) -> f32) -> f32 {
    for half in [8, 4, 2, 1] {
        for i in 0..half {
            line[i] = fold(line[i], line[i + half]);
        }
    }
    line[0]
}

/// The exponential ends here.
pub(crate) const SMALLEST: f32 = -87.0;
/// Adding 1.5 * 2^23 rounds to a whole number, which then stands in the lowest bits.
pub(crate) const ROUND: f32 = 12_582_912.0;
/// ln 2 in two parts, the first short enough that its product with a power's exponent is exact.
pub(crate) const LN2_HIGH: f32 = 0.693_359_4;
pub(crate) const LN2_LOW: f32 = -2.121_944_4e-4;
/// `1 / n!` from 2 to 6.
pub(crate) const FACTORIALS: [f32; 5] = [0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0];

/// `e^x` for `-87 <= x <= 0`; what lies outside counts as the nearer end.
///
/// Our own, because it has no branch, and gives the same bits on every machine.
///
/// # Source
/// `e^x = 2^k e^r` with `k = round(x / ln 2)`, and the series of `e^r` to the sixth power, whose next
/// term is below 1.2e-7 for `|r| <= ln 2 / 2`.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let [f2, f3, f4, f5, f6] = FACTORIALS;
    let x = x.clamp(SMALLEST, 0.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let k = rounded - ROUND;
    let r = x - k * LN2_HIGH - k * LN2_LOW;
    // By Estrin's scheme: pairs that do not wait for one another.
    let square = r * r;
    let upper = (f4 + r * f5) + square * f6;
    let series = (1.0 + r) + square * ((f2 + r * f3) + square * upper);
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

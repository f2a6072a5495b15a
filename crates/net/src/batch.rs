//! What the network learns from: examples on the host, then tensors.

use burn::tensor::{Device, Int, Tensor, TensorData};
use togyz_model::{BALLS_PER_MARGIN, Features, MAX_ACTIVE, OUTCOMES, POLICY};
use togyz_rules::{Move, MoveSet};

/// Holes on the board: the mover's nine, then the opponent's.
pub(crate) const YIELDS: usize = 18;

/// Added to the logit of an illegal move. Large enough to leave it no probability in f32, small
/// enough that no product with it overflows.
const ILLEGAL: f32 = -1e9;

/// One position and what it should have said, all from the side to move.
///
/// A target that is `None` adds nothing to its head's loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The position.
    pub features: Features,
    /// The legal moves. The others get no probability before the policy's loss is taken.
    pub legal: MoveSet,
    /// The share of each hole, summing to 1, zero where illegal.
    pub policy: Option<[f32; POLICY]>,
    /// The chances to win, draw and lose, summing to 1: outcome and search value mixed by the
    /// trainer.
    pub wdl: Option<[f32; OUTCOMES]>,
    /// The final ball difference.
    ///
    /// # Units
    /// Balls.
    pub margin: Option<f32>,
    /// The move the opponent answered with.
    pub reply: Option<Move>,
    /// Bit `i`: at least one ball is captured from hole `i`, by capture or tuzdik, at this move or
    /// later in the game. Bits 0 to 8 are the mover's holes, 9 to 17 the opponent's.
    pub yields: Option<u32>,
    /// How much the example counts; at least 0.
    pub weight: f32,
}

/// Examples of one step, on the host.
///
/// # Examples
/// ```
/// use togyz_model::Features;
/// use togyz_net::{Batch, Example};
/// use togyz_rules::{Position, Variant};
/// let start = Position::start(Variant::Togyz);
/// let mut batch = Batch::default();
/// batch.push(&Example {
///     features: Features::of(&start),
///     legal: start.legal_moves(),
///     policy: None,
///     wdl: Some([0.5, 0.1, 0.4]),
///     margin: Some(2.0),
///     reply: None,
///     yields: None,
///     weight: 1.0,
/// });
/// assert_eq!(batch.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// # Shapes
    /// `[len, MAX_ACTIVE]`.
    rows: Vec<u16>,
    /// # Shapes
    /// `[len, POLICY]`, 0 where legal, else [`ILLEGAL`].
    legal: Vec<f32>,
    policy: Column,
    wdl: Column,
    margin: Column,
    reply: Column,
    yields: Column,
}

/// The targets of one head.
#[derive(Clone, Debug, Default, PartialEq)]
struct Column {
    /// # Shapes
    /// `[len, width]`; zeros where there is no target.
    targets: Vec<f32>,
    /// # Shapes
    /// `[len]`; zero where there is no target.
    weights: Vec<f32>,
}

impl Column {
    fn push<const N: usize>(&mut self, target: Option<[f32; N]>, weight: f32) {
        self.targets.extend(target.unwrap_or([0.0; N]));
        self.weights.push(target.map_or(0.0, |_| weight));
    }

    fn clear(&mut self) {
        self.targets.clear();
        self.weights.clear();
    }

    /// Each example's share of the head's loss: they sum to 1, or all are 0.
    fn shares(&self) -> Vec<f32> {
        let total: f64 = self.weights.iter().map(|&w| f64::from(w)).sum();
        let scale = if total > 0.0 { 1.0 / total } else { 0.0 };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a share; rounding is meant"
        )]
        let share = |&weight: &f32| (f64::from(weight) * scale) as f32;
        self.weights.iter().map(share).collect()
    }

    /// The targets times each example's share.
    fn shared_targets(&self, width: usize) -> Vec<f32> {
        let shares = self.shares();
        let rows = self.targets.chunks_exact(width).zip(shares);
        rows.flat_map(|(row, share)| row.iter().map(move |target| target * share))
            .collect()
    }
}

/// A batch on the device.
///
/// Each target is already multiplied by its example's share of the head's loss (weight over the
/// sum of weights of the examples that have this target), so a loss is a plain sum of products.
#[derive(Clone, Debug)]
pub struct Targets {
    /// # Shapes
    /// `[batch, MAX_ACTIVE]`.
    pub(crate) features: Tensor<2, Int>,
    /// Added to the policy's logits.
    ///
    /// # Shapes
    /// `[batch, 9]`.
    pub(crate) legal: Tensor<2>,
    /// # Shapes
    /// `[batch, 9]`, shared.
    pub(crate) policy: Tensor<2>,
    /// # Shapes
    /// `[batch, 3]`, shared.
    pub(crate) wdl: Tensor<2>,
    /// # Shapes
    /// `[batch, 1]`, in 40 balls, not shared.
    pub(crate) margin: Tensor<2>,
    /// # Shapes
    /// `[batch, 1]`.
    pub(crate) margin_shares: Tensor<2>,
    /// # Shapes
    /// `[batch, 9]`, shared.
    pub(crate) reply: Tensor<2>,
    /// 1 for no capture, 0 for one.
    ///
    /// # Shapes
    /// `[batch, 18]`, shared and divided by 18.
    pub(crate) spared: Tensor<2>,
    /// # Shapes
    /// `[batch, 18]`: the shares, divided by 18.
    pub(crate) yield_shares: Tensor<2>,
}

impl Targets {
    /// The network's input.
    ///
    /// # Shapes
    /// `[batch, MAX_ACTIVE]`.
    #[must_use]
    pub fn features(&self) -> Tensor<2, Int> {
        self.features.clone()
    }
}

impl Batch {
    /// Adds an example at the end.
    pub fn push(&mut self, example: &Example) {
        let weight = example.weight;
        self.rows.extend(example.features.padded());
        let legal = |index| Move::from_index(index).is_some_and(|mv| example.legal.contains(mv));
        self.legal
            .extend((0..POLICY).map(|index| if legal(index) { 0.0 } else { ILLEGAL }));
        self.policy.push(example.policy, weight);
        self.wdl.push(example.wdl, weight);
        let margin = example.margin.map(|balls| [balls / BALLS_PER_MARGIN]);
        self.margin.push(margin, weight);
        let reply = example.reply.map(|mv| one_hot(mv.index()));
        self.reply.push(reply, weight);
        let yields = example
            .yields
            .map(|bits| std::array::from_fn::<f32, YIELDS, _>(|hole| ((bits >> hole) & 1) as f32));
        self.yields.push(yields, weight);
    }

    /// Removes all examples and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.legal.clear();
        for column in [
            &mut self.policy,
            &mut self.wdl,
            &mut self.margin,
            &mut self.reply,
            &mut self.yields,
        ] {
            column.clear();
        }
    }

    /// The table rows of all examples.
    ///
    /// # Shapes
    /// `[len, MAX_ACTIVE]`.
    pub(crate) fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// How many examples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len() / MAX_ACTIVE
    }

    /// Whether there is no example.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The batch as tensors.
    ///
    /// # Shapes
    /// As the fields of [`Targets`], with `batch = self.len()`.
    #[must_use]
    pub fn to_device(&self, device: &Device) -> Targets {
        let batch = self.len();
        let tensor = |values: Vec<f32>, width: usize| {
            Tensor::<2>::from_data(TensorData::new(values, [batch, width]), device)
        };
        let rows: Vec<i32> = self.rows.iter().map(|&row| row.into()).collect();
        let per_hole = 1.0 / YIELDS as f32;
        let yield_shares: Vec<f32> = self
            .yields
            .shares()
            .into_iter()
            .flat_map(|share| [share * per_hole; YIELDS])
            .collect();
        let spared = self.yields.targets.iter().zip(&yield_shares);
        let spared = spared
            .map(|(target, share)| (1.0 - target) * share)
            .collect();
        Targets {
            features: Tensor::from_data(TensorData::new(rows, [batch, MAX_ACTIVE]), device),
            legal: tensor(self.legal.clone(), POLICY),
            policy: tensor(self.policy.shared_targets(POLICY), POLICY),
            wdl: tensor(self.wdl.shared_targets(OUTCOMES), OUTCOMES),
            margin: tensor(self.margin.targets.clone(), 1),
            margin_shares: tensor(self.margin.shares(), 1),
            reply: tensor(self.reply.shared_targets(POLICY), POLICY),
            spared: tensor(spared, YIELDS),
            yield_shares: tensor(yield_shares, YIELDS),
        }
    }
}

fn one_hot(index: usize) -> [f32; POLICY] {
    std::array::from_fn(|i| if i == index { 1.0 } else { 0.0 })
}

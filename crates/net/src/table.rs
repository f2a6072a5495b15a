//! The first layer: a sum of table rows, which are sums of parts while training.

use burn::module::{Module, Param};
use burn::tensor::module::embedding;
use burn::tensor::{Device, Int, Tensor, TensorData};
use rand_chacha::ChaCha8Rng;
use togyz_model::{ACTIVE, ROWS};

use crate::dense::{Ids, blend, uniform};

const HOLES: usize = 9;
const SLOTS: usize = 2 * HOLES;
const COUNTS: usize = 32;
/// Rows of one hole: without and with an enemy tuzdik, by number of balls.
const SLOT_ROWS: usize = 2 * COUNTS;
const KAZANS: usize = SLOTS * SLOT_ROWS;
const KAZAN_ROWS: usize = 84;
const TUZDIKS: usize = KAZANS + 2 * KAZAN_ROWS;

/// Parts that the holes of a side share: one for each flag and number of balls.
const SHARED: usize = 2 * SLOT_ROWS;
/// Parts that grow with the number of balls: one for each hole and flag, one for each kazan.
const SLOPES: usize = 2 * SLOTS + 2;
/// All parts that several rows have in common.
const PARTS: usize = SHARED + SLOPES;

/// Balls at which a hole's slope counts once; 9 lie in a hole at the start.
const HOLE_UNIT: f32 = 16.0;
/// Balls at which a kazan's slope counts once.
const KAZAN_UNIT: f32 = 40.0;

/// How far a row of its own starts from the sum of its parts. Small, so that rows which are hardly
/// ever seen (a hole of 30 balls) lie where the parts put them and not at random.
const ROW_BOUND: f32 = 0.1;
/// The size of the parts at the start: a sum of 22 rows then has a deviation of about 1.
const PART_BOUND: f32 = 0.35;

/// The table of the first layer, `[ROWS, width]`, as rows plus shared parts.
///
/// A row of the table is `rows[r] + sum of the parts r belongs to`: a part for its side, flag and
/// number of balls, which its nine holes share, and a slope times that number. So what is learnt
/// about one hole helps the others, and a rare count lies on the line of its neighbours. The parts
/// are added once a step, whatever the batch, and are folded into the table at export, where they
/// cost nothing.
///
/// # Source
/// Factorized features, as in NNUE trainers (nodchip/Stockfish, "HalfKP factorizer").
#[derive(Module, Debug)]
pub struct RowTable {
    /// # Shapes
    /// `[ROWS, width]`.
    pub(crate) rows: Param<Tensor<2>>,
    /// # Shapes
    /// `[PARTS, width]`.
    pub(crate) parts: Param<Tensor<2>>,
    /// # Shapes
    /// `[width]`.
    pub(crate) bias: Param<Tensor<1>>,
    /// Which parts each row has, and how often; constant.
    ///
    /// # Shapes
    /// `[ROWS, PARTS]`.
    shares: Tensor<2>,
}

impl RowTable {
    pub(crate) fn random(
        width: usize,
        device: &Device,
        rng: &mut ChaCha8Rng,
        ids: &mut Ids,
    ) -> RowTable {
        RowTable {
            rows: ids.param(uniform(ROWS * width, ROW_BOUND, rng), [ROWS, width], device),
            parts: ids.param(
                uniform(PARTS * width, PART_BOUND, rng),
                [PARTS, width],
                device,
            ),
            bias: ids.param(vec![0.0; width], [width], device),
            shares: Tensor::from_data(TensorData::new(shares(), [ROWS, PARTS]), device),
        }
    }

    /// The table that an exported model has.
    ///
    /// # Shapes
    /// `[ROWS, width]`.
    #[must_use]
    pub fn folded(&self) -> Tensor<2> {
        self.rows.val() + self.shares.clone().matmul(self.parts.val())
    }

    /// # Shapes
    /// `features [batch, ACTIVE] -> [batch, width]`.
    pub(crate) fn forward(&self, features: Tensor<2, Int>) -> Tensor<2> {
        let [batch, active] = features.dims();
        debug_assert_eq!(active, ACTIVE);
        let table = self.folded();
        let width = table.dims()[1];
        let sum = embedding(table, features)
            .sum_dim(1)
            .reshape([batch, width]);
        sum + self.bias.val().unsqueeze()
    }

    /// `keep` of `self` and the rest of `other`.
    pub(crate) fn blend(self, other: &RowTable, keep: f32) -> RowTable {
        RowTable {
            rows: blend(self.rows, &other.rows, keep),
            parts: blend(self.parts, &other.parts, keep),
            bias: blend(self.bias, &other.bias, keep),
            shares: self.shares,
        }
    }
}

/// Which parts each row has.
///
/// # Shapes
/// `[ROWS, PARTS]`, row major.
fn shares() -> Vec<f32> {
    let mut shares = vec![0.0; ROWS * PARTS];
    let mut add = |row: usize, part: usize, share: f32| shares[row * PARTS + part] = share;
    for slot in 0..SLOTS {
        for flag in 0..2 {
            for count in 0..COUNTS {
                let row = slot * SLOT_ROWS + flag * COUNTS + count;
                let side = slot / HOLES;
                add(row, side * SLOT_ROWS + flag * COUNTS + count, 1.0);
                add(row, SHARED + 2 * slot + flag, count as f32 / HOLE_UNIT);
            }
        }
    }
    for side in 0..2 {
        for count in 0..KAZAN_ROWS {
            let row = KAZANS + side * KAZAN_ROWS + count;
            add(row, SHARED + 2 * SLOTS + side, count as f32 / KAZAN_UNIT);
        }
    }
    debug_assert_eq!(TUZDIKS + 20, ROWS);
    shares
}

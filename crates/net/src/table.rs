//! The first layer: a sum of table rows, which are sums of parts while training.

use burn::module::{Module, Param};
use burn::tensor::module::embedding;
use burn::tensor::{Device, Int, Tensor, TensorData};
use rand_chacha::ChaCha8Rng;
use togyz_model::{FeatureSet, MAX_ACTIVE};

use crate::dense::{Ids, blend, uniform};

const HOLES: usize = 9;
const SLOTS: usize = 2 * HOLES;
const COUNTS: usize = 32;
/// Rows of one hole: without and with an enemy tuzdik, by number of balls.
const SLOT_ROWS: usize = 2 * COUNTS;
const KAZANS: usize = SLOTS * SLOT_ROWS;
const KAZAN_ROWS: usize = 84;
const TUZDIKS: usize = KAZANS + 2 * KAZAN_ROWS;
const TUZDIK_ROWS: usize = 10;
const CAPTURES: usize = TUZDIKS + 2 * TUZDIK_ROWS;
/// Rows of the captures by one hole, or of it: 2, 4, .. balls, and a tuzdik.
const CAPTURE_ROWS: usize = 16;
/// Rows of the captures by the holes of a side, or of them.
const SIDE_CAPTURES: usize = HOLES * CAPTURE_ROWS;

/// Neighbouring rows of a kazan that share a part.
const KAZAN_STEP: usize = 4;
/// Parts of a kazan.
const KAZAN_PARTS: usize = KAZAN_ROWS / KAZAN_STEP;
/// Parts that rows share: for each side its holes' by flag and number of balls, its kazan's by
/// fours, its tuzdik's by none or any, the captures by and of its holes by number of balls.
const PARTS: usize = 2 * (SLOT_ROWS + KAZAN_PARTS + 2 + 2 * CAPTURE_ROWS);
/// Parts that grow with the number of balls: one for each hole and flag, one for each kazan, one for
/// the captures by each side and of each side.
const SLOPES: usize = 2 * SLOTS + 2 + 4;

/// Balls at which a hole's slope counts once; 9 lie in a hole at the start.
const HOLE_UNIT: f32 = 16.0;
/// Captures, by twos, at which their slope counts once.
const CAPTURE_UNIT: f32 = 8.0;
/// Balls at which a kazan's slope counts once.
const KAZAN_UNIT: f32 = 40.0;

/// Values gathered at once in the forward pass.
const PIECE: usize = 1 << 21;

/// How far a row of its own starts from the sum of its parts. Small, so that rows which are hardly
/// ever seen (a hole of 30 balls) lie where the parts put them and not at random.
const ROW_BOUND: f32 = 0.1;
/// The size of the parts at the start: a sum of 22 rows has a deviation of about 1.
const PART_BOUND: f32 = 0.35;

/// The table of the first layer, `[rows, width]`, as rows plus what rows share.
///
/// A row of the table is `rows[r] + part + share * slope`: a part for its side, flag and number of
/// balls, which the side's nine holes share, and a slope of its hole times that number. So what is
/// learnt about one hole helps the others, and a rare count lies on the line of its neighbours. They
/// are added once a step, whatever the batch, and are folded into the table at export, where they
/// cost nothing.
///
/// # Source
/// Factorized features, as in NNUE trainers (nodchip/Stockfish, "HalfKP factorizer").
#[derive(Module, Debug)]
pub(crate) struct RowTable {
    /// # Shapes
    /// `[rows, width]`, as many as the features have.
    pub(crate) rows: Param<Tensor<2>>,
    /// # Shapes
    /// `[PARTS, width]`.
    pub(crate) parts: Param<Tensor<2>>,
    /// # Shapes
    /// `[SLOPES, width]`.
    pub(crate) slopes: Param<Tensor<2>>,
    /// # Shapes
    /// `[width]`.
    pub(crate) bias: Param<Tensor<1>>,
    /// Which part each row has; constant.
    ///
    /// # Shapes
    /// `[rows]`.
    part_of: Tensor<1, Int>,
    /// How much of each slope a row has; constant.
    ///
    /// # Shapes
    /// `[rows, SLOPES]`.
    shares: Tensor<2>,
}

impl RowTable {
    pub(crate) fn random(
        features: FeatureSet,
        width: usize,
        device: &Device,
        rng: &mut ChaCha8Rng,
        ids: &mut Ids,
    ) -> RowTable {
        let count = features.rows();
        let mut param = |count: usize, bound: f32| {
            ids.param(uniform(count * width, bound, rng), [count, width], device)
        };
        RowTable {
            rows: param(count, ROW_BOUND),
            parts: param(PARTS, PART_BOUND),
            slopes: param(SLOPES, PART_BOUND),
            bias: ids.param(vec![0.0; width], [width], device),
            part_of: Tensor::from_data(TensorData::new(parts(count), [count]), device),
            shares: Tensor::from_data(TensorData::new(shares(count), [count, SLOPES]), device),
        }
    }

    /// The table that an exported model has.
    ///
    /// # Shapes
    /// `[rows, width]`.
    pub(crate) fn folded(&self) -> Tensor<2> {
        let parts = self.parts.val().select(0, self.part_of.clone());
        let slopes = self.shares.clone().matmul(self.slopes.val());
        self.rows.val() + parts + slopes
    }

    /// The sums of the rows of each example, without the bias.
    ///
    /// # Shapes
    /// `features [batch, MAX_ACTIVE] -> [batch, width]`; rows past the table are none.
    pub(crate) fn sums(&self, features: Tensor<2, Int>) -> Tensor<2> {
        let [batch, active] = features.dims();
        debug_assert_eq!(active, MAX_ACTIVE);
        let table = self.folded();
        let [count, width] = table.dims();
        // A row of zeros stands for padding and for what this network does not see.
        let none = Tensor::zeros([1, width], &table.device());
        let table = Tensor::cat(vec![table, none], 0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "at most ROWS"
        )]
        let features = features.clamp_max(count as i32);
        let sum = |rows: Tensor<2, Int>| {
            let count = rows.dims()[0];
            embedding(table.clone(), rows)
                .sum_dim(1)
                .reshape([count, width])
        };
        // The rows before they are summed take MAX_ACTIVE times the output's memory: in pieces, a large
        // batch costs no more a sample than a small one.
        let piece = (PIECE / (MAX_ACTIVE * width)).max(1);
        if batch <= piece {
            sum(features)
        } else {
            let starts = (0..batch).step_by(piece);
            let pieces = starts.map(|start| {
                let count = piece.min(batch - start);
                sum(features.clone().narrow(0, start, count))
            });
            Tensor::cat(pieces.collect(), 0)
        }
    }

    /// `keep` of `self` and the rest of `other`.
    pub(crate) fn blend(self, other: &RowTable, keep: f32) -> RowTable {
        RowTable {
            rows: blend(self.rows, &other.rows, keep),
            parts: blend(self.parts, &other.parts, keep),
            slopes: blend(self.slopes, &other.slopes, keep),
            bias: blend(self.bias, &other.bias, keep),
            part_of: self.part_of,
            shares: self.shares,
        }
    }
}

/// Which part each of the first `count` rows has.
///
/// # Shapes
/// `[count]`, each below [`PARTS`].
fn parts(count: usize) -> Vec<i32> {
    let holes = (0..KAZANS).map(|row| row / (HOLES * SLOT_ROWS) * SLOT_ROWS + row % SLOT_ROWS);
    let first = 2 * SLOT_ROWS;
    let kazans = (0..2 * KAZAN_ROWS).map(move |row| first + row / KAZAN_STEP);
    let first = first + 2 * KAZAN_PARTS;
    let tuzdiks = (0..2 * TUZDIK_ROWS).map(move |row| {
        let any = row % TUZDIK_ROWS != 0;
        first + 2 * (row / TUZDIK_ROWS) + usize::from(any)
    });
    let first = first + 2 * 2;
    let captures = (0..2 * SLOTS * CAPTURE_ROWS)
        .map(move |row| first + row / SIDE_CAPTURES * CAPTURE_ROWS + row % CAPTURE_ROWS);
    let parts = holes.chain(kazans).chain(tuzdiks).chain(captures);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "below PARTS"
    )]
    parts.take(count).map(|part| part as i32).collect()
}

/// How much of each slope each of the first `count` rows has.
///
/// # Shapes
/// `[count, SLOPES]`, row major.
fn shares(count: usize) -> Vec<f32> {
    let mut shares = vec![0.0; count * SLOPES];
    for (row, shares) in shares.chunks_exact_mut(SLOPES).enumerate() {
        if row < KAZANS {
            shares[row / COUNTS] = (row % COUNTS) as f32 / HOLE_UNIT;
        } else if row < TUZDIKS {
            let kazan = row - KAZANS;
            let count = kazan % KAZAN_ROWS;
            shares[2 * SLOTS + kazan / KAZAN_ROWS] = count as f32 / KAZAN_UNIT;
        } else if let Some(capture) = row.checked_sub(CAPTURES) {
            let twos = capture % CAPTURE_ROWS + 1;
            // A tuzdik, the last, is no number of balls.
            if twos < CAPTURE_ROWS {
                let side = capture / SIDE_CAPTURES;
                shares[2 * SLOTS + 2 + side] = twos as f32 / CAPTURE_UNIT;
            }
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use togyz_model::ROWS;

    use super::*;

    #[test]
    fn parts_of_rows() {
        let parts = parts(ROWS);
        let hole = |slot: usize, flag: usize, count: usize| parts[slot * 64 + flag * 32 + count];
        assert_eq!(parts.len(), ROWS);
        // The holes of a side share, the sides, flags and counts do not.
        assert_eq!(hole(0, 0, 9), hole(8, 0, 9));
        assert_eq!(hole(9, 1, 31), hole(17, 1, 31));
        let apart = [hole(0, 0, 9), hole(9, 0, 9), hole(0, 1, 9), hole(0, 0, 10)];
        // Kazans by fours, apart from holes and from each other.
        assert_eq!(parts[KAZANS + 80], parts[KAZANS + 83]);
        let apart = apart
            .into_iter()
            .chain([parts[KAZANS + 83], parts[KAZANS + 84]]);
        // Tuzdiks: none, any; own, other.
        assert_eq!(parts[TUZDIKS + 1], parts[TUZDIKS + 9]);
        let tuzdiks = [0, 1, 10, 11].map(|row| parts[TUZDIKS + row]);
        // Captures by number and side.
        let capture = |slot: usize, kind: usize| parts[CAPTURES + slot * CAPTURE_ROWS + kind];
        assert_eq!(capture(0, 4), capture(8, 4));
        let captures = [(0, 4), (0, 15), (9, 4), (18, 4), (27, 4)];
        let captures = captures.map(|(slot, kind)| capture(slot, kind));
        let apart: std::collections::HashSet<i32> = apart.chain(tuzdiks).chain(captures).collect();
        assert_eq!(apart.len(), 15);
        // Every part is used.
        let used: std::collections::HashSet<i32> = parts.iter().copied().collect();
        assert_eq!(used.len(), PARTS);
        let known = |&part: &i32| usize::try_from(part).is_ok_and(|part| part < PARTS);
        assert!(used.iter().all(known));
    }

    #[test]
    fn shares_of_rows() {
        let shares = shares(ROWS);
        let row = |row: usize| -> Vec<(usize, f32)> {
            let row = &shares[row * SLOPES..(row + 1) * SLOPES];
            let some = row.iter().copied().enumerate();
            some.filter(|(_, share)| *share > 0.0).collect()
        };
        let cases = [
            (8, vec![(0, 0.5)]),
            (32 + 16, vec![(1, 1.0)]),
            (17 * 64 + 32 + 31, vec![(35, 31.0 / 16.0)]),
            (KAZANS + 20, vec![(36, 0.5)]),
            (KAZANS + 84 + 40, vec![(37, 1.0)]),
            (TUZDIKS, vec![]),
            (TUZDIKS + 19, vec![]),
            (CAPTURES + 3, vec![(38, 0.5)]),
            (CAPTURES + 17 * 16 + 14, vec![(39, 15.0 / 8.0)]),
            (CAPTURES + 18 * 16, vec![(40, 0.125)]),
            (CAPTURES + 35 * 16, vec![(41, 0.125)]),
            (CAPTURES + 15, vec![]),
        ];
        for (index, expected) in cases {
            assert_eq!(row(index), expected, "row {index}");
        }
    }
}

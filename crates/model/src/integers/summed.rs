//! The rows of the integer table: which of them a position sums.

#[cfg(target_arch = "x86_64")]
use togyz_rules::Hole;

use super::HALF_LANES;
use crate::features::{ALWAYS, CAPTURES, FeatureSet, MAX_ACTIVE, TUZDIK_ROWS, TUZDIKS};
use crate::weights::Weights;

/// The most rows that are summed: those of the features, both tuzdiks being one.
const MAX_SUMMED: usize = MAX_ACTIVE - 1;

/// Room for them, with whole registers written.
const ROOM: usize = MAX_SUMMED + HALF_LANES;

/// The row of the first pair of tuzdiks, and that of the first capture after the last pair.
const PAIRS: usize = TUZDIKS;
pub(crate) const SUMMED_CAPTURES: usize = PAIRS + TUZDIK_ROWS * TUZDIK_ROWS;

/// The rows of the table for a set of features.
pub(super) fn table_rows(features: FeatureSet) -> usize {
    SUMMED_CAPTURES + features.rows() - CAPTURES
}

/// The rows of the integer table that are summed.
#[derive(Clone, Copy)]
pub(crate) struct Summed {
    rows: [u16; ROOM],
    len: usize,
}

impl Default for Summed {
    #[inline(always)]
    fn default() -> Summed {
        Summed {
            rows: [0; ROOM],
            len: 0,
        }
    }
}

impl Summed {
    #[inline(always)]
    pub(crate) fn rows(&self) -> &[u16] {
        &self.rows[..self.len.min(MAX_SUMMED)]
    }

    /// Where a wide kernel writes the next rows, as many as a register of 32 bytes holds, before
    /// [`Summed::add`] tells how many of them there are.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn room(&mut self) -> Option<&mut [u16; HALF_LANES]> {
        self.rows[self.len.min(MAX_SUMMED)..].first_chunk_mut()
    }

    /// Counts rows that were written.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn add(&mut self, rows: usize) {
        self.len += rows;
    }
}

/// The row of two tuzdiks, which holds the biases too.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn pair_row(tuzdiks: [Option<Hole>; 2]) -> u16 {
    let [own, other] = tuzdiks.map(|tuzdik| tuzdik.map_or(0, |hole| u16::from(hole.number())));
    row_of_pair(own, other)
}

/// The same of the numbers of the holes, 0 for none.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rows are below 1996")]
fn row_of_pair(own: u16, other: u16) -> u16 {
    PAIRS as u16 + own * TUZDIK_ROWS as u16 + other
}

/// The rows of [`Features`](crate::Features) that are summed, the two tuzdiks as one row of the
/// hundred pairs, which holds the biases too.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rows are below 1996")]
pub(crate) fn summed(features: &[u16]) -> Summed {
    const TENS: u16 = TUZDIK_ROWS as u16;
    const FIRST: u16 = TUZDIKS as u16;
    const SHIFT: u16 = (SUMMED_CAPTURES - CAPTURES) as u16;
    let mut rows = [0; ROOM];
    rows[..ALWAYS - 2].copy_from_slice(&features[..ALWAYS - 2]);
    let own = features[ALWAYS - 2] - FIRST;
    let other = features[ALWAYS - 1] - FIRST - TENS;
    rows[ALWAYS - 2] = row_of_pair(own, other);
    let captures = &features[ALWAYS..];
    for (to, row) in rows[ALWAYS - 1..].iter_mut().zip(captures) {
        *to = row + SHIFT;
    }
    Summed {
        rows,
        len: features.len() - 1,
    }
}

/// A weight of a row of the integer table, in f64.
pub(super) fn summed_weight(weights: &Weights, row: usize, column: usize) -> f64 {
    let width = weights.bias.len();
    let at = |row: usize| f64::from(weights.table[row * width + column]);
    if row < PAIRS {
        at(row)
    } else if row >= SUMMED_CAPTURES {
        at(row - SUMMED_CAPTURES + CAPTURES)
    } else {
        let (own, other) = ((row - PAIRS) / TUZDIK_ROWS, (row - PAIRS) % TUZDIK_ROWS);
        let tuzdiks = at(TUZDIKS + own) + at(TUZDIKS + TUZDIK_ROWS + other);
        f64::from(weights.bias[column]) + tuzdiks
    }
}

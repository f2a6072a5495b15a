//! The first layer on the processor: sums of table rows, and what comes back to the rows.
//!
//! burn has the rows only as a gather of all of them (58 times the output's memory) and a scatter
//! back; these two loops read the table and write the gradient in place. Each example adds and is
//! added in its order, so that the same batch gives the same bits. Rows ascend, so the first one past
//! the table, a capture that the network does not see or padding, ends an example.

use pulp::Arch;
use togyz_model::MAX_ACTIVE;

/// The sum of each example's rows.
///
/// # Shapes
/// `table [count, width]`, `rows [batch, MAX_ACTIVE]`, those past the table left out;
/// `[batch, width]`.
pub(crate) fn sums(table: &[f32], width: usize, rows: &[u16]) -> Vec<f32> {
    let mut sums = vec![0.0; rows.len() / MAX_ACTIVE * width];
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (sum, rows) in examples(&mut sums, width, rows) {
                for &row in rows {
                    let Some(row) = row_of(table, width, row) else {
                        break;
                    };
                    add(sum, row);
                }
            }
        },
    );
    sums
}

/// The gradient of the table, given the gradient of the sums: the transpose of [`sums`].
///
/// # Shapes
/// `gradient [batch, width]`, `rows [batch, MAX_ACTIVE]`; `[count, width]`.
pub(crate) fn scattered(gradient: &[f32], width: usize, rows: &[u16], count: usize) -> Vec<f32> {
    let mut table = vec![0.0; count * width];
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (gradient, rows) in gradient
                .chunks_exact(width)
                .zip(rows.chunks_exact(MAX_ACTIVE))
            {
                for &row in rows {
                    let start = usize::from(row) * width;
                    let Some(row) = table.get_mut(start..start + width) else {
                        break;
                    };
                    add(row, gradient);
                }
            }
        },
    );
    table
}

#[inline(always)]
fn examples<'a>(
    sums: &'a mut [f32],
    width: usize,
    rows: &'a [u16],
) -> impl Iterator<Item = (&'a mut [f32], &'a [u16])> {
    sums.chunks_exact_mut(width)
        .zip(rows.chunks_exact(MAX_ACTIVE))
}

#[inline(always)]
fn row_of(table: &[f32], width: usize, row: u16) -> Option<&[f32]> {
    let start = usize::from(row) * width;
    table.get(start..start + width)
}

#[inline(always)]
fn add(to: &mut [f32], from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eleven rows of three, the row's number in each place.
    const WIDTH: usize = 3;

    /// How often the second example has row 7.
    const SEVENS: usize = 22;

    /// All places over all rows in turn; then row 7 alone, ended by a row past the table.
    fn rows() -> Vec<u16> {
        let first = (0..MAX_ACTIVE).map(|i| u16::try_from(i % 11).unwrap_or(0));
        let second = (0..MAX_ACTIVE).map(|i| if i == SEVENS { 11 } else { 7 });
        first.chain(second).collect()
    }

    #[test]
    fn sums_are_sums_of_rows() {
        let table: Vec<f32> = (0..11).flat_map(|row| [row as f32; WIDTH]).collect();
        let first: u16 = rows()[..MAX_ACTIVE].iter().sum();
        let expected = [[f32::from(first); WIDTH], [7.0 * SEVENS as f32; WIDTH]].concat();
        assert_eq!(sums(&table, WIDTH, &rows()), expected);
    }

    #[test]
    fn gradients_reach_the_rows_that_were_summed() {
        let gradient = [[1.0; WIDTH], [0.5; WIDTH]].concat();
        let table = scattered(&gradient, WIDTH, &rows(), 11);
        for (row, values) in table.chunks_exact(WIDTH).enumerate() {
            let of_first = (0..MAX_ACTIVE).filter(|place| place % 11 == row).count() as f32;
            let of_second = if row == 7 { 0.5 * SEVENS as f32 } else { 0.0 };
            assert_eq!(values, [of_first + of_second; WIDTH], "row {row}");
        }
    }
}

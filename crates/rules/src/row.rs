//! One player's half of the board in one 128-bit word.
//!
//! ```text
//! byte   0 1 2 3 4 5 6 7 8 | 9     | 10     | 11   | 12      | 13 14 15
//!        holes 1 to 9      | kazan | tuzdik | side | variant | zero
//! ```
//!
//! `tuzdik` is the index of the owner's tuzdik in the OTHER row, or [`NO_TUZDIK`]. That value points
//! at a byte that is always zero, so that crediting "the balls in the tuzdik" needs no branch.

use crate::side::Side;
use crate::variant::Variant;

pub(crate) const KAZAN: usize = 9;
pub(crate) const TUZDIK: usize = 10;
pub(crate) const SIDE: usize = 11;
pub(crate) const VARIANT: usize = 12;
/// The tuzdik byte of a side that has none: the index of a byte that is always zero.
pub(crate) const NO_TUZDIK: u8 = 13;

/// All bits but those of one byte.
static KEEP: [u128; 16] = {
    let mut masks = [0; 16];
    let mut index = 0;
    while index < masks.len() {
        masks[index] = !(0xff << (8 * index));
        index += 1;
    }
    masks
};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Row(pub(crate) u128);

impl Row {
    /// One byte. Indices are below 16; the mask spares the check.
    #[inline]
    pub(crate) const fn byte(self, index: usize) -> u8 {
        self.0.to_le_bytes()[index & 15]
    }

    /// The same row with a byte set to zero: a mask from a table is cheaper than a 128-bit shift by
    /// a variable.
    #[inline]
    pub(crate) const fn without(self, index: usize) -> Row {
        Row(self.0 & KEEP[index & 15])
    }

    #[inline]
    pub(crate) const fn plus(self, index: usize, amount: u8) -> Row {
        Row(self.0 + ((amount as u128) << (8 * index)))
    }

    #[inline]
    pub(crate) const fn minus(self, index: usize, amount: u8) -> Row {
        Row(self.0 - ((amount as u128) << (8 * index)))
    }

    /// The same row with other balls in its holes.
    #[inline]
    pub(crate) const fn with_holes(self, holes: [u8; 9]) -> Row {
        const HOLES: u128 = (1 << 72) - 1;
        let [a, b, c, d, e, f, g, h, last] = holes;
        let eight = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        Row((self.0 & !HOLES) | eight as u128 | (last as u128) << 64)
    }

    pub(crate) const fn empty(side: Side, variant: Variant) -> Row {
        Row(0)
            .plus(TUZDIK, NO_TUZDIK)
            .plus(SIDE, side as u8)
            .plus(VARIANT, variant as u8)
    }

    #[inline]
    pub(crate) const fn side(self) -> Side {
        if self.byte(SIDE) == 0 {
            Side::Bastaushy
        } else {
            Side::Kostaushy
        }
    }

    /// One bit for each hole that holds a ball.
    ///
    /// Eight holes at once: adding 0x7f to the low seven bits of a byte carries into its top bit
    /// unless they are zero; a multiplication then gathers the eight top bits.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low eight bytes are what is wanted"
    )]
    pub(crate) const fn occupied(self) -> u16 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let bytes = self.0 as u64;
        let top = (((bytes & LOW) + LOW) | bytes) & !LOW;
        let eight = (top >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        eight as u16 | ((self.byte(8) != 0) as u16) << 8
    }

    /// The balls in the holes, without the kazan.
    ///
    /// # Units
    /// At most 162, which fits a byte, so the sum of nine bytes may be taken by one multiplication.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 162")]
    pub(crate) const fn balls(self) -> u8 {
        ((self.0 as u64).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8 + self.byte(8)
    }
}

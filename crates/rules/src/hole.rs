//! Holes, moves, and sets of moves.

use std::fmt;
use std::str::FromStr;

/// The most holes a row has in any variant.
pub const MAX_HOLES: usize = 9;

/// A hole (otau) of a row, numbered from its owner's left.
///
/// # Units
/// [`Hole::index`] counts from 0, [`Hole::number`] from 1 as players do.
///
/// # Examples
/// ```
/// use togyz_rules::Hole;
/// let hole = Hole::from_number(7)?;
/// assert_eq!((hole.index(), hole.to_string()), (6, "7".to_owned()));
/// assert!(Hole::from_number(0).is_err());
/// # Ok::<(), togyz_rules::InvalidHole>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

/// A number that is no hole of any variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no hole has the number {0}: holes are numbered 1 to 9")]
pub struct InvalidHole(pub u32);

impl Hole {
    /// The hole with this number, 1 to 9.
    ///
    /// # Errors
    /// [`InvalidHole`] for any other number.
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    pub const fn from_number(number: u32) -> Result<Hole, InvalidHole> {
        match number {
            1..=9 => Ok(Hole((number - 1) as u8)),
            _ => Err(InvalidHole(number)),
        }
    }

    /// The hole with this index, 0 to 8.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    pub const fn from_index(index: usize) -> Option<Hole> {
        if index < MAX_HOLES {
            Some(Hole(index as u8))
        } else {
            None
        }
    }

    /// The hole with an index that is known to be below a variant's number of holes.
    pub(crate) const fn nth(index: u8) -> Hole {
        debug_assert!((index as usize) < MAX_HOLES);
        Hole(index)
    }

    /// 0 to 8.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A move: the own hole whose balls are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub Hole);

impl Move {
    /// The move of the hole with this number, 1 to 9.
    ///
    /// # Errors
    /// [`InvalidHole`] for any other number.
    pub const fn from_number(number: u32) -> Result<Move, InvalidHole> {
        match Hole::from_number(number) {
            Ok(hole) => Ok(Move(hole)),
            Err(error) => Err(error),
        }
    }

    /// The move of the hole with this index, 0 to 8.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Move> {
        match Hole::from_index(index) {
            Some(hole) => Some(Move(hole)),
            None => None,
        }
    }

    /// The index of the hole, 0 to 8.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.index()
    }

    /// The number of the hole, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.number()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is no move: a move by itself is the number of its hole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no move: expected the number of a hole, 1 to 9")]
pub struct InvalidMove(pub String);

impl FromStr for Move {
    type Err = InvalidMove;

    fn from_str(text: &str) -> Result<Move, InvalidMove> {
        match text.as_bytes() {
            &[digit] => Move::from_number(u32::from(digit.wrapping_sub(b'0'))).ok(),
            _ => None,
        }
        .ok_or_else(|| InvalidMove(text.chars().take(20).collect()))
    }
}

/// A set of moves, one bit a hole.
///
/// # Examples
/// ```
/// use togyz_rules::{Move, Position, Variant};
/// let moves = Position::start(Variant::Togyz).legal_moves();
/// assert_eq!(moves.len(), 9);
/// assert!(moves.contains(Move::from_number(9)?));
/// assert_eq!(moves.iter().map(|m| m.number()).sum::<u8>(), 45);
/// # Ok::<(), togyz_rules::InvalidHole>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u16);

impl MoveSet {
    pub(crate) const fn from_bits(bits: u16) -> MoveSet {
        MoveSet(bits)
    }

    /// Bit `i` stands for the hole with index `i`.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many moves there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the move is among them.
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> mv.index() & 1 == 1
    }

    /// The moves by ascending hole.
    #[must_use]
    pub const fn iter(self) -> MoveSetIter {
        MoveSetIter(self.0)
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

/// The moves of a [`MoveSet`] by ascending hole.
#[derive(Clone, Debug)]
pub struct MoveSetIter(u16);

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Move::from_index(index as usize)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveSetIter {}

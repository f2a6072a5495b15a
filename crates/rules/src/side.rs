//! The two players, and pairs of things that belong to them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players.
///
/// # Examples
/// ```
/// use togyz_rules::Side;
/// assert_eq!(Side::Bastaushy.other(), Side::Kostaushy);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player who begins: white, south.
    Bastaushy,
    /// The player who follows: black, north.
    Kostaushy,
}

impl Side {
    /// Both sides, the one who begins first.
    pub const ALL: [Side; 2] = [Side::Bastaushy, Side::Kostaushy];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Bastaushy => Side::Kostaushy,
            Side::Kostaushy => Side::Bastaushy,
        }
    }

    /// 0 for Bastaushy, 1 for Kostaushy.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Bastaushy => "Bastaushy",
            Side::Kostaushy => "Kostaushy",
        })
    }
}

/// One `T` for each side, indexed by [`Side`] so that the two cannot be mixed up.
///
/// # Examples
/// ```
/// use togyz_rules::{BySide, Side};
/// let mut kazans = BySide::new(3, 5);
/// kazans[Side::Bastaushy] += 1;
/// assert_eq!(kazans, BySide::new(4, 5));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct BySide<T> {
    /// What belongs to the player who begins.
    pub bastaushy: T,
    /// What belongs to the player who follows.
    pub kostaushy: T,
}

impl<T> BySide<T> {
    /// A pair, Bastaushy's first.
    #[must_use]
    pub const fn new(bastaushy: T, kostaushy: T) -> Self {
        Self {
            bastaushy,
            kostaushy,
        }
    }

    /// A pair made by asking `make` for each side.
    #[must_use]
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self {
            bastaushy: make(Side::Bastaushy),
            kostaushy: make(Side::Kostaushy),
        }
    }

    /// The same pair with `change` applied to each half.
    #[must_use]
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            bastaushy: change(self.bastaushy),
            kostaushy: change(self.kostaushy),
        }
    }

    /// The two halves exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            bastaushy: self.kostaushy,
            kostaushy: self.bastaushy,
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Bastaushy => &self.bastaushy,
            Side::Kostaushy => &self.kostaushy,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Bastaushy => &mut self.bastaushy,
            Side::Kostaushy => &mut self.kostaushy,
        }
    }
}

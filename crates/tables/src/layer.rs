//! The values of one pair with one number of balls.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use togyz_files::Contents;

use crate::bytes::Bytes;

/// Balls that each side is sure of, of those on the board.
///
/// Both are guarantees: whatever the other side does, so many balls come to the kazan in finitely
/// many moves. Where endless play is worth more to both than what they can force, the two do not
/// add up to the balls on the board.
///
/// # Source
/// The least fixpoint from 0 of `own = max over moves (gained + next.other)` and
/// `other = min over moves (given + next.own)`, where a side without a move leaves all to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// What the side to move is sure of.
    pub own: u8,
    /// What the other side is sure of.
    pub other: u8,
}

/// A moment of the fixpoint: the pass, and within it the step, one for each board, with the side to
/// move as in the index or, after it, turned.
///
/// It makes sure of progress where positions can come again: among moves that keep the value, the one
/// whose next position learnt first what the side that waits is sure of leads that side to its balls,
/// for what was learnt rests on what was learnt before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) pass: u32,
    /// Whether the step is that of the turned board.
    pub(crate) turned: bool,
}

impl Moment {
    /// In a byte; passes from 127 on are one.
    pub(crate) fn pack(self) -> u8 {
        let pass = u8::try_from(self.pass).unwrap_or(u8::MAX).min(127);
        2 * pass + u8::from(self.turned)
    }

    fn unpack(byte: u8) -> Moment {
        Moment {
            pass: u32::from(byte / 2),
            turned: byte % 2 == 1,
        }
    }
}

/// Small numbers side by side: two in a byte where all are below 16.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cells<B = Bytes> {
    wide: bool,
    bytes: B,
}

impl Cells<&[u8]> {
    /// The same numbers, kept by the file that they were borrowed from.
    fn kept(self, file: &Arc<Contents>) -> Cells {
        Cells {
            wide: self.wide,
            bytes: Bytes::kept(self.bytes, file),
        }
    }
}

impl Cells {
    /// Keeps the numbers, of which none is above `most`.
    pub(crate) fn pack(numbers: Vec<u8>, most: u8) -> Cells {
        let wide = most > 15;
        let bytes = if wide {
            numbers
        } else {
            numbers
                .chunks(2)
                .map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4)
                .collect()
        };
        Cells {
            wide,
            bytes: Bytes::Own(bytes),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> u8 {
        let bytes = self.bytes.get();
        if self.wide {
            bytes[index]
        } else {
            (bytes[index / 2] >> (4 * (index % 2))) & 15
        }
    }

    /// Whether there is room for exactly so many numbers.
    fn fits(&self, count: u64) -> bool {
        let bytes = if self.wide { count } else { count.div_ceil(2) };
        self.bytes.get().len() as u64 == bytes
    }

    /// The largest number.
    fn most(&self) -> u8 {
        let larger = |most: u8, byte: &u8| match self.wide {
            true => most.max(*byte),
            false => most.max(byte & 15).max(byte >> 4),
        };
        self.bytes.get().iter().fold(0, larger)
    }

    fn bytes(&self) -> usize {
        self.bytes.get().len()
    }
}

/// One pair with one number of balls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Layer<B = Bytes> {
    /// [`Bounds::own`] by form and index.
    own: Vec<Cells<B>>,
    /// [`Bounds::other`] by index; absent where it is all the rest. Only a pair that is its own
    /// other form can need it.
    other: Option<Cells<B>>,
    /// The moment in which the fixpoint last raised [`Bounds::other`], by index; only without
    /// tuzdiks.
    moments: Option<Cells<B>>,
}

impl Layer<&[u8]> {
    /// The same layer, kept by the file that it was borrowed from.
    pub(crate) fn kept(self, file: &Arc<Contents>) -> Layer {
        let keep = |cells: Cells<&[u8]>| cells.kept(file);
        Layer {
            own: self.own.into_iter().map(keep).collect(),
            other: self.other.map(keep),
            moments: self.moments.map(keep),
        }
    }
}

impl Layer {
    pub(crate) fn closed(own: Vec<Vec<u8>>, balls: u8) -> Layer {
        Layer {
            own: own.into_iter().map(|own| Cells::pack(own, balls)).collect(),
            other: None,
            moments: None,
        }
    }

    pub(crate) fn of_fixpoint(bounds: &[Bounds], moments: Vec<u8>, balls: u8) -> Layer {
        let closed = bounds.iter().all(|one| one.own + one.other == balls);
        let own = bounds.iter().map(|one| one.own).collect();
        let other = || bounds.iter().map(|one| one.other).collect();
        let most = moments.iter().copied().max().unwrap_or(0);
        Layer {
            own: vec![Cells::pack(own, balls)],
            other: (!closed).then(|| Cells::pack(other(), balls)),
            moments: Some(Cells::pack(moments, most)),
        }
    }

    /// The bounds of a board with `balls` balls.
    #[inline]
    pub(crate) fn bounds(&self, form: usize, index: usize, balls: u8) -> Bounds {
        let own = self.own[form].get(index);
        let other = match &self.other {
            None => balls - own,
            Some(other) => other.get(index),
        };
        Bounds { own, other }
    }

    /// When the fixpoint last raised [`Bounds::other`] of a board; see [`Moment`].
    #[inline]
    pub(crate) fn moment(&self, index: usize) -> Moment {
        let moments = self.moments.as_ref();
        Moment::unpack(moments.map_or(0, |moments| moments.get(index)))
    }

    /// Whether the two bounds always add up to the balls on the board.
    pub(crate) fn is_closed(&self) -> bool {
        self.other.is_none()
    }

    /// How many of `count` boards of `balls` balls have bounds that do not add up to them.
    pub(crate) fn unequal(&self, count: u64, balls: u8) -> u64 {
        if self.is_closed() {
            return 0;
        }
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let unequal = |&index: &usize| {
            let bounds = self.bounds(0, index, balls);
            bounds.own + bounds.other != balls
        };
        (0..count).filter(unequal).count() as u64
    }

    /// The passes that the fixpoint took to the last change; 1 where one is always enough.
    pub(crate) fn passes(&self, count: u64) -> u32 {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let last = (0..count).map(|index| self.moment(index).pass).max();
        last.map_or(1, |pass| pass + 1)
    }

    /// Whether it has a number for each of `count` boards of each of `forms` forms, and none of more
    /// balls than the boards have.
    pub(crate) fn fits(&self, forms: usize, count: u64, balls: u8, is_free: bool) -> bool {
        let fits = |cells: &Cells| cells.fits(count) && cells.most() <= balls;
        self.own.len() == forms
            && self.own.iter().all(fits)
            && self
                .other
                .as_ref()
                .is_none_or(|other| is_free && fits(other))
            && self.moments.is_some() == is_free
            && self
                .moments
                .as_ref()
                .is_none_or(|moments| moments.fits(count))
    }

    /// Memory of the numbers.
    pub(crate) fn bytes(&self) -> u64 {
        let parts = self.own.iter().chain(&self.other).chain(&self.moments);
        parts.map(|cells| cells.bytes() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_as_they_went_in() {
        for most in [0, 7, 15, 16, 31] {
            for count in [0_usize, 1, 2, 5, 8] {
                let numbers: Vec<u8> = (0..count)
                    .map(|i| u8::try_from(i * 7).unwrap() % (most + 1))
                    .collect();
                let cells = Cells::pack(numbers.clone(), most);
                let back: Vec<u8> = (0..count).map(|i| cells.get(i)).collect();
                assert_eq!(back, numbers);
                assert!(cells.fits(count as u64) && !cells.fits(count as u64 + 2));
                assert_eq!(cells.most(), numbers.iter().copied().max().unwrap_or(0));
            }
        }
    }

    #[test]
    fn more_balls_than_the_board_has_are_refused() {
        for (own, fits) in [(6_u8, true), (7, false), (15, false), (255, false)] {
            let layer = Layer::closed(vec![vec![0, own, 3]], own.max(6));
            assert_eq!(layer.fits(1, 3, 6, false), fits, "{own}");
        }
    }

    #[test]
    fn bounds_that_do_not_add_up_are_both_kept_and_counted() {
        let bounds = [(3, 3), (2, 1), (0, 6), (0, 0)].map(|(own, other)| Bounds { own, other });
        let layer = Layer::of_fixpoint(&bounds, vec![0; 4], 6);
        assert!(!layer.is_closed());
        assert_eq!(layer.unequal(4, 6), 2);
        assert_eq!(
            (0..4)
                .map(|index| layer.bounds(0, index, 6))
                .collect::<Vec<_>>(),
            bounds
        );
        let layer = Layer::of_fixpoint(&bounds[..1], vec![0], 6);
        assert_eq!((layer.is_closed(), layer.unequal(1, 6)), (true, 0));
    }
}

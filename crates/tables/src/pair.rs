//! Which tuzdiks stand on the board: 73 configurations in 37 pairs.

use std::fmt;

use togyz_rules::{MAX_HOLES, Position, Setup, Side, Variant};

/// Two configurations of tuzdiks that turn into each other when the board is turned.
///
/// A quiet move leads from one to the other, a capture to fewer balls: so the two are solved
/// together, and no other of as many balls is needed. They are called forms: in form 0 the side to
/// move owns the tuzdik of the lower number, in form 1 the side that waits.
///
/// # Units
/// Indices of holes, 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pair {
    /// No tuzdik; it is its own other form.
    Free,
    /// One tuzdik, on the hole with this index.
    One(u8),
    /// Two, the lower index first.
    Two(u8, u8),
}

/// The holes that can be a tuzdik: all but the last.
const TUZDIKS: u8 = 8;

/// All pairs there are.
pub(crate) const PAIRS: usize = 1 + 8 + 28;

impl Pair {
    /// The pairs that a variant has: 37, or one if it is played without tuzdiks.
    ///
    /// # Examples
    /// ```
    /// use togyz_rules::Variant;
    /// use togyz_tables::Pair;
    /// assert_eq!(Pair::all(Variant::Togyz).count(), 37);
    /// assert_eq!(Pair::all(Variant::Togyz).map(Pair::forms).sum::<usize>(), 73);
    /// assert_eq!(Pair::all(Variant::Bestemshe).count(), 1);
    /// ```
    pub fn all(variant: Variant) -> impl Iterator<Item = Pair> {
        let ones = (0..TUZDIKS).map(Pair::One);
        let twos = (0..TUZDIKS).flat_map(|a| (a + 1..TUZDIKS).map(move |b| Pair::Two(a, b)));
        let most = if variant.rules().tuzdik { PAIRS } else { 1 };
        std::iter::once(Pair::Free)
            .chain(ones)
            .chain(twos)
            .take(most)
    }

    /// 1 or 2.
    #[must_use]
    pub const fn forms(self) -> usize {
        match self {
            Pair::Free => 1,
            _ => 2,
        }
    }

    /// 0, 1 or 2.
    #[must_use]
    pub const fn tuzdiks(self) -> usize {
        match self {
            Pair::Free => 0,
            Pair::One(_) => 1,
            Pair::Two(..) => 2,
        }
    }

    /// The pairs with one more tuzdik, which a move can lead to.
    pub(crate) fn successors(self, variant: Variant) -> Vec<Pair> {
        Pair::all(variant)
            .filter(|next| match (self, *next) {
                (Pair::Free, Pair::One(_)) => true,
                (Pair::One(a), Pair::Two(b, c)) => a == b || a == c,
                _ => false,
            })
            .collect()
    }

    /// The place in [`Pair::all`].
    pub(crate) const fn index(self) -> usize {
        match self {
            Pair::Free => 0,
            Pair::One(a) => 1 + a as usize,
            Pair::Two(a, b) => {
                let (a, b) = (a as usize, b as usize);
                9 + a * (15 - a) / 2 + (b - a - 1)
            }
        }
    }

    /// Any position of a form with this many balls, all of them in the mover's last hole: what the
    /// boards of the form are laid out on.
    pub(crate) fn template(self, variant: Variant, form: usize, balls: u8) -> Option<Position> {
        let mut setup = Setup::start(variant);
        let kept = u16::from(variant.total() - balls);
        setup.kazans.bastaushy = kept / 2;
        setup.kazans.kostaushy = kept - kept / 2;
        for side in Side::ALL {
            setup.rows[side] = [0; MAX_HOLES];
        }
        setup.rows.bastaushy[variant.holes() - 1] = balls.into();
        let (own, other) = match self {
            Pair::Free => (None, None),
            Pair::One(a) => (Some(a), None),
            Pair::Two(a, b) => (Some(a), Some(b)),
        };
        let owners = if form == 0 {
            [own, other]
        } else {
            [other, own]
        };
        for (owner, hole) in Side::ALL.into_iter().zip(owners) {
            let hole = hole.and_then(|hole| togyz_rules::Hole::from_index(hole.into()));
            setup.tuzdiks[owner] = hole
                .map(|hole| togyz_rules::Place {
                    row: owner.other(),
                    hole,
                })
                .into_iter()
                .collect();
        }
        setup.build().ok()
    }
}

impl fmt::Display for Pair {
    /// Two digits, the numbers of the holes: `00`, `30`, `37`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pair::Free => f.write_str("00"),
            Pair::One(a) => write!(f, "{}0", a + 1),
            Pair::Two(a, b) => write!(f, "{}{}", a + 1, b + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_places() {
        for (place, pair) in Pair::all(Variant::Togyz).enumerate() {
            assert_eq!(pair.index(), place);
            for form in 0..pair.forms() {
                assert!(pair.template(Variant::Historic, form, 9).is_some());
            }
        }
    }

    #[test]
    fn tuzdiks_are_only_ever_added() {
        let next = |pair: Pair| pair.successors(Variant::Togyz).len();
        assert_eq!(next(Pair::Free), 8);
        assert_eq!(next(Pair::One(4)), 7);
        assert_eq!(next(Pair::Two(2, 5)), 0);
        assert!(Pair::Free.successors(Variant::Qozdatu).is_empty());
    }
}

//! What sowing adds to the two rows, for every hole and number of balls, looked up instead of walked.

use crate::hole::MAX_HOLES;
use crate::variant::Variant;

/// The most balls a hole can hold: all of them.
const MAX_BALLS: usize = 162;

/// What sowing one hole adds, once its balls have been taken out.
#[derive(Clone, Copy)]
pub(crate) struct Sowing {
    /// Added to the mover's row, one byte a hole.
    pub(crate) mover: u128,
    /// Added to the opponent's row, one byte a hole.
    pub(crate) waiting: u128,
    /// Where the last ball falls: 0.. on the mover's row, then on the opponent's.
    pub(crate) last: u8,
}

type Table = [[Sowing; MAX_BALLS + 1]; MAX_HOLES];

/// Sowing by the three board sizes with the origin sown again, and by the historic rule.
static TABLES: [Table; 4] = [
    table(Variant::Togyz),
    table(Variant::Qozdatu),
    table(Variant::Bestemshe),
    table(Variant::Historic),
];

/// Looks up the sowing of `balls` from the hole with index `hole`.
#[inline]
pub(crate) fn sowing(variant: Variant, hole: usize, balls: u8) -> &'static Sowing {
    &TABLES[variant.index()][hole][balls as usize]
}

#[expect(clippy::cast_possible_truncation, reason = "indices of 2 x 9 holes")]
const fn table(variant: Variant) -> Table {
    let holes = variant.holes();
    let mut table = [[Sowing {
        mover: 0,
        waiting: 0,
        last: 0,
    }; MAX_BALLS + 1]; MAX_HOLES];
    let mut hole = 0;
    while hole < holes {
        // Each number of balls is the number below it with one ball more, except that a single ball
        // moves on while the first of several stays in the origin.
        let first = if variant.rules().resows_origin {
            hole
        } else {
            hole + 1
        };
        let mut sown = Sowing {
            mover: 0,
            waiting: 0,
            last: 0,
        };
        let mut balls = 1;
        while balls <= MAX_BALLS {
            let at = (first + balls - 1) % (2 * holes);
            if at < holes {
                sown.mover += 1 << (8 * at);
            } else {
                sown.waiting += 1 << (8 * (at - holes));
            }
            sown.last = at as u8;
            table[hole][balls] = sown;
            balls += 1;
        }
        let next = (hole + 1) % (2 * holes);
        table[hole][1] = if next < holes {
            Sowing {
                mover: 1 << (8 * next),
                waiting: 0,
                last: next as u8,
            }
        } else {
            Sowing {
                mover: 0,
                waiting: 1 << (8 * (next - holes)),
                last: next as u8,
            }
        };
        hole += 1;
    }
    table
}

//! What sowing adds to the two rows, for every hole and number of balls, looked up instead of walked.

use crate::hole::MAX_HOLES;
use crate::row::NO_TUZDIK;
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
    /// The hole of the opponent's row where the last ball falls, or [`NO_TUZDIK`] if it falls on the
    /// mover's: that byte of a row is zero, so that looking there needs no branch.
    pub(crate) target: u8,
}

const NOTHING: Sowing = Sowing {
    mover: 0,
    waiting: 0,
    last: 0,
    target: NO_TUZDIK,
};

impl Sowing {
    /// One ball more, in the hole `at` counted from the mover's first.
    #[expect(clippy::cast_possible_truncation, reason = "indices of 2 x 9 holes")]
    const fn with_ball(mut self, at: usize, holes: usize) -> Sowing {
        self.last = at as u8;
        if at < holes {
            self.mover += 1 << (8 * at);
            self.target = NO_TUZDIK;
        } else {
            self.waiting += 1 << (8 * (at - holes));
            self.target = (at - holes) as u8;
        }
        self
    }
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

const fn table(variant: Variant) -> Table {
    let holes = variant.holes();
    let mut table = [[NOTHING; MAX_BALLS + 1]; MAX_HOLES];
    let mut hole = 0;
    while hole < holes {
        // Each number of balls is the number below it with one ball more, except that a single ball
        // moves on while the first of several stays in the origin.
        let first = if variant.rules().resows_origin {
            hole
        } else {
            hole + 1
        };
        let mut sown = NOTHING;
        let mut balls = 1;
        while balls <= MAX_BALLS {
            sown = sown.with_ball((first + balls - 1) % (2 * holes), holes);
            table[hole][balls] = sown;
            balls += 1;
        }
        table[hole][1] = NOTHING.with_ball((hole + 1) % (2 * holes), holes);
        hole += 1;
    }
    table
}

//! A position as 22 of 1,340 inputs that are one; all others are zero.

use togyz_rules::{Position, Variant};

/// The version of the inputs' meaning: a model trained on another version cannot be used.
pub const FEATURE_VERSION: u32 = 1;

/// The inputs there are, which are the rows of a model's first table.
pub const ROWS: usize = TUZDIKS + 2 * TUZDIK_ROWS;

/// The inputs that are one, in every position.
pub const ACTIVE: usize = SLOTS + 4;

/// Holes of a row.
pub(crate) const HOLES: usize = 9;
/// Holes of the board.
pub(crate) const SLOTS: usize = 2 * HOLES;
/// Inputs for the balls in a hole: 0 to 30, and 31 or more.
const COUNTS: usize = 32;
/// Inputs for a hole: its balls, with the row's owner facing an enemy tuzdik or not.
pub(crate) const SLOT_ROWS: usize = 2 * COUNTS;
/// Inputs for a kazan: 0 to 82 balls, and more.
const KAZAN_ROWS: usize = 84;
/// Inputs for a tuzdik: none, or on hole 1 to 9.
pub(crate) const TUZDIK_ROWS: usize = 10;
/// The first input of the kazans.
pub(crate) const KAZANS: usize = SLOTS * SLOT_ROWS;
/// The first input of the tuzdiks.
pub(crate) const TUZDIKS: usize = KAZANS + 2 * KAZAN_ROWS;

/// The inputs that are one, all others being zero.
///
/// Everything is seen by the side to move, so a position and the turned one have the same features.
///
/// # Shapes
/// `[ACTIVE]` distinct rows below [`ROWS`], ascending:
///
/// | rows | meaning |
/// | --- | --- |
/// | `64 s + 32 e + min(n, 31)` | hole `s` holds `n` balls. `s` is 0..8 for the mover's holes 1 to 9, 9..17 for the opponent's; `e` is 1 if the owner of the hole's row faces an enemy tuzdik |
/// | 1152 + `min(n, 83)` | the mover's kazan holds `n` balls |
/// | 1236 + `min(n, 83)` | the opponent's kazan holds `n` balls |
/// | 1320 + `t` | the mover's tuzdik: 0 none, else the number of its hole |
/// | 1330 + `t` | the opponent's tuzdik |
///
/// # Examples
/// ```
/// use togyz_model::{ACTIVE, Features, ROWS};
/// use togyz_rules::{Position, Variant};
/// let start = Position::start(Variant::Togyz);
/// let features = Features::of(&start);
/// assert_eq!(features.rows()[..3], [9, 64 + 9, 128 + 9]);
/// assert_eq!(features.rows()[ACTIVE - 4..], [1152, 1236, 1320, 1330]);
/// assert_eq!(features, Features::of(&start.turned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features([u16; ACTIVE]);

impl Features {
    /// Whether positions of this variant have features: those with nine holes in a row.
    #[must_use]
    pub fn supports(variant: Variant) -> bool {
        variant.holes() == HOLES
    }

    /// The features of a position.
    ///
    /// The position's variant must be one that [`Features::supports`] names (a debug assertion in
    /// debug builds): the others have no meaning here, though their features are valid rows too.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rows are below 1340")]
    pub fn of(position: &Position) -> Features {
        debug_assert!(
            Features::supports(position.variant()),
            "no features for {position:?}"
        );
        let own_tuzdik = position.own_tuzdik();
        let other_tuzdik = position.other_tuzdik();
        // Plain sums over arrays, which become a few instructions on wide registers.
        let (own, other) = (position.own_holes(), position.other_holes());
        let own_facing = u16::from(other_tuzdik.is_some()) * COUNTS as u16;
        let other_facing = u16::from(own_tuzdik.is_some()) * COUNTS as u16;
        let mut rows = [0_u16; ACTIVE];
        for hole in 0..HOLES {
            let count = |balls: u8| u16::from(balls.min(COUNTS as u8 - 1));
            let first = (hole * SLOT_ROWS) as u16;
            rows[hole] = first + own_facing + count(own[hole]);
            rows[HOLES + hole] =
                (HOLES * SLOT_ROWS) as u16 + first + other_facing + count(other[hole]);
        }
        let kazan = |balls: u8| u16::from(balls.min(KAZAN_ROWS as u8 - 1));
        let tuzdik = |hole: Option<togyz_rules::Hole>| hole.map_or(0, |h| u16::from(h.number()));
        rows[SLOTS] = KAZANS as u16 + kazan(position.own_kazan());
        rows[SLOTS + 1] = (KAZANS + KAZAN_ROWS) as u16 + kazan(position.other_kazan());
        rows[SLOTS + 2] = TUZDIKS as u16 + tuzdik(own_tuzdik);
        rows[SLOTS + 3] = (TUZDIKS + TUZDIK_ROWS) as u16 + tuzdik(other_tuzdik);
        Features(rows)
    }

    /// The rows of the first table that are summed.
    ///
    /// # Shapes
    /// `[ACTIVE]`, ascending, each below [`ROWS`].
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> &[u16; ACTIVE] {
        &self.0
    }
}

//! A position as the inputs that are one; all others are zero.

use togyz_rules::{Hole, Position, Variant};

/// The newest version of the inputs' meaning, see [`FeatureSet`].
pub const FEATURE_VERSION: u32 = FeatureSet::Captures.version();

/// The inputs there are, which are the rows of a model's first table.
pub const ROWS: usize = CAPTURES + 2 * SLOTS * CAPTURE_ROWS;

/// The most inputs that are one.
pub const MAX_ACTIVE: usize = ALWAYS + 2 * SLOTS;

/// What stands in [`Features::padded`] where there is no row.
#[expect(clippy::cast_possible_truncation, reason = "1916")]
pub const PADDING: u16 = ROWS as u16;

/// The inputs that are one in every position: holes, kazans and tuzdiks.
pub(crate) const ALWAYS: usize = SLOTS + 4;

/// Holes of a row.
pub(crate) const HOLES: usize = 9;
/// Holes of the board.
pub(crate) const SLOTS: usize = 2 * HOLES;
/// Inputs for the balls in a hole: 0 to 30, and 31 or more.
pub(crate) const COUNTS: usize = 32;
/// Inputs for a hole: its balls, with the row's owner facing an enemy tuzdik or not.
pub(crate) const SLOT_ROWS: usize = 2 * COUNTS;
/// Inputs for a kazan: 0 to 82 balls, and more.
pub(crate) const KAZAN_ROWS: usize = 84;
/// Inputs for a tuzdik: none, or on hole 1 to 9.
pub(crate) const TUZDIK_ROWS: usize = 10;
/// Inputs for a capture: of 2, 4, .. 28, 30 balls or more, or a tuzdik.
pub(crate) const CAPTURE_ROWS: usize = 16;
/// The first input of the kazans.
pub(crate) const KAZANS: usize = SLOTS * SLOT_ROWS;
/// The first input of the tuzdiks.
pub(crate) const TUZDIKS: usize = KAZANS + 2 * KAZAN_ROWS;
/// The first input of the captures.
pub(crate) const CAPTURES: usize = TUZDIKS + 2 * TUZDIK_ROWS;

/// Which inputs a model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// Version 1: holes, kazans and tuzdiks.
    Holes,
    /// Version 2: what each hole's sowing would capture too, and what would be captured of each hole.
    Captures,
}

impl FeatureSet {
    /// The version that stands in a model's header.
    #[must_use]
    pub const fn version(self) -> u32 {
        match self {
            FeatureSet::Holes => 1,
            FeatureSet::Captures => 2,
        }
    }

    /// The set of a version, if this program knows it.
    #[must_use]
    pub fn of_version(version: u32) -> Option<FeatureSet> {
        [FeatureSet::Holes, FeatureSet::Captures]
            .into_iter()
            .find(|set| set.version() == version)
    }

    /// The inputs of the set: its rows are those below.
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            FeatureSet::Holes => CAPTURES,
            FeatureSet::Captures => ROWS,
        }
    }
}

/// The inputs that are one, all others being zero.
///
/// Everything is seen by the side to move, so a position and the turned one have the same features.
///
/// # Shapes
/// At most [`MAX_ACTIVE`] distinct rows below [`ROWS`], ascending:
///
/// | rows | meaning |
/// | --- | --- |
/// | `64 s + 32 e + min(n, 31)` | hole `s` holds `n` balls. `s` is 0..8 for the mover's holes 1 to 9, 9..17 for the opponent's; `e` is 1 if the owner of the hole's row faces an enemy tuzdik |
/// | 1152 + `min(n, 83)` | the mover's kazan holds `n` balls |
/// | 1236 + `min(n, 83)` | the opponent's kazan holds `n` balls |
/// | 1320 + `t` | the mover's tuzdik: 0 none, else the number of its hole |
/// | 1330 + `t` | the opponent's tuzdik |
/// | 1340 + `16 s + k` | sowing hole `s`, its owner's turn or not, captures by the rules of togyz: `k` is `min(c / 2, 15) - 1` for `c` balls, 15 for a tuzdik; no row where it captures nothing |
/// | 1628 + `16 s + k` | a sowing captures hole `s`; of several that of the last hole |
///
/// # Examples
/// ```
/// use togyz_model::{Features, ROWS};
/// use togyz_rules::{Position, Variant};
/// let start = Position::start(Variant::Togyz);
/// let features = Features::of(&start);
/// assert_eq!(features.rows()[..3], [9, 64 + 9, 128 + 9]);
/// assert_eq!(features.rows()[18..22], [1152, 1236, 1320, 1330]);
/// // From holes 2 to 9 of either side the last ball makes ten.
/// assert_eq!(features.rows()[22], 1340 + 16 + 4);
/// // All holes but the 9th of either side are hit by one of them.
/// assert_eq!(features.rows()[22 + 16], 1628 + 4);
/// assert_eq!(features.rows().len(), 22 + 16 + 16);
/// assert_eq!(features, Features::of(&start.turned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// [`PADDING`] from `len` on.
    rows: [u16; MAX_ACTIVE],
    len: usize,
}

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
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Features {
        Features::of_set(position, FeatureSet::Captures)
    }

    /// The features of a position that are in a set.
    #[inline(always)]
    #[must_use]
    pub fn of_set(position: &Position, set: FeatureSet) -> Features {
        let mut features = Features::without_captures(position);
        if set == FeatureSet::Captures {
            features.add_captures(position);
        }
        features
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rows are below 1916")]
    fn without_captures(position: &Position) -> Features {
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
        let mut rows = [PADDING; MAX_ACTIVE];
        for hole in 0..HOLES {
            let count = |balls: u8| u16::from(balls.min(COUNTS as u8 - 1));
            let first = (hole * SLOT_ROWS) as u16;
            rows[hole] = first + own_facing + count(own[hole]);
            rows[HOLES + hole] =
                (HOLES * SLOT_ROWS) as u16 + first + other_facing + count(other[hole]);
        }
        let kazan = |balls: u8| u16::from(balls.min(KAZAN_ROWS as u8 - 1));
        let tuzdik = |hole: Option<Hole>| hole.map_or(0, |h| u16::from(h.number()));
        rows[SLOTS] = KAZANS as u16 + kazan(position.own_kazan());
        rows[SLOTS + 1] = (KAZANS + KAZAN_ROWS) as u16 + kazan(position.other_kazan());
        rows[SLOTS + 2] = TUZDIKS as u16 + tuzdik(own_tuzdik);
        rows[SLOTS + 3] = (TUZDIKS + TUZDIK_ROWS) as u16 + tuzdik(other_tuzdik);
        Features { rows, len: ALWAYS }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rows are below 1916")]
    fn add_captures(&mut self, position: &Position) {
        let sides = [
            (position.own_holes(), position.own_tuzdik()),
            (position.other_holes(), position.other_tuzdik()),
        ];
        // What is captured of each hole.
        let mut hit = [0; SLOTS];
        let mut first = CAPTURES as u16;
        for side in 0..2 {
            let (own, own_tuzdik) = &sides[side];
            let (other, other_tuzdik) = &sides[1 - side];
            let targets = Targets::new(other, *own_tuzdik, *other_tuzdik);
            let hit = &mut hit[(1 - side) * HOLES..][..HOLES];
            for (hole, &balls) in own.iter().enumerate() {
                let last = targets.last(hole, balls);
                let kind = targets.capture(last);
                if kind != 0 {
                    hit[last.place % SLOTS % HOLES] = kind;
                }
                self.add_capture(first, kind);
                first += CAPTURE_ROWS as u16;
            }
        }
        for kind in hit {
            self.add_capture(first, kind);
            first += CAPTURE_ROWS as u16;
        }
    }

    /// Adds the row of a capture, if there is one, without a jump that no processor can guess: the
    /// place after the last row is written in any case.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rows are below 1916")]
    fn add_capture(&mut self, first: u16, kind: u8) {
        let row = first + u16::from(kind).wrapping_sub(1) % CAPTURE_ROWS as u16;
        self.rows[self.len.min(MAX_ACTIVE - 1)] = if kind == 0 { PADDING } else { row };
        self.len += usize::from(kind != 0);
    }

    /// The rows of the first table that are summed, of the newest set.
    ///
    /// # Shapes
    /// At most `[MAX_ACTIVE]`, ascending, each below [`ROWS`].
    #[inline(always)]
    #[must_use]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len.min(MAX_ACTIVE)]
    }

    /// The rows of a set.
    #[inline(always)]
    #[must_use]
    pub fn rows_of(&self, set: FeatureSet) -> &[u16] {
        match set {
            FeatureSet::Holes => &self.rows[..ALWAYS],
            FeatureSet::Captures => self.rows(),
        }
    }

    /// The same, always as many.
    ///
    /// # Shapes
    /// `[MAX_ACTIVE]`, [`PADDING`] after the last row.
    #[must_use]
    pub const fn padded(&self) -> &[u16; MAX_ACTIVE] {
        &self.rows
    }
}

/// The places of the board by what a last ball finds there, for the side that sows.
struct Targets {
    /// Balls, or [`BARE`] where nothing can be captured: the own row, then the opponent's, twice
    /// over so that a place past the board needs no division.
    balls: [u8; 2 * SLOTS],
    /// Which captures may be made of a place: [`BALLS`] alone, or [`TUZDIK`] too.
    kinds: [u8; 2 * SLOTS],
}

/// More balls than any variant has: no capture whatever is added.
pub(crate) const BARE: u8 = 200;
/// The bits of the captures of 2 to 30 balls, 1 to 15.
const BALLS: u8 = 0b0_1111;
/// The capture that makes a tuzdik.
const TUZDIK: u8 = 0b1_0000;

impl Targets {
    #[inline(always)]
    fn new(other: &[u8; HOLES], own_tuzdik: Option<Hole>, other_tuzdik: Option<Hole>) -> Targets {
        let mut balls = [BARE; 2 * SLOTS];
        balls[HOLES..SLOTS].copy_from_slice(other);
        let mut kinds = [BALLS; 2 * SLOTS];
        match own_tuzdik {
            // What falls into the own tuzdik is won without a capture.
            Some(own) => balls[HOLES + own.index()] = BARE,
            None => {
                kinds[HOLES..SLOTS - 1].fill(BALLS | TUZDIK);
                if let Some(opposite) = other_tuzdik {
                    kinds[HOLES + opposite.index()] = BALLS;
                }
            }
        }
        balls.copy_within(..SLOTS, SLOTS);
        kinds.copy_within(..SLOTS, SLOTS);
        Targets { balls, kinds }
    }

    /// Where the last ball of a hole falls.
    #[inline(always)]
    fn last(&self, hole: usize, balls: u8) -> Last {
        let (way, dropped) = SOWN[usize::from(balls)];
        let place = hole + usize::from(way);
        Last {
            place,
            balls: self.balls[place].wrapping_add(dropped),
        }
    }

    /// What it captures there: 0 nothing, 1 to 15 twice as many balls or more, 16 a tuzdik.
    #[inline(always)]
    fn capture(&self, last: Last) -> u8 {
        CAPTURED[usize::from(last.balls)] & self.kinds[last.place]
    }
}

/// Where a sowing ends.
#[derive(Clone, Copy)]
struct Last {
    /// In [`Targets`].
    place: usize,
    /// Balls that lie there then, the last one among them.
    balls: u8,
}

/// For each number of balls, how far the last one falls from their hole, and how many of them fall
/// where it does.
const SOWN: [(u8, u8); 256] = {
    let mut sown = [(0, 0); 256];
    sown[1] = (1, 1);
    let mut balls = 2;
    while balls < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let (way, laps) = (((balls - 1) % SLOTS) as u8, ((balls - 1) / SLOTS) as u8);
        sown[balls] = (way, laps + 1);
        balls += 1;
    }
    sown
};

/// What a last ball captures where it makes so many.
const CAPTURED: [u8; 256] = {
    let mut captured = [0; 256];
    captured[3] = TUZDIK;
    let mut balls = 2;
    while balls < BARE as usize {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let half = (balls / 2) as u8;
        captured[balls] = if half < BALLS { half } else { BALLS };
        balls += 2;
    }
    captured
};

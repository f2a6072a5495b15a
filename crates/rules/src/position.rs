//! The board, and what a move does to it.

use std::fmt;

use crate::hole::{Hole, Move, MoveSet};
use crate::kernel::sowing;
use crate::outcome::{EndReason, Outcome};
use crate::played::{IllegalMove, Landing, Played};
use crate::row::{KAZAN, NO_TUZDIK, Row, TUZDIK, VARIANT};
use crate::side::{BySide, Side};
use crate::variant::Variant;

/// A board with a side to move: 32 bytes, copied freely.
///
/// Both rows are kept from the mover's view, so turning the board after a move swaps two words.
/// Every position that exists is a valid one: it comes from [`Position::start`], from
/// [`Setup::build`](crate::Setup::build), or from a legal move.
///
/// # Examples
/// ```
/// use togyz_rules::{Move, Position, Side, Variant};
/// let start = Position::start(Variant::Togyz);
/// let (next, played) = start.play(Move::from_number(9)?)?;
/// // Nine balls from hole 9: the last makes the opponent's hole 8 ten, which is even.
/// assert_eq!(played.captured, 10);
/// assert_eq!(next.kazan(Side::Bastaushy), 10);
/// assert_eq!(next.side_to_move(), Side::Kostaushy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    mover: Row,
    waiting: Row,
}

impl Position {
    /// The position every game of the variant starts from.
    #[must_use]
    pub fn start(variant: Variant) -> Position {
        let row = |side| {
            (0..variant.holes()).fold(Row::empty(side, variant), |row, hole| {
                row.plus(hole, variant.rules().balls)
            })
        };
        Position {
            mover: row(Side::Bastaushy),
            waiting: row(Side::Kostaushy),
        }
    }

    pub(crate) const fn from_rows(mover: Row, waiting: Row) -> Position {
        Position { mover, waiting }
    }

    /// The rule set.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> Variant {
        Variant::from_index(self.mover.byte(VARIANT))
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.mover.side()
    }

    #[inline]
    fn row(&self, side: Side) -> Row {
        if side == self.side_to_move() {
            self.mover
        } else {
            self.waiting
        }
    }

    /// The balls in a hole of `side`'s row.
    #[inline]
    #[must_use]
    pub fn balls(&self, side: Side, hole: Hole) -> u8 {
        self.row(side).byte(hole.index())
    }

    /// The balls in `side`'s kazan.
    #[inline]
    #[must_use]
    pub fn kazan(&self, side: Side) -> u8 {
        self.row(side).byte(KAZAN)
    }

    /// The hole of the OPPONENT's row that is `side`'s tuzdik.
    #[inline]
    #[must_use]
    pub fn tuzdik(&self, side: Side) -> Option<Hole> {
        Hole::from_index(self.row(side).byte(TUZDIK) as usize)
    }

    /// The balls that lie in `side`'s row.
    #[inline]
    #[must_use]
    pub fn row_balls(&self, side: Side) -> u8 {
        self.row(side).balls()
    }

    /// The balls in the mover's holes by index; holes that the board lacks read 0.
    #[inline]
    #[must_use]
    pub const fn own_holes(&self) -> [u8; 9] {
        hole_bytes(self.mover)
    }

    /// The balls in the opponent's holes by index; holes that the board lacks read 0.
    #[inline]
    #[must_use]
    pub const fn other_holes(&self) -> [u8; 9] {
        hole_bytes(self.waiting)
    }

    /// The balls in the mover's kazan.
    #[inline]
    #[must_use]
    pub const fn own_kazan(&self) -> u8 {
        self.mover.byte(KAZAN)
    }

    /// The balls in the kazan of the side that waits.
    #[inline]
    #[must_use]
    pub const fn other_kazan(&self) -> u8 {
        self.waiting.byte(KAZAN)
    }

    /// The mover's tuzdik, a hole of the opponent's row.
    #[inline]
    #[must_use]
    pub const fn own_tuzdik(&self) -> Option<Hole> {
        Hole::from_index(self.mover.byte(TUZDIK) as usize)
    }

    /// The tuzdik of the side that waits, a hole of the mover's row.
    #[inline]
    #[must_use]
    pub const fn other_tuzdik(&self) -> Option<Hole> {
        Hole::from_index(self.waiting.byte(TUZDIK) as usize)
    }

    /// The same position with the balls of its holes laid out otherwise: kazans, tuzdiks and turn
    /// stay. For walks over all boards, which need no check of each one.
    ///
    /// The layout must hold as many balls and none in a tuzdik or in a hole that the board lacks;
    /// any other gives a meaningless position (a debug assertion in debug builds), never undefined
    /// behaviour.
    #[inline]
    #[must_use]
    pub fn rearranged(&self, own: [u8; 9], other: [u8; 9]) -> Position {
        let laid = Position {
            mover: self.mover.with_holes(own),
            waiting: self.waiting.with_holes(other),
        };
        debug_assert_eq!(laid.balls_on_board(), self.balls_on_board());
        debug_assert_eq!(laid.mover.byte(laid.waiting.byte(TUZDIK) as usize), 0);
        debug_assert_eq!(laid.waiting.byte(laid.mover.byte(TUZDIK) as usize), 0);
        laid
    }

    /// Whether either side has a tuzdik. Without one positions can repeat, with one they cannot.
    #[inline]
    #[must_use]
    pub const fn has_tuzdik(&self) -> bool {
        self.mover.byte(TUZDIK) != NO_TUZDIK || self.waiting.byte(TUZDIK) != NO_TUZDIK
    }

    /// The balls that lie in the holes of both rows.
    #[inline]
    #[must_use]
    pub const fn balls_on_board(&self) -> u8 {
        self.mover.balls() + self.waiting.balls()
    }

    /// The moves of the side to move: its holes that hold a ball.
    ///
    /// The opponent's tuzdik never holds one, so it needs no test. The set is that of the board
    /// alone: it may be non-empty although the game is over by majority, so that a game can be
    /// played on to its natural end.
    #[inline]
    #[must_use]
    pub const fn legal_moves(&self) -> MoveSet {
        MoveSet::from_bits(self.mover.occupied())
    }

    /// Plays a move and tells what it did.
    ///
    /// # Errors
    /// [`IllegalMove`] if the hole is missing, empty, or the opponent's tuzdik.
    pub fn play(&self, mv: Move) -> Result<(Position, Played), IllegalMove> {
        if mv.index() >= self.variant().holes() {
            return Err(IllegalMove::NoSuchHole(mv.0));
        }
        if !self.legal_moves().contains(mv) {
            return Err(match self.other_tuzdik() {
                Some(tuzdik) if tuzdik == mv.0 => IllegalMove::Tuzdik(mv.0),
                _ => IllegalMove::Empty(mv.0),
            });
        }
        Ok(self.play_traced(mv))
    }

    /// Plays a legal move. The kernel of every search.
    ///
    /// A move that is not legal gives a meaningless position (a debug assertion in debug builds),
    /// never undefined behaviour.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        self.sow(mv).0
    }

    /// Plays a legal move as [`Position::play_unchecked`] does, and tells what it did.
    #[must_use]
    pub fn play_traced(&self, mv: Move) -> (Position, Played) {
        let (next, last, captured) = self.sow(mv);
        let side = self.side_to_move();
        let holes = self.variant().holes();
        let last = last as usize;
        let (row, index) = if last < holes {
            (side, last)
        } else {
            (side.other(), last - holes)
        };
        let played = Played {
            mv,
            side,
            sown: self.mover.byte(mv.index()),
            landing: Landing {
                row,
                hole: Hole::from_index(index).unwrap_or(mv.0),
            },
            captured,
            made_tuzdik: next.waiting.byte(TUZDIK) != self.mover.byte(TUZDIK),
            gained: BySide::from_fn(|side| next.kazan(side) - self.kazan(side)),
        };
        (next, played)
    }

    /// Whether the mover may make a tuzdik of the opponent's hole with this index.
    fn may_become_tuzdik(&self, target: u8) -> bool {
        let rules = self.variant().rules();
        rules.tuzdik
            && self.mover.byte(TUZDIK) == NO_TUZDIK
            && target != rules.holes - 1
            && target != self.waiting.byte(TUZDIK)
    }

    /// The position after a move, the place of its last ball, and what that ball captured.
    #[inline]
    fn sow(&self, mv: Move) -> (Position, u8, u8) {
        debug_assert!(
            self.legal_moves().contains(mv),
            "illegal move {mv} in {self:?}"
        );
        let origin = mv.index();
        let balls = self.mover.byte(origin);

        // 1. Take the balls out and sow them, one table entry for each row.
        let sown = sowing(self.variant(), origin, balls);
        let mut own = Row(self.mover.without(origin).0 + sown.mover);
        let mut other = Row(self.waiting.0 + sown.waiting);

        // 2. What fell into a tuzdik goes to its owner's kazan. A side without one points at a
        //    byte that is always zero.
        let own_tuzdik = self.mover.byte(TUZDIK);
        let other_tuzdik = self.waiting.byte(TUZDIK);
        let fed_own = other.byte(own_tuzdik as usize);
        let fed_other = own.byte(other_tuzdik as usize);
        own = own.without(other_tuzdik as usize);
        other = other.without(own_tuzdik as usize).plus(KAZAN, fed_other);

        // 3. The last ball captures an even hole of the opponent, or makes a tuzdik of three. In a
        //    tuzdik it captures nothing: step 2 has left that hole empty. On the own row it looks
        //    at a byte that is always zero, and captures none: half of all moves end there, which
        //    no processor can guess.
        let target = sown.target;
        let there = other.byte(target as usize);
        let mut captured = if there & 1 == 0 { there } else { 0 };
        if there == 3 && self.may_become_tuzdik(target) {
            captured = 3;
            own = own.minus(TUZDIK, NO_TUZDIK).plus(TUZDIK, target);
        }
        other = Row(other.0 - (u128::from(captured) << (8 * target)));
        own = own.plus(KAZAN, fed_own + captured);

        // 4. Turn the board.
        (
            Position {
                mover: other,
                waiting: own,
            },
            sown.last,
            captured,
        )
    }

    /// The result if the game is over by the board alone: by majority, or because the side to move
    /// has no move. Repetition is a matter of the game's history: see
    /// [`Game::outcome`](crate::Game::outcome).
    ///
    /// Where both hold, the end is atsyz kalu, so that the balls left count in the score.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        self.natural_end().or_else(|| {
            let score = BySide::from_fn(|side| self.kazan(side));
            Some(Outcome::by_score(EndReason::Majority, score))
        })
    }

    /// The result if the side to move has no move, whoever has a majority: the end of a game that
    /// is played on for its score.
    #[must_use]
    pub fn natural_end(&self) -> Option<Outcome> {
        self.legal_moves().is_empty().then(|| {
            let score = BySide::from_fn(|side| self.kazan(side) + self.row_balls(side));
            Outcome::by_score(EndReason::NoMove, score)
        })
    }

    /// Whether [`Position::outcome`] has a result, without computing it.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        let majority = self.variant().majority();
        self.legal_moves().is_empty()
            || self.own_kazan() >= majority
            || self.other_kazan() >= majority
    }

    /// The same board seen by the other player: the rows, kazans and tuzdiks change owner, and so
    /// does the turn. What is good for one side in the first is as good for the other in the second.
    #[must_use]
    pub fn turned(&self) -> Position {
        let flip = |row: Row| {
            let side = row.byte(crate::row::SIDE);
            row.minus(crate::row::SIDE, side)
                .plus(crate::row::SIDE, 1 - side)
        };
        Position {
            mover: flip(self.mover),
            waiting: flip(self.waiting),
        }
    }

    /// A hash of the position, the same in every process.
    ///
    /// Each half of a row is multiplied by an odd constant and the 128-bit products are folded.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "words are taken apart")]
    pub fn key(&self) -> u64 {
        const fn fold(a: u64, b: u64) -> u64 {
            let product = (a as u128) * (b as u128);
            (product >> 64) as u64 ^ product as u64
        }
        let (a, b) = (self.mover.0, self.waiting.0);
        let low = fold(
            a as u64 ^ 0x9e37_79b9_7f4a_7c15,
            b as u64 ^ 0xd1b5_4a32_d192_ed03,
        );
        let high = fold(
            (a >> 64) as u64 ^ 0x8cb9_2ba7_2f3d_8dd7,
            (b >> 64) as u64 ^ 0xaaaa_5555_a5a5_5a5a,
        );
        fold(low ^ 0xe703_7ed1_a0b4_28db, high ^ 0x2545_f491_4f6c_dd1d)
    }
}

const fn hole_bytes(row: Row) -> [u8; 9] {
    let bytes = row.0.to_le_bytes();
    [
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
    ]
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("variant", &self.variant())
            .field("side_to_move", &self.side_to_move())
            .field("own_holes", &self.own_holes())
            .field("other_holes", &self.other_holes())
            .field("kazans", &(self.own_kazan(), self.other_kazan()))
            .field("tuzdiks", &(self.own_tuzdik(), self.other_tuzdik()))
            .finish()
    }
}

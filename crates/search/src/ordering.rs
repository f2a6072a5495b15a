//! Which moves to search first, and which of them capture.

use togyz_rules::{MAX_HOLES, Move, Position};

/// Moves with a rank, the best rank taken first.
#[derive(Clone, Copy)]
pub(crate) struct Ordered {
    moves: [Ranked; MAX_HOLES],
    len: usize,
    next: usize,
}

/// A move and what is known about it before it is searched.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    /// Highest first: sixteen times the gain, plus the hole, so that of equals the highest hole
    /// comes first, whose balls reach the other side soonest.
    rank: i16,
    /// Balls won for the own kazan less those that the other side gets.
    pub(crate) gain: i16,
    pub(crate) mv: Move,
}

/// The rank of the transposition table's move: above any gain.
const TABLE_MOVE: i16 = i16::MAX;

/// What a new tuzdik adds to the rank, as if so many balls had been won.
const NEW_TUZDIK: i16 = 25;

impl Ordered {
    fn none(any: Move) -> Ordered {
        let ranked = Ranked {
            rank: 0,
            gain: 0,
            mv: any,
        };
        Ordered {
            moves: [ranked; MAX_HOLES],
            len: 0,
            next: 0,
        }
    }

    fn push(&mut self, ranked: Ranked) {
        self.moves[self.len] = ranked;
        self.len += 1;
    }

    /// All moves, the table's first, then by what they win at once.
    #[inline]
    pub(crate) fn all(position: &Position, table_move: Option<Move>) -> Ordered {
        let mut ordered = Ordered::none(FIRST);
        for mv in position.legal_moves() {
            let (gain, tuzdik) = gain(position, mv);
            let rank = if table_move == Some(mv) {
                TABLE_MOVE
            } else {
                rank(gain + if tuzdik { NEW_TUZDIK } else { 0 }, mv)
            };
            ordered.push(Ranked { rank, gain, mv });
        }
        ordered
    }

    /// The moves that win at least `least` balls or a tuzdik.
    #[inline]
    pub(crate) fn captures(position: &Position, least: i16) -> Ordered {
        let mut ordered = Ordered::none(FIRST);
        for mv in position.legal_moves() {
            let (gain, tuzdik) = gain(position, mv);
            let gain = gain + if tuzdik { NEW_TUZDIK } else { 0 };
            if gain >= least {
                ordered.push(Ranked {
                    rank: rank(gain, mv),
                    gain,
                    mv,
                });
            }
        }
        ordered
    }
}

const FIRST: Move = match Move::from_index(0) {
    Some(mv) => mv,
    None => unreachable!(),
};

impl Iterator for Ordered {
    type Item = Ranked;

    /// The best of those left.
    #[inline]
    fn next(&mut self) -> Option<Ranked> {
        let left = &mut self.moves[self.next..self.len];
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].rank > left[best].rank {
                best = index;
            }
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        let first = left[0];
        self.next += 1;
        Some(first)
    }
}

#[inline]
fn rank(gain: i16, mv: Move) -> i16 {
    16 * gain + i16::from(mv.number())
}

/// The balls a move wins less those it gives away, and whether it makes a tuzdik.
#[inline]
fn gain(position: &Position, mv: Move) -> (i16, bool) {
    let next = position.play_unchecked(mv);
    let own = i16::from(next.other_kazan()) - i16::from(position.own_kazan());
    let other = i16::from(next.own_kazan()) - i16::from(position.other_kazan());
    (own - other, next.other_tuzdik() != position.own_tuzdik())
}

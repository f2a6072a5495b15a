//! Which moves to search first, and which of them capture.

use togyz_rules::{MAX_HOLES, Move, Position, Rules};

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
    /// Balls captured, see [`gain`].
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
        let rules = position.variant().rules();
        let mut ordered = Ordered::none(FIRST);
        for mv in position.legal_moves() {
            let (gain, tuzdik) = gain(position, rules, mv);
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
        let rules = position.variant().rules();
        let mut ordered = Ordered::none(FIRST);
        for mv in position.legal_moves() {
            let (gain, tuzdik) = gain(position, rules, mv);
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

/// The balls that the last ball of a move captures, and whether it makes a tuzdik of them.
///
/// Balls that fall into tuzdiks on the way are few and left out. A move that laps the board is
/// played to see; of the others the landing follows from the count.
#[inline]
fn gain(position: &Position, rules: &Rules, mv: Move) -> (i16, bool) {
    let holes = usize::from(rules.holes);
    let balls = usize::from(position.own_holes()[mv.index()]);
    if balls >= 2 * holes {
        return lapping_gain(position, mv);
    }
    // The first of several balls goes back into the hole itself.
    let steps = balls - usize::from(rules.resows_origin && balls > 1);
    let Some(at) = (mv.index() + steps)
        .checked_sub(holes)
        .filter(|&at| at < holes)
    else {
        return (0, false);
    };
    // Each hole on the way got one ball. The own tuzdik is empty and stays so: one ball is odd.
    let there = i16::from(position.other_holes()[at]) + 1;
    if there & 1 == 0 {
        (there, false)
    } else if there == 3
        && rules.tuzdik
        && at + 1 < holes
        && position.own_tuzdik().is_none()
        && position
            .other_tuzdik()
            .is_none_or(|hole| hole.index() != at)
    {
        (there, true)
    } else {
        (0, false)
    }
}

/// The balls that any move wins, and whether it makes a tuzdik.
#[cold]
fn lapping_gain(position: &Position, mv: Move) -> (i16, bool) {
    let next = position.play_unchecked(mv);
    let won = i16::from(next.other_kazan()) - i16::from(position.own_kazan());
    (won, next.other_tuzdik() != position.own_tuzdik())
}

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
    /// Balls captured, see [`Board::gain`].
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
        let board = Board::new(position);
        let mut ordered = Ordered::none(FIRST);
        for mv in position.legal_moves() {
            let (gain, tuzdik) = board.gain(mv);
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
        let board = Board::new(position);
        let mut ordered = Ordered::none(FIRST);
        for mv in position.legal_moves() {
            let (gain, tuzdik) = board.gain(mv);
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

/// A board taken apart once for all its moves.
struct Board<'a> {
    position: &'a Position,
    own: [u8; MAX_HOLES],
    other: [u8; MAX_HOLES],
    holes: usize,
    resows_origin: bool,
    /// One bit for each hole of the other side that three balls would make a tuzdik.
    tuzdiks: u16,
}

impl Board<'_> {
    #[inline]
    fn new(position: &Position) -> Board<'_> {
        let rules = position.variant().rules();
        let holes = usize::from(rules.holes);
        let mut tuzdiks = 0;
        if rules.tuzdik && position.own_tuzdik().is_none() {
            // All holes but the last one and the one opposite the other side's tuzdik.
            tuzdiks = (1 << (holes - 1)) - 1;
            if let Some(hole) = position.other_tuzdik() {
                tuzdiks &= !(1 << hole.index());
            }
        }
        Board {
            position,
            own: position.own_holes(),
            other: position.other_holes(),
            holes,
            resows_origin: rules.resows_origin,
            tuzdiks,
        }
    }

    /// The balls that the last ball of a move captures, and whether it makes a tuzdik of them.
    ///
    /// Balls that fall into tuzdiks on the way are few and left out. A move that laps the board is
    /// played to see; of the others the landing follows from the count.
    #[inline]
    fn gain(&self, mv: Move) -> (i16, bool) {
        let balls = usize::from(self.own[mv.index()]);
        if balls >= 2 * self.holes {
            return lapping_gain(self.position, mv);
        }
        // The first of several balls goes back into the hole itself.
        let last = mv.index() + balls - usize::from(self.resows_origin && balls > 1);
        let at = last.wrapping_sub(self.holes);
        if at >= self.holes {
            return (0, false);
        }
        // Each hole on the way got one ball. The own tuzdik is empty and stays so: one ball is odd.
        let there = i16::from(self.other[at]) + 1;
        let makes_tuzdik = there == 3 && self.tuzdiks >> at & 1 == 1;
        if there & 1 == 0 || makes_tuzdik {
            (there, makes_tuzdik)
        } else {
            (0, false)
        }
    }
}

/// The balls that any move wins, and whether it makes a tuzdik.
#[cold]
fn lapping_gain(position: &Position, mv: Move) -> (i16, bool) {
    let next = position.play_unchecked(mv);
    let won = i16::from(next.other_kazan()) - i16::from(position.own_kazan());
    (won, next.other_tuzdik() != position.own_tuzdik())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use togyz_rules::{Game, Variant};

    /// The short cut against the rules themselves, in random games of every variant.
    #[test]
    fn gains_are_what_the_last_ball_captures() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut tuzdiks = 0;
        for variant in Variant::ALL {
            for _ in 0..50 {
                let mut game = Game::new(variant);
                while game.outcome().is_none() {
                    let position = game.position();
                    let board = Board::new(position);
                    let moves = position.legal_moves();
                    for mv in moves {
                        let (_, played) = position.play(mv).unwrap();
                        let (gain, tuzdik) = board.gain(mv);
                        assert_eq!(tuzdik, played.made_tuzdik, "{mv} {position:?}");
                        if played.sown < 2 * variant.rules().holes {
                            assert_eq!(gain, played.captured.into(), "{mv} {position:?}");
                        }
                        tuzdiks += u32::from(tuzdik);
                    }
                    let index = rng.random_range(0..moves.len());
                    game.play(moves.iter().nth(index).unwrap()).unwrap();
                }
            }
        }
        assert!(tuzdiks > 50);
    }

    #[test]
    fn the_table_move_comes_first_and_every_move_once() {
        let start = Position::start(Variant::Togyz);
        for table_move in start.legal_moves() {
            let order: Vec<Move> = Ordered::all(&start, Some(table_move))
                .map(|ranked| ranked.mv)
                .collect();
            assert_eq!(order[0], table_move);
            let mut sorted = order.clone();
            sorted.sort();
            assert_eq!(sorted, start.legal_moves().iter().collect::<Vec<_>>());
        }
    }
}

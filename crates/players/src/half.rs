//! Whether a side is sure of half of the balls: of a draw at least, where no result is proven.

use std::sync::atomic::Ordering;

use togyz_rules::{EndReason, Game, Position, Side};
use togyz_tables::Probe;

use crate::budget::{Budget, Clock};

/// The deepest search; it also bounds the recursion.
const MAX_DEPTH: u8 = 60;
/// Places for positions that were searched before, a power of two: 64 MB.
const PLACES: usize = 1 << 22;
/// Positions between two looks at the clock.
const CHECK: u64 = 4096;
/// Instead of a depth: sure, at any depth.
const SURE: u8 = u8::MAX;

/// What a search for half of the balls came to.
pub(crate) struct Half {
    /// Whether the side gets them whatever is played against it; false if that was not found.
    pub(crate) is_sure: bool,
    /// Positions looked at.
    pub(crate) nodes: u64,
}

/// Searches whether `side` gets half of the balls or more, deeper and deeper.
///
/// Only balls in the kazan count, and those of the tables: a position at the last depth, or one that
/// is played in a circle, holds no promise. So what is found is certain, and what is not found may
/// be so nevertheless.
pub(crate) fn half(
    game: &Game,
    side: Side,
    tables: &Probe,
    budget: &Budget,
    clock: &Clock<'_>,
) -> Half {
    let mut tables = tables.clone();
    tables.begin(game);
    let mut search = Search {
        side,
        goal: game.position().variant().total() / 2,
        tables,
        known: vec![(0, 0); PLACES],
        nodes: 0,
        budget,
        clock,
        stopped: false,
        cut: false,
    };
    for depth in 1..=budget.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        search.cut = false;
        if search.is_sure(game.position(), depth) {
            return Half {
                is_sure: true,
                nodes: search.nodes,
            };
        }
        // Stopped, or all there is was seen.
        if search.stopped || !search.cut {
            break;
        }
    }
    Half {
        is_sure: false,
        nodes: search.nodes,
    }
}

struct Search<'a> {
    side: Side,
    goal: u8,
    tables: Probe,
    /// By key: the key, and the depth to which nothing was found, or [`SURE`].
    known: Vec<(u64, u8)>,
    nodes: u64,
    budget: &'a Budget,
    clock: &'a Clock<'a>,
    stopped: bool,
    /// Whether the last depth kept anything from being looked at.
    cut: bool,
}

impl Search<'_> {
    fn is_sure(&mut self, position: &Position, depth: u8) -> bool {
        // 1. What is decided.
        if let Some(known) = self.decided(position) {
            return known;
        }
        self.count();
        if depth == 0 || self.stopped {
            self.cut = true;
            return false;
        }
        // 2. What was searched before.
        let key = position.key();
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are as good")]
        let place = key as usize & (PLACES - 1);
        let (found, known) = self.known[place];
        if found == key && known >= depth {
            self.cut |= known != SURE;
            return known == SURE;
        }
        // 3. Any move of the side will do; against all of the other's. The largest gain first.
        let is_own = position.side_to_move() == self.side;
        let mut next: Vec<Position> = position
            .legal_moves()
            .iter()
            .map(|mv| position.play_unchecked(mv))
            .collect();
        let mover = position.side_to_move();
        next.sort_by_key(|next| std::cmp::Reverse(next.kazan(mover)));
        let mut is_sure = !is_own;
        for next in &next {
            if self.is_sure(next, depth - 1) == is_own {
                is_sure = is_own;
                break;
            }
        }
        if !self.stopped {
            self.known[place] = (key, if is_sure { SURE } else { depth });
        }
        is_sure
    }

    /// Whether the side gets its half, where that can be told at once.
    fn decided(&self, position: &Position) -> Option<bool> {
        let total = position.variant().total();
        if position.kazan(self.side) >= self.goal {
            return Some(true);
        }
        if position.kazan(self.side.other()) > total - self.goal {
            return Some(false);
        }
        if let Some(end) = position.outcome() {
            debug_assert_eq!(end.reason, EndReason::NoMove);
            return Some(end.score[self.side] >= self.goal);
        }
        let exact = self.tables.exact(position)?;
        let is_own = position.side_to_move() == self.side;
        let balls = if is_own { exact.own } else { exact.other };
        Some(balls >= self.goal)
    }

    fn count(&mut self) {
        self.nodes += 1;
        let is_spent = self.budget.nodes.is_some_and(|most| self.nodes >= most);
        self.stopped |= is_spent;
        if self.nodes.is_multiple_of(CHECK) {
            let time = self.budget.time;
            self.stopped |= time.is_some_and(|most| (self.clock.elapsed)() >= most)
                || self.clock.stop.load(Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use togyz_rules::Variant;
    use togyz_tables::{TableSet, Verdict};

    use super::*;

    /// Without any table, small boards of every kind: what is found is what the tables say.
    #[test]
    fn what_is_sure_is_so_by_the_tables() {
        let set = TableSet::small(Variant::Togyz);
        let blind = Probe::new(set.clone()).up_to(0);
        let clock = Clock {
            elapsed: &|| Duration::ZERO,
            stop: &AtomicBool::new(false),
        };
        let budget = Budget {
            nodes: Some(20_000),
            ..Budget::default()
        };
        let texts = [
            "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0",
            "0,0,0,0,0,0,0,2,1/0,0,0,0,0,0,1,0,1/78,79/-1,-1/0",
            "0,0,0,0,0,0,0,2,1/0,0,0,0,0,0,1,0,1/79,78/-1,-1/1",
            "0,0,0,0,0,0,1,0,2/0,0,0,0,0,0,0,0,1/77,81/3,-1/0",
            "0,0,0,0,0,0,1,0,2/0,0,0,0,0,0,0,0,1/81,77/-1,3/1",
            "0,0,0,0,0,0,0,0,2/0,0,0,0,0,1,0,0,2/79,78/2,5/0",
        ];
        let mut sure = 0;
        for text in texts {
            let position = Position::from_compact(text, Variant::Togyz).expect("a position");
            let game = Game::from_position(position);
            let exact = set.exact(&position).expect("a small position");
            for side in Side::ALL {
                let found = half(&game, side, &blind, &budget, &clock).is_sure;
                let verdict = if position.side_to_move() == side {
                    exact.verdict
                } else {
                    exact.verdict.turned()
                };
                assert!(!found || verdict >= Verdict::Draw, "{text} {side}");
                sure += u32::from(found);
            }
        }
        assert!(sure >= 5, "{sure}");
    }
}

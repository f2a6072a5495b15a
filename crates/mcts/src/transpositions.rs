//! Which inner node a position has, so that moves that lead to one position lead to one node.
//!
//! Many orders of moves lead to the same position, in endings most of them. A tree would look at each
//! copy anew; here what was found below a position counts wherever it is reached from, and the tree is a
//! graph. What makes that sound:
//!
//! - *Repetition.* A draw by repetition depends on the way. It needs a position that comes again, so no ball may
//!   have been captured since, and none can come again once there is a tuzdik. Therefore a node is shared only
//!   where it is reached by a capture, or has a tuzdik ([`may_be_shared`]): whatever repeats below it has begun
//!   below it. For the same reason no way through shared nodes leads back to where it began.
//! - *Visits.* A node counts its own, and a move to it those that came that way. A move that [lags] far behind is
//!   not followed any further: it takes over the node's mean and counts a visit.
//!
//! # Source
//! Czech, Korus and Kersting 2021, "Improving AlphaZero Using Monte-Carlo Graph Search"; the rule for moves that
//! lag behind is KataGo's (its `docs/GraphSearch.md`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use togyz_rules::{Position, Side};

use crate::link::MAX_NODES;
use crate::memory::zeros;
use crate::node::Node;

/// An entry for each inner node, twice that for the next power of two, and half of this beside it while the table grows.
pub(crate) const MOST_BYTES_PER_NODE: u64 = 3 * size_of::<AtomicU64>() as u64;

/// The part of an entry that is the node's index; the rest is the upper part of the position's key.
const INDEX: u64 = MAX_NODES as u64;

/// Entries at first.
const LEAST: usize = 1 << 9;

/// Whether what is found below `child` does not depend on the way there; `parent` is the position before.
#[inline(always)]
pub(crate) fn may_be_shared(parent: &Position, child: &Position) -> bool {
    child.has_tuzdik() || child.balls_on_board() < parent.balls_on_board()
}

/// A move lags if its node has been visited more than so many times as often as the move. If every move that is but one
/// visit behind ended a simulation, then where many ways lead down hardly one would find anything new.
const LAG: u32 = 8;

/// Whether a simulation of a move that has had so many visits ends before this node, of which other ways have found
/// out more.
#[inline(always)]
pub(crate) fn lags(visits: u32, node: &Node) -> bool {
    node.proof.is_some() || node.count > visits.saturating_mul(LAG)
}

/// The key of a position, the same whichever side is to move.
#[inline(always)]
pub(crate) fn key_of(position: &Position) -> u64 {
    match position.side_to_move() {
        Side::Bastaushy => position.key(),
        Side::Kostaushy => position.turned().key(),
    }
}

/// Indices of inner nodes by position. An entry replaces what was in its place; whether it is about the position
/// that is asked for, only its node tells.
///
/// Threads share it without a lock: an entry is one number, written after the node that it leads to. Who holds the lock
/// of the crown makes room and hands it on; an entry that another thread writes meanwhile may be lost, and then its
/// node is not found, which is no fault.
#[derive(Debug)]
pub(crate) struct Transpositions {
    /// 0 is no entry, for the root is never shared.
    entries: Arc<[AtomicU64]>,
    /// How many of them are used, a power of two.
    size: usize,
    /// The most of them.
    most: usize,
    /// Entries written since the last change of size.
    written: usize,
}

impl Transpositions {
    /// For a tree of so many inner nodes.
    pub(crate) fn new(nodes: usize) -> Transpositions {
        let most = nodes.next_power_of_two();
        Transpositions::of(most.min(LEAST), most)
    }

    fn of(size: usize, most: usize) -> Transpositions {
        Transpositions {
            entries: zeros(size),
            size,
            most,
            written: 0,
        }
    }

    /// Forgets all entries.
    pub(crate) fn clear(&mut self) {
        if self.size > LEAST {
            *self = Transpositions::of(LEAST, self.most);
        } else {
            // Other handles may have written where this one has not.
            for entry in &self.entries[..self.size] {
                entry.store(0, Ordering::Relaxed);
            }
            self.written = 0;
        }
    }

    /// The place of an entry, or of a key: by bits that both have, so that a larger table needs no position.
    #[inline(always)]
    fn place(&self, entry: u64) -> &AtomicU64 {
        let place = (entry / (INDEX + 1)) & (self.size as u64 - 1);
        &self.entries[place as usize]
    }

    /// A node that may be the position's, by the key of the position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<usize> {
        let entry = self.place(key).load(Ordering::Acquire);
        let index = (entry & INDEX) as usize;
        (index != 0 && entry & !INDEX == key & !INDEX).then_some(index)
    }

    /// Tells that the position of this key has the node `index`, which is written.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, index: usize) {
        if 2 * self.written >= self.size && self.size < self.most {
            self.enlarge(2 * self.size);
        }
        self.written += 1;
        let entry = (key & !INDEX) | index as u64;
        self.place(entry).store(entry, Ordering::Release);
    }

    fn enlarge(&mut self, size: usize) {
        let larger = Transpositions::of(size, self.most);
        for entry in &self.entries[..self.size] {
            let entry = entry.load(Ordering::Acquire);
            if entry != 0 {
                larger.place(entry).store(entry, Ordering::Relaxed);
            }
        }
        *self = Transpositions {
            written: self.written,
            ..larger
        };
    }

    /// Makes room for a tree with so many visits, which has fewer inner nodes. Other handles stay with the entries that
    /// they know.
    pub(crate) fn make_room(&mut self, visits: u32) {
        let nodes = (visits as usize).min(self.most);
        if self.size < nodes {
            self.enlarge(nodes.next_power_of_two());
            self.written = nodes / 2;
        }
    }

    /// Another handle to the same entries.
    pub(crate) fn share(&self) -> Transpositions {
        Transpositions {
            entries: Arc::clone(&self.entries),
            ..*self
        }
    }

    /// Becomes a handle to the entries of another one, which may have more room.
    pub(crate) fn follow(&mut self, newest: &Transpositions) {
        if self.size < newest.size {
            *self = newest.share();
        }
    }
}

impl Default for Transpositions {
    fn default() -> Transpositions {
        Transpositions::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use togyz_rules::{Game, Variant};

    /// What is found was put there, and as long as there is room most of it is found again.
    #[test]
    fn nodes_are_found_by_their_keys() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for nodes in [1, 10, 1000, 100_000] {
            let mut table = Transpositions::new(nodes);
            let keys: Vec<u64> = (0..nodes).map(|_| rng.random()).collect();
            for (index, &key) in (1..).zip(&keys) {
                table.insert(key, index);
                assert_eq!(table.get(key), Some(index));
            }
            let found = (1..).zip(&keys).filter(|&(index, &key)| {
                let found = table.get(key);
                assert!(
                    found.is_none_or(|found| found == index),
                    "{found:?} for {index}"
                );
                found.is_some()
            });
            assert!(found.count() * 2 >= nodes, "{nodes}");
            table.clear();
            assert!(keys.iter().all(|&key| table.get(key).is_none()));
        }
    }

    #[test]
    fn handles_share_entries() {
        let mut table = Transpositions::new(5000);
        table.insert(1 << 30, 7);
        let mut other = table.share();
        other.insert(5 << 34, 8);
        assert_eq!((table.get(1 << 30), table.get(5 << 34)), (Some(7), Some(8)));
        assert_eq!((other.get(1 << 30), other.get(3 << 36)), (Some(7), None));
        // What is written after one of them has more room, the other finds when it follows.
        table.make_room(3000);
        table.insert(3 << 36, 9);
        assert_eq!((other.get(1 << 30), other.get(3 << 36)), (Some(7), None));
        other.follow(&table);
        assert_eq!((other.get(5 << 34), other.get(3 << 36)), (Some(8), Some(9)));
        // What another one has written is forgotten too.
        let mut table = Transpositions::new(10);
        table.share().insert(1 << 30, 7);
        table.clear();
        assert_eq!(table.get(1 << 30), None);
    }

    /// In games at random a position that may be shared never comes again.
    #[test]
    fn what_may_be_shared_does_not_repeat() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut shared = 0;
        for _ in 0..200 {
            let mut game = Game::new(Variant::Togyz);
            while game.outcome().is_none() {
                let parent = *game.position();
                let moves: Vec<_> = game.position().legal_moves().iter().collect();
                game.play(moves[rng.random_range(0..moves.len())]).unwrap();
                if may_be_shared(&parent, game.position()) {
                    shared += 1;
                    let ply = game.plies().len();
                    let again =
                        (0..ply).filter(|&past| game.position_at(past) == Some(game.position()));
                    assert_eq!(again.count(), 0, "{game:?}");
                }
            }
        }
        assert!(shared > 1000, "{shared}");
    }
}

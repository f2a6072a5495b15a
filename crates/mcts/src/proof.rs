//! The solver: results that are certain.
//!
//! # Source
//! Winands, Björnsson and Saito 2008, "Monte-Carlo Tree Search Solver", with draws as a third
//! result: a node is won if one move wins, and decided by its best move once every move is.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use togyz_rules::Position;

use crate::arena::Node;
use crate::value::Proof;

/// What is proven of a node by the proofs of its moves, from the view of its side to move.
pub(crate) fn resolve(node: &Node) -> Option<Proof> {
    let mut open = false;
    let mut best = Proof::Loss;
    for link in node.links {
        match link.proof() {
            Some(Proof::Win) => return Some(Proof::Win),
            Some(Proof::Draw) => best = Proof::Draw,
            Some(Proof::Loss) => {}
            None => open = true,
        }
    }
    (!open).then_some(best)
}

/// Proofs by position, so that a position which many move orders reach is proven once.
///
/// Only positions with a tuzdik are kept: they cannot come again in a game, so what is proven of
/// them does not depend on the way there. An entry is a position's key, the last two bits given to
/// the proof; a new entry replaces the one in its place.
///
/// Threads share it without a lock: an entry is one number, and holds by itself.
#[derive(Debug, Default)]
pub(crate) struct ProofTable {
    /// Nothing until the first proof, so that searches of the opening do not pay for it.
    entries: OnceLock<Box<[AtomicU64]>>,
}

impl ProofTable {
    /// Half a MiB: it fits beside the tree's upper levels in a second-level cache.
    const SIZE: usize = 1 << 16;

    fn place(key: u64) -> usize {
        // Below SIZE, whatever the width of usize.
        ((key >> 2) & (ProofTable::SIZE as u64 - 1)) as usize
    }

    /// Whether nothing has been proven.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.get().is_none()
    }

    /// Keeps what is proven of a position, its mover's view.
    pub(crate) fn insert(&self, position: &Position, proof: Proof) {
        if !position.has_tuzdik() {
            return;
        }
        let empty = || (0..ProofTable::SIZE).map(|_| AtomicU64::new(0)).collect();
        let entries = self.entries.get_or_init(empty);
        let key = position.key();
        let code = match proof {
            Proof::Win => 1,
            Proof::Draw => 2,
            Proof::Loss => 3,
        };
        entries[ProofTable::place(key)].store((key & !3) | code, Ordering::Relaxed);
    }

    /// What is known to be proven of a position, its mover's view.
    #[inline]
    pub(crate) fn get(&self, position: &Position) -> Option<Proof> {
        let entries = self.entries.get().filter(|_| position.has_tuzdik())?;
        let key = position.key();
        let entry = entries[ProofTable::place(key)].load(Ordering::Relaxed);
        match (entry & !3 == key & !3, entry & 3) {
            (true, 1) => Some(Proof::Win),
            (true, 2) => Some(Proof::Draw),
            (true, 3) => Some(Proof::Loss),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use togyz_rules::Variant;

    #[test]
    fn only_positions_with_a_tuzdik_are_kept() {
        let with = "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0";
        let with = Position::from_compact(with, Variant::Togyz).expect("a position");
        let without = Position::start(Variant::Togyz);
        for proof in [Proof::Win, Proof::Draw, Proof::Loss] {
            let table = ProofTable::default();
            assert_eq!(table.get(&with), None);
            table.insert(&without, proof);
            table.insert(&with, proof);
            assert_eq!(table.get(&without), None);
            assert_eq!(table.get(&with), Some(proof));
            // The other side to move is another position.
            assert_eq!(table.get(&with.turned()), None);
        }
    }
}

//! Where the tree lives: two arrays of fixed-size [records](crate::node), linked by index.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) use crate::link::{Link, MAX_NODES, Target};
pub(crate) use crate::node::{EXCLUDED, Leaf, Node, SLOTS};
use crate::records::{Records, STRETCH};

/// The most bytes a node costs: a leaf, and an inner node for every second one; twice, because a
/// tree that moves to a new root is copied. An inner node is found by its position besides, and has an owner
/// where threads share the tree.
pub(crate) const BYTES_PER_NODE: u64 = 2
    * (size_of::<Leaf>() as u64 + size_of::<Node>() as u64 / 2)
    + crate::transpositions::MOST_BYTES_PER_NODE / 2
    + crate::owners::BYTES_PER_NODE / 2;

/// The two arrays.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Records<Node>,
    pub(crate) leaves: Records<Leaf>,
    /// Leaves that grew into inner nodes and left their place to the next leaf.
    free: Vec<u32>,
    /// The most nodes there may be, of both kinds.
    most: usize,
    /// How many more may be added.
    room: usize,
    /// The same, for whichever thread asks first; 0 in an arena that is not shared.
    common: Arc<AtomicUsize>,
}

/// The room that a thread takes at once: a stretch of leaves, so that no thread has room and finds no leaf
/// because another one has taken more leaves than it has room for.
const PORTION: usize = STRETCH;

impl Arena {
    /// An arena for `most` nodes, half of which may be inner ones.
    pub(crate) fn new(most: usize) -> Arena {
        Arena {
            nodes: Records::new(most.div_ceil(2)),
            leaves: Records::new(most.next_multiple_of(PORTION)),
            most,
            room: most,
            ..Arena::default()
        }
    }

    /// Forgets all nodes and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.leaves.clear();
        self.free.clear();
        self.room = self.most;
    }

    /// Nodes that are alive.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.most - self.room
    }

    /// Whether no more node can be added, but in the place of a leaf.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.room == 0 && self.common.load(Ordering::Relaxed) == 0
    }

    /// Adds an inner node and returns its index; `None` if there is no room.
    pub(crate) fn push_node(&mut self, node: Node) -> Option<usize> {
        if self.room == 0 && !self.take_room() {
            return None;
        }
        let index = self.nodes.push(node)?;
        self.room -= 1;
        Some(index)
    }

    /// Adds a leaf and returns its index; `None` if there is no room.
    #[inline(always)]
    pub(crate) fn push_leaf(&mut self, leaf: Leaf) -> Option<usize> {
        if self.room == 0 && !self.take_room() {
            return None;
        }
        let index = match self.free.pop() {
            Some(index) => {
                self.leaves[index as usize] = leaf;
                index as usize
            }
            None => self.leaves.push(leaf)?,
        };
        self.room -= 1;
        Some(index)
    }

    /// Adds an inner node in the place of a leaf.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a tree has less than 2^28 nodes"
    )]
    pub(crate) fn replace_leaf(&mut self, leaf: usize, node: Node) -> Option<usize> {
        let index = self.nodes.push(node)?;
        self.free.push(leaf as u32);
        Some(index)
    }

    /// Gives up a leaf whose place an inner node takes that exists already.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a tree has less than 2^28 nodes"
    )]
    pub(crate) fn drop_leaf(&mut self, leaf: usize) {
        self.free.push(leaf as u32);
        self.room += 1;
    }

    /// Takes room of what is common to the threads.
    #[cold]
    fn take_room(&mut self) -> bool {
        let portion = |common: usize| (common > 0).then(|| common - common.min(PORTION));
        let order = Ordering::Relaxed;
        if let Ok(common) = self.common.fetch_update(order, order, portion) {
            self.room = common.min(PORTION);
        }
        self.room > 0
    }

    /// Makes all room common: from now on the arena is shared, until [`Arena::unshare`].
    pub(crate) fn prepare(&mut self) {
        self.nodes.prepare();
        self.leaves.prepare();
        self.common = Arc::new(AtomicUsize::new(std::mem::take(&mut self.room)));
    }

    /// Another handle to an arena that has been prepared.
    ///
    /// # Safety
    /// As for [`Records::share`], of both arrays.
    #[expect(unsafe_code, reason = "the contract is the caller's")]
    pub(crate) unsafe fn share(&self) -> Arena {
        Arena {
            // SAFETY: the caller's.
            nodes: unsafe { self.nodes.share() },
            // SAFETY: the caller's.
            leaves: unsafe { self.leaves.share() },
            free: Vec::new(),
            most: self.most,
            room: 0,
            common: Arc::clone(&self.common),
        }
    }

    /// The arena has one handle again; `others` are those it had.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a tree has less than 2^28 nodes"
    )]
    pub(crate) fn unshare(&mut self, others: Vec<Arena>) {
        self.room += self.common.swap(0, Ordering::Relaxed);
        for mut other in others {
            self.room += other.room;
            self.free.append(&mut other.free);
            self.free
                .extend(other.leaves.rest().map(|index| index as u32));
        }
        self.nodes.unshare();
        self.leaves.unshare();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_costs_what_its_parts_do() {
        // Leaf and half an inner node, twice; half of an inner node's entries and owner.
        assert_eq!(BYTES_PER_NODE, 2 * (32 + 96) + 12 + 4);
    }

    /// Threads that fill an arena together put as many nodes into it as it may have, and it knows so.
    #[test]
    #[expect(unsafe_code, reason = "each thread reaches its own nodes alone")]
    fn threads_fill_an_arena_and_no_more() {
        const THREADS: usize = 4;
        // Large and often: threads that take turns on a busy machine must meet some time.
        for most in [2, 100, 5000, 1 << 20].repeat(40) {
            let mut arena = Arena::new(most);
            arena.prepare();
            let together = std::sync::Barrier::new(THREADS);
            let (others, added): (Vec<Arena>, Vec<usize>) = std::thread::scope(|scope| {
                let add = |_| {
                    // SAFETY: a thread writes the leaves that it was given, and none is read.
                    let mut own = unsafe { arena.share() };
                    let together = &together;
                    scope.spawn(move || {
                        together.wait();
                        let leaf = Leaf::new(&[0.0; SLOTS], 0.0, 0.0);
                        let added = std::iter::from_fn(|| own.push_leaf(leaf)).count();
                        (own, added)
                    })
                };
                let threads: Vec<_> = (0..THREADS).map(add).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().expect("no panic"))
                    .unzip()
            });
            arena.unshare(others);
            assert_eq!(added.iter().sum::<usize>(), most);
            assert!(arena.is_full() && arena.len() == most, "{arena:?}");
        }
    }
}

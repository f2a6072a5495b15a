//! Where the tree lives: two arrays of fixed-size records, linked by index.
//!
//! Most nodes of a tree have been visited once: all that must be kept of them is what the
//! evaluator said. Such a *leaf* takes half a cache line. A node that is visited again becomes an
//! *inner* node of three lines, with a column for each thing selection reads, so that one level of
//! the descent is three adjacent lines and arithmetic over nine lanes:
//!
//! ```text
//! line 0   visits 9 x u32 | mean 0..7          inner node, 192 bytes, 64-byte aligned
//! line 1   mean 7..9 | priors 9 x f32 | link 0..5
//! line 2   link 5..9 | position 32 bytes | draw | margin | reach
//! ```
//!
//! The numbers of a child stand in its parent, so choosing among nine children touches none of
//! them. The position stands in the node, so a simulation makes one move, not one a level.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use togyz_rules::{MAX_HOLES, Position};

pub(crate) use crate::link::{Link, MAX_NODES, Target};
use crate::records::{Records, STRETCH};

/// Children of a node: one slot a hole.
pub(crate) const SLOTS: usize = MAX_HOLES;

/// The most bytes a node costs: a leaf, and an inner node for every second one; twice, because a
/// tree that moves to a new root is copied.
pub(crate) const BYTES_PER_NODE: u64 =
    2 * (size_of::<Leaf>() as u64 + size_of::<Node>() as u64 / 2);

/// The mean of a move that must not be chosen: an illegal one, or one that is proven lost.
pub(crate) const EXCLUDED: f32 = -1e30;

/// A node visited at least twice. Columns are by slot; means and proofs are from the view of the
/// side to move in this node.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Visits of each move; 1 for a slot without a move, so that it is not taken for unvisited.
    pub(crate) visits: [u32; SLOTS],
    /// Mean utility of each move, [`EXCLUDED`] if it must not be chosen; 0 before the first visit.
    pub(crate) mean: [f32; SLOTS],
    pub(crate) priors: [f32; SLOTS],
    pub(crate) links: [Link; SLOTS],
    pub(crate) position: Position,
    /// Mean probability of a draw over the visits of this node.
    pub(crate) draw: f32,
    /// Mean margin over the visits of this node, in balls, the mover's view.
    pub(crate) margin: f32,
    /// Square root of the sum of the priors of the moves that have been visited.
    pub(crate) reach: f32,
}

impl Node {
    #[inline(always)]
    pub(crate) fn new(position: Position, priors: [f32; SLOTS], draw: f32, margin: f32) -> Node {
        let moves = position.legal_moves().bits();
        let legal = |slot: usize| moves >> slot & 1 == 1;
        Node {
            visits: std::array::from_fn(|slot| u32::from(!legal(slot))),
            mean: std::array::from_fn(|slot| if legal(slot) { 0.0 } else { EXCLUDED }),
            priors,
            links: std::array::from_fn(|slot| {
                if legal(slot) {
                    Link::NOTHING
                } else {
                    Link::ILLEGAL
                }
            }),
            position,
            draw,
            margin,
            reach: 0.0,
        }
    }

    /// Visits of the legal moves together.
    pub(crate) fn child_visits(&self) -> u32 {
        let moves = self.position.legal_moves();
        moves.iter().map(|mv| self.visits[mv.index()]).sum()
    }
}

/// A node visited once: what the evaluator said, but for its value, which is the mean in its parent.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// Priors in units of 1 / 65535.
    priors: [u16; SLOTS],
    /// In units of 1 / 65535.
    draw: u16,
    pub(crate) margin: f32,
}

/// One, in a leaf's units.
const UNIT: f32 = 65535.0;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range"
)]
#[inline(always)]
fn quantized(share: f32) -> u16 {
    (share * UNIT + 0.5).clamp(0.0, UNIT) as u16
}

impl Leaf {
    #[inline(always)]
    pub(crate) fn new(priors: &[f32; SLOTS], draw: f32, margin: f32) -> Leaf {
        Leaf {
            priors: priors.map(quantized),
            draw: quantized(draw),
            margin,
        }
    }

    pub(crate) fn draw(&self) -> f32 {
        f32::from(self.draw) / UNIT
    }

    /// The inner node this leaf becomes when it is visited again.
    #[inline(always)]
    pub(crate) fn grown(&self, position: Position) -> Node {
        let priors = self.priors.map(|prior| f32::from(prior) / UNIT);
        Node::new(position, priors, self.draw(), self.margin)
    }
}

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
    use togyz_rules::Variant;

    #[test]
    fn records_fill_cache_lines() {
        assert_eq!(size_of::<Node>(), 192);
        assert_eq!(size_of::<Leaf>(), 32);
        assert_eq!(BYTES_PER_NODE, 256);
    }

    #[test]
    fn leaf_grows_into_its_node() {
        let position = Position::start(Variant::Bestemshe);
        let mut priors = [0.0; SLOTS];
        priors[..5].copy_from_slice(&[0.5, 0.25, 0.125, 0.0625, 0.0625]);
        let node = Leaf::new(&priors, 0.3, -7.5).grown(position);
        for (have, want) in node.priors.iter().zip(priors) {
            assert!((have - want).abs() < 1e-5);
        }
        assert!((node.draw - 0.3).abs() < 1e-5 && (node.margin + 7.5).abs() < 1e-6);
        assert_eq!(node.visits, [0, 0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(node.child_visits(), 0);
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

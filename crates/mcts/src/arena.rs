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
//! line 2   link 5..9 | position 32 bytes | draw | margin | visited mass
//! ```
//!
//! The numbers of a child stand in its parent, so choosing among nine children touches none of
//! them. The position stands in the node, so a simulation makes one move, not one a level.

use togyz_rules::{MAX_HOLES, Position};

use crate::value::Proof;
use crate::wide::large_pages;

/// Children of a node: one slot a hole.
pub(crate) const SLOTS: usize = MAX_HOLES;

/// The most nodes a tree can link to.
pub(crate) const MAX_NODES: u32 = (1 << 28) - 1;

/// The most bytes a node costs: a leaf, and an inner node for every second one; twice, because a
/// tree that moves to a new root is copied.
pub(crate) const BYTES_PER_NODE: u64 =
    2 * (size_of::<Leaf>() as u64 + size_of::<Node>() as u64 / 2);

/// The mean of a move that must not be chosen: an illegal one, or one that is proven lost.
pub(crate) const EXCLUDED: f32 = -1e30;

/// What stands behind a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Nothing that is kept: not visited yet, or a tree too full to keep it.
    Nothing,
    /// A leaf, with its index.
    Leaf(usize),
    /// An inner node, with its index.
    Inner(usize),
    /// The game is over there.
    End,
}

/// A [`Target`] and the proof of the move that leads there, in four bytes.
///
/// ```text
/// 31..30 proof (0 open, 1 win, 2 draw, 3 loss; the view of the node that holds the link)
/// 29..28 kind  (0 nothing, 1 leaf, 2 inner, 3 end)
/// 27..0  index
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link(u32);

impl Link {
    pub(crate) const NOTHING: Link = Link(0);
    pub(crate) const END: Link = Link(3 << 28);
    /// A slot without a legal move: it counts as lost, so that it is never chosen and never keeps
    /// a proof from being complete.
    pub(crate) const ILLEGAL: Link = Link((3 << 30) | (3 << 28));

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a tree has less than 2^28 nodes"
    )]
    const fn with(kind: u32, index: usize) -> Link {
        debug_assert!(index <= MAX_NODES as usize);
        Link((kind << 28) | index as u32)
    }

    pub(crate) const fn leaf(index: usize) -> Link {
        Link::with(1, index)
    }

    pub(crate) const fn inner(index: usize) -> Link {
        Link::with(2, index)
    }

    #[inline]
    pub(crate) const fn target(self) -> Target {
        let index = (self.0 & MAX_NODES) as usize;
        match (self.0 >> 28) & 3 {
            0 => Target::Nothing,
            1 => Target::Leaf(index),
            2 => Target::Inner(index),
            _ => Target::End,
        }
    }

    #[inline]
    pub(crate) const fn proof(self) -> Option<Proof> {
        match self.0 >> 30 {
            0 => None,
            1 => Some(Proof::Win),
            2 => Some(Proof::Draw),
            _ => Some(Proof::Loss),
        }
    }

    #[inline]
    pub(crate) const fn proven(self, proof: Proof) -> Link {
        let bits = match proof {
            Proof::Win => 1,
            Proof::Draw => 2,
            Proof::Loss => 3,
        };
        Link((self.0 & ((1 << 30) - 1)) | (bits << 30))
    }

    /// The index if this is an inner node that is not proven: the descent goes on there.
    #[inline]
    pub(crate) const fn open_inner(self) -> Option<usize> {
        if self.0 >> 28 == 2 {
            Some((self.0 & MAX_NODES) as usize)
        } else {
            None
        }
    }
}

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
    /// Sum of the priors of the moves that have been visited.
    pub(crate) mass: f32,
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
            mass: 0.0,
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
    pub(crate) nodes: Vec<Node>,
    pub(crate) leaves: Vec<Leaf>,
    /// Leaves that grew into inner nodes and left their place to the next leaf.
    free: Vec<u32>,
}

impl Arena {
    /// Forgets all nodes and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.leaves.clear();
        self.free.clear();
    }

    /// Nodes that are alive.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() + self.leaves.len() - self.free.len()
    }

    /// Adds an inner node and returns its index.
    #[inline(always)]
    pub(crate) fn push_node(&mut self, node: Node, most: usize) -> usize {
        grow(&mut self.nodes, most);
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a leaf and returns its index.
    #[inline(always)]
    pub(crate) fn push_leaf(&mut self, leaf: Leaf, most: usize) -> usize {
        if let Some(index) = self.free.pop() {
            self.leaves[index as usize] = leaf;
            return index as usize;
        }
        grow(&mut self.leaves, most);
        self.leaves.push(leaf);
        self.leaves.len() - 1
    }

    /// Gives a leaf's place to the next one.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a tree has less than 2^28 nodes"
    )]
    pub(crate) fn free_leaf(&mut self, index: usize) {
        self.free.push(index as u32);
    }
}

/// The records that a buffer grows to by doubling. Then it takes its full size at once, which costs
/// nothing until it is used: a buffer that moved again would lose its large pages.
const SMALL: usize = 1 << 14;

/// Makes room for one more, but never for more than `most`.
#[inline]
fn grow<T>(records: &mut Vec<T>, most: usize) {
    if records.len() == records.capacity() {
        enlarge(records, most);
    }
}

#[cold]
fn enlarge<T>(records: &mut Vec<T>, most: usize) {
    let len = records.len();
    let left = most.saturating_sub(len);
    let more = if len < SMALL { len.max(64) } else { left };
    records.reserve_exact(more.min(left).max(1));
    if len >= SMALL {
        large_pages(records);
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
    fn links_keep_target_and_proof() {
        let targets = [
            (Link::NOTHING, Target::Nothing),
            (Link::END, Target::End),
            (Link::leaf(5), Target::Leaf(5)),
            (
                Link::inner(MAX_NODES as usize),
                Target::Inner(MAX_NODES as usize),
            ),
        ];
        for (link, target) in targets {
            assert_eq!((link.target(), link.proof()), (target, None));
            for proof in [Proof::Win, Proof::Draw, Proof::Loss] {
                let proven = link.proven(proof);
                assert_eq!((proven.target(), proven.proof()), (target, Some(proof)));
                assert_eq!(proven.open_inner(), None);
            }
        }
        assert_eq!(Link::inner(7).open_inner(), Some(7));
        assert_eq!(Link::leaf(7).open_inner(), None);
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
}

//! The tree: its root, and how the root moves on.

use std::sync::Arc;

use togyz_rules::{Move, Position};

use crate::arena::{Arena, Leaf, Link, Node, SLOTS, Target};
use crate::evaluator::Evaluation;
use crate::proof::{ProofTable, resolve};
use crate::value::Proof;

/// The index of the root.
pub(crate) const ROOT: usize = 0;

/// The node where simulations begin, and what for other nodes their parent tells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Base {
    pub(crate) node: usize,
    /// Its evaluation, and a simulation each.
    pub(crate) visits: u32,
    /// Mean utility, its mover's view.
    pub(crate) mean: f32,
    /// What is proven of it.
    pub(crate) proof: Option<Proof>,
}

/// A search tree, empty or with a root.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) arena: Arena,
    /// Where a tree that moves to another root is copied to.
    spare: Arena,
    /// Where simulations begin: the root, but for a thread that has taken a subtree.
    pub(crate) base: Base,
    /// The root's priors as the evaluator gave them; those in the node may carry noise.
    pub(crate) priors: [f32; SLOTS],
    /// Proofs by position; they hold for any tree, and for all threads.
    pub(crate) proofs: Arc<ProofTable>,
    /// The most nodes.
    most: usize,
}

impl Tree {
    pub(crate) fn new(most: u32) -> Tree {
        let most = most.max(2) as usize;
        Tree {
            arena: Arena::new(most),
            spare: Arena::new(most),
            most,
            ..Tree::default()
        }
    }

    pub(crate) fn clear(&mut self) {
        self.arena.clear();
    }

    /// Forgets what is proven too.
    pub(crate) fn forget(&mut self) {
        self.clear();
        self.proofs = Arc::default();
    }

    pub(crate) fn root(&self) -> Option<&Node> {
        (!self.arena.nodes.is_empty()).then(|| &self.arena.nodes[ROOT])
    }

    pub(crate) fn root_mut(&mut self) -> Option<&mut Node> {
        (!self.arena.nodes.is_empty()).then(|| &mut self.arena.nodes[ROOT])
    }

    /// Starts anew from a position that has been evaluated.
    pub(crate) fn plant(&mut self, position: Position, evaluation: &Evaluation, utility: f32) {
        self.arena.clear();
        let Evaluation {
            priors,
            draw,
            margin,
            ..
        } = *evaluation;
        self.arena
            .push_node(Node::new(position, priors, draw, margin));
        self.base = Base {
            node: ROOT,
            visits: 1,
            mean: utility,
            proof: None,
        };
        self.priors = priors;
    }

    /// The same tree for another thread.
    ///
    /// # Safety
    /// As for [`Records::share`](crate::records::Records::share), of nodes and leaves.
    #[expect(unsafe_code, reason = "the contract is the caller's")]
    pub(crate) unsafe fn share(&self) -> Tree {
        Tree {
            // SAFETY: the caller's.
            arena: unsafe { self.arena.share() },
            proofs: Arc::clone(&self.proofs),
            priors: self.priors,
            ..Tree::default()
        }
    }

    /// Whether no more leaf can be kept.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.arena.is_full()
    }

    /// Keeps a leaf behind a slot, unless the tree is full.
    #[inline(always)]
    pub(crate) fn add_leaf(&mut self, node: usize, slot: usize, leaf: Leaf) {
        if let Some(index) = self.arena.push_leaf(leaf) {
            self.arena.nodes[node].links[slot] = Link::leaf(index);
        }
    }

    /// Makes the leaf behind a slot an inner node, if there is room for one more of them.
    #[inline(always)]
    pub(crate) fn grow_leaf(&mut self, node: usize, slot: usize, leaf: usize) -> Option<usize> {
        let position = child_position(&self.arena.nodes[node], slot);
        let grown = self.arena.leaves[leaf].grown(position);
        let index = self.arena.replace_leaf(leaf, grown)?;
        self.arena.nodes[node].links[slot] = Link::inner(index);
        Some(index)
    }

    /// Makes the position after `moves` the root and keeps what is known below it, up to half of
    /// the tree's size, nearest to the root first. Returns whether anything was known; if not, the
    /// tree is empty.
    pub(crate) fn advance(&mut self, moves: &[Move]) -> bool {
        if moves.is_empty() {
            return self.root().is_some();
        }
        let kept = self.find(moves);
        match kept {
            None => self.clear(),
            Some((index, mean)) => {
                self.copy_from(index);
                let root = &self.arena.nodes[ROOT];
                self.base = Base {
                    node: ROOT,
                    visits: 1 + root.child_visits(),
                    mean,
                    proof: resolve(root),
                };
                self.priors = root.priors;
            }
        }
        kept.is_some()
    }

    /// The inner node after `moves`, and its mean from its own mover's view.
    fn find(&mut self, moves: &[Move]) -> Option<(usize, f32)> {
        self.root()?;
        let mut at = ROOT;
        let mut mean = self.base.mean;
        for mv in moves {
            let slot = mv.index();
            let node = &self.arena.nodes[at];
            mean = -known_mean(node, slot);
            at = match node.links[slot].target() {
                Target::Inner(index) => index,
                Target::Leaf(index) => self.grow_leaf(at, slot, index)?,
                Target::Nothing | Target::End => return None,
            };
        }
        Some((at, mean))
    }

    /// Copies the subtree of `index` into the spare arena, breadth first, and makes it the tree.
    ///
    /// # Source
    /// Cheney 1970: the copy is its own queue, so there is no recursion and no other memory.
    fn copy_from(&mut self, index: usize) {
        let most = (self.most / 2).max(1);
        let Tree { arena, spare, .. } = self;
        spare.clear();
        spare.push_node(arena.nodes[index]);
        let mut scan = 0;
        while scan < spare.nodes.len() {
            for slot in 0..SLOTS {
                let link = spare.nodes[scan].links[slot];
                let room = spare.len() < most;
                let copied = match link.target() {
                    Target::Inner(index) if room => {
                        spare.push_node(arena.nodes[index]).map(Link::inner)
                    }
                    Target::Leaf(index) if room => {
                        spare.push_leaf(arena.leaves[index]).map(Link::leaf)
                    }
                    Target::Inner(_) | Target::Leaf(_) => None,
                    Target::Nothing | Target::End => continue,
                };
                let moved = copied.unwrap_or(Link::NOTHING);
                spare.nodes[scan].links[slot] = match link.proof() {
                    Some(proof) => moved.proven(proof),
                    None => moved,
                };
            }
            scan += 1;
        }
        std::mem::swap(arena, spare);
    }
}

/// The mean utility of a visited move, also where the column says only that it is excluded.
pub(crate) fn known_mean(node: &Node, slot: usize) -> f32 {
    match node.links[slot].proof() {
        Some(proof) => proof.value().get(),
        None => node.mean[slot],
    }
}

/// The position after the move of `slot`, which is legal.
#[inline]
pub(crate) fn child_position(node: &Node, slot: usize) -> Position {
    match Move::from_index(slot) {
        Some(mv) => node.position.play_unchecked(mv),
        None => node.position,
    }
}

//! The tree: its root, and how the root moves on.

use std::sync::Arc;

use togyz_rules::{Move, Position};

use crate::arena::{Arena, Leaf, Link, Node, SLOTS, Target};
use crate::descent::Ahead;
use crate::evaluator::Evaluation;
use crate::owners::{Owner, Owners};
use crate::proof::ProofTable;
use crate::transpositions::{Transpositions, key_of, may_be_shared};

/// The index of the root.
pub(crate) const ROOT: usize = 0;

/// The node where simulations begin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Base {
    pub(crate) node: usize,
    /// Its visits, those that are promised included.
    pub(crate) visits: u32,
}

impl Base {
    /// The root, with so many visits.
    pub(crate) fn root(visits: u32) -> Base {
        Base { node: ROOT, visits }
    }
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
    /// The nodes that other ways may lead to as well.
    pub(crate) transpositions: Transpositions,
    /// Who may reach which node, while threads share the tree.
    owners: Option<Arc<Owners>>,
    /// What this thread takes nodes as.
    pub(crate) owner: Owner,
    /// Whether this thread holds the lock of the crown, so that it may reach its nodes too.
    pub(crate) in_crown: bool,
    /// The most nodes.
    most: usize,
}

impl Tree {
    pub(crate) fn new(most: u32) -> Tree {
        let most = most.max(2) as usize;
        Tree {
            arena: Arena::new(most),
            spare: Arena::new(most),
            transpositions: Transpositions::new(most.div_ceil(2)),
            most,
            ..Tree::default()
        }
    }

    pub(crate) fn clear(&mut self) {
        self.arena.clear();
        self.transpositions.clear();
    }

    /// Forgets what is proven too.
    pub(crate) fn forget(&mut self) {
        self.clear();
        self.proofs = Arc::default();
    }

    pub(crate) fn root(&self) -> Option<&Node> {
        (!self.arena.nodes.is_empty()).then(|| &self.arena.nodes[ROOT])
    }

    /// The node where simulations begin, of a tree that has a root.
    #[inline(always)]
    pub(crate) fn base_node(&self) -> &Node {
        &self.arena.nodes[self.base.node]
    }

    pub(crate) fn root_mut(&mut self) -> Option<&mut Node> {
        (!self.arena.nodes.is_empty()).then(|| &mut self.arena.nodes[ROOT])
    }

    /// Starts anew from a position that has been evaluated.
    pub(crate) fn plant(&mut self, position: Position, evaluation: &Evaluation, utility: f32) {
        self.clear();
        let Evaluation {
            priors,
            draw,
            margin,
            ..
        } = *evaluation;
        let leaf = Leaf::new(&priors, draw, margin);
        self.arena.push_node(Node::new(position, utility, &leaf));
        self.base = Base::root(1);
        self.priors = priors;
    }

    /// Gets ready for so many threads: from now on nodes have owners, until [`Tree::unshare`].
    pub(crate) fn prepare(&mut self, threads: usize) {
        self.arena.prepare();
        if threads > 1 {
            let owners = Owners::new(self.most.div_ceil(2), threads);
            owners.publish(ROOT, Owner::CROWN, self.base_node().value);
            self.owners = Some(Arc::new(owners));
        }
    }

    /// The tree is one thread's again; `others` are those that it was shared with.
    pub(crate) fn unshare(&mut self, others: Vec<Arena>) {
        self.owners = None;
        self.arena.unshare(others);
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
            transpositions: self.transpositions.share(),
            owners: self.owners.clone(),
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

    /// Makes the leaf behind a slot an inner node: the one that the position has already, or a new one, if there is
    /// room for one more of them.
    #[inline(always)]
    pub(crate) fn grow_leaf(&mut self, at: usize, slot: usize, leaf: usize) -> Option<usize> {
        let node = &self.arena.nodes[at];
        let position = child_position(node, slot);
        let key = may_be_shared(&node.position, &position).then(|| key_of(&position));
        if let Some(index) = key.and_then(|key| self.transpositions.get(key)) {
            if !self.may_reach(index) {
                return None;
            }
            if self.arena.nodes[index].position == position {
                self.arena.nodes[at].links[slot] = Link::inner(index);
                self.arena.drop_leaf(leaf);
                return Some(index);
            }
        }
        let value = -node.mean[slot];
        let grown = Node::new(position, value, &self.arena.leaves[leaf]);
        let index = self.arena.replace_leaf(leaf, grown)?;
        self.arena.nodes[at].links[slot] = Link::inner(index);
        if let Some(owners) = &self.owners {
            owners.publish(index, self.owner, value);
        }
        if let Some(key) = key {
            self.transpositions.insert(key, index);
        }
        Some(index)
    }

    /// Whether a node is this thread's to look at and change; it is afterwards, if it was nobody's.
    #[inline(always)]
    pub(crate) fn may_reach(&self, index: usize) -> bool {
        match &self.owners {
            None => true,
            Some(owners) => {
                (self.in_crown && owners.is_crown(index)) || owners.take(index, self.owner)
            }
        }
    }

    /// What a descent of the crown that has come to an inner node does there; `may_be_gate` tells whether it is one by
    /// its visits.
    #[inline(always)]
    pub(crate) fn ahead(&self, index: usize, may_be_gate: bool) -> Ahead {
        let Some(owners) = &self.owners else {
            return if may_be_gate {
                Ahead::Gate
            } else {
                Ahead::Open
            };
        };
        if owners.is_crown(index) {
            return Ahead::Open;
        }
        let (owner, ahead) = if may_be_gate {
            (self.owner, Ahead::Gate)
        } else {
            (Owner::CROWN, Ahead::Open)
        };
        if owners.take(index, owner) {
            ahead
        } else {
            Ahead::Taken
        }
    }

    /// The thread that has taken a node.
    pub(crate) fn taken_by(&self, index: usize) -> Option<usize> {
        self.owners.as_ref()?.thread_of(index)
    }

    /// From now on this thread takes nodes, until the claim ends.
    pub(crate) fn begin_claim(&mut self, thread: usize, number: u32) {
        self.in_crown = true;
        if let Some(owners) = &self.owners {
            self.owner = owners.begin(thread, number);
        }
    }

    /// Gives back what this thread has taken.
    pub(crate) fn end_claim(&self, thread: usize) {
        if let Some(owners) = &self.owners {
            owners.end(thread);
        }
    }

    /// Tells the threads that may not reach it what a node is worth.
    #[inline(always)]
    pub(crate) fn publish(&self, index: usize) {
        if let Some(owners) = &self.owners {
            let owner = if self.in_crown {
                Owner::CROWN
            } else {
                self.owner
            };
            owners.publish(index, owner, self.arena.nodes[index].value);
        }
    }

    /// The mean utility of a node that is another thread's, its mover's view.
    pub(crate) fn published(&self, index: usize) -> f32 {
        let owners = self.owners.as_ref();
        owners.map_or(self.arena.nodes[index].value, |owners| owners.value(index))
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
            Some(index) => {
                self.copy_from(index);
                let root = &self.arena.nodes[ROOT];
                self.base = Base::root(root.count);
                self.priors = std::array::from_fn(|slot| root.prior(slot));
            }
        }
        kept.is_some()
    }

    /// The inner node after `moves`.
    fn find(&mut self, moves: &[Move]) -> Option<usize> {
        self.root()?;
        let mut at = ROOT;
        for mv in moves {
            let slot = mv.index();
            at = match self.arena.nodes[at].links[slot].target() {
                Target::Inner(index) => index,
                Target::Leaf(index) => self.grow_leaf(at, slot, index)?,
                Target::Nothing | Target::End => return None,
            };
        }
        Some(at)
    }

    /// Copies the subtree of `index` into the spare arena, breadth first, and makes it the tree.
    ///
    /// # Source
    /// Cheney 1970: the copy is its own queue, so there is no recursion and no other memory.
    fn copy_from(&mut self, index: usize) {
        let most = (self.most / 2).max(1);
        let Tree {
            arena,
            spare,
            transpositions,
            ..
        } = self;
        spare.clear();
        transpositions.clear();
        spare.push_node(arena.nodes[index]);
        let mut scan = 0;
        while scan < spare.nodes.len() {
            for slot in 0..SLOTS {
                let link = spare.nodes[scan].links[slot];
                let room = spare.len() < most;
                let copied = match link.target() {
                    Target::Inner(index) => {
                        let node = arena.nodes[index];
                        let shared = may_be_shared(&spare.nodes[scan].position, &node.position);
                        let key = shared.then(|| key_of(&node.position));
                        let known = key
                            .and_then(|key| transpositions.get(key))
                            .filter(|&known| spare.nodes[known].position == node.position);
                        let copy = known.or_else(|| room.then(|| spare.push_node(node))?);
                        if let (Some(key), None, Some(copy)) = (key, known, copy) {
                            transpositions.insert(key, copy);
                        }
                        copy.map(Link::inner)
                    }
                    Target::Leaf(index) if room => {
                        spare.push_leaf(arena.leaves[index]).map(Link::leaf)
                    }
                    Target::Leaf(_) => None,
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

//! What a node knows of where a move leads.

use crate::value::Proof;

/// The most nodes a tree can link to.
pub(crate) const MAX_NODES: u32 = (1 << 28) - 1;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}

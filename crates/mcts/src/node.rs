//! The records of the tree, and what each of them keeps.
//!
//! Most nodes of a tree have been visited once: all that must be kept of them is what the
//! evaluator said. Such a *leaf* takes half a cache line. A node that is visited again becomes an
//! *inner* node of three lines, with a column for each thing selection reads, so that one level of
//! the descent is three adjacent lines and arithmetic over nine lanes:
//!
//! ```text
//! line 0   visits 9 x u32 | mean 0..7          inner node, 192 bytes, 64-byte aligned
//! line 1   mean 7..9 | links 9 x u32 | priors 9 x u16 | next
//! line 2   position 32 bytes | count | value | draw | margin | reach | proof
//! ```
//!
//! What the next simulation follows is chosen as soon as the numbers that decide it have changed: on the way down each
//! level waits for the one above, on the way back none does. So a descent reads of a node its second line alone.
//! The numbers of a child stand in its parent, so choosing among nine children touches none of
//! them. The position stands in the node, so a simulation makes one move, not one a level.

use togyz_rules::{MAX_HOLES, Position};

use crate::link::Link;
use crate::value::Proof;

/// Children of a node: one slot a hole.
pub(crate) const SLOTS: usize = MAX_HOLES;

/// The mean of a move that must not be chosen: an illegal one, or one that is proven lost.
pub(crate) const EXCLUDED: f32 = -1e30;

/// One, in the units of stored priors.
const UNIT: f32 = 65535.0;
/// A stored prior of one unit.
pub(crate) const PRIOR: f32 = 1.0 / UNIT;

/// The move that a simulation follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    slot: u8,
    /// The drawn move that selection preferred to it, or [`NO_SLOT`].
    draw: u8,
}

/// No slot, where one may stand.
const NO_SLOT: u8 = u8::MAX;
/// What fits into the bits of a slot.
const SLOT: u32 = 15;

#[expect(clippy::cast_possible_truncation, reason = "a slot is below 9")]
impl Choice {
    /// Not chosen yet.
    pub(crate) const OPEN: Choice = Choice {
        slot: NO_SLOT,
        draw: NO_SLOT,
    };

    #[inline(always)]
    pub(crate) fn of(slot: usize) -> Choice {
        Choice {
            slot: slot as u8,
            draw: NO_SLOT,
        }
    }

    /// A move that is followed in the place of a proven draw.
    pub(crate) fn past_draw(slot: usize, draw: usize) -> Choice {
        Choice {
            slot: slot as u8,
            draw: draw as u8,
        }
    }

    /// The move with the highest prior, the lower hole of equal ones: what selection chooses where no move has been
    /// visited.
    #[inline(always)]
    fn likeliest(priors: &[u16; SLOTS]) -> Choice {
        let keys = (0..SLOTS).map(|slot| (u32::from(priors[slot]) << 4) | (SLOT - slot as u32));
        Choice::of((SLOT - (keys.max().unwrap_or(SLOT) & SLOT)) as usize)
    }

    #[inline(always)]
    pub(crate) fn slot(self) -> usize {
        usize::from(self.slot)
    }

    /// The draw that is passed.
    #[inline(always)]
    pub(crate) fn draw(self) -> Option<usize> {
        (self.draw != NO_SLOT).then_some(usize::from(self.draw))
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
    pub(crate) links: [Link; SLOTS],
    /// In units of [`PRIOR`].
    pub(crate) priors: [u16; SLOTS],
    /// What the next simulation follows; open in the [crown](crate::threads), where it depends on what is promised.
    pub(crate) next: Choice,
    pub(crate) position: Position,
    /// Visits of this node: its evaluation, and a simulation each, whatever the way that led to it.
    pub(crate) count: u32,
    /// Mean utility over the visits of this node, its mover's view. A move that leads here has had this for its mean
    /// when it was last followed.
    pub(crate) value: f32,
    /// Mean probability of a draw over the visits of this node.
    pub(crate) draw: f32,
    /// Mean margin over the visits of this node, in balls, the mover's view.
    pub(crate) margin: f32,
    /// Square root of the sum of the priors of the moves that have been visited.
    pub(crate) reach: f32,
    /// What is proven of this node, its mover's view.
    pub(crate) proof: Option<Proof>,
}

impl Node {
    #[inline(always)]
    pub(crate) fn new(position: Position, value: f32, leaf: &Leaf) -> Node {
        let moves = position.legal_moves().bits();
        let legal = |slot: usize| moves >> slot & 1 == 1;
        Node {
            visits: std::array::from_fn(|slot| u32::from(!legal(slot))),
            mean: std::array::from_fn(|slot| if legal(slot) { 0.0 } else { EXCLUDED }),
            priors: leaf.priors,
            links: std::array::from_fn(|slot| {
                if legal(slot) {
                    Link::NOTHING
                } else {
                    Link::ILLEGAL
                }
            }),
            next: Choice::likeliest(&leaf.priors),
            position,
            count: 1,
            value,
            draw: leaf.draw(),
            margin: leaf.margin,
            reach: 0.0,
            proof: None,
        }
    }

    /// The prior of a move.
    #[inline(always)]
    pub(crate) fn prior(&self, slot: usize) -> f32 {
        f32::from(self.priors[slot]) * PRIOR
    }

    /// Replaces what selection takes for the evaluator's policy.
    pub(crate) fn set_priors(&mut self, priors: &[f32; SLOTS]) {
        self.priors = priors.map(quantized);
        let visited = (0..SLOTS).filter(|&slot| self.visits[slot] > 0);
        self.reach = visited.map(|slot| self.prior(slot)).sum::<f32>().sqrt();
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
    /// In units of [`PRIOR`].
    priors: [u16; SLOTS],
    /// In units of [`PRIOR`].
    draw: u16,
    pub(crate) margin: f32,
}

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
        f32::from(self.draw) * PRIOR
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
    }

    #[test]
    fn a_leaf_becomes_its_node() {
        let position = Position::start(Variant::Bestemshe);
        let mut priors = [0.0; SLOTS];
        priors[..5].copy_from_slice(&[0.5, 0.25, 0.125, 0.0625, 0.0625]);
        let node = Node::new(position, 0.25, &Leaf::new(&priors, 0.3, -7.5));
        for (slot, want) in priors.into_iter().enumerate() {
            assert!((node.prior(slot) - want).abs() < 1e-5);
        }
        assert!((node.draw - 0.3).abs() < 1e-5 && (node.margin + 7.5).abs() < 1e-6);
        assert!((node.value - 0.25).abs() < 1e-6);
        assert_eq!(node.visits, [0, 0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!((node.child_visits(), node.count), (0, 1));
    }

    #[test]
    fn priors_can_be_replaced() {
        let position = Position::start(Variant::Togyz);
        let mut node = Node::new(position, 0.0, &Leaf::new(&[0.0; SLOTS], 0.0, 0.0));
        (node.visits[2], node.visits[5]) = (1, 7);
        node.set_priors(&[0.0, 0.1, 0.2, 0.0, 0.0, 0.16, 0.5, 0.0, 0.04]);
        assert!((node.prior(6) - 0.5).abs() < 1e-5);
        assert!((node.reach - 0.6).abs() < 1e-5);
    }
}

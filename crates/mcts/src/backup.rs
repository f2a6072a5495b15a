//! What a simulation found, carried from its end to the root.

use crate::arena::{EXCLUDED, Node};
use crate::proof::resolve;
use crate::selection::NO_DRAW;
use crate::tree::Tree;
use crate::value::{Proof, Value};

/// One step of a simulation: a node and the slot it followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) slot: u8,
    /// The drawn move that selection preferred to `slot`, or [`NO_DRAW`]; see
    /// [`past_draw`](crate::selection::past_draw).
    pub(crate) draw: u8,
}

impl Step {
    #[expect(clippy::cast_possible_truncation, reason = "below 2^28 and below 9")]
    #[inline(always)]
    pub(crate) fn new(node: usize, slot: usize, draw: u8) -> Step {
        Step {
            node: node as u32,
            slot: slot as u8,
            draw,
        }
    }
}

/// The end of a simulation, from the view of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// Expected result plus what the margin adds to it.
    pub(crate) utility: f32,
    /// Probability of a draw; the same for both sides.
    pub(crate) draw: f32,
    /// Margin in balls.
    pub(crate) margin: f32,
    /// A proof that was not known before this simulation.
    pub(crate) proof: Option<Proof>,
}

impl Sample {
    /// A sample with this value and margin.
    #[inline(always)]
    pub(crate) fn new(value: Value, draw: f32, margin: f32, margin_scale: f32) -> Sample {
        Sample {
            utility: value.get() + margin_scale * margin,
            draw,
            margin,
            proof: None,
        }
    }

    /// A sample that is certain.
    #[inline(always)]
    pub(crate) fn proven(proof: Proof, margin: f32, margin_scale: f32) -> Sample {
        let draw = if proof == Proof::Draw { 1.0 } else { 0.0 };
        Sample {
            proof: Some(proof),
            ..Sample::new(proof.value(), draw, margin, margin_scale)
        }
    }

    /// The same as the other side sees it.
    #[inline(always)]
    pub(crate) fn turned(self) -> Sample {
        Sample {
            utility: -self.utility,
            draw: self.draw,
            margin: -self.margin,
            proof: self.proof.map(Proof::turned),
        }
    }
}

/// Adds `sample` to every step of `path`, the last one first. `sample` is from the view of the side
/// to move in the last step's node, and is about the move followed there. It stands for `weight`
/// simulations. Returns the same from the view of who moved to the first step's node.
///
/// Means are updated in place, `mean += (x - mean) / n`, which keeps them exact to f32 however
/// many visits there are, where a sum would lose digits.
#[inline(always)]
pub(crate) fn backup(
    tree: &mut Tree,
    path: &[Step],
    mut sample: Sample,
    margin_scale: f32,
    weight: u32,
) -> Sample {
    for index in (0..path.len()).rev() {
        let own_visits = match index.checked_sub(1) {
            None => tree.base.visits,
            Some(above) => {
                let Step { node, slot, .. } = path[above];
                tree.arena.nodes[node as usize].visits[usize::from(slot)]
            }
        };
        let Step { node, slot, draw } = path[index];
        let node = &mut tree.arena.nodes[node as usize];

        // 1. The move that was followed.
        add_visits(node, usize::from(slot), sample.utility, weight);

        // 2. A new proof closes the move, and perhaps the node.
        if let Some(proof) = sample.proof {
            close(node, usize::from(slot), proof, sample.utility);
            sample = match resolve(node) {
                Some(proof) => {
                    tree.proofs.insert(&node.position, proof);
                    Sample::proven(proof, sample.margin, margin_scale)
                }
                None => Sample {
                    proof: None,
                    ..sample
                },
            };
        }

        // 3. A draw in hand that was preferred: the node is worth that, whatever its rival brought.
        if draw != NO_DRAW {
            let draw = usize::from(draw);
            let utility = node.mean[draw];
            add_visits(node, draw, utility, weight);
            if sample.proof.is_none() {
                sample.utility = utility;
                sample.draw = 1.0;
            }
        }

        // 4. The node itself.
        let share = weight as f32 / (own_visits + weight) as f32;
        node.draw += (sample.draw - node.draw) * share;
        node.margin += (sample.margin - node.margin) * share;
        if index == 0 {
            let base = &mut tree.base;
            base.visits = own_visits + weight;
            base.mean += (sample.utility - base.mean) * share;
            base.proof = sample.proof;
        }
        sample = sample.turned();
    }
    sample
}

#[inline(always)]
fn add_visits(node: &mut Node, slot: usize, utility: f32, weight: u32) {
    let before = node.visits[slot];
    let visits = before + weight;
    node.visits[slot] = visits;
    if before == 0 {
        node.reach = (node.reach * node.reach + node.priors[slot]).sqrt();
    }
    let mean = &mut node.mean[slot];
    *mean += (utility - *mean) * weight as f32 / visits.cast_signed() as f32;
}

/// Writes a proof beside a move. A lost move is never to be chosen again; another one is worth
/// exactly what is proven, whatever its visits had found.
fn close(node: &mut Node, slot: usize, proof: Proof, utility: f32) {
    node.links[slot] = node.links[slot].proven(proof);
    node.mean[slot] = match proof {
        Proof::Loss => EXCLUDED,
        Proof::Draw | Proof::Win => utility,
    };
}

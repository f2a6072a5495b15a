//! What a simulation found, carried from its end to the root.

use crate::arena::{EXCLUDED, Node};
use crate::node::Choice;
use crate::proof::resolve;
use crate::tree::Tree;
use crate::value::{Proof, Value};

/// One step of a simulation: a node and the slot it followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) choice: Choice,
}

impl Step {
    #[expect(clippy::cast_possible_truncation, reason = "below 2^28")]
    #[inline(always)]
    pub(crate) fn new(node: usize, choice: Choice) -> Step {
        Step {
            node: node as u32,
            choice,
        }
    }

    /// The slot that was followed.
    pub(crate) fn slot(&self) -> usize {
        self.choice.slot()
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
    /// Whether the utility is the mean of all that was found behind a move, and takes the place of the move's.
    pub(crate) is_mean: bool,
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
            is_mean: false,
        }
    }

    /// What the visits of a node have found.
    pub(crate) fn mean(utility: f32, draw: f32, margin: f32) -> Sample {
        Sample {
            utility,
            draw,
            margin,
            proof: None,
            is_mean: true,
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
            margin: -self.margin,
            proof: self.proof.map(Proof::turned),
            ..self
        }
    }
}

/// Adds `sample` to every step of `path`, the last one first. `sample` is from the view of the side
/// to move in the last step's node, and is about the move followed there. It stands for `weight`
/// simulations. Returns the same from the view of who moved to the first step's node.
///
/// A move that leads to an inner node takes that node's mean for its own; what it gains by that counts for
/// all its visits. Without other ways to the node this is the mean over all simulations. Means are changed by
/// differences, which keeps them exact to f32 however many visits there are, where a sum would lose digits.
#[inline(always)]
pub(crate) fn backup(
    tree: &mut Tree,
    path: &[Step],
    mut sample: Sample,
    margin_scale: f32,
    weight: u32,
) -> Sample {
    for (index, step) in path.iter().enumerate().rev() {
        let (at, slot) = (step.node as usize, step.slot());
        let node = &mut tree.arena.nodes[at];

        // 1. The move that was followed.
        node.count += weight;
        let part = 1.0 / node.count.cast_signed() as f32;
        let share = weight.cast_signed() as f32 * part;
        let mut value = follow(node, slot, &sample, weight, part);

        // 2. A new proof closes the move, and perhaps the node.
        let mut proof = None;
        if let Some(found) = sample.proof {
            close(node, slot, found, sample.utility);
            proof = resolve(node);
        }

        // 3. A draw in hand that was preferred: the node is worth that, whatever its rival brought.
        if let Some(draw) = step.choice.draw() {
            add_visits(node, draw, weight);
            if sample.proof.is_none() {
                value = node.value + (node.mean[draw] - node.value) * share;
                sample.draw = 1.0;
            }
        }

        // 4. The node itself.
        node.value = value;
        node.draw += (sample.draw - node.draw) * share;
        node.margin += (sample.margin - node.margin) * share;
        sample = match proof {
            Some(proof) => {
                let proven = Sample::proven(proof, sample.margin, margin_scale);
                node.value = proven.utility;
                node.proof = Some(proof);
                tree.proofs.insert(&node.position, proof);
                proven
            }
            None => Sample::mean(node.value, sample.draw, sample.margin),
        };
        if index == 0 {
            tree.base.visits = node.count;
        }
        node.next = Choice::OPEN;
        tree.publish(at);
        sample = sample.turned();
    }
    sample
}

/// Counts the visits of a move, and gives it its new mean. Returns the node's: with `N` and `n` visits before, `w` more, and
/// a mean that goes from `q` to `q'`, it is `(N V + (n + w) q' - n q) / (N + w)`; `part` is `1 / (N + w)`.
#[inline(always)]
fn follow(node: &mut Node, slot: usize, sample: &Sample, weight: u32, part: f32) -> f32 {
    let before = add_visits(node, slot, weight).cast_signed() as f32;
    let weight = weight.cast_signed() as f32;
    let visits = before + weight;
    let old = node.mean[slot];
    // The nodes above wait for the value: what does not depend on the sample comes first.
    let kept = node.value + (old - node.value) * (weight * part);
    let change = sample.utility - old;
    // What proves a move lost says nothing of what it was worth before.
    if sample.is_mean || matches!(sample.proof, Some(Proof::Draw | Proof::Win)) {
        node.mean[slot] = old + change;
        kept + change * (visits * part)
    } else {
        node.mean[slot] = old + change * (weight / visits);
        kept + change * (weight * part)
    }
}

/// Counts visits of a move, and returns how many it had before.
#[inline(always)]
fn add_visits(node: &mut Node, slot: usize, weight: u32) -> u32 {
    let before = node.visits[slot];
    node.visits[slot] = before + weight;
    if before == 0 {
        node.reach = (node.reach * node.reach + node.prior(slot)).sqrt();
    }
    before
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

//! What a simulation finds where its descent ended.

use togyz_rules::Position;

use crate::arena::{Leaf, Link, Target};
use crate::backup::Sample;
use crate::descent::Descent;
use crate::endings::ending;
use crate::evaluator::Evaluator;
use crate::search::Search;
use crate::tree::child_position;
use crate::value::Proof;

impl<E: Evaluator> Search<E> {
    /// What a simulation finds where its descent ended.
    #[inline(always)]
    pub(crate) fn finish(&mut self, descent: Descent) -> Sample {
        match descent {
            Descent::End { at, slot } => self.conclude(at, slot),
            Descent::Lags { index } => self.catch_up(index),
            Descent::Gate { at, index, .. } | Descent::Taken { at, index, .. } => {
                self.pass_by(at, index)
            }
        }
    }

    /// What is known of a node by all ways that lead there, from the view of who moves there.
    fn catch_up(&self, index: usize) -> Sample {
        let node = &self.tree.arena.nodes[index];
        match node.proof {
            Some(proof) => Sample::proven(proof, node.margin, self.margin_scale),
            None => Sample::mean(node.value, node.draw, node.margin),
        }
        .turned()
    }

    /// What is known of a node that another thread has, from the view of who moves there.
    fn pass_by(&self, at: usize, index: usize) -> Sample {
        let node = &self.tree.arena.nodes[at];
        Sample::mean(-self.tree.published(index), node.draw, node.margin)
    }

    /// What is found at a move that leads out of the inner nodes: a known result, a leaf that cannot grow, or a
    /// position not seen before.
    #[inline(always)]
    fn conclude(&mut self, at: usize, slot: usize) -> Sample {
        let link = self.tree.arena.nodes[at].links[slot];
        if link.proof().is_some() {
            return self.known(at, slot);
        }
        match link.target() {
            Target::Leaf(leaf) => match self.proven_elsewhere(at, slot) {
                Some(sample) => sample,
                None => self.repeat_leaf(at, slot, leaf),
            },
            _ => self.expand(at, slot),
        }
    }

    /// The first visit of a move, or one of a move that a full tree keeps nothing about.
    #[inline(always)]
    fn expand(&mut self, at: usize, slot: usize) -> Sample {
        let position = child_position(&self.tree.arena.nodes[at], slot);
        // 1. The end of the game, or a repetition.
        if let Some((proof, margin)) = self.end(&position) {
            self.tree.arena.nodes[at].links[slot] = Link::END;
            return Sample::proven(proof, margin, self.margin_scale).turned();
        }
        if let Some(sample) = self.proven_elsewhere(at, slot) {
            return sample;
        }
        // 2. Else the evaluator.
        let evaluation = self.evaluator.evaluate(&position);
        debug_assert!(evaluation.is_sound(&position), "{evaluation:?}");
        self.evaluated += 1;
        let leaf = Leaf::new(&evaluation.priors, evaluation.draw, evaluation.margin);
        self.tree.add_leaf(at, slot, leaf);
        Sample::new(
            evaluation.value,
            evaluation.draw,
            evaluation.margin,
            self.margin_scale,
        )
        .turned()
    }

    /// What other paths have proven of the position after a move, from the view of who makes it.
    #[inline]
    pub(crate) fn proven_elsewhere(&self, at: usize, slot: usize) -> Option<Sample> {
        let proofs = &self.tree.proofs;
        if proofs.is_empty() {
            return None;
        }
        let proof = proofs.get(&child_position(&self.tree.arena.nodes[at], slot))?;
        let margin = self.margin(at, slot);
        Some(Sample::proven(proof.turned(), margin, self.margin_scale))
    }

    /// The result if the simulation ends at `position`, from the view of its side to move.
    fn end(&mut self, position: &Position) -> Option<(Proof, f32)> {
        if position.is_over() {
            return ended(position);
        }
        if let Some(known) = ending(self.endings.as_ref(), position) {
            return Some(known);
        }
        let repeats = self.repeats(position);
        self.repeated |= repeats;
        repeats.then(|| (Proof::Draw, kazan_lead(position)))
    }

    /// Whether `position`, reached at the end of the path, is a draw by repetition: it stands on
    /// the path already, or has stood on the board twice before the root.
    fn repeats(&self, position: &Position) -> bool {
        if position.has_tuzdik() {
            return false;
        }
        // The last step's node is one ply back: the same side moves two plies back, four, ...
        let path = self.path.iter().rev();
        let steps = path.map(|step| &self.tree.arena.nodes[step.node as usize].position);
        for past in steps.chain(self.above.iter().rev()).skip(1).step_by(2) {
            if past.balls_on_board() != position.balls_on_board() {
                return false;
            }
            if past == position {
                return true;
            }
        }
        self.history.count(position) >= 2
    }

    /// A move whose result is proven already: it is worth what was found, and proves nothing new.
    fn known(&self, at: usize, slot: usize) -> Sample {
        let node = &self.tree.arena.nodes[at];
        let proof = node.links[slot].proof().unwrap_or(Proof::Draw);
        Sample {
            proof: None,
            ..Sample::proven(proof, self.margin(at, slot), self.margin_scale)
        }
    }

    /// A leaf in a tree without room for it to grow: it counts again as it was.
    fn repeat_leaf(&self, at: usize, slot: usize, leaf: usize) -> Sample {
        let leaf = &self.tree.arena.leaves[leaf];
        Sample::mean(
            self.tree.arena.nodes[at].mean[slot],
            leaf.draw(),
            -leaf.margin,
        )
    }

    /// The margin expected after a move, from the view of who makes it.
    pub(crate) fn margin(&self, at: usize, slot: usize) -> f32 {
        let arena = &self.tree.arena;
        let node = &arena.nodes[at];
        match node.links[slot].target() {
            Target::Inner(index) if self.tree.may_reach(index) => -arena.nodes[index].margin,
            Target::Leaf(index) => -arena.leaves[index].margin,
            Target::End => {
                let position = child_position(node, slot);
                let known = ended(&position).or_else(|| ending(self.endings.as_ref(), &position));
                -known.map_or(kazan_lead(&position), |(_, margin)| margin)
            }
            Target::Inner(_) | Target::Nothing => node.margin,
        }
    }
}

/// The difference of the kazans, the mover's view.
fn kazan_lead(position: &Position) -> f32 {
    f32::from(position.own_kazan()) - f32::from(position.other_kazan())
}

/// The result of a finished position and its margin, from the view of its side to move.
fn ended(position: &Position) -> Option<(Proof, f32)> {
    let outcome = position.outcome()?;
    let mover = position.side_to_move();
    let proof = match outcome.winner {
        Some(winner) if winner == mover => Proof::Win,
        Some(_) => Proof::Loss,
        None => Proof::Draw,
    };
    Some((proof, f32::from(outcome.margin(mover))))
}

//! The simulation that both searches share: descend, expand, back up.

use togyz_rules::{Game, Move, Position};
use togyz_tables::Probe;

use crate::arena::{Leaf, Link, SLOTS, Target};
use crate::backup::{Sample, Step, backup};
use crate::config::MctsConfig;
use crate::endings::ending;
use crate::evaluator::Evaluator;
use crate::history::History;
use crate::selection::{
    Exploration, NO_DRAW, RootRule, first_play_urgency, past_draw, select_root,
};
use crate::tree::{Base, Tree, child_position};
use crate::value::Proof;

/// Where a descent ended.
pub(crate) enum Descent {
    /// At a move that leads out of the inner nodes.
    End { at: usize, slot: usize },
    /// At a move to an inner node where it was to end.
    Gate {
        at: usize,
        slot: usize,
        index: usize,
    },
}

/// A tree, what grows it, and the game it stands in.
#[derive(Debug)]
pub(crate) struct Search<E> {
    pub(crate) config: MctsConfig,
    pub(crate) evaluator: E,
    pub(crate) tree: Tree,
    pub(crate) exploration: Exploration,
    /// Exact values of endings.
    pub(crate) endings: Option<Probe>,
    /// Utility of one ball of margin, for the variant at hand.
    pub(crate) margin_scale: f32,
    /// The steps of the simulation under way; kept for its memory.
    pub(crate) path: Vec<Step>,
    /// The positions that lead to the node where simulations begin, if that is not the root.
    pub(crate) above: Vec<Position>,
    pub(crate) history: History,
    /// The root's place in the game.
    ply: usize,
    /// Whether the tree holds a draw by repetition. Such a draw is one for the path that led to it:
    /// once positions of that path are history, it may be none.
    pub(crate) repeated: bool,
    /// Positions given to the evaluator in this call.
    pub(crate) evaluated: u32,
    /// Simulations of this call.
    pub(crate) simulations: u32,
}

impl<E: Evaluator> Search<E> {
    pub(crate) fn new(config: MctsConfig, evaluator: E) -> Search<E> {
        Search {
            tree: Tree::new(config.max_nodes),
            ..Search::without_tree(config, evaluator)
        }
    }

    /// A search that gets a tree, and all else that belongs to a game, from another one.
    pub(crate) fn without_tree(config: MctsConfig, evaluator: E) -> Search<E> {
        Search {
            tree: Tree::default(),
            exploration: Exploration::new(&config),
            endings: None,
            margin_scale: 0.0,
            path: Vec::new(),
            above: Vec::new(),
            history: History::default(),
            ply: 0,
            repeated: false,
            evaluated: 0,
            simulations: 0,
            config,
            evaluator,
        }
    }

    /// Puts the root at the game's position: keeps the tree if the game went on from the last root,
    /// else starts anew. `false` if the game is over.
    pub(crate) fn begin(&mut self, game: &Game) -> bool {
        self.evaluated = 0;
        self.simulations = 0;
        if game.outcome().is_some() {
            return false;
        }
        let followed = self.begin_endings(game) && self.follows(game);
        let moved = game.plies().get(self.ply..).unwrap_or_default();
        let moves: Vec<Move> = moved.iter().map(|played| played.mv).collect();
        self.ply = game.plies().len();
        self.history = History::at(game, self.ply);
        if !(followed && self.carry(&moves)) {
            self.plant(game.position());
        }
        true
    }

    /// Whether the game passed through the root as the root was reached.
    fn follows(&self, game: &Game) -> bool {
        let root = self.tree.root().map(|root| root.position);
        root.is_some()
            && game.position_at(self.ply).copied() == root
            && History::at(game, self.ply) == self.history
    }

    /// Moves the root on by one move; what is not below it is forgotten.
    pub(crate) fn advance(&mut self, mv: Move) {
        let Some(before) = self.tree.root().map(|root| root.position) else {
            return;
        };
        if !before.legal_moves().contains(mv) {
            self.tree.clear();
            return;
        }
        self.history.advance(&before, &before.play_unchecked(mv));
        self.ply += 1;
        if !self.carry(&[mv]) {
            self.tree.clear();
        }
    }

    /// Moves the root on by `moves`, which led to the present history. `false` if nothing below
    /// them is known, or what is known may be wrong now.
    fn carry(&mut self, moves: &[Move]) -> bool {
        let stale = self.repeated && !moves.is_empty() && !self.history.is_empty();
        !stale && self.tree.advance(moves)
    }

    fn plant(&mut self, position: &Position) {
        let rules = position.variant().rules();
        let balls = f32::from(rules.balls) * f32::from(rules.holes) * 2.0;
        self.margin_scale = self.config.margin_weight / balls;
        let evaluation = self.evaluator.evaluate(position);
        debug_assert!(evaluation.is_sound(position), "{evaluation:?}");
        self.evaluated += 1;
        self.repeated = false;
        let sample = Sample::new(
            evaluation.value,
            evaluation.draw,
            evaluation.margin,
            self.margin_scale,
        );
        self.tree.plant(*position, &evaluation, sample.utility);
    }

    /// What the margin adds to the utility.
    pub(crate) fn margin_utility(&self, margin: f32) -> f32 {
        self.margin_scale * margin
    }

    /// One simulation from the base. Returns what it found, from the view of who moved there.
    #[inline(always)]
    pub(crate) fn simulate(&mut self, rule: RootRule) -> Sample {
        // 1. Descend by the selection rules to a move that leads out of the inner nodes.
        let (at, slot) = match self.descend(rule, |_, _| false) {
            Descent::End { at, slot } | Descent::Gate { at, slot, .. } => (at, slot),
        };
        // 2. Its end, and back up.
        self.conclude(at, slot)
    }

    /// Follows moves from the base until one leads out of the inner nodes, or to one that `is_gate`
    /// by its index and visits: nothing but these is asked of it before.
    #[inline(always)]
    pub(crate) fn descend(
        &mut self,
        rule: RootRule,
        mut is_gate: impl FnMut(usize, u32) -> bool,
    ) -> Descent {
        self.path.clear();
        let mut at = self.tree.base.node;
        let (mut slot, mut draw) = self.choose_at_base(rule, self.tree.base.visits);
        loop {
            self.path.push(Step::new(at, slot, draw));
            let node = &self.tree.arena.nodes[at];
            let (visits, own) = (node.visits[slot], -node.mean[slot]);
            let Some(index) = self.enter(at, slot) else {
                return Descent::End { at, slot };
            };
            if is_gate(index, visits) {
                return Descent::Gate { at, slot, index };
            }
            at = index;
            (slot, draw) = self.choose_below(at, visits, own);
        }
    }

    /// The end of the simulation whose path leads to this move.
    #[inline(always)]
    pub(crate) fn conclude(&mut self, at: usize, slot: usize) -> Sample {
        let sample = self.finish(at, slot);
        backup(&mut self.tree, &self.path, sample, self.margin_scale, 1)
    }

    /// The move that a simulation follows from the base, and the draw that it passes.
    #[inline(always)]
    fn choose_at_base(&self, rule: RootRule, visits: u32) -> (usize, u8) {
        let Base { node, mean, .. } = self.tree.base;
        let base = &self.tree.arena.nodes[node];
        let slot = select_root(base, visits, mean, &self.exploration, rule);
        if rule.pass_draws && base.links[slot].proof().is_some() {
            let unvisited = first_play_urgency(mean, rule.fpu_reduction, base.reach);
            return past_draw(base, slot, self.exploration.scale(visits), unvisited);
        }
        (slot, NO_DRAW)
    }

    /// The same in a node below, of which the move that leads there tells visits and mean.
    #[inline(always)]
    fn choose_below(&self, at: usize, visits: u32, own: f32) -> (usize, u8) {
        let node = &self.tree.arena.nodes[at];
        let unvisited = first_play_urgency(own, self.config.fpu_reduction, node.reach);
        let scale = self.exploration.scale(visits);
        let slot = self.exploration.selector.select(node, scale, unvisited);
        if node.links[slot].proof().is_some() {
            return past_draw(node, slot, scale, unvisited);
        }
        (slot, NO_DRAW)
    }

    /// The inner node that a move leads to, a leaf grown into one included; `None` where the
    /// simulation ends.
    #[inline(always)]
    fn enter(&mut self, at: usize, slot: usize) -> Option<usize> {
        let link = self.tree.arena.nodes[at].links[slot];
        if let Some(index) = link.open_inner() {
            return Some(index);
        }
        match link.target() {
            Target::Leaf(leaf) if link.proof().is_none() => {
                if self.proven_elsewhere(at, slot).is_some() {
                    return None;
                }
                self.tree.grow_leaf(at, slot, leaf)
            }
            _ => None,
        }
    }

    /// What a simulation finds at its end: a known result, a leaf that cannot grow, or a position
    /// not seen before.
    #[inline(always)]
    fn finish(&mut self, at: usize, slot: usize) -> Sample {
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
    fn proven_elsewhere(&self, at: usize, slot: usize) -> Option<Sample> {
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
        Sample {
            utility: self.tree.arena.nodes[at].mean[slot],
            draw: leaf.draw(),
            margin: -leaf.margin,
            proof: None,
        }
    }

    /// The margin expected after a move, from the view of who makes it.
    pub(crate) fn margin(&self, at: usize, slot: usize) -> f32 {
        let arena = &self.tree.arena;
        let node = &arena.nodes[at];
        match node.links[slot].target() {
            Target::Inner(index) => -arena.nodes[index].margin,
            Target::Leaf(index) => -arena.leaves[index].margin,
            Target::End => {
                let position = child_position(node, slot);
                let known = ended(&position).or_else(|| ending(self.endings.as_ref(), &position));
                -known.map_or(kazan_lead(&position), |(_, margin)| margin)
            }
            Target::Nothing => node.margin,
        }
    }

    /// Replaces the priors that selection sees at the root; the tree keeps the evaluator's.
    pub(crate) fn set_root_priors(&mut self, priors: [f32; SLOTS]) {
        if let Some(root) = self.tree.root_mut() {
            root.priors = priors;
            let visited = (0..SLOTS).filter(|&slot| root.visits[slot] > 0);
            root.reach = visited.map(|slot| priors[slot]).sum::<f32>().sqrt();
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

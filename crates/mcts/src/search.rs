//! The simulation that both searches share: descend, expand, back up.

use togyz_rules::{Game, Move, Position};
use togyz_tables::Probe;

use crate::arena::SLOTS;
use crate::backup::{Sample, Step, backup};
use crate::claim::Gate;
use crate::config::MctsConfig;
use crate::descent::Ahead;
use crate::evaluator::Evaluator;
use crate::history::History;
use crate::selection::{Exploration, RootRule};
use crate::tree::Tree;

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
    /// The last positions on the way to the node where simulations begin, if that is not the root: those that may come
    /// again below it.
    pub(crate) above: Vec<Position>,
    /// The gates that this thread has taken, and more that are kept for their memory.
    pub(crate) gates: Vec<Gate>,
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
            gates: Vec::new(),
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
    pub(crate) fn simulate(&mut self, rule: Option<RootRule>) -> Sample {
        // 1. Descend by the selection rules.
        let open = |tree: &Tree, index, _| {
            if tree.may_reach(index) {
                Ahead::Open
            } else {
                Ahead::Taken
            }
        };
        let descent = self.descend(rule, false, open);
        // 2. What is found at the end, and back up.
        let sample = self.finish(descent);
        let sample = backup(&mut self.tree, &self.path, sample, self.margin_scale, 1);
        // 3. What the next one follows, but at the root, which has a rule of its own.
        let below = &self.path[usize::from(rule.is_some())..];
        self.exploration.choose_ahead(&mut self.tree, below);
        sample
    }

    /// Replaces the priors that selection sees at the root; the tree keeps the evaluator's.
    pub(crate) fn set_root_priors(&mut self, priors: [f32; SLOTS]) {
        if let Some(root) = self.tree.root_mut() {
            root.set_priors(&priors);
        }
    }
}

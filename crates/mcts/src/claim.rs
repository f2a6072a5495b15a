//! The gates that a thread has taken in one turn at the lock, and what it promises behind each step that leads there.

use togyz_rules::Position;

use crate::backup::{Sample, Step};
use crate::tree::{Base, Tree};

/// What a thread has promised, for all to see who hold the lock.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claim {
    /// Steps to the gates and the simulations that are promised behind them. What neighbours have in common stands
    /// here once.
    steps: Vec<(Step, u32)>,
    /// Which of `steps` lead to the gate that was taken last.
    last: Vec<usize>,
    /// Gates, each with what is promised there.
    gates: Vec<(usize, u32)>,
    promised: u32,
    /// How many turns the thread has had.
    turns: u32,
}

/// A gate, for the thread that has taken it.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// The steps that lead there.
    pub(crate) path: Vec<Step>,
    /// The last positions on the way: those that may come again below the gate.
    pub(crate) above: Vec<Position>,
    pub(crate) base: Base,
    pub(crate) promised: u32,
    pub(crate) found: Found,
}

/// What simulations below a gate have found, from the view of who moved there.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) simulations: u32,
    pub(crate) evaluated: u32,
    /// The gate's mean after the last simulation that proved nothing of it, and sums over all of those.
    pub(crate) utility: f32,
    pub(crate) draw: f32,
    pub(crate) margin: f32,
    pub(crate) open: u32,
    /// The simulation that proved it.
    pub(crate) last: Option<Sample>,
}

impl Gate {
    /// Takes the gate that `base` is, or promises more of it.
    pub(crate) fn open(&mut self, tree: &Tree, path: &[Step], base: Base, promised: u32) {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.above.clear();
        let position = |step: &Step| tree.arena.nodes[step.node as usize].position;
        if let Some(last) = path.last().map(position) {
            let comes_again = |above: &Position| {
                !last.has_tuzdik() && above.balls_on_board() == last.balls_on_board()
            };
            let above = path.iter().rev().map(position).take_while(comes_again);
            self.above.extend(above);
            self.above.reverse();
        }
        self.base = base;
        self.promised += promised;
    }
}

impl Claim {
    /// Begins a turn. Returns its number.
    pub(crate) fn begin(&mut self) -> u32 {
        debug_assert!(self.gates.is_empty(), "a turn begins with gates");
        self.turns = self.turns.wrapping_add(1);
        self.turns
    }

    /// Promises so many more simulations of the gate `index`, to which `path` leads. Returns the gate's place among
    /// those of this turn.
    pub(crate) fn add(
        &mut self,
        tree: &mut Tree,
        path: &[Step],
        index: usize,
        promised: u32,
    ) -> usize {
        let shared = self.last.iter().zip(path).take_while(|&(&at, step)| {
            let (known, _) = self.steps[at];
            known.node == step.node && known.slot() == step.slot()
        });
        let shared = shared.count();
        self.last.truncate(shared);
        for &at in &self.last {
            self.steps[at].1 += promised;
        }
        for &step in &path[shared..] {
            self.last.push(self.steps.len());
            self.steps.push((step, promised));
        }
        for step in path {
            tree.arena.nodes[step.node as usize].visits[step.slot()] += promised;
        }
        self.promised += promised;
        let known = self.gates.iter().position(|&(gate, _)| gate == index);
        let place = known.unwrap_or(self.gates.len());
        if known.is_none() {
            self.gates.push((index, 0));
        }
        self.gates[place].1 += promised;
        place
    }

    /// Ends the turn.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.last.clear();
        self.gates.clear();
        self.promised = 0;
    }

    /// How many gates there are.
    pub(crate) fn gates(&self) -> usize {
        self.gates.len()
    }

    /// What is promised in this turn.
    pub(crate) fn promised(&self) -> u32 {
        self.promised
    }

    /// What is promised at a gate, or if that is a node below one at any of them.
    pub(crate) fn promised_at(&self, index: usize) -> u32 {
        let gate = self.gates.iter().find(|&&(gate, _)| gate == index);
        gate.map_or(self.promised, |&(_, promised)| promised)
    }

    /// Counts what is promised as visits.
    pub(crate) fn count(&self, tree: &mut Tree) {
        for &(step, promised) in &self.steps {
            tree.arena.nodes[step.node as usize].visits[step.slot()] += promised;
        }
    }

    /// The opposite of [`Claim::count`].
    pub(crate) fn take_away(&self, tree: &mut Tree) {
        for &(step, promised) in &self.steps {
            tree.arena.nodes[step.node as usize].visits[step.slot()] -= promised;
        }
    }
}

//! Endings whose value is known: what the tree asks before it asks the evaluator.

use togyz_rules::{Game, Position};
use togyz_tables::{Probe, Verdict};

use crate::evaluator::Evaluator;
use crate::search::Search;
use crate::value::Proof;

/// The proven result of an ending and its margin, from the view of its side to move.
#[inline]
pub(crate) fn ending(tables: Option<&Probe>, position: &Position) -> Option<(Proof, f32)> {
    let exact = tables?.exact(position)?;
    let proof = match exact.verdict {
        Verdict::Win => Proof::Win,
        Verdict::Draw => Proof::Draw,
        Verdict::Loss => Proof::Loss,
    };
    Some((proof, f32::from(exact.margin())))
}

impl<E: Evaluator> Search<E> {
    /// Gives the search exact values of endings, and forgets its tree.
    pub(crate) fn set_tables(&mut self, tables: Probe) {
        self.endings = Some(tables);
        self.tree.forget();
    }

    /// Tells the tables what has been played. `false` if what was proven by them with an earlier
    /// history may not hold any more.
    pub(crate) fn begin_endings(&mut self, game: &Game) -> bool {
        let Some(tables) = &mut self.endings else {
            return true;
        };
        let was_narrowed = tables.is_narrowed();
        tables.begin(game);
        !(was_narrowed || tables.is_narrowed())
    }
}

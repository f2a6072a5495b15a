//! The solver: results that are certain.
//!
//! # Source
//! Winands, Björnsson and Saito 2008, "Monte-Carlo Tree Search Solver", with draws as a third
//! result: a node is won if one move wins, and decided by its best move once every move is.

use crate::arena::Node;
use crate::value::Proof;

/// What is proven of a node by the proofs of its moves, from the view of its side to move.
pub(crate) fn resolve(node: &Node) -> Option<Proof> {
    let mut open = false;
    let mut best = Proof::Loss;
    for link in node.links {
        match link.proof() {
            Some(Proof::Win) => return Some(Proof::Win),
            Some(Proof::Draw) => best = Proof::Draw,
            Some(Proof::Loss) => {}
            None => open = true,
        }
    }
    (!open).then_some(best)
}

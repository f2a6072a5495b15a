//! A fixed piece of work, whose node count tells whether the search is still the same.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_rules::{Game, Position, Variant};

use crate::evaluation::TableEvaluation;
use crate::limits::Limits;
use crate::search::Searcher;

/// The depth at which the signature is taken.
pub const BENCH_DEPTH: u8 = 12;

/// The memory of the searcher; another size is another signature.
const TABLE_BYTES: usize = 4 << 20;

/// What stands on the board, in compact form: the start, a game of the search against itself, one
/// study of each kind, and the other variants.
const POSITIONS: [(&str, Variant, &str); 13] = [
    (
        "start",
        Variant::Togyz,
        "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0",
    ),
    (
        "opening",
        Variant::Togyz,
        "15,15,5,3,16,0,0,1,3/17,1,2,3,3,6,2,3,5/40,22/-1,5/0",
    ),
    (
        "one tuzdik",
        Variant::Togyz,
        "17,3,2,0,15,0,5,4,15/1,5,3,15,4,2,15,3,6/38,9/-1,3/0",
    ),
    (
        "two tuzdiks",
        Variant::Togyz,
        "2,1,3,1,20,0,4,4,1/1,6,2,1,6,2,0,3,9/50,46/6,5/0",
    ),
    (
        "middle game",
        Variant::Togyz,
        "0,1,2,7,1,0,4,2,3/1,2,0,2,2,4,0,4,6/63,58/6,5/0",
    ),
    (
        "large hole",
        Variant::Togyz,
        "0,8,1,0,2,2,3,2,8/1,2,0,1,1,3,28,2,1/66,31/-1,3/0",
    ),
    (
        "late game",
        Variant::Togyz,
        "0,4,2,0,2,0,2,1,1/0,1,2,2,2,1,0,2,2/73,65/6,5/0",
    ),
    (
        "ending",
        Variant::Togyz,
        "0,0,1,0,2,0,1,2,4/0,0,0,1,1,1,0,2,3/75,69/6,5/0",
    ),
    (
        "study, win",
        Variant::Togyz,
        "0,0,0,0,0,3,3,3,3/0,0,0,2,0,0,0,0,1/74,73/-1,3/0",
    ),
    (
        "study, draw",
        Variant::Togyz,
        "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0",
    ),
    (
        "historic",
        Variant::Historic,
        "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0",
    ),
    (
        "qozdatu",
        Variant::Qozdatu,
        "7,7,7,7,7,7,7/7,7,7,7,7,7,7/0,0/-1,-1/0",
    ),
    (
        "bestemshe",
        Variant::Bestemshe,
        "5,5,5,5,5/5,5,5,5,5/0,0/-1,-1/0",
    ),
];

/// What [`bench()`] counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// Nodes of all positions: the signature.
    pub nodes: u64,
    /// Each position by name, with its nodes.
    pub positions: Vec<(&'static str, u64)>,
}

/// Searches the bench positions to a depth, each with a cleared memory.
///
/// The count is the same on every machine. A change of the search that means to change nothing
/// leaves it as it is; any other names the new one.
///
/// # Units
/// `depth` in plies, see [`BENCH_DEPTH`].
///
/// # Examples
/// ```
/// let report = togyz_search::bench(3);
/// assert_eq!(report.nodes, report.positions.iter().map(|(_, nodes)| nodes).sum::<u64>());
/// assert_eq!(report, togyz_search::bench(3));
/// ```
#[must_use]
pub fn bench(depth: u8) -> BenchReport {
    let mut searcher = Searcher::new(TableEvaluation::default(), TABLE_BYTES);
    let never = AtomicBool::new(false);
    let positions: Vec<(&'static str, u64)> = POSITIONS
        .into_iter()
        .filter_map(|(name, variant, text)| {
            let position = Position::from_compact(text, variant).ok()?;
            searcher.clear();
            let game = Game::from_position(position);
            let report = searcher.search(&game, &Limits::depth(depth), &|| Duration::ZERO, &never);
            Some((name, report?.nodes))
        })
        .collect();
    BenchReport {
        nodes: positions.iter().map(|(_, nodes)| nodes).sum(),
        positions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_position_is_searched() {
        assert_eq!(bench(1).positions.len(), POSITIONS.len());
    }
}

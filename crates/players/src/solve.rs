//! Proofs of small positions, with the whole line.

use std::sync::atomic::Ordering;

use togyz_rules::{BySide, Game, Move, Side};
use togyz_search::{Limits, Searcher, TableEvaluation};
use togyz_tables::Probe;

use crate::budget::{Budget, Clock};
use crate::half::half;
use crate::thought::Proof;

/// The transposition table of a proof.
const TABLE_BYTES: usize = 128 << 20;
/// No line is longer: a game that goes on is a draw by then.
const LONGEST: usize = 400;

/// A position that is not solved gets one more search for each side, with this part of the limits.
const HALF_SHARE: u32 = 8;

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The result for the side to move; `None` if the limit came first.
    pub proven: Option<Proof>,
    /// Who is sure of half of the balls, and so of a draw at least; told only if nothing is proven.
    pub holds: BySide<bool>,
    /// The game with the best moves of both sides played on, to its end if all of it is proven.
    pub game: Game,
    /// The half-moves from the position on that were found by searching; the rest are the tables'.
    pub searched: usize,
    /// Positions looked at.
    pub nodes: u64,
}

/// Proves the result of the position on the board and plays both sides' best moves to the end.
///
/// The searcher goes deeper until the result is certain, with the endgame tables at its leaves. The
/// side that wins plays what wins, in the fewest half-moves that were found; the side that loses
/// holds out as long as was found. `budget` limits each search of the line.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use togyz_players::{Budget, Clock, Proof, solve};
/// use togyz_rules::{Game, Position, Variant};
/// use togyz_tables::{Probe, TableSet};
/// let text = "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/80,80/-1,-1/0";
/// let game = Game::from_position(Position::from_compact(text, Variant::Togyz)?);
/// let tables = Probe::new(TableSet::small(Variant::Togyz));
/// let clock = Clock { elapsed: &|| Duration::ZERO, stop: &AtomicBool::new(false) };
/// let solution = solve(&game, &tables, &Budget::default(), &clock);
/// assert_eq!(solution.proven, Some(Proof::Win));
/// assert!(solution.game.outcome().is_some());
/// # Ok::<(), togyz_rules::PositionError>(())
/// ```
#[must_use]
pub fn solve(game: &Game, tables: &Probe, budget: &Budget, clock: &Clock<'_>) -> Solution {
    let mut searcher = Searcher::new(TableEvaluation::default(), TABLE_BYTES);
    searcher.set_tables(tables.clone());
    let limits = Limits {
        depth: budget.depth,
        nodes: budget.nodes,
        time: budget.time,
        ..Limits::default()
    };
    let mut probe = tables.clone();
    let mut solution = Solution {
        proven: None,
        holds: BySide::default(),
        game: game.clone(),
        searched: 0,
        nodes: 0,
    };
    let start = game.plies().len();
    while solution.game.outcome().is_none() && solution.game.plies().len() < start + LONGEST {
        // 1. By the tables, else by a search.
        probe.begin(&solution.game);
        let known = probe
            .moves(solution.game.position())
            .and_then(|moves| moves.first().copied());
        let (mv, proof): (Move, Proof) = match known {
            Some(best) => (best.mv, best.exact.verdict.into()),
            None => {
                let begun = (clock.elapsed)();
                let elapsed = || (clock.elapsed)().saturating_sub(begun);
                let report = searcher.search(&solution.game, &limits, &elapsed, clock.stop);
                let Some(report) = report else { break };
                solution.nodes += report.nodes;
                let Some(proof) = report.score.proven() else {
                    break;
                };
                solution.searched += 1;
                (report.best, proof.into())
            }
        };
        // 2. The first of them is the result.
        solution.proven.get_or_insert(proof);
        if solution.game.play(mv).is_err() {
            break;
        }
    }
    if solution.game.plies().len() == start {
        let mover = game.position().side_to_move();
        solution.proven = game.outcome().map(|outcome| match outcome.winner {
            Some(winner) if winner == mover => Proof::Win,
            Some(_) => Proof::Loss,
            None => Proof::Draw,
        });
        if solution.proven.is_none() && !clock.stop.load(Ordering::Relaxed) {
            bound(&mut solution, tables, budget, clock);
        }
    }
    solution
}

/// What can be told of a position whose result is not proven. Both sides sure of half is a draw.
fn bound(solution: &mut Solution, tables: &Probe, budget: &Budget, clock: &Clock<'_>) {
    for side in Side::ALL {
        let share = Budget {
            nodes: budget.nodes.map(|nodes| nodes / u64::from(HALF_SHARE)),
            time: budget
                .time
                .map(|time| (clock.elapsed)() + time / HALF_SHARE),
            ..*budget
        };
        let found = half(&solution.game, side, tables, &share, clock);
        solution.holds[side] = found.is_sure;
        solution.nodes += found.nodes;
    }
    if solution.holds.bastaushy && solution.holds.kostaushy {
        solution.proven = Some(Proof::Draw);
    }
}

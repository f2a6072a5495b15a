//! Iterative deepening at the root.

use togyz_rules::{Move, Position};

use crate::evaluation::Evaluation;
use crate::limits::{Limits, MAX_DEPTH};
use crate::negamax::{Run, Window};
use crate::ordering::Ordered;
use crate::report::{RootMove, SearchReport};
use crate::score::Score;
use crate::search::Told;
use crate::table::{Bound, Entry};

/// Aspiration: from this depth on, the first window is so wide around the last score.
const ASPIRATION_DEPTH: u8 = 4;
const ASPIRATION_WINDOW: i32 = 150;

/// The root of a running search.
pub(crate) struct Root<'a, E> {
    run: Run<'a, E>,
    position: Position,
    moves: Vec<Candidate>,
    every_move: bool,
}

/// A move of the root during the search.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    next: Position,
    quiet: bool,
    score: Score,
    exact: bool,
    /// Whether the score is certain, as [`Run::complete`].
    complete: bool,
    /// Spent in the present iteration, and in all.
    effort: u64,
    nodes: u64,
}

/// How an iteration, or one window of it, ended.
struct Iteration {
    score: Score,
    /// Whether nothing about the score is left to judgement.
    complete: bool,
}

impl<'a, E: Evaluation> Root<'a, E> {
    pub(crate) fn new(run: Run<'a, E>, position: Position, every_move: bool) -> Root<'a, E> {
        let known = run.table.probe(position.key()).and_then(|entry| entry.mv);
        // Until it is searched, a move is worth what the board says after it.
        let moves = Ordered::all(&position, known)
            .map(|ranked| {
                let next = position.play_unchecked(ranked.mv);
                Candidate {
                    mv: ranked.mv,
                    next,
                    quiet: ranked.gain <= 0,
                    score: run.evaluation.evaluate(&next).turned(),
                    exact: false,
                    complete: false,
                    effort: 0,
                    nodes: 0,
                }
            })
            .collect();
        Root {
            run,
            position,
            moves,
            every_move,
        }
    }

    /// Searches as [`Root::deepen`] does, for the table alone; gives the nodes.
    pub(crate) fn help(mut self, first_depth: u8, limits: &Limits) -> u64 {
        if let Some(first) = self.moves.first() {
            let score = first.score;
            self.iterations(first_depth, limits.last_depth(), score, None);
        }
        self.run.watch.nodes()
    }

    /// Searches deeper and deeper until a limit is reached or the position is solved.
    pub(crate) fn deepen(
        mut self,
        first_depth: u8,
        limits: &Limits,
        told: Option<Told<'_>>,
    ) -> Option<SearchReport> {
        let score = self.moves.first()?.score;
        let (score, finished) = self.iterations(first_depth, limits.last_depth(), score, told);
        self.report(score, finished)
    }

    /// The score in the end, and the last depth that was finished.
    fn iterations(
        &mut self,
        first_depth: u8,
        last_depth: u8,
        mut score: Score,
        mut told: Option<Told<'_>>,
    ) -> (Score, u8) {
        // 1. Whatever happens there is a move to report.
        let mut finished = 0;
        for depth in first_depth..=last_depth {
            // 2. One iteration; if it is cut short, what it has found so far still counts.
            let iteration = self.aspire(depth, score);
            if let Some(found) = &iteration {
                score = found.score;
            }
            if self.run.watch.stopped() {
                break;
            }
            finished = depth;
            if let Some(told) = &mut told
                && let Some(report) = self.report(score, finished)
            {
                told(report);
            }
            // 3. Solved: no depth will change it.
            if let Some(found) = iteration
                && (found.complete || found.score.is_table_win() || self.is_won(found.score, depth))
            {
                break;
            }
        }
        (score, finished)
    }

    /// Whether a win is proven that is known to be as quick as any within the depth.
    fn is_won(&self, score: Score, depth: u8) -> bool {
        score
            .plies_to_end()
            .is_some_and(|plies| plies <= u32::from(depth))
    }

    /// One iteration, with a narrow window around the last score that is opened as needed.
    ///
    /// `None` if it was stopped before the first move was searched.
    fn aspire(&mut self, depth: u8, last: Score) -> Option<Iteration> {
        for candidate in &mut self.moves {
            candidate.effort = 0;
        }
        let mut width = ASPIRATION_WINDOW;
        let mut window = if self.every_move || depth < ASPIRATION_DEPTH || last.is_decided() {
            Window::OPEN
        } else {
            Window {
                alpha: last.shifted(-width),
                beta: last.shifted(width),
            }
        };
        loop {
            let found = self.iterate(depth, window)?;
            if self.run.watch.stopped() {
                return Some(found);
            }
            if found.score <= window.alpha && window.alpha > Window::OPEN.alpha {
                window.alpha = found.score.shifted(-width);
            } else if found.score >= window.beta && window.beta < Window::OPEN.beta {
                window.beta = found.score.shifted(width);
            } else {
                return Some(found);
            }
            width *= 4;
            if width > 5_000 {
                window = Window::OPEN;
            }
        }
    }

    /// Searches every move within a window, and puts the best first.
    ///
    /// `None` if it was stopped before the first move was searched.
    fn iterate(&mut self, depth: u8, window: Window) -> Option<Iteration> {
        let key = self.position.key();
        self.run.path.push(&self.position, key);
        let mut alpha = window.alpha;
        let mut best: Option<Score> = None;
        let mut all_complete = true;
        for index in 0..self.moves.len() {
            let Candidate {
                mv, next, quiet, ..
            } = self.moves[index];
            let before = self.run.watch.nodes();
            // Where every move is to have its value, each is searched as the first is.
            let (rank, alpha_here) = if self.every_move {
                (0, window.alpha)
            } else {
                (index, alpha)
            };
            let inner = Window {
                alpha: alpha_here,
                ..window
            };
            let score = self
                .run
                .move_value(&next, rank, quiet, depth.into(), 0, inner);
            let candidate = &mut self.moves[index];
            let spent = self.run.watch.nodes() - before;
            candidate.effort += spent;
            candidate.nodes += spent;
            if self.run.watch.stopped() {
                break;
            }
            candidate.score = score;
            candidate.exact = score > alpha_here;
            candidate.complete = self.run.complete;
            all_complete &= self.run.complete;
            best = Some(best.map_or(score, |best| best.max(score)));
            if index == 0 || score > alpha {
                // To the front at once: if the iteration is cut short, this is the move to play.
                self.moves[..=index].rotate_right(1);
                alpha = alpha.max(score);
                let bound = if score >= window.beta {
                    Bound::Lower
                } else {
                    Bound::Upper
                };
                self.remember(key, mv, score, bound);
            }
            if !self.every_move && (score >= window.beta || score.is_table_win()) {
                break;
            }
        }
        self.run.path.pop();
        // The best stays first; the others by the work they needed, which tells more than a bound.
        if self.every_move {
            self.moves
                .sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        } else {
            self.moves[1..].sort_by_key(|candidate| std::cmp::Reverse(candidate.effort));
        }
        best.map(|score| Iteration {
            score,
            complete: all_complete,
        })
    }

    /// Keeps the root's best move in the table, for the line and for the next search.
    fn remember(&mut self, key: u64, mv: Move, score: Score, bound: Bound) {
        self.run.table.store(
            key,
            Entry {
                score: score.to_table(0),
                depth: 0,
                bound,
                mv: Some(mv),
            },
        );
    }

    fn report(&self, score: Score, depth: u8) -> Option<SearchReport> {
        let first = self.moves.first()?;
        let best = first.mv;
        // An iteration that was cut short may have lowered the best before it came to the others:
        // they were no better than it so far.
        let (score, most) = if self.every_move {
            (first.score, Window::OPEN.beta)
        } else {
            (score, score)
        };
        let complete = self.moves.iter().all(|candidate| candidate.complete);
        Some(SearchReport {
            best,
            score: told(score, complete),
            depth,
            nodes: self.run.watch.nodes(),
            line: self.line(best),
            root: self
                .moves
                .iter()
                .map(|candidate| RootMove {
                    mv: candidate.mv,
                    score: told(candidate.score.min(most), candidate.complete),
                    exact: candidate.exact,
                    line: if candidate.exact || candidate.mv == best {
                        self.line(candidate.mv)
                    } else {
                        vec![candidate.mv]
                    },
                    nodes: candidate.nodes,
                })
                .collect(),
        })
    }

    /// The line that begins with `best`, as far as the table remembers it.
    fn line(&self, best: Move) -> Vec<Move> {
        let mut line = vec![best];
        let mut position = self.position.play_unchecked(best);
        while line.len() < usize::from(MAX_DEPTH) && !position.is_over() {
            let known = self.run.table.probe(position.key());
            match known.and_then(|entry| entry.mv) {
                Some(mv) if position.legal_moves().contains(mv) => {
                    line.push(mv);
                    position = position.play_unchecked(mv);
                }
                _ => break,
            }
        }
        line
    }
}

/// The score as it is told: 0 only if it is a proven draw, and not one by repetition or judgement.
fn told(score: Score, complete: bool) -> Score {
    if score == Score::DRAW && !complete {
        Score::heuristic(0)
    } else {
        score
    }
}

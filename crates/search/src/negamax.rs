//! The recursive part of the search: one call a position.

use togyz_rules::{Move, Position};
use togyz_tables::Probe;

use crate::evaluation::Evaluation;
use crate::limits::Watch;
use crate::ordering::Ordered;
use crate::path::Path;
use crate::score::Score;
use crate::table::{Bound, COMPLETE, Entry, Table};

/// No line is longer: depth is at most 64 and quiescence adds a few plies.
pub(crate) const MAX_PLY: u32 = 100;

/// Reverse futility: up to this depth a lead of so much a ply is taken as a cutoff.
const FUTILITY_DEPTH: u32 = 4;
const FUTILITY_MARGIN: i32 = 300;

/// Late move reductions: from this depth and this move on.
const REDUCTION_DEPTH: u32 = 3;
const REDUCTION_MOVE: usize = 2;
/// And from here on by two plies.
const DEEP_REDUCTION_DEPTH: u32 = 6;
const DEEP_REDUCTION_MOVE: usize = 4;

/// The scores a caller can still make use of.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// The mover has this much already.
    pub(crate) alpha: Score,
    /// The other side will not allow this much.
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const OPEN: Window = Window {
        alpha: Score::INFINITE.turned(),
        beta: Score::INFINITE,
    };

    /// The window that only asks whether a score is above `alpha`.
    #[inline]
    pub(crate) fn zero(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha.shifted(1),
        }
    }

    /// The same window from the other side's view.
    #[inline]
    pub(crate) fn turned(self) -> Window {
        Window {
            alpha: self.beta.turned(),
            beta: self.alpha.turned(),
        }
    }

    /// Whether exact values are wanted, not only an answer to "is it above alpha".
    #[inline]
    fn is_open(self) -> bool {
        self.beta > self.alpha.shifted(1)
    }
}

/// One running search.
pub(crate) struct Run<'a, E> {
    pub(crate) evaluation: &'a E,
    pub(crate) table: &'a Table,
    pub(crate) watch: Watch<'a>,
    pub(crate) path: Path,
    /// Exact values of endings.
    pub(crate) endings: Option<&'a Probe>,
    /// The balls that win the game in this variant.
    pub(crate) majority: u8,
    /// Whether the value returned last follows from ends of the game alone, with no judgement, no
    /// repetition and no pruning by margins in it. Such a value holds at every depth.
    pub(crate) complete: bool,
}

impl<E: Evaluation> Run<'_, E> {
    /// A value that owes something to judgement.
    #[inline]
    pub(crate) fn judged(&mut self, score: Score) -> Score {
        self.complete = false;
        score
    }

    /// A value that is certain.
    #[inline]
    pub(crate) fn certain(&mut self, score: Score) -> Score {
        self.complete = true;
        score
    }

    /// The value of a finished game, if the position is one.
    #[inline]
    pub(crate) fn ended(&mut self, position: &Position, ply: u32) -> Option<Score> {
        let majority = self.majority;
        let score = if position.own_kazan() >= majority {
            Score::win_in(ply)
        } else if position.other_kazan() >= majority {
            Score::loss_in(ply)
        } else if position.legal_moves().is_empty() {
            // The mover has no balls; those on the other row belong to the other side.
            let other = position.other_kazan() + position.balls_on_board();
            match position.own_kazan().cmp(&other) {
                std::cmp::Ordering::Greater => Score::win_in(ply),
                std::cmp::Ordering::Less => Score::loss_in(ply),
                std::cmp::Ordering::Equal => Score::DRAW,
            }
        } else {
            return None;
        };
        Some(self.certain(score))
    }

    /// The exact value of an ending that the tables have.
    #[inline]
    pub(crate) fn known(&mut self, position: &Position, ply: u32) -> Option<Score> {
        let exact = self.endings?.exact(position)?;
        Some(self.certain(Score::by_table(exact.verdict, ply)))
    }

    /// The value of a position from its mover's view, searched `depth` plies deep.
    ///
    /// Fail-soft: outside the window the value is a bound. Once the watch has stopped, the value
    /// means nothing and is thrown away by every caller.
    pub(crate) fn negamax(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> Score {
        // 1. At the horizon only captures are looked at.
        if depth == 0 || ply >= MAX_PLY {
            return self.quiescence(position, 0, ply, window);
        }
        if !self.watch.enter() {
            return Score::DRAW;
        }

        // 2. The end of the game, or of what has to be searched.
        if let Some(score) = self.ended(position, ply) {
            return score;
        }
        if let Some(score) = self.known(position, ply) {
            return score;
        }

        // 3. Repetition: a draw, but one that depends on the way here.
        let key = position.key();
        if self.path.repeats(position, key) {
            return self.judged(Score::DRAW);
        }

        // 4. No line from here can be better than winning at once, nor worse than losing at once:
        //    a quicker win found elsewhere needs no search.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            let bound = window.alpha;
            return self.certain(bound);
        }

        // 5. Reverse futility: so far ahead that no quiet reply will change it. It comes before the
        //    table, for judging a position takes less time than fetching a line of memory.
        if depth <= FUTILITY_DEPTH && !window.is_open() && !window.beta.is_decided() {
            let lead = self.evaluation.evaluate(position);
            if lead.shifted(-FUTILITY_MARGIN * depth.cast_signed()) >= window.beta {
                return self.judged(lead);
            }
        }

        // 6. The transposition table. With an open window only certain values end the search, so
        //    that the principal variation is not cut short.
        let known = self.table.probe(key);
        if let Some(entry) = known
            && (entry.depth == COMPLETE || (u32::from(entry.depth) >= depth && !window.is_open()))
        {
            let score = Score::from_table(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if cuts {
                self.complete = entry.depth == COMPLETE;
                return score;
            }
        }

        // 7. The moves, best guess first.
        self.path.push(position, key);
        let ordered = Ordered::all(position, known.and_then(|entry| entry.mv));
        let value = self.best_of(position, ordered, depth, ply, window);
        self.path.pop();
        if self.watch.stopped() {
            return Score::DRAW;
        }

        // 8. Remember it.
        let bound = if value.score >= window.beta {
            Bound::Lower
        } else if value.score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            key,
            Entry {
                score: value.score.to_table(ply),
                depth: if self.complete {
                    COMPLETE
                } else {
                    u8::try_from(depth).unwrap_or(COMPLETE - 1)
                },
                bound,
                mv: value.mv,
            },
        );
        value.score
    }

    /// Searches the moves of a position in order until one is too good.
    fn best_of(
        &mut self,
        position: &Position,
        ordered: Ordered,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Best {
        let mut alpha = window.alpha;
        let mut best = Best {
            score: Score::INFINITE.turned(),
            mv: None,
        };
        let mut all_complete = true;
        for (index, ranked) in ordered.enumerate() {
            let next = position.play_unchecked(ranked.mv);
            let inner = Window { alpha, ..window };
            let quiet = ranked.gain <= 0;
            let score = self.move_value(&next, index, quiet, depth, ply, inner);
            if self.watch.stopped() {
                return best;
            }
            all_complete &= self.complete;
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = Some(ranked.mv);
                    alpha = score;
                }
                if score >= window.beta || score.is_table_win() {
                    // One certain refutation is enough, whatever the other moves are.
                    return best;
                }
            }
        }
        self.complete = all_complete;
        best
    }

    /// The value of a move for the side that plays it, `index` in the order.
    #[inline]
    pub(crate) fn move_value(
        &mut self,
        next: &Position,
        index: usize,
        quiet: bool,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Score {
        // 1. The first move gets the whole window.
        if index == 0 {
            return self.reply(next, depth - 1, ply, window);
        }
        // 2. The others must only be shown to be no better, late quiet ones at less depth.
        let zero = Window::zero(window.alpha);
        let reduction = reduction(index, quiet, depth);
        let mut score = self.reply(next, depth - 1 - reduction, ply, zero);
        // 3. Shown to be better at less depth: again at full depth.
        if score > window.alpha && reduction > 0 && !self.watch.stopped() {
            score = self.reply(next, depth - 1, ply, zero);
        }
        // 4. Better indeed: how much?
        if score > window.alpha && window.is_open() && score < window.beta && !self.watch.stopped()
        {
            score = self.reply(next, depth - 1, ply, window);
        }
        score
    }

    #[inline]
    fn reply(&mut self, next: &Position, depth: u32, ply: u32, window: Window) -> Score {
        self.negamax(next, depth, ply + 1, window.turned()).turned()
    }
}

/// The best move of a position that raised alpha, and the best score of all.
struct Best {
    score: Score,
    mv: Option<Move>,
}

/// By how many plies a late quiet move is searched less deep.
#[inline]
fn reduction(index: usize, quiet: bool, depth: u32) -> u32 {
    if depth < REDUCTION_DEPTH || index < REDUCTION_MOVE || !quiet {
        0
    } else if depth >= DEEP_REDUCTION_DEPTH && index >= DEEP_REDUCTION_MOVE {
        2
    } else {
        1
    }
}

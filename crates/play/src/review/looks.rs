//! A review under way: what each position is worth, and what that makes of the moves.

use togyz_players::Thought;
use togyz_rules::{Game, Move, Outcome, Position, Side};

use super::judge::{Judgement, Loss, Worth, summaries, turns};
use super::report::{Review, Reviewed};
use crate::moves::pairs_of;

/// Half-moves of a line that are kept.
const LINE: usize = 12;

/// The positions of a game that were looked at, forwards, so that a search can go on from the one
/// before. Whoever searches asks [`Looks::next`] for a position and gives [`Looks::take`] what was
/// found.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    game: Game,
    /// Moves until the game was over; a text may go on after a majority, where nothing can be lost.
    moves: usize,
    outcome: Option<Outcome>,
    /// The game up to the position that comes next.
    past: Game,
    found: Vec<Look>,
}

/// What was found of a position.
#[derive(Clone, Debug)]
struct Look {
    position: Position,
    /// To the side to move.
    worth: Worth,
    /// The best move first.
    line: Vec<Move>,
}

impl Looks {
    /// Before the first look.
    pub(crate) fn new(game: &Game) -> Looks {
        let mut whole = Game::from_position(*game.start());
        let mut moves = 0;
        for played in game.plies() {
            if whole.outcome().is_some() || whole.play_on(played.mv).is_err() {
                break;
            }
            moves += 1;
        }
        Looks {
            game: game.clone(),
            moves,
            outcome: whole.outcome(),
            past: Game::from_position(*game.start()),
            found: Vec::new(),
        }
    }

    /// How many positions were looked at.
    pub(crate) fn done(&self) -> usize {
        self.found.len()
    }

    /// How many there are; the end of a game needs no look.
    pub(crate) fn total(&self) -> usize {
        self.moves + usize::from(self.outcome.is_none())
    }

    /// The game up to the position to look at next.
    pub(crate) fn next(&self) -> Option<&Game> {
        (self.done() < self.total()).then_some(&self.past)
    }

    /// Takes what was found of that position.
    pub(crate) fn take(&mut self, thought: &Thought) {
        let best = thought.best();
        let line = best.map_or_else(Vec::new, |best| best.line.clone());
        self.put(Worth::of(thought), line);
    }

    /// Takes what it is worth to the side to move, and the best line.
    pub(crate) fn put(&mut self, worth: Worth, line: Vec<Move>) {
        self.found.push(Look {
            position: *self.past.position(),
            worth,
            line,
        });
        if self.done() <= self.moves {
            // It was played when the moves were counted.
            let _ = self.past.play_on(self.game.plies()[self.done() - 1].mv);
        }
    }

    /// The review of what was looked at so far; none before the first look.
    pub(crate) fn judged(&self) -> Option<Review> {
        // The end, or as far as it goes.
        let whole = self.next().is_none();
        let outcome = self.outcome.filter(|_| whole);
        let (end, mover) = match &outcome {
            Some(outcome) => {
                let mover = self.past.position().side_to_move();
                (Worth::of_end(outcome, mover), mover)
            }
            None => {
                let last = self.found.last()?;
                (last.worth, last.position.side_to_move())
            }
        };
        let count = self.done() - usize::from(outcome.is_none());
        let moves: Vec<Reviewed> = (0..count).map(|index| self.reviewed(index, end)).collect();
        Some(Review {
            sides: summaries(moves.iter().map(|one| (one.side, one.loss()))),
            turning_points: moves
                .iter()
                .filter(|one| one.turning_point)
                .map(|one| one.ply)
                .collect(),
            end: match mover {
                Side::Bastaushy => end,
                Side::Kostaushy => end.turned(),
            },
            outcome,
            moves,
        })
    }

    /// What a move made of the position before it; `end` is that of the last position.
    fn reviewed(&self, index: usize, end: Worth) -> Reviewed {
        let played = &self.game.plies()[index];
        let Look {
            position,
            worth: before,
            line,
        } = &self.found[index];
        let next = self.found.get(index + 1);
        let after = next.map_or(end, |look| look.worth).turned();
        let best = line.first().copied().unwrap_or(played.mv);
        let loss = if best == played.mv {
            Loss::NONE
        } else {
            Loss::between(*before, after)
        };
        let judgement = Judgement::of(loss.chance);
        Reviewed {
            ply: index + 1,
            side: played.side,
            hole: played.mv.number(),
            notation: pairs_of(position, &[played.mv]).concat(),
            best: best.number(),
            best_line: pairs_of(position, &line[..line.len().min(LINE)]),
            before: *before,
            after,
            loss_chance: loss.chance,
            loss_balls: loss.balls,
            judgement,
            turning_point: turns(*before, after, judgement),
        }
    }
}

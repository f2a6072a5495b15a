//! The review of one game.

use serde::{Deserialize, Serialize};
use togyz_players::{Budget, Player, PlayerError};
use togyz_rules::{BySide, Game, GameResult, Outcome, Side};

use super::judge::{Judgement, Loss, Summary, Worth, summaries, turns};
use crate::narrate::pairs_of;
use crate::session::Timer;

/// Half-moves of a line that are kept.
const LINE: usize = 12;

/// A game with what each of its moves was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Review {
    /// Every move that was made before the game was over.
    pub moves: Vec<Reviewed>,
    /// What the position after the last one is worth to Bastaushy.
    pub end: Worth,
    /// How the game ended on the board.
    pub outcome: Option<Outcome>,
    /// Each side's moves together.
    pub sides: BySide<Summary>,
    /// The half-moves that turned the game, from 1.
    pub turning_points: Vec<usize>,
}

/// A move. Worth and losses are those of the side that made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reviewed {
    /// Which half-move of the game, from 1.
    pub ply: usize,
    pub side: Side,
    /// The hole that was played, and the move in pair notation.
    pub hole: u8,
    pub notation: String,
    /// The best move, and what is expected after it, in pair notation.
    pub best: u8,
    pub best_line: Vec<String>,
    /// With the best move, and with the one that was made.
    pub before: Worth,
    pub after: Worth,
    pub loss_chance: f32,
    pub loss_balls: f32,
    pub judgement: Judgement,
    pub turning_point: bool,
}

impl Reviewed {
    /// What it lost.
    fn loss(&self) -> Loss {
        Loss {
            chance: self.loss_chance,
            balls: self.loss_balls,
        }
    }
}

/// Looks at every position of a game, forwards, so that a search can go on from the one before.
///
/// `None` if somebody stopped it.
///
/// # Errors
/// [`PlayerError`] if the player cannot think about the game.
pub(crate) fn review(
    game: &Game,
    player: &mut dyn Player,
    budget: &Budget,
    timer: &Timer,
) -> Result<Option<Review>, PlayerError> {
    player.new_game();
    // 1. What every position is worth to its side to move, and which move is best.
    let mut past = Game::from_position(*game.start());
    let mut found = Vec::with_capacity(game.plies().len());
    for played in game.plies() {
        if past.outcome().is_some() {
            // A text may go on after a majority; there is nothing to lose any more.
            break;
        }
        let thought = timer.analyze(player, &past, budget)?;
        if timer.was_stopped() {
            return Ok(None);
        }
        let line = thought
            .best()
            .map_or_else(Vec::new, |best| best.line.clone());
        found.push((Worth::of(&thought), line, *past.position()));
        if past.play_on(played.mv).is_err() {
            break;
        }
    }
    let mover = past.position().side_to_move();
    let outcome = past.outcome();
    let end = match &outcome {
        Some(outcome) => Worth::of_end(outcome, mover),
        None => Worth::of(&timer.analyze(player, &past, budget)?),
    };
    if timer.was_stopped() {
        return Ok(None);
    }
    // 2. What each move made of it.
    let mut moves = Vec::with_capacity(found.len());
    for (index, (before, line, position)) in found.iter().enumerate() {
        let played = &game.plies()[index];
        let after = found
            .get(index + 1)
            .map_or(end, |(worth, ..)| *worth)
            .turned();
        let best = line.first().copied().unwrap_or(played.mv);
        let is_best = best == played.mv;
        let loss = if is_best {
            Loss::NONE
        } else {
            Loss::between(*before, after)
        };
        let judgement = Judgement::of(loss.chance);
        let line = &line[..line.len().min(LINE)];
        moves.push(Reviewed {
            ply: index + 1,
            side: played.side,
            hole: played.mv.number(),
            notation: pairs_of(position, &[played.mv]).concat(),
            best: best.number(),
            best_line: pairs_of(position, line),
            before: *before,
            after,
            loss_chance: loss.chance,
            loss_balls: loss.balls,
            judgement,
            turning_point: turns(*before, after, judgement),
        });
    }
    Ok(Some(Review {
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
    }))
}

/// A review with the game that it is of.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub schema: u32,
    pub file: String,
    /// Which game of the file, from 1.
    pub game: usize,
    pub white: String,
    pub black: String,
    pub result: String,
    /// The player that judged, and its limits.
    pub engine: String,
    pub budget: String,
    #[serde(flatten)]
    pub review: Review,
}

impl Report {
    /// `Aibek - Dana, 1-0`, with the colours' names where there are none.
    pub(crate) fn title(&self) -> String {
        let named = |name: &str, side: Side| {
            if name.is_empty() {
                side.to_string()
            } else {
                name.to_owned()
            }
        };
        format!(
            "{} - {}, {}",
            named(&self.white, Side::Bastaushy),
            named(&self.black, Side::Kostaushy),
            self.result
        )
    }

    /// What Bastaushy could expect before each half-move and after the last: the graph of the game.
    pub(crate) fn curve(&self) -> Vec<f32> {
        let moves = self.review.moves.iter().map(|one| match one.side {
            Side::Bastaushy => one.before.expected,
            Side::Kostaushy => one.before.turned().expected,
        });
        moves.chain([self.review.end.expected]).collect()
    }
}

/// A result as headers write it.
pub(crate) fn told_result(outcome: Option<&Outcome>, stated: GameResult) -> String {
    outcome
        .map_or(stated, |outcome| GameResult::from(*outcome))
        .to_string()
}

//! The review of one game.

use serde::{Deserialize, Serialize};
use togyz_players::{Budget, Player, PlayerError};
use togyz_rules::{BySide, Game, GameResult, Outcome, Side};

use super::judge::{Judgement, Loss, Summary, Worth};
use super::looks::Looks;
use crate::i18n::{Messages, Told};
use crate::session::Timer;

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

impl Review {
    /// What Bastaushy could expect before each half-move and after the last: the graph of the game.
    pub(crate) fn curve(&self) -> Vec<f32> {
        let moves = self.moves.iter().map(|one| match one.side {
            Side::Bastaushy => one.before.expected,
            Side::Kostaushy => one.before.turned().expected,
        });
        moves.chain([self.end.expected]).collect()
    }
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
    pub(super) fn loss(&self) -> Loss {
        Loss {
            chance: self.loss_chance,
            balls: self.loss_balls,
        }
    }
}

/// Looks at every position of a game.
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
    let mut looks = Looks::new(game);
    while let Some(past) = looks.next() {
        let thought = timer.analyze(player, past, budget)?;
        if timer.was_stopped() {
            return Ok(None);
        }
        looks.take(&thought);
    }
    Ok(looks.judged())
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
    pub(crate) fn title(&self, messages: &Messages) -> String {
        let named = |name: &str, side: Side| {
            if name.is_empty() {
                side.told(messages)
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
}

/// A result as headers write it.
pub(crate) fn told_result(outcome: Option<&Outcome>, stated: GameResult) -> String {
    outcome
        .map_or(stated, |outcome| GameResult::from(*outcome))
        .to_string()
}

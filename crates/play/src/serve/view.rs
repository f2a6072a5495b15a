//! All that a page shows, derived from one game.

use std::time::Duration;

use serde::Serialize;
use togyz_players::Hint;
use togyz_rules::{BySide, EndReason, Game, Move, Played, Position, Side, Variant};

use super::clock::ClockView;
use super::desk::{Desk, Seat};
use super::search::Advice;
use super::sowing::{Drop, drops};
use crate::analyze::Found;
use crate::i18n::{Messages, Told};
use crate::review::carried;
use crate::session::Why;

/// Moves that an analysis lists.
const MOST_MOVES: u8 = 9;

/// The state of a page.
#[derive(Debug, Serialize)]
pub(crate) struct View {
    /// Grows with every change.
    revision: u64,
    /// Of the position and its place in the game; the page computes the same from what it shows.
    hash: String,
    board: Board,
    majority: u8,
    start: String,
    /// Half-moves played.
    ply: usize,
    moves: Vec<MoveView>,
    can_undo: bool,
    can_redo: bool,
    seats: BySide<Option<Sitting>>,
    /// Whether the computer is to move: the page asks it to.
    computer: bool,
    result: Option<ResultView>,
    last: Option<LastView>,
    clock: Option<ClockView>,
    /// Whether the text of the game carries a review.
    reviewed: bool,
    texts: Texts,
}

/// A position as a board shows it.
#[derive(Debug, Serialize)]
pub(crate) struct Board {
    variant: Variant,
    rows: BySide<Vec<u8>>,
    kazans: BySide<u8>,
    /// The number of the hole in the other row.
    tuzdiks: BySide<Option<u8>>,
    turn: Side,
    /// The numbers of the holes that can be played; none where the game is over.
    legal: Vec<u8>,
    compact: String,
}

/// A computer at a side.
#[derive(Debug, Serialize)]
struct Sitting {
    id: String,
    name: String,
}

/// A half-move of the list, played or taken back.
#[derive(Debug, Serialize)]
struct MoveView {
    side: Side,
    hole: u8,
    pair: String,
    kazans: BySide<u8>,
}

/// How the game ended.
#[derive(Debug, Serialize)]
struct ResultView {
    winner: Option<Side>,
    reason: &'static str,
    score: BySide<u8>,
    text: String,
}

/// The last move.
#[derive(Debug, Serialize)]
struct LastView {
    side: Side,
    hole: u8,
    landing: Drop,
    captured: u8,
    made_tuzdik: bool,
    drops: Vec<Drop>,
    told: String,
}

/// The game and the position in every notation.
#[derive(Debug, Serialize)]
struct Texts {
    game: String,
    pairs: String,
    fen: String,
    compact: String,
}

/// An analysis.
#[derive(Debug, Serialize)]
pub(crate) struct AdviceView {
    revision: u64,
    by: String,
    turn: Side,
    #[serde(flatten)]
    found: Found,
    /// For each move why it is played.
    reasons: Vec<String>,
}

/// FNV-1a, 32 bits: short enough for the page to compute as well.
fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

impl Board {
    /// The board of a position that may still be played.
    pub(crate) fn new(position: &Position, is_over: bool) -> Board {
        let variant = position.variant();
        let legal = position.legal_moves().iter().map(Move::number).collect();
        Board {
            variant,
            rows: BySide::from_fn(|side| {
                let holes = variant.all_holes();
                holes.map(|hole| position.balls(side, hole)).collect()
            }),
            kazans: BySide::from_fn(|side| position.kazan(side)),
            tuzdiks: BySide::from_fn(|side| position.tuzdik(side).map(|hole| hole.number())),
            turn: position.side_to_move(),
            legal: if is_over { Vec::new() } else { legal },
            compact: position.to_compact(),
        }
    }
}

impl View {
    /// What a page shows of a game, with its sentences in a language.
    pub(crate) fn new(desk: &Desk, messages: &Messages, now: Duration) -> View {
        let state = &desk.state;
        let position = state.position();
        let compact = position.to_compact();
        let ply = state.plies();
        let is_over = state.is_over();
        let record = desk.record();
        let mover = position.side_to_move();
        View {
            revision: desk.revision,
            hash: format!("{:08x}", fnv(&format!("{compact} {ply}"))),
            board: Board::new(position, is_over),
            majority: position.variant().majority(),
            start: state.game().start().to_compact(),
            ply,
            moves: moves(desk),
            can_undo: state.closed().is_some() || ply > 0,
            can_redo: state.can_replay(),
            seats: BySide::from_fn(|side| match &desk.seats[side] {
                Seat::Person => None,
                Seat::Engine(entry) => Some(Sitting {
                    id: entry.id.clone(),
                    name: entry.name.clone(),
                }),
            }),
            computer: desk.computer_to_move().is_some(),
            result: result(desk, messages),
            last: last(desk.game(), messages),
            clock: desk.clock.as_ref().map(|clock| clock.view(mover, now)),
            reviewed: carried::of(&record.headers).is_some(),
            texts: Texts {
                game: record.to_string(),
                pairs: state.game().pairs().join(" "),
                fen: state.fen().to_string(),
                compact,
            },
        }
    }
}

/// The moves played and, after them, those taken back.
fn moves(desk: &Desk) -> Vec<MoveView> {
    let game = desk.state.whole();
    let pairs = game.pairs();
    game.plies()
        .iter()
        .zip(pairs)
        .enumerate()
        .map(|(ply, (played, pair))| {
            let after = game.position_at(ply + 1).unwrap_or(game.position());
            MoveView {
                side: played.side,
                hole: played.mv.number(),
                pair,
                kazans: BySide::from_fn(|side| after.kazan(side)),
            }
        })
        .collect()
}

fn result(desk: &Desk, messages: &Messages) -> Option<ResultView> {
    let position = desk.state.position();
    if let Some(outcome) = desk.outcome() {
        let reason = match outcome.reason {
            EndReason::Majority => "majority",
            EndReason::NoMove => "no-move",
            EndReason::Repetition => "repetition",
            EndReason::PlyLimit => "ply-limit",
            EndReason::Tables => "tables",
        };
        return Some(ResultView {
            winner: outcome.winner,
            reason,
            score: outcome.score,
            text: (&outcome, position).told(messages),
        });
    }
    let closed = desk.state.closed()?;
    Some(ResultView {
        winner: closed.winner,
        reason: match closed.why {
            Why::Resigned => "resigned",
            Why::Time => "time",
            Why::Stated => "stated",
        },
        score: BySide::from_fn(|side| position.kazan(side)),
        text: closed.told(messages),
    })
}

fn last(game: &Game, messages: &Messages) -> Option<LastView> {
    let played: &Played = game.plies().last()?;
    let before = game.position_at(game.plies().len() - 1)?;
    let drops = drops(before, played.mv.index());
    Some(LastView {
        side: played.side,
        hole: played.mv.number(),
        landing: *drops.last()?,
        captured: played.captured,
        made_tuzdik: played.made_tuzdik,
        told: (played, game.position()).told(messages),
        drops,
    })
}

impl AdviceView {
    /// What was found of the board of this revision.
    pub(crate) fn new(
        advice: &Advice,
        position: &Position,
        revision: u64,
        messages: &Messages,
    ) -> AdviceView {
        let thought = &advice.thought;
        let reasons = thought
            .candidates
            .iter()
            .map(|candidate| Hint::about(position, candidate))
            .map(|hint| hint.map_or_else(String::new, |hint| hint.told(messages)))
            .collect();
        AdviceView {
            revision,
            by: advice.by.clone(),
            turn: position.side_to_move(),
            found: Found::new(thought, position, MOST_MOVES),
            reasons,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(fnv(""), 0x811c_9dc5);
        assert_eq!(fnv("a"), 0xe40c_292c);
        assert_eq!(fnv("foobar"), 0xbf9c_f968);
    }
}

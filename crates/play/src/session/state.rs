//! The game on the board with its way back and forth.

use togyz_rules::{Fen, Game, GameRecord, GameResult, Headers, Move, Outcome, Position, Side};

use crate::i18n::{Messages, Told};
use crate::review::carried;

/// A result that was not reached on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed {
    /// Who won; nobody wins a draw.
    pub(crate) winner: Option<Side>,
    pub(crate) why: Why,
}

/// Why a game is over that is not over on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Somebody gave up.
    Resigned,
    /// Somebody's time ran out.
    Time,
    /// A file says so.
    Stated,
}

impl Closed {
    /// Lost by a side.
    pub(crate) fn lost(loser: Side, why: Why) -> Closed {
        Closed {
            winner: Some(loser.other()),
            why,
        }
    }

    fn stated(result: GameResult) -> Option<Closed> {
        let winner = match result {
            GameResult::Win(side) => Some(side),
            GameResult::Draw => None,
            GameResult::Open => return None,
        };
        Some(Closed {
            winner,
            why: Why::Stated,
        })
    }
}

impl Told for Closed {
    fn told(&self, messages: &Messages) -> String {
        let of = |side: Side| [("side", side.told(messages).into())];
        let who = match self.winner {
            Some(side) => messages.format("end-win-plain", &of(side)),
            None => messages.text("end-draw-plain"),
        };
        let loser = self.winner.map_or(Side::Bastaushy, Side::other);
        let why = match self.why {
            Why::Resigned => messages.format("end-resigned", &of(loser)),
            Why::Time => messages.format("end-time", &of(loser)),
            Why::Stated => messages.text("end-stated"),
        };
        format!("{who} {why}")
    }
}

/// A game, the moves taken back, and how it ended if not on the board.
#[derive(Clone, Debug)]
pub(crate) struct State {
    game: Game,
    /// Moves that were taken back, the next to play again last.
    undone: Vec<Move>,
    /// A result that was not reached on the board.
    closed: Option<Closed>,
    /// The headers of the file that the game comes from.
    pub(crate) headers: Option<Headers>,
}

impl State {
    pub(crate) fn new(start: Position) -> State {
        State::of(Game::from_position(start), None)
    }

    /// A game from a file. A stated result counts only where the board has none.
    pub(crate) fn of(game: Game, headers: Option<Headers>) -> State {
        let closed = match (&headers, game.outcome()) {
            (Some(headers), None) => Closed::stated(headers.result),
            _ => None,
        };
        State {
            game,
            undone: Vec::new(),
            closed,
            headers,
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(crate) fn plies(&self) -> usize {
        self.game.plies().len()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The result that was not reached on the board.
    pub(crate) fn closed(&self) -> Option<Closed> {
        self.closed
    }

    pub(crate) fn is_over(&self) -> bool {
        self.closed.is_some() || self.outcome().is_some()
    }

    /// The result as a record states it.
    pub(crate) fn result(&self) -> GameResult {
        match (self.outcome(), self.closed) {
            (Some(outcome), _) => GameResult::from(outcome),
            (None, Some(closed)) => closed.winner.map_or(GameResult::Draw, GameResult::Win),
            (None, None) => GameResult::Open,
        }
    }

    pub(crate) fn close(&mut self, closed: Closed) {
        self.closed = Some(closed);
    }

    /// Takes a closed game up again.
    pub(crate) fn reopen(&mut self) {
        self.closed = None;
    }

    /// Plays a new move: what was taken back is gone, and so is a review of the game as it was.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), togyz_rules::PlayError> {
        self.game.play(mv)?;
        self.undone.clear();
        if let Some(headers) = &mut self.headers {
            carried::forget(headers);
        }
        Ok(())
    }

    /// Takes moves back until `ply` are left.
    pub(crate) fn rewind(&mut self, ply: usize) {
        while self.plies() > ply {
            self.undone.extend(self.game.undo());
        }
        self.reopen();
    }

    /// The last ply before `ply` where a side was to move that waits for a person.
    pub(crate) fn turn_before(&self, ply: usize, waits: impl Fn(Side) -> bool) -> Option<usize> {
        (0..ply).rev().find(|&earlier| {
            let position = self.game.position_at(earlier);
            position.is_some_and(|position| waits(position.side_to_move()))
        })
    }

    /// Plays moves again that were taken back, until a side is to move that waits for a person.
    pub(crate) fn replay_to_turn(&mut self, waits: impl Fn(Side) -> bool) {
        while self.replay().is_some() {
            if waits(self.position().side_to_move()) {
                break;
            }
        }
    }

    /// Plays a move again that was taken back.
    pub(crate) fn replay(&mut self) -> Option<Move> {
        let mv = *self.undone.last()?;
        // A file's game may have gone on after a majority, so the rules of play-on hold here.
        self.game.play_on(mv).ok()?;
        self.undone.pop()
    }

    pub(crate) fn can_replay(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The moves that were taken back, the next to play again first.
    fn undone(&self) -> impl Iterator<Item = Move> {
        self.undone.iter().rev().copied()
    }

    /// The game with the moves that were taken back.
    pub(crate) fn whole(&self) -> Game {
        let mut game = self.game.clone();
        for mv in self.undone() {
            if game.play_on(mv).is_err() {
                break;
            }
        }
        game
    }

    /// The position with the number of the move that comes next.
    pub(crate) fn fen(&self) -> Fen {
        let plies = self.plies() + self.game.start().side_to_move().index();
        Fen {
            position: *self.position(),
            move_number: u32::try_from(plies / 2 + 1).unwrap_or(u32::MAX),
        }
    }

    /// The game as it is kept; `headers` are for one that comes from no file. A review of other moves,
    /// which the file carried, is left out.
    pub(crate) fn record(&self, headers: impl FnOnce() -> Headers) -> GameRecord {
        let mut headers = self.headers.clone().unwrap_or_else(headers);
        headers.result = self.result();
        let mut record = GameRecord {
            headers,
            game: self.game.clone(),
        };
        carried::renew(&mut record, None);
        record
    }
}

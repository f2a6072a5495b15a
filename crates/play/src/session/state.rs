//! The game on the board with its way back and forth.

use togyz_rules::{Fen, Game, GameRecord, GameResult, Headers, Move, Outcome, Position, Side};

/// A game, the moves taken back, and how it ended if not on the board.
#[derive(Clone, Debug)]
pub(crate) struct State {
    game: Game,
    /// Moves that were taken back, the next to play again last.
    undone: Vec<Move>,
    /// A result that was given up or agreed, or stated by a file.
    closed: GameResult,
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
            (Some(headers), None) => headers.result,
            _ => GameResult::Open,
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
    pub(crate) fn closed(&self) -> Option<GameResult> {
        (self.closed != GameResult::Open).then_some(self.closed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.closed().is_some() || self.outcome().is_some()
    }

    /// The result as a record states it.
    pub(crate) fn result(&self) -> GameResult {
        self.outcome().map_or(self.closed, GameResult::from)
    }

    pub(crate) fn close(&mut self, result: GameResult) {
        self.closed = result;
    }

    /// Takes a closed game up again.
    pub(crate) fn reopen(&mut self) {
        self.closed = GameResult::Open;
    }

    /// Plays a new move: what was taken back is gone.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), togyz_rules::PlayError> {
        self.game.play(mv)?;
        self.undone.clear();
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

    /// The game as it is kept; `headers` are for one that comes from no file.
    pub(crate) fn record(&self, headers: impl FnOnce() -> Headers) -> GameRecord {
        let mut headers = self.headers.clone().unwrap_or_else(headers);
        headers.result = self.result();
        GameRecord {
            headers,
            game: self.game.clone(),
        }
    }
}

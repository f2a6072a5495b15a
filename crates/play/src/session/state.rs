//! The game on the board with its way back and forth.

use togyz_rules::{Game, GameResult, Headers, Move, Outcome, Position};

/// A game, the moves taken back, and how it ended if not on the board.
#[derive(Clone, Debug)]
pub(super) struct State {
    game: Game,
    /// Moves that were taken back, the next to play again last.
    undone: Vec<Move>,
    /// A result that was given up or agreed, or stated by a file.
    closed: GameResult,
    /// The headers of the file that the game comes from.
    pub(super) headers: Option<Headers>,
}

impl State {
    pub(super) fn new(start: Position) -> State {
        State::of(Game::from_position(start), None)
    }

    /// A game from a file. A stated result counts only where the board has none.
    pub(super) fn of(game: Game, headers: Option<Headers>) -> State {
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

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) fn plies(&self) -> usize {
        self.game.plies().len()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The result that was not reached on the board.
    pub(super) fn closed(&self) -> Option<GameResult> {
        (self.closed != GameResult::Open).then_some(self.closed)
    }

    pub(super) fn is_over(&self) -> bool {
        self.closed().is_some() || self.outcome().is_some()
    }

    /// The result as a record states it.
    pub(super) fn result(&self) -> GameResult {
        self.outcome().map_or(self.closed, GameResult::from)
    }

    pub(super) fn close(&mut self, result: GameResult) {
        self.closed = result;
    }

    /// Takes a closed game up again.
    pub(super) fn reopen(&mut self) {
        self.closed = GameResult::Open;
    }

    /// Plays a new move: what was taken back is gone.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), togyz_rules::PlayError> {
        self.game.play(mv)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes moves back until `ply` are left.
    pub(super) fn rewind(&mut self, ply: usize) {
        while self.plies() > ply {
            self.undone.extend(self.game.undo());
        }
        self.reopen();
    }

    /// Plays a move again that was taken back.
    pub(super) fn replay(&mut self) -> Option<Move> {
        let mv = *self.undone.last()?;
        // A file's game may have gone on after a majority, so the rules of play-on hold here.
        self.game.play_on(mv).ok()?;
        self.undone.pop()
    }

    pub(super) fn can_replay(&self) -> bool {
        !self.undone.is_empty()
    }
}

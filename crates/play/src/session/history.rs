//! Back and forth, and from game to game: undo, redo, new, position, save, load.

use std::path::{Path, PathBuf};

use togyz_files::write_atomic;
use togyz_rules::{GameRecord, Headers, Position, Side};

use super::error::computers_turn;
use super::opponent::Seats;
use super::state::State;
use super::{Session, SessionError, Turn};
use crate::commands::Replace;
use crate::i18n::Told;
use crate::input::read_game;

impl Session {
    /// Takes moves back: against the computer to where the person was to move. With no move to take
    /// back it brings the game before the last `new`, `position` or `load` back.
    pub(super) fn undo(&mut self, times: usize) -> Result<String, SessionError> {
        if self.state.plies() == 0
            && self.state.closed().is_none()
            && let Some(former) = self.former.take()
        {
            return self.restore(former);
        }
        let mut ply = self.state.plies();
        let mut done = 0;
        if self.state.closed().is_some() {
            done = 1;
        }
        while done < times
            && let Some(earlier) = self.state.turn_before(ply, |side| self.seats.waits(side))
        {
            ply = earlier;
            done += 1;
        }
        if done == 0 {
            return Err(SessionError::NothingToUndo);
        }
        let before = self.state.plies();
        self.state.rewind(ply);
        self.turn = match self.seats {
            Seats::Engines => Turn::Paused,
            _ => Turn::AsSeated,
        };
        let text = match before - ply {
            0 => self.messages().text("game-goes-on"),
            plies => self
                .messages()
                .format("game-took-back", &[("count", plies.into())]),
        };
        Ok(format!("{text}\n{}\n{}", self.autosave(), self.board()))
    }

    pub(super) fn redo(&mut self, times: usize) -> Result<String, SessionError> {
        let before = self.state.plies();
        for _ in 0..times {
            let seats = self.seats;
            self.state.replay_to_turn(|side| seats.waits(side));
        }
        let plies = self.state.plies() - before;
        if plies == 0 {
            return Err(SessionError::NothingToRedo);
        }
        let messages = self.messages();
        let mut text = messages.format("game-played-again", &[("count", plies.into())]);
        if self.state.can_replay() {
            text += &format!(" {}", messages.text("game-redo-more"));
        }
        let over = self.told_over();
        Ok(format!(
            "{text}\n{}\n{}{over}",
            self.autosave(),
            self.board()
        ))
    }

    pub(super) fn new_game(&mut self) -> Result<String, SessionError> {
        let start = Position::start(self.state.position().variant());
        let text = self.messages().text("game-new");
        self.begin(State::new(start), None, &text)
    }

    pub(super) fn set_position(&mut self, text: &str) -> Result<String, SessionError> {
        let start = Position::parse(text, self.state.position().variant())?;
        let text = self.messages().text("game-from-position");
        self.begin(State::new(start), None, &text)
    }

    /// Puts another game on the board and keeps the present one for `undo`.
    fn begin(
        &mut self,
        state: State,
        file: Option<PathBuf>,
        text: &str,
    ) -> Result<String, SessionError> {
        let note = self.prepare(state.position().variant())?;
        let left = std::mem::replace(&mut self.state, state);
        if left.plies() > 0 {
            self.former = Some(left);
        }
        self.file = file;
        self.turn = Turn::AsSeated;
        let board = self.board();
        let over = self.told_over();
        Ok(format!("{text}\n{note}\n{board}{over}"))
    }

    fn restore(&mut self, former: State) -> Result<String, SessionError> {
        let note = self.prepare(former.position().variant())?;
        self.state = former;
        self.file = None;
        self.turn = if self.seats.is_engine(self.side_to_move()) {
            Turn::Paused
        } else {
            Turn::AsSeated
        };
        let board = self.board();
        let over = self.told_over();
        let text = self.messages().text("game-former");
        Ok(format!("{text}\n{note}\n{board}{over}"))
    }

    pub(super) fn load(&mut self, path: PathBuf, number: usize) -> Result<String, SessionError> {
        let (record, only) = read_game(&path, number, self.state.position().variant())?;
        let GameRecord { headers, game } = record;
        let loaded = [
            ("number", number.into()),
            ("file", path.display().to_string().into()),
            ("count", game.plies().len().into()),
            ("white", named(&headers.white).into()),
            ("black", named(&headers.black).into()),
        ];
        let text = self.messages().format("game-loaded", &loaded);
        // A game of a collection must not be saved over the collection.
        let file = only.then_some(path);
        let text = self.begin(State::of(game, Some(headers)), file, &text)?;
        if self.state.is_over() || !self.seats.is_engine(self.side_to_move()) {
            return Ok(text);
        }
        self.turn = Turn::Paused;
        Ok(text + &computers_turn(self.side_to_move(), self.messages()) + "\n")
    }

    pub(super) fn save(
        &mut self,
        path: Option<PathBuf>,
        replace: Replace,
    ) -> Result<String, SessionError> {
        let path = path
            .or_else(|| self.file.clone())
            .or_else(|| self.config.autosave.clone())
            .ok_or(SessionError::NoFile)?;
        let own = self.file.as_ref() == Some(&path) || self.config.autosave.as_ref() == Some(&path);
        if replace == Replace::OnlyOwn && !own && path.exists() {
            return Err(SessionError::NotOwn(path));
        }
        self.write(&path)?;
        let saved = [
            ("count", self.state.plies().into()),
            ("file", path.display().to_string().into()),
        ];
        self.file = Some(path);
        Ok(self.messages().format("game-saved", &saved) + "\n")
    }

    /// Keeps the game if that was asked for; a failure is told, once, and ends no game.
    pub(super) fn autosave(&mut self) -> String {
        let Some(path) = self.config.autosave.clone() else {
            return String::new();
        };
        match self.write(&path) {
            Ok(()) => String::new(),
            Err(error) => {
                self.config.autosave = None;
                let text = [("text", error.told(self.messages()).into())];
                self.messages().format("game-not-kept", &text) + "\n"
            }
        }
    }

    fn write(&self, path: &Path) -> Result<(), SessionError> {
        write_atomic(path, self.record().to_string().as_bytes())?;
        Ok(())
    }

    /// The game as it is kept.
    pub(super) fn record(&self) -> GameRecord {
        let player = |side| {
            if self.seats.is_engine(side) {
                self.engine.spec.to_string()
            } else {
                "Player".to_owned()
            }
        };
        self.state.record(|| Headers {
            event: "Terminal game".to_owned(),
            date: self.config.date.clone(),
            white: player(Side::Bastaushy),
            black: player(Side::Kostaushy),
            ..Headers::default()
        })
    }
}

fn named(name: &str) -> String {
    let name = if name.is_empty() { "?" } else { name };
    name.to_owned()
}

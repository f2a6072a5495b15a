//! A game at the prompt as a state machine: a command goes in, text comes out.
//!
//! The session knows no terminal: whoever runs it asks [`Session::step`] what comes next, reads a
//! line and hands the [`Command`] to [`Session::handle`], or lets the computer move with
//! [`Session::think`]. A command that fails leaves everything as it was.

mod advice;
mod error;
mod history;
mod opponent;
mod state;
mod texts;
mod timer;
mod view;

pub(crate) use advice::default_adviser;
pub use error::SessionError;
pub use opponent::Seats;
pub(crate) use opponent::{Engine, classical};
pub(crate) use state::{Closed, State, Why};
pub use timer::Timer;
pub use view::View;

use std::fmt;
use std::path::PathBuf;

use togyz_players::{Budget, Library, PlayerSpec};
use togyz_rules::{BySide, Move, PairToken, Position, Side};

use crate::board::{Board, legend};
use crate::commands::{Command, Form};
use crate::i18n::{Language, Messages, Told, Value};
use crate::levels::levels_table;
use crate::style::Style;
use advice::Advice;

/// How a session begins.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// The position that the first game starts from; it says the variant too.
    pub start: Position,
    /// Who sits where.
    pub seats: Seats,
    /// Who plays for the computer.
    pub opponent: PlayerSpec,
    /// Who gives hints and analyses; by default the opponent, or the strongest level if the
    /// opponent is a level.
    pub adviser: Option<PlayerSpec>,
    /// Limits that go before those of the players.
    pub budget: Budget,
    /// Decides the random choices of the players.
    pub seed: u64,
    /// Layout, colour and language.
    pub style: Style,
    /// A file that the game is kept in after every move.
    pub autosave: Option<PathBuf>,
    /// The date that goes into saved games, as `2011.05.21`.
    pub date: String,
}

/// What whoever runs the session does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Ask for a command.
    Prompt,
    /// Call [`Session::think`].
    Think,
    /// Leave.
    Quit,
}

/// Whether the computer waits although it is its turn, or moves although it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Whoever sits there moves.
    AsSeated,
    /// The computer was stopped, and waits for `go`.
    Paused,
    /// The computer moves for whoever sits there.
    Computer,
    /// Nobody moves any more.
    Left,
}

/// A game between a person and the computer, two people, or the computer and itself.
pub struct Session {
    levels: Library,
    config: SessionConfig,
    timer: Timer,
    state: State,
    /// The game before the last `new`, `position` or `load`.
    former: Option<State>,
    seats: Seats,
    bottom: Side,
    turn: Turn,
    engine: Engine,
    /// Built when first asked for.
    adviser: Option<Engine>,
    /// What it thought last, so that a hint and an analysis of one position are of one search.
    advice: Option<Advice>,
    /// The file that this game was saved to or loaded from.
    file: Option<PathBuf>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("state", &self.state)
            .field("seats", &self.seats)
            .field("engine", &self.engine.spec)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A session at its first position.
    ///
    /// # Errors
    /// [`SessionError::Player`] if the opponent cannot be had.
    pub fn new(
        library: Library,
        config: SessionConfig,
        timer: Timer,
    ) -> Result<Session, SessionError> {
        let engine = Engine::build(
            config.opponent.clone(),
            &library,
            config.start.variant(),
            config.seed,
        )?;
        Ok(Session {
            state: State::new(config.start),
            former: None,
            seats: config.seats,
            bottom: config.seats.bottom(),
            turn: Turn::AsSeated,
            engine,
            adviser: None,
            advice: None,
            file: None,
            levels: library,
            config,
            timer,
        })
    }

    /// The first thing to show.
    #[must_use]
    pub fn greeting(&self) -> String {
        let messages = self.messages();
        let variant = self.state.position().variant().told(messages);
        let mut values = vec![("variant", Value::from(variant)), self.player()];
        let key = match self.seats {
            Seats::Against(person) => {
                values.push(("side", person.told(messages).into()));
                "game-begin-against"
            }
            Seats::People => "game-begin-people",
            Seats::Engines => "game-begin-engines",
        };
        format!(
            "{} {}\n{}\n\n{}",
            messages.format(key, &values),
            messages.text("game-begin-how"),
            legend(messages),
            self.board()
        )
    }

    /// What comes next.
    #[must_use]
    pub fn step(&self) -> Step {
        match self.turn {
            Turn::Left => Step::Quit,
            _ if self.state.is_over() => Step::Prompt,
            Turn::Paused => Step::Prompt,
            Turn::Computer => Step::Think,
            Turn::AsSeated if self.seats.is_engine(self.side_to_move()) => Step::Think,
            Turn::AsSeated => Step::Prompt,
        }
    }

    /// The prompt that asks for the next command.
    #[must_use]
    pub fn prompt(&self) -> String {
        let messages = self.messages();
        let asked = if self.state.is_over() {
            messages.text("ui-game-over")
        } else {
            self.side_to_move().told(messages)
        };
        format!("{asked}> ")
    }

    /// What is said in the session's language.
    #[must_use]
    pub fn messages(&self) -> &'static Messages {
        self.config.style.messages()
    }

    /// The language of all that is told.
    #[must_use]
    pub fn language(&self) -> Language {
        self.config.style.language
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.state.position()
    }

    /// Carries a command out and tells what there is to see.
    ///
    /// # Errors
    /// [`SessionError`]; nothing has changed then.
    pub fn handle(&mut self, command: Command) -> Result<String, SessionError> {
        match command {
            Command::Play(mv) => self.play(mv),
            Command::PlayPair(pair) => self.play_pair(pair),
            Command::Show => Ok(self.board()),
            Command::Hint => self.hint(),
            Command::Analyze(most) => self.analyze(most),
            Command::Eval => self.eval(),
            Command::Undo(times) => self.undo(times),
            Command::Redo(times) => self.redo(times),
            Command::New => self.new_game(),
            Command::Side(side) => Ok(self.sit(side)),
            Command::Flip => {
                self.bottom = self.bottom.other();
                Ok(self.board())
            }
            Command::Level(name) => self.level(name),
            Command::Levels => {
                let (levels, source) = (self.levels.levels(), self.levels.source());
                Ok(levels_table(levels, source, self.messages()))
            }
            Command::Engine(spec) => self.play_against(spec.parse()?),
            Command::Both => Ok(self.seat(Seats::People)),
            Command::Watch => Ok(self.seat(Seats::Engines)),
            Command::Go => self.go(),
            Command::Position(None) => {
                Ok(self.notation(Some(Form::Compact)) + &self.notation(Some(Form::Fen)))
            }
            Command::Position(Some(text)) => self.set_position(&text),
            Command::Save { path, replace } => self.save(path, replace),
            Command::Load { path, game } => self.load(path, game),
            Command::Moves => Ok(self.moves()),
            Command::Notation(form) => Ok(self.notation(form)),
            Command::Layout(layout) => {
                self.config.style.layout = layout;
                Ok(self.board())
            }
            Command::Language(language) => Ok(self.speak(language)),
            Command::Resign => self.resign(),
            Command::Help(topic) => texts::help(topic, self.messages()),
            Command::Quit => {
                self.turn = Turn::Left;
                Ok(String::new())
            }
        }
    }

    /// Lets the computer move. If it was stopped meanwhile it does not move, and waits for `go`.
    ///
    /// # Errors
    /// [`SessionError::Player`] if it has no move to offer; it waits for `go` then, too.
    pub fn think(&mut self) -> Result<String, SessionError> {
        let thought = self.timer.think(
            self.engine.player.as_mut(),
            self.state.game(),
            &self.config.budget,
        );
        self.turn = Turn::Paused;
        if self.timer.was_stopped() {
            let messages = self.messages();
            let side = self.side_to_move().told(messages);
            let stopped = messages.format("game-stopped", &[("side", side.into())]);
            return Ok(stopped + "\n");
        }
        let mv = thought?.mv;
        self.state.play(mv)?;
        self.turn = Turn::AsSeated;
        Ok(self.told_last())
    }

    fn side_to_move(&self) -> Side {
        self.state.position().side_to_move()
    }

    fn play(&mut self, mv: Move) -> Result<String, SessionError> {
        self.may_play()?;
        self.state.play(mv)?;
        self.turn = Turn::AsSeated;
        Ok(self.told_last())
    }

    fn play_pair(&mut self, pair: PairToken) -> Result<String, SessionError> {
        self.may_play()?;
        let (next, played) = self
            .state
            .position()
            .play(pair.mv)
            .map_err(togyz_rules::PlayError::from)?;
        pair.check(&played, next.kazan(played.side))
            .map_err(|source| SessionError::Mismatch {
                text: pair.to_string(),
                mv: pair.mv.number(),
                source,
            })?;
        self.play(pair.mv)
    }

    fn may_play(&self) -> Result<(), SessionError> {
        let mover = self.side_to_move();
        if self.state.is_over() {
            Err(SessionError::Over)
        } else if self.seats.is_engine(mover) {
            Err(SessionError::ComputersTurn(mover))
        } else {
            Ok(())
        }
    }

    /// What the last move did, the end of the game if it is one, and the board unless the computer
    /// answers at once.
    fn told_last(&mut self) -> String {
        let mut text = String::new();
        let position = *self.state.position();
        if let Some(played) = self.state.game().plies().last() {
            text += &format!("{}\n", (played, &position).told(self.messages()));
        }
        text += &self.autosave();
        if self.step() == Step::Prompt || self.seats == Seats::Engines {
            text += &format!("\n{}", self.board());
        }
        if self.state.is_over() {
            text += &format!("\n{}", self.told_over());
        }
        text
    }

    /// Who won, and what can be done now.
    fn told_over(&self) -> String {
        let messages = self.messages();
        let result = match (self.state.outcome(), self.state.closed()) {
            (Some(outcome), _) => (&outcome, self.state.position()).told(messages),
            (None, Some(closed)) => closed.told(messages),
            (None, None) => return String::new(),
        };
        let has_file = self.file.is_some() || self.config.autosave.is_some();
        let save = if has_file { "save" } else { "save FILE" };
        format!(
            "{} {result}\n{}\n",
            messages.text("error-over"),
            messages.format("game-over-keep", &[("save", save.into())])
        )
    }

    /// The board, with an end that was not reached on it.
    fn board(&self) -> String {
        Board {
            position: self.state.position(),
            bottom: self.bottom,
            last: self.state.game().plies().last(),
            names: &self.names(),
            style: self.config.style,
        }
        .to_string()
    }

    fn names(&self) -> BySide<String> {
        BySide::from_fn(|side| {
            if self.seats.is_engine(side) {
                self.engine.title(self.messages())
            } else if self.seats == Seats::People {
                self.messages().text("game-person")
            } else {
                self.messages().text("game-you")
            }
        })
    }

    fn resign(&mut self) -> Result<String, SessionError> {
        if self.state.is_over() {
            return Err(SessionError::Over);
        }
        let loser = match self.seats {
            Seats::Against(person) => person,
            Seats::People => self.side_to_move(),
            Seats::Engines => return Err(SessionError::NobodyToResign),
        };
        self.state.close(Closed::lost(loser, Why::Resigned));
        Ok(self.autosave() + &self.told_over())
    }
}

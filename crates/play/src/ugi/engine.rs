//! The game on the board and who thinks about it.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use togyz_players::{Budget, Library, Player, PlayerError, PlayerSpec};
use togyz_rules::{BySide, Variant};
use togyz_rules::{Fen, Game, Outcome, Position, PositionError, Side};

use super::command::Query;
use super::go::Go;
use super::options::{Effect, OptionError, Options};
use super::time;
use crate::board::Board;
use crate::causes::with_causes;
use crate::i18n::Told;
use crate::moves::{MoveError, MoveText};
use crate::style::Style;

/// Why a position was not taken. The one before it stays.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameError {
    /// The text is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the list cannot be played.
    #[error("move {number}: {source}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        source: MoveError,
    },
}

/// A position, a player, and the options that they follow.
pub(super) struct Engine {
    levels: Library,
    here: Option<PathBuf>,
    pub(super) options: Options,
    pub(super) game: Game,
    /// Built when first needed, and away while it thinks.
    player: Option<Box<dyn Player>>,
}

impl Engine {
    pub(super) fn new(
        library: Library,
        here: Option<PathBuf>,
        variant: Variant,
        player: Option<PlayerSpec>,
        seed: u64,
    ) -> Engine {
        Engine {
            levels: library,
            here,
            options: Options::new(variant, player, seed),
            game: Game::new(variant),
            player: None,
        }
    }

    /// The lines that tell what can be set.
    pub(super) fn told_options(&self) -> Vec<String> {
        self.options.told(&self.levels)
    }

    /// Sets an option; gives what there is to remark.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Vec<String>, OptionError> {
        match self.options.set(name, value, &self.levels)? {
            Effect::Rebuild => self.player = None,
            Effect::NewRules => {
                self.player = None;
                self.game = Game::new(self.options.variant);
            }
            Effect::ReadTables(folder) => {
                self.player = None;
                let problems = self.levels.read_tables(Some(&folder), self.here.as_deref());
                return Ok(problems
                    .iter()
                    .map(|problem| with_causes(problem))
                    .collect());
            }
            Effect::Forget => self.forget(),
            Effect::Nothing => {}
        }
        Ok(Vec::new())
    }

    /// Forgets what was searched.
    pub(super) fn forget(&mut self) {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    /// Puts a game on the board, whole or not at all.
    pub(super) fn set_game(&mut self, start: &str, moves: &[MoveText]) -> Result<(), GameError> {
        let mut game = Game::from_position(Position::parse(start, self.options.variant)?);
        for (index, text) in moves.iter().enumerate() {
            let number = index + 1;
            text.play(&mut game)
                .map_err(|source| GameError::Move { number, source })?;
        }
        self.game = game;
        Ok(())
    }

    /// Makes sure that there is a player; gives what there is to remark.
    pub(super) fn prepare(&mut self) -> Result<Option<String>, PlayerError> {
        if self.player.is_some() {
            return Ok(None);
        }
        let (mut spec, remark) = self.options.spec(&self.levels);
        // Threads that wait for a core would make `stop` wait for them.
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = &mut spec.settings_mut().threads;
        *threads = threads.map(|asked| asked.min(u32::try_from(cores).unwrap_or(u32::MAX)));
        let variant = self.options.variant;
        let player = togyz_players::build(&spec, &self.levels, variant, self.options.seed)?;
        self.player = Some(player);
        Ok(remark)
    }

    /// Gives the player away, for a search.
    pub(super) fn lend(&mut self) -> Option<Box<dyn Player>> {
        self.player.take()
    }

    /// Takes it back.
    pub(super) fn take_back(&mut self, player: Box<dyn Player>) {
        self.player = Some(player);
    }

    /// The limits of a search.
    pub(super) fn budget(&self, go: &Go) -> Budget {
        if go.infinite {
            return Budget {
                simulations: Some(u32::MAX),
                nodes: Some(u64::MAX),
                ..Budget::default()
            };
        }
        let side = self.game.position().side_to_move();
        let plies = self.game.plies().len();
        Budget {
            simulations: go.simulations,
            nodes: go.nodes,
            depth: go.depth,
            time: time::of_move(go, side, plies, self.options.overhead),
        }
    }

    /// The answer to a question.
    pub(super) fn answer(&self, query: Query) -> &'static str {
        let outcome = self.game.outcome();
        let told = |yes| if yes { "true" } else { "false" };
        match query {
            Query::FirstPlayersTurn => told(self.game.position().side_to_move() == Side::Bastaushy),
            Query::GameOver => told(outcome.is_some()),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome { winner: None, .. }) => "draw",
                Some(Outcome {
                    winner: Some(Side::Bastaushy),
                    ..
                }) => "p1win",
                Some(_) => "p2win",
            },
        }
    }

    /// The position for a person.
    pub(super) fn drawn(&self) -> String {
        let position = self.game.position();
        let names = BySide::new("p1".to_owned(), "p2".to_owned());
        let board = Board {
            position,
            bottom: Side::Bastaushy,
            last: self.game.plies().last(),
            names: &names,
            style: Style::PLAIN,
        };
        let plies = self.game.plies().len() + self.game.start().side_to_move().index();
        let fen = Fen {
            position: *position,
            move_number: u32::try_from(plies / 2 + 1).unwrap_or(u32::MAX),
        };
        let end = self.game.outcome().map_or_else(String::new, |outcome| {
            (&outcome, position).told(Style::PLAIN.messages()) + "\n"
        });
        let player = self.options.spec(&self.levels).0;
        format!(
            "{board}fen: {fen}\ncompact: {}\nmoves: {}\nplayer: {player}\n{end}",
            position.to_compact(),
            self.game.pairs().join(" "),
        )
    }
}

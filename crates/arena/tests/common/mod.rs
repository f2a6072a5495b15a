//! Players that do what a test needs.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use togyz_arena::{MatchConfig, Openings};
use togyz_players::{Budget, Candidate, Clock, Library, Player, PlayerError, Thought, build};
use togyz_rules::{Game, Move, Variant};

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

pub(crate) fn clock() -> Duration {
    BEGUN.elapsed()
}

/// What a faulty player does at its third move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Panics,
    Errs,
    PlaysIllegally,
}

/// Plays the first legal move until its fault.
struct Faulty {
    fault: Fault,
    moves: u32,
}

impl Player for Faulty {
    fn name(&self) -> String {
        format!("{:?}", self.fault)
    }

    fn new_game(&mut self) {
        self.moves = 0;
    }

    fn consider(
        &mut self,
        game: &Game,
        _budget: &Budget,
        _clock: &Clock<'_>,
        _every_move: bool,
        _tell: Option<&mut dyn FnMut(Thought)>,
    ) -> Result<Thought, PlayerError> {
        self.moves += 1;
        let legal = game.position().legal_moves();
        let first = legal.iter().next().ok_or(PlayerError::GameOver)?;
        if self.moves < 3 {
            return Ok(thought(first));
        }
        match self.fault {
            Fault::Panics => panic!("the third move is too much"),
            Fault::Errs => Err(PlayerError::GameOver),
            Fault::PlaysIllegally => {
                let empty = (0..9)
                    .filter_map(Move::from_index)
                    .find(|mv| !legal.contains(*mv));
                Ok(thought(empty.unwrap_or(first)))
            }
        }
    }
}

fn thought(mv: Move) -> Thought {
    Thought {
        exact: false,
        mv,
        candidates: vec![Candidate {
            mv,
            share: 1.0,
            win: 0.5,
            margin: 0.0,
            line: vec![mv],
            proven: None,
        }],
        win: 0.5,
        draw: 0.0,
        loss: 0.5,
        margin: 0.0,
        proven: None,
        depth: None,
        nodes: 0,
        simulations: 0,
    }
}

pub(crate) fn faulty(fault: Fault) -> impl Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Sync {
    move |_| Ok(Box::new(Faulty { fault, moves: 0 }))
}

pub(crate) fn spec(text: &str) -> impl Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Sync {
    let spec = text.parse().expect("a spec");
    let library = Library::embedded().expect("the built-in levels");
    move |seed| build(&spec, &library, Variant::Togyz, seed)
}

/// A match of so many games from openings of four plies, two games at a time.
pub(crate) fn config(games: u32) -> MatchConfig<()> {
    MatchConfig {
        games,
        openings: Openings { plies: 4, seed: 11 },
        concurrency: 2,
        ..MatchConfig::new((), ())
    }
}

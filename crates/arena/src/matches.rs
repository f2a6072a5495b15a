//! A match: pairs of games, many at a time, written down as they end.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use togyz_files::ContentHash;
use togyz_players::{Budget, Library, Player, PlayerError, PlayerSpec, build};
use togyz_rules::{Move, Variant};

use crate::game::Table;
use crate::ledger::Ledger;
use crate::openings::{Openings, derive_seed};
use crate::record::{GameLine, Header, Record, RecordError};
use crate::selection::Selection;
use crate::sprt::{Sprt, SprtConfig};
use crate::tally::{BySeat, Seat, Tally};

/// The limit of plies when nothing else is said: longer than any game that was ever seen.
pub const DEFAULT_MAX_PLIES: u32 = 1_000;

/// How often a match looks whether it is to stop.
const POLL: Duration = Duration::from_millis(50);

/// A match, between specs or between anything else that can be made into players.
///
/// # Examples
/// ```
/// use togyz_arena::MatchConfig;
/// use togyz_players::PlayerSpec;
/// let config: MatchConfig = MatchConfig {
///     games: 100,
///     concurrency: 2,
///     ..MatchConfig::new("greedy".parse()?, "random".parse()?)
/// };
/// # Ok::<(), togyz_players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MatchConfig<P = PlayerSpec> {
    /// The player whose result is told.
    pub a: P,
    /// Its opponent.
    pub b: P,
    /// The games; an odd number is made even, for games come in pairs.
    pub games: u32,
    /// The openings, one for each pair.
    pub openings: Openings,
    /// Which openings count.
    pub selection: Selection,
    /// The budget of both players; their specs' own limits hold where it says nothing.
    pub budget: Budget,
    /// A game of so many plies is a draw.
    pub max_plies: u32,
    /// Games at a time. It changes the speed, never a result, unless budgets are wall time.
    pub concurrency: usize,
    /// A test that ends the match when it is decided.
    pub sprt: Option<SprtConfig>,
}

/// The games of a match when nothing else is said.
const DEFAULT_GAMES: u32 = 200;
/// The random half-moves of an opening when nothing else is said.
const DEFAULT_OPENING_PLIES: u32 = 6;

impl<P> MatchConfig<P> {
    /// A match of 200 games from openings of six half-moves, one game at a time, without a test.
    #[must_use]
    pub fn new(a: P, b: P) -> MatchConfig<P> {
        MatchConfig {
            a,
            b,
            games: DEFAULT_GAMES,
            openings: Openings {
                plies: DEFAULT_OPENING_PLIES,
                seed: 1,
            },
            selection: Selection::Any,
            budget: Budget::default(),
            max_plies: DEFAULT_MAX_PLIES,
            concurrency: 1,
            sprt: None,
        }
    }

    /// The same match between others.
    #[must_use]
    pub fn between<Q>(&self, a: Q, b: Q) -> MatchConfig<Q> {
        MatchConfig {
            a,
            b,
            games: self.games,
            openings: self.openings,
            selection: self.selection.clone(),
            budget: self.budget,
            max_plies: self.max_plies,
            concurrency: self.concurrency,
            sprt: self.sprt,
        }
    }
}

/// Makes a player from a seed.
pub type Factory<'a> = dyn Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// One side of a match: how to make its player, anew for every game.
#[derive(Clone, Copy)]
pub struct Entrant<'a> {
    /// What it is called in the file of the match.
    pub name: &'a str,
    /// Makes the player. Equal seeds must give players that play equally.
    pub make: &'a Factory<'a>,
}

impl std::fmt::Debug for Entrant<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct MatchReport {
    /// The games that count: all, or those up to the pair that decided the test.
    pub tally: Tally,
    /// The test, if one was asked for.
    pub sprt: Option<Sprt>,
    /// Games that were there already.
    pub continued: u64,
    /// Whether the match was stopped before its end.
    pub interrupted: bool,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A player cannot be made.
    #[error("{name}")]
    Player {
        /// Its spec.
        name: String,
        /// Why.
        source: Box<PlayerError>,
    },
    /// The file of the match cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A ladder that cannot be played or rated.
    #[error("{0}")]
    Ladder(String),
}

/// Plays a match between two specs; see [`play_pairs`].
///
/// # Errors
/// [`ArenaError`] if a player cannot be made or the file of results is not of this match.
pub fn play_match(
    config: &MatchConfig,
    library: &Library,
    variant: Variant,
    clock: fn() -> Duration,
    results: Option<&Path>,
    progress: &mut dyn FnMut(&Tally),
    stop: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    let (a, b) = (config.a.to_string(), config.b.to_string());
    let make_a = |seed| build(&config.a, library, variant, seed);
    let make_b = |seed| build(&config.b, library, variant, seed);
    let a = Entrant {
        name: &a,
        make: &make_a,
    };
    let b = Entrant {
        name: &b,
        make: &make_b,
    };
    let config = config.between(a, b);
    play_pairs(&config, variant, clock, results, progress, stop)
}

/// Plays a match between players that the caller makes.
///
/// Games 2n and 2n + 1 begin with opening n, `a` moving first in the former. With `results`, each
/// game is appended to that file as it ends, and the games that are there already are not played
/// again. `progress` is told the tally after each game. `clock` must be monotonic. When `stop` is
/// set, running games are given up and the report says so.
///
/// # Errors
/// [`ArenaError`] if a player cannot be made or the file of results is not of this match.
pub fn play_pairs(
    config: &MatchConfig<Entrant<'_>>,
    variant: Variant,
    clock: fn() -> Duration,
    results: Option<&Path>,
    progress: &mut dyn FnMut(&Tally),
    stop: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    let pairs = config.games.div_ceil(2);
    let contest = Contest {
        config,
        variant,
        openings: config
            .selection
            .generate(config.openings, variant, pairs as usize),
    };

    // 1. Both players can be made: a wrong spec is an error, not a lost match. Their models are
    //    part of the match's identity.
    let header = contest.header()?;

    // 2. The games that are there.
    let (mut record, mut games) = match results {
        Some(path) => {
            let (record, games) = Record::open(path, &header)?;
            (Some(record), games)
        }
        None => (None, Vec::new()),
    };
    games.retain(|game| game.game < 2 * pairs);
    let continued = games.len() as u64;
    let mut ledger = Ledger::new(config.sprt);
    for game in games {
        ledger.add(game);
    }
    progress(ledger.tally());

    // 3. The others, unless they are not needed any more.
    let missing: Vec<u32> = (0..2 * pairs)
        .filter(|game| !ledger.games.contains_key(game))
        .collect();
    let interrupted = if ledger.decided() || missing.is_empty() {
        false
    } else {
        contest.run(&missing, clock, stop, |game| {
            if let Some(record) = &mut record {
                record.append(&game)?;
            }
            ledger.add(game);
            progress(ledger.tally());
            Ok(ledger.decided())
        })?
    };
    Ok(ledger.report(continued, interrupted))
}

/// The two players and everything that a game of theirs needs.
struct Contest<'a> {
    config: &'a MatchConfig<Entrant<'a>>,
    variant: Variant,
    openings: Vec<Vec<Move>>,
}

impl Contest<'_> {
    fn make(&self, seat: Seat, seed: u64) -> Result<Box<dyn Player>, ArenaError> {
        let entrant = match seat {
            Seat::A => &self.config.a,
            Seat::B => &self.config.b,
        };
        (entrant.make)(seed).map_err(|error| ArenaError::Player {
            name: entrant.name.to_owned(),
            source: Box::new(error),
        })
    }

    fn header(&self) -> Result<Header, ArenaError> {
        let hash = |seat| -> Result<Option<ContentHash>, ArenaError> {
            Ok(self.make(seat, 0)?.model_hash())
        };
        let models = BySeat {
            a: hash(Seat::A)?,
            b: hash(Seat::B)?,
        };
        Ok(Header::new(
            [self.config.a.name.to_owned(), self.config.b.name.to_owned()],
            models,
            self.variant,
            self.config.openings,
            self.config.selection.clone(),
            self.config.budget.to_string(),
            self.config.max_plies,
        ))
    }

    /// Plays one game; `None` if it was given up.
    fn game(&self, table: &Table<'_>, number: u32) -> Result<Option<GameLine>, ArenaError> {
        let seed = self.config.openings.seed;
        let seeds = BySeat {
            a: derive_seed(seed, number, 0),
            b: derive_seed(seed, number, 1),
        };
        let mut players = BySeat {
            a: self.make(Seat::A, seeds.a)?,
            b: self.make(Seat::B, seeds.b)?,
        };
        let first = if number.is_multiple_of(2) {
            Seat::A
        } else {
            Seat::B
        };
        let opening = &self.openings[number as usize / 2];
        Ok(table.play(number, first, opening, &mut players, seeds))
    }

    /// Plays the missing games in order, some at a time. `done` is called in this thread after each
    /// and says whether that is enough. Returns whether the match was stopped from outside.
    fn run(
        &self,
        missing: &[u32],
        clock: fn() -> Duration,
        stop: &AtomicBool,
        mut done: impl FnMut(GameLine) -> Result<bool, RecordError>,
    ) -> Result<bool, ArenaError> {
        let halt = AtomicBool::new(false);
        let queue = std::sync::Mutex::new(missing.iter().copied());
        let next = || {
            let mut queue = queue
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            queue.next()
        };
        let table = Table {
            variant: self.variant,
            budget: self.config.budget,
            max_plies: self.config.max_plies,
            clock,
            halt: &halt,
        };
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.config.concurrency.clamp(1, missing.len()) {
                let sender = sender.clone();
                let (table, halt) = (&table, &halt);
                scope.spawn(move || {
                    // 1. One game after the other, until there is none left, one was given up, or
                    //    nobody listens.
                    while !halt.load(Ordering::Relaxed)
                        && let Some(number) = next()
                        && let Some(played) = self.game(table, number).transpose()
                        && sender.send(played).is_ok()
                    {}
                });
            }
            drop(sender);
            // 2. Collect them. Whatever ends this loop early must also end the games that still run.
            let result = loop {
                if stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                }
                match receiver.recv_timeout(POLL) {
                    Ok(Ok(game)) => match done(game) {
                        Ok(false) => {}
                        Ok(true) => break Ok(false),
                        Err(error) => break Err(error.into()),
                    },
                    Ok(Err(error)) => break Err(error),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(stop.load(Ordering::Relaxed)),
                }
            };
            halt.store(true, Ordering::Relaxed);
            result
        })
    }
}

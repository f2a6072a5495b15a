#![doc = include_str!("../README.md")]

mod elo;
mod game;
mod ladder;
mod late;
mod ledger;
mod lines;
mod matches;
mod openings;
mod rating;
mod record;
mod selection;
mod sprt;
mod tally;
mod tune;

pub use elo::{Elo, elo_of_score, expected_score};
pub use ladder::{LadderConfig, LadderMatch, LadderReport, Pairing, Standing, play_ladder};
pub use late::{LateStart, LateStartError};
pub use matches::{
    ArenaError, DEFAULT_MAX_PLIES, Entrant, Factory, MatchConfig, MatchReport, play_match,
    play_pairs,
};
pub use openings::{Openings, OpeningsError};
pub use rating::{Encounter, Rating, rate};
pub use record::{GameLine, Reason, RecordError};
pub use selection::Selection;
pub use sprt::{Sprt, SprtConfig, SprtError, Verdict};
pub use tally::{BySeat, Pace, Seat, Tally};
pub use tune::{Played, TuneConfig, TuneError, TuneKey, TuneKeyError, TuneReport, Tuned, tune};

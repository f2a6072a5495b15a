#![doc = include_str!("../README.md")]

mod game;
mod hole;
mod kernel;
pub mod notation;
mod outcome;
mod perft;
mod played;
mod position;
pub mod record;
mod row;
mod setup;
mod side;
mod variant;

pub use game::{Game, PlayError};
pub use hole::{Hole, InvalidHole, InvalidMove, MAX_HOLES, Move, MoveSet, MoveSetIter};
pub use notation::{Fen, PairError, PairMismatch, PairToken, PositionError, pair_text};
pub use outcome::{EndReason, Outcome};
pub use perft::{perft, perft_divide};
pub use played::{IllegalMove, Landing, Played};
pub use position::Position;
pub use record::{
    Collection, GameError, GameErrorKind, GameRecord, GameResult, Headers, MovePlace,
    ResultConflict, collection, with_headers,
};
pub use setup::{Place, Setup, SetupError};
pub use side::{BySide, Side};
pub use variant::{Rules, UnknownVariant, Variant};

#![doc = include_str!("../README.md")]

mod game;
mod hole;
mod kernel;
mod outcome;
mod position;
mod row;
mod setup;
mod side;
mod variant;

pub use game::{Game, PlayError};
pub use hole::{Hole, InvalidHole, MAX_HOLES, Move, MoveSet, MoveSetIter};
pub use outcome::{EndReason, Outcome};
pub use position::{IllegalMove, Landing, Played, Position};
pub use setup::{Place, Setup, SetupError};
pub use side::{BySide, Side};
pub use variant::{Rules, UnknownVariant, Variant};

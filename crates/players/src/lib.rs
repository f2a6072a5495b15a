#![doc = include_str!("../README.md")]

mod budget;
mod checkpoint;
mod choice;
mod classical;
mod embedded;
mod evaluator;
mod exact;
mod half;
mod hint;
mod hybrid;
mod levels;
mod library;
mod player;
mod reason;
mod settings;
mod simple;
mod solve;
mod spec;
mod suggest;
mod tables;
mod thought;
mod tree;

pub use budget::{Budget, Clock};
pub use checkpoint::checkpoints;
pub use evaluator::ModelEvaluator;
pub use hint::Hint;
pub use levels::{Level, Levels, LevelsError, Measured};
pub use library::{LEVELS, Library, LibraryError, MODELS, Source};
pub use player::{Player, PlayerError, build};
pub use reason::Reason;
pub use settings::{EvaluationKind, Settings, SpecError};
pub use solve::{Solution, solve};
pub use spec::PlayerSpec;
pub use suggest::Suggestion;
pub use tables::{TABLES, TABLES_BYTES};
pub use thought::{Candidate, Proof, Thought};

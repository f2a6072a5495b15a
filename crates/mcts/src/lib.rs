#![doc = include_str!("../README.md")]

mod arena;
mod backup;
mod config;
mod crown;
mod endings;
mod evaluator;
mod gumbel;
mod halving;
mod helper;
mod history;
mod link;
mod noise;
mod play;
mod proof;
mod records;
mod result;
mod run;
mod search;
mod selection;
mod target;
mod threads;
mod train;
mod tree;
mod value;
mod wide;

pub use config::{ConfigError, Limits, MctsConfig, NoiseConfig};
pub use evaluator::{Evaluation, Evaluator};
pub use gumbel::GumbelConfig;
pub use play::PlaySearch;
pub use result::{RootMove, SearchResult};
pub use train::{TrainSearch, choose_move};
pub use value::{Proof, Value};

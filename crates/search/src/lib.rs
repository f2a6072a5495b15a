#![doc = include_str!("../README.md")]

mod bench;
mod evaluation;
mod limits;
mod negamax;
mod ordering;
mod pages;
mod path;
mod quiescence;
mod report;
mod root;
mod score;
mod search;
mod table;

pub use bench::{BENCH_DEPTH, BenchReport, bench};
pub use evaluation::{
    BUCKETS, Evaluation, InvalidWeights, KazanEvaluation, PhaseWeights, TableEvaluation, Weights,
};
pub use limits::{Limits, MAX_DEPTH};
pub use report::{RootMove, SearchReport};
pub use score::{Proof, Score};
pub use search::Searcher;

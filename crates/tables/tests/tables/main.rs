//! The tables against solvers that share nothing with them.

mod bestemshe;
mod cycles;
mod files;
mod fixpoint;
mod search;
mod support;

//! The tables against solvers that share nothing with them.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; the lint spares only test functions themselves"
)]

mod bestemshe;
mod cycles;
mod files;
mod fixpoint;
mod search;
mod support;

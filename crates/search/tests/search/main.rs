//! The search from outside: known values, exact endings, limits and strength.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;
mod endings;
mod limits;
mod positions;
mod strength;

//! The server of the page as browsers and others meet it.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; the lint spares only test functions themselves"
)]

mod common;
mod game;
mod guard;
mod languages;
mod live;
mod page;
mod players;
mod review;
mod soak;

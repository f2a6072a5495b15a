//! What a model has found out about the game, as tables for `docs/findings.md`.
//!
//! `cargo run --release -p togyz-arena --example findings -- [SPEC] [GAMES] [SIMULATIONS]`
//!
//! It tells the openings the player prefers, plays itself from every opening of two half-moves, and
//! from those games tells the first player's advantage, the worth of a tuzdik, and where the
//! classical search goes wrong.

mod games;
mod openings;
mod study;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context as _;
use togyz_players::{Budget, Clock, Library, Player, PlayerSpec, Thought, build};
use togyz_rules::{Game, Variant};

/// Somebody who can be asked about positions.
pub(crate) struct Judge(Box<dyn Player>);

impl Judge {
    fn new(spec: &str, library: &Library) -> anyhow::Result<Judge> {
        let spec: PlayerSpec = spec.parse()?;
        Ok(Judge(build(&spec, library, Variant::Togyz, 1)?))
    }

    /// What it thinks of a game's position with so many simulations, or nodes of the classical search.
    pub(crate) fn think(&mut self, game: &Game, simulations: u32) -> anyhow::Result<Thought> {
        let budget = Budget {
            simulations: Some(simulations),
            ..Budget::default()
        };
        let (elapsed, stop) = (|| Duration::ZERO, AtomicBool::new(false));
        let clock = Clock {
            elapsed: &elapsed,
            stop: &stop,
        };
        Ok(self.0.analyze(game, &budget, &clock)?)
    }

    pub(crate) fn new_game(&mut self) {
        self.0.new_game();
    }
}

/// Win chance plus half the chance of a draw, per cent.
pub(crate) fn points(thought: &Thought) -> f32 {
    100.0 * (thought.win + thought.draw / 2.0)
}

#[expect(clippy::print_stdout, reason = "the tables are the result")]
fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments
        .next()
        .unwrap_or_else(|| "level:expert".to_owned());
    let mut number = |usual: u32| -> anyhow::Result<u32> {
        arguments.next().map_or(Ok(usual), |text| {
            text.parse()
                .with_context(|| format!("`{text}` is no number"))
        })
    };
    let (games, simulations) = (number(162)?, number(1000)?);
    let library = Library::embedded()?;
    let mut judge = Judge::new(&spec, &library)?;
    println!("{spec}, {games} games at {simulations} simulations a move\n");
    print!(
        "{}",
        openings::tell(&mut judge, 1000 * simulations.min(1000))?
    );
    let played = games::play(&mut judge, games, simulations)?;
    print!("{}", games::tell(&played));
    print!("{}", study::tuzdiks(&mut judge, &played, simulations)?);
    let mut classical = Judge::new("classical", &library)?;
    print!(
        "{}",
        study::mistakes(&mut judge, &mut classical, &played, 10 * simulations)?
    );
    Ok(())
}

//! The openings that a player prefers.

use std::fmt::Write as _;

use togyz_rules::{Game, Variant};

use crate::{Judge, points};

/// Half-moves of a line.
const LINE: usize = 10;

/// The first moves with their values, and the line of best moves with the win chance at each.
pub(crate) fn tell(judge: &mut Judge, simulations: u32) -> anyhow::Result<String> {
    let mut game = Game::new(Variant::Togyz);
    let start = judge.think(&game, simulations)?;
    let mut text = format!("First moves, {simulations} simulations\n\n");
    text += "| move | Bastaushy's points, % | margin, balls | share of the search, % |\n";
    text += "| --- | --- | --- | --- |\n";
    for one in &start.candidates {
        writeln!(
            text,
            "| {} | {:.1} | {:+.1} | {:.1} |",
            one.mv,
            100.0 * one.win,
            one.margin,
            100.0 * one.share
        )?;
    }
    text += "\nThe line of best moves\n\n| half-move | move | Bastaushy's points, % |\n| --- | --- | --- |\n";
    for ply in 1..=LINE {
        let thought = judge.think(&game, simulations)?;
        let own = points(&thought);
        let first = if ply % 2 == 1 { own } else { 100.0 - own };
        game.play(thought.mv)?;
        let pair = game.pairs().pop().unwrap_or_default();
        writeln!(text, "| {ply} | {pair} | {first:.1} |")?;
    }
    Ok(text + "\n")
}

//! Games of a player against itself from all openings of two half-moves.

use std::fmt::Write as _;

use togyz_arena::Openings;
use togyz_rules::{Game, Side, Variant};

use crate::Judge;

/// A game longer than this is left as it stands.
const MAX_PLIES: usize = 400;

/// Plays the games, one from each opening in turn.
pub(crate) fn play(judge: &mut Judge, count: u32, simulations: u32) -> anyhow::Result<Vec<Game>> {
    let (openings, _) = Openings::parse("start2", 1)?;
    let openings = openings.generate(Variant::Togyz, count as usize);
    let mut games = Vec::new();
    for opening in openings {
        let mut game = Game::new(Variant::Togyz);
        judge.new_game();
        for mv in opening {
            game.play(mv)?;
        }
        while game.outcome().is_none() && game.plies().len() < MAX_PLIES {
            let thought = judge.think(&game, simulations)?;
            game.play(thought.mv)?;
        }
        games.push(game);
    }
    Ok(games)
}

/// Who won, by how much, and how long it took.
pub(crate) fn tell(games: &[Game]) -> String {
    let ended: Vec<_> = games
        .iter()
        .filter_map(|game| Some((game, game.outcome()?)))
        .collect();
    let won = |side| ended.iter().filter(|(_, end)| end.winner == side).count();
    let count = ended.len().max(1) as f64;
    let margin: f64 = ended
        .iter()
        .map(|(_, end)| f64::from(end.margin(Side::Bastaushy)))
        .sum();
    let plies: f64 = ended
        .iter()
        .map(|(game, _)| game.plies().len() as f64)
        .sum();
    let (first, second, drawn) = (
        won(Some(Side::Bastaushy)),
        won(Some(Side::Kostaushy)),
        won(None),
    );
    let score = (first as f64 + drawn as f64 / 2.0) / count;
    let error = 1.96 * (score * (1.0 - score) / count).sqrt();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "Games from all openings of two half-moves: Bastaushy +{first} ={drawn} -{second}, {:.1} % \
         ± {:.1}, mean margin {:+.1} balls, {:.0} half-moves a game\n",
        100.0 * score,
        100.0 * error,
        margin / count,
        plies / count
    );
    text
}

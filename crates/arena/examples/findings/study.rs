//! What positions of the games tell: the worth of a tuzdik, and the moves of the classical search.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use togyz_rules::{BySide, Game, Hole, Place, Position, Setup, Side};

use crate::{Judge, points};

/// A mean, as it grows.
#[derive(Default)]
struct Mean {
    count: u32,
    points: f64,
    balls: f64,
    bad: u32,
}

/// A move that gives away so many points is a mistake, per cent.
const MISTAKE: f32 = 10.0;

/// Every how many half-moves a position is asked about.
const STEP: usize = 7;

/// The same position with the newest tuzdik of a side gone: its hole is empty in both.
fn without(position: &Position, owner: Side) -> Option<Position> {
    let holes = |side| {
        std::array::from_fn(|i| {
            Hole::from_index(i).map_or(0, |hole| u16::from(position.balls(side, hole)))
        })
    };
    let tuzdiks = |side: Side| {
        let kept = position.tuzdik(side).filter(|_| side != owner);
        kept.map(|hole| Place {
            row: side.other(),
            hole,
        })
        .into_iter()
        .collect()
    };
    let setup = Setup {
        variant: position.variant(),
        rows: BySide::from_fn(holes),
        kazans: BySide::from_fn(|side| u16::from(position.kazan(side))),
        tuzdiks: BySide::from_fn(tuzdiks),
        side_to_move: position.side_to_move(),
    };
    setup.build().ok()
}

/// What a tuzdik changes at the moment it is made, by its hole and by the half-move.
pub(crate) fn tuzdiks(
    judge: &mut Judge,
    games: &[Game],
    simulations: u32,
) -> anyhow::Result<String> {
    let mut by_hole: BTreeMap<u8, Mean> = BTreeMap::new();
    let mut by_time: BTreeMap<usize, Mean> = BTreeMap::new();
    for game in games {
        for (ply, played) in game
            .plies()
            .iter()
            .enumerate()
            .filter(|(_, p)| p.made_tuzdik)
        {
            let Some(with) = game.position_at(ply + 1).copied() else {
                continue;
            };
            let Some(without) = without(&with, played.side) else {
                continue;
            };
            if with.is_over() || without.is_over() {
                continue;
            }
            judge.new_game();
            let with = judge.think(&Game::from_position(with), simulations)?;
            judge.new_game();
            let without = judge.think(&Game::from_position(without), simulations)?;
            // The opponent of the tuzdik's owner is to move in both.
            let gain = f64::from(points(&without) - points(&with));
            let balls = f64::from(without.margin - with.margin);
            for mean in [
                by_hole.entry(played.landing.hole.number()).or_default(),
                by_time.entry(ply / 20 * 20).or_default(),
            ] {
                mean.count += 1;
                mean.points += gain;
                mean.balls += balls;
            }
        }
    }
    let mut text = String::from("What a tuzdik is worth to its owner when it is made\n\n");
    text += "| hole | tuzdiks | points, % | margin, balls |\n| --- | --- | --- | --- |\n";
    let row = |name: String, mean: &Mean| {
        let count = f64::from(mean.count.max(1));
        let (points, balls) = (mean.points / count, mean.balls / count);
        format!("| {name} | {} | {points:+.1} | {balls:+.1} |\n", mean.count)
    };
    for (hole, mean) in &by_hole {
        text += &row(hole.to_string(), mean);
    }
    text += "\n| half-moves | tuzdiks | points, % | margin, balls |\n| --- | --- | --- | --- |\n";
    for (ply, mean) in &by_time {
        text += &row(format!("{} to {}", ply + 1, ply + 20), mean);
    }
    Ok(text + "\n")
}

/// What the moves of the classical search give away by the judge's view, by the balls on the board
/// and by the tuzdiks.
pub(crate) fn mistakes(
    judge: &mut Judge,
    classical: &mut Judge,
    games: &[Game],
    simulations: u32,
) -> anyhow::Result<String> {
    let nodes = 10 * simulations;
    let mut by_place: BTreeMap<(u8, usize), Mean> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        for ply in (2 + number % STEP..game.plies().len()).step_by(STEP) {
            let Some(&position) = game.position_at(ply) else {
                continue;
            };
            if position.is_over() {
                continue;
            }
            let at = Game::from_position(position);
            judge.new_game();
            classical.new_game();
            let best = judge.think(&at, simulations)?;
            let chosen = classical.think(&at, nodes)?.mv;
            let value = |mv| {
                best.candidates
                    .iter()
                    .find(|one| one.mv == mv)
                    .map(|one| one.win)
            };
            let (Some(top), Some(found)) = (value(best.mv), value(chosen)) else {
                continue;
            };
            let loss = (100.0 * (top - found)).max(0.0);
            let tuzdiks = [Side::Bastaushy, Side::Kostaushy]
                .into_iter()
                .filter(|&side| position.tuzdik(side).is_some())
                .count();
            let mean = by_place
                .entry((position.balls_on_board() / 40, tuzdiks))
                .or_default();
            mean.count += 1;
            mean.points += f64::from(loss);
            mean.bad += u32::from(loss >= MISTAKE);
        }
    }
    let mut text = format!(
        "Moves of the classical search with {nodes} nodes, judged with {simulations} simulations\n\n"
    );
    text += "| balls on the board | tuzdiks | positions | points given away, % | mistakes of 10 % and more |\n";
    text += "| --- | --- | --- | --- | --- |\n";
    for ((forty, tuzdiks), mean) in by_place.iter().rev() {
        let count = f64::from(mean.count.max(1));
        writeln!(
            text,
            "| {} to {} | {tuzdiks} | {} | {:.2} | {:.1} % |",
            40 * u16::from(*forty),
            40 * u16::from(*forty) + 39,
            mean.count,
            mean.points / count,
            100.0 * f64::from(mean.bad) / count
        )?;
    }
    Ok(text)
}

//! Two evaluations play a match in the same search at equal nodes.
//!
//! ```text
//! cargo run --release -p togyz-search --example selfmatch -- [GAMES] [NODES] [SEED] [A] [B] [NODES_B]
//! ```
//! GAMES (200) games are played in pairs: the same random opening of two to ten half-moves with
//! both colours. A (`table`) and B (`kazan`) are `table`, `kazan`, or a file of weights;
//! B may have another number of nodes. The result
//! depends on nothing but the arguments.

#![expect(clippy::print_stdout, reason = "an example tells its result")]

mod common;

use std::error::Error;

use common::{generator, opening, think};
use togyz_rules::{Game, Position, Side};
use togyz_search::{Evaluation, KazanEvaluation, Score, Searcher, TableEvaluation, Weights};

/// Enough for the nodes of a whole game.
const TABLE_BYTES: usize = 1 << 20;

/// A game longer than any seen is called a draw.
const MAX_PLIES: usize = 1_000;

/// An evaluation chosen by name.
enum Choice {
    Kazan(KazanEvaluation),
    Table(Box<TableEvaluation>),
}

impl Choice {
    fn from_name(name: &str) -> Result<Choice, Box<dyn Error>> {
        Ok(match name {
            "kazan" => Choice::Kazan(KazanEvaluation),
            "table" => Choice::Table(Box::default()),
            path => {
                let weights = Weights::parse(&std::fs::read_to_string(path)?)?;
                Choice::Table(Box::new(TableEvaluation::new(&weights)))
            }
        })
    }
}

impl Evaluation for Choice {
    fn evaluate(&self, position: &Position) -> Score {
        match self {
            Choice::Kazan(evaluation) => evaluation.evaluate(position),
            Choice::Table(evaluation) => evaluation.evaluate(position),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, default: &'static str| args.get(index).map_or(default, |a| a);
    let games: u64 = word(0, "200").parse()?;
    let nodes: u64 = word(1, "4000").parse()?;
    let seed: u64 = word(2, "1").parse()?;
    let nodes_b: u64 = args.get(5).map_or(Ok(nodes), |a| a.parse())?;
    let (a, b) = (word(3, "table"), word(4, "kazan"));

    let mut first = Searcher::new(Choice::from_name(a)?, TABLE_BYTES);
    let mut second = Searcher::new(Choice::from_name(b)?, TABLE_BYTES);
    let (mut wins, mut draws, mut losses) = (0u32, 0u32, 0u32);
    for index in 0..games {
        let start = opening(&mut generator(seed, index / 2));
        let side = Side::ALL[(index % 2) as usize];
        match play(start, side, &mut first, &mut second, [nodes, nodes_b]) {
            points if points > 0.75 => wins += 1,
            points if points < 0.25 => losses += 1,
            _ => draws += 1,
        }
    }
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    let share = points / f64::from(wins + draws + losses);
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    println!(
        "{a} ({nodes} nodes) against {b} ({nodes_b} nodes), seed {seed}: +{wins} ={draws} -{losses}"
    );
    println!("{:.1} % ({elo:+.0} Elo)", 100.0 * share);
    Ok(())
}

/// Plays a game and tells the points of `first`, who plays `side`.
fn play(
    mut game: Game,
    side: Side,
    first: &mut Searcher<Choice>,
    second: &mut Searcher<Choice>,
    [nodes, nodes_b]: [u64; 2],
) -> f64 {
    first.clear();
    second.clear();
    while game.plies().len() < MAX_PLIES {
        if let Some(outcome) = game.outcome() {
            return outcome.points(side);
        }
        let mine = game.position().side_to_move() == side;
        let report = if mine {
            think(first, &game, nodes)
        } else {
            think(second, &game, nodes_b)
        };
        if report.is_none_or(|report| game.play(report.best).is_err()) {
            break;
        }
    }
    0.5
}

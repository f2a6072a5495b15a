//! Fits the weights of the table evaluation.
//!
//! ```text
//! cargo run --release -p togyz-search --example fit_evaluation -- [GAMES] [NODES] [SEED] [OUT]
//! ```
//! 1. The search plays GAMES (3000) games against itself, NODES (500) a move, from random openings
//!    of two to ten half-moves; in the first round it judges by a player's guess (see `prior`).
//! 2. Logistic regression explains the results, and what the search expected, by what lies in the
//!    holes.
//! 3. Three more rounds play with the weights of the round before, and fit anew.
//!
//! The plain kazan difference is no good start: players who do not see what a tuzdik is worth make
//! it only where it does not help, and the regression then learns that it harms.
//!
//! The weights go to OUT (`evaluation.txt`), with their origin. Arguments that are equal give equal
//! weights.

#![expect(clippy::print_stdout, reason = "an example tells how it goes on")]

mod common;

use std::error::Error;

use common::{generator, opening, random_move, think};
use rand::{Rng, RngExt};
use togyz_rules::{Game, MAX_HOLES, Position, Side};
use togyz_search::{
    BUCKETS, KazanEvaluation, PhaseWeights, Score, Searcher, TableEvaluation, Weights,
};

/// Weights of one kind of row.
const ROW: usize = MAX_HOLES * BUCKETS;
/// Where each group of a phase's parameters begins: two kinds of rows, tuzdiks, tempo.
const TUZDIK: usize = 2 * ROW;
const TEMPO: usize = TUZDIK + MAX_HOLES;
/// Parameters of a phase: first come the early ones, then the late ones.
const PHASE: usize = TEMPO + 1;
/// The certainty of each stretch of the game.
const CERTAINTY: usize = 2 * PHASE;
const PARAMETERS: usize = CERTAINTY + STRETCHES;

/// A lead counts for more the fewer balls are left. Were it not so, the many late positions, in
/// which a ball more decides, would teach that tuzdiks and full holes are worth nothing.
const STRETCHES: usize = 9;
/// Balls in the holes of one stretch.
const STRETCH_BALLS: usize = 18;
/// All parameters but the certainties are in so many balls, which makes them about 1.
const UNIT: f64 = 10.0;
const ALL_BALLS: f64 = 162.0;

/// Rounds of games and regression.
const ROUNDS: usize = 4;
/// Transposition table of the self-play.
const TABLE_BYTES: usize = 1 << 20;
/// A game longer than any seen is left out.
const MAX_PLIES: usize = 1_000;

/// Passes over the positions, and the size of a step.
const EPOCHS: u32 = 12;
const BATCH: usize = 1_024;
const LEARNING_RATE: f64 = 0.01;
/// Pulls neighbouring counts of a hole together, so that rare counts get sensible weights, and the
/// same count of all holes: a few thousand games cannot tell six hundred weights apart.
const SMOOTHING: f64 = 1e-3;
const SHRINKAGE: f64 = 5e-5;
/// A best move that wins so many balls makes a position unfit for the regression.
const LOUD: u8 = 4;
/// The share of the result in the target; the rest is the search's own expectation, which later
/// rounds have learnt to give.
const RESULT_SHARE: [f64; ROUNDS] = [0.7, 0.5, 0.5, 0.5];

/// A position as the regression sees it.
struct Sample {
    /// Parameters that count for the mover, and those that count for the other side.
    own: [u16; MAX_HOLES + 1],
    other: [u16; MAX_HOLES + 1],
    kazan_difference: f64,
    /// Balls in the holes.
    balls: usize,
    /// Points of the mover, 0 to 1.
    target: f64,
}

/// How a round of games is played and used.
#[derive(Clone, Copy)]
struct Round {
    nodes: u64,
    /// The scale of the weights that play.
    scale: f64,
    result_share: f64,
}

/// Stands for "no tuzdik".
const NOTHING: u16 = u16::MAX;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, default: &'static str| args.get(index).map_or(default, |a| a);
    let (games, nodes, seed) = (word(0, "3000"), word(1, "500"), word(2, "1"));
    let out = word(3, "evaluation.txt");
    let (games, nodes, seed): (u64, u64, u64) = (games.parse()?, nodes.parse()?, seed.parse()?);

    let mut weights = in_centiballs(&std::array::from_fn(prior), 1_500.0)?;
    let (mut positions, mut loss) = (0, f64::NAN);
    for (round_index, result_share) in RESULT_SHARE.into_iter().enumerate() {
        let mut samples = Vec::new();
        let mut searcher = Searcher::new(TableEvaluation::new(&weights), TABLE_BYTES);
        let mut plain = Searcher::new(KazanEvaluation, TABLE_BYTES);
        for index in 0..games {
            let start = opening(&mut generator(seed + round_index as u64, index));
            let round = Round {
                nodes,
                scale: weights.scale,
                result_share,
            };
            let rng = generator(seed + round_index as u64, index + (1 << 40));
            samples.extend(self_play(&mut searcher, &mut plain, start, round, rng));
        }
        (weights, loss) = fit(&samples)?;
        positions = samples.len();
        println!(
            "round {}: {positions} positions, loss {loss:.5}",
            round_index + 1
        );
    }

    let text = format!(
        "# Weights of the table evaluation, see crates/search/src/evaluation/table.rs.\n\
         # command: cargo run --release -p togyz-search --example fit_evaluation -- {games} {nodes} {seed} {out}\n\
         # games: {games} in each of {ROUNDS} rounds, {nodes} nodes a move, {positions} positions in the last\n\
         # seed: {seed}\n\
         # loss: {loss:.5} (cross entropy of the last round)\n\
         {weights}"
    );
    std::fs::write(out, text)?;
    Ok(())
}

/// One game of the search against itself, as samples.
fn self_play(
    searcher: &mut Searcher<TableEvaluation>,
    plain: &mut Searcher<KazanEvaluation>,
    mut game: Game,
    round: Round,
    mut rng: impl Rng,
) -> Vec<Sample> {
    searcher.clear();
    plain.clear();
    // In every third game one side judges by the kazans alone: positions of its kind come up too.
    let plain_side = match rng.random_range(0..6) {
        0 => Some(Side::Bastaushy),
        1 => Some(Side::Kostaushy),
        _ => None,
    };
    let mut seen = Vec::new();
    while game.outcome().is_none() && game.plies().len() < MAX_PLIES {
        let by_table = plain_side != Some(game.position().side_to_move());
        let thought = if by_table {
            think(searcher, &game, round.nodes)
        } else {
            think(plain, &game, round.nodes)
        };
        let Some(report) = thought else {
            break;
        };
        // Only quiet positions: a capture that is due is not for the evaluation to see.
        let position = *game.position();
        let next = position.play_unchecked(report.best);
        if by_table && next.other_kazan() - position.own_kazan() < LOUD {
            seen.push((position, chance(report.score, round.scale)));
        }
        // A random move now and then: else a tuzdik is only seen where a search wanted it.
        let mistake = game.plies().len() < 60 && rng.random_range(0..12) == 0;
        let mv = if mistake {
            random_move(&game, &mut rng)
        } else {
            Some(report.best)
        };
        if mv.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    let Some(outcome) = game.outcome() else {
        return Vec::new();
    };
    seen.into_iter()
        .map(|(position, chance)| {
            let points = outcome.points(position.side_to_move());
            let share = round.result_share;
            Sample::new(&position, share * points + (1.0 - share) * chance)
        })
        .collect()
}

/// What a score promises, by the scale it was fitted with.
fn chance(score: Score, scale: f64) -> f64 {
    match score.proven() {
        Some(_) => score.win_chance(),
        None => 1.0 / (1.0 + (-f64::from(score.centiballs()) / scale).exp()),
    }
}

impl Sample {
    fn new(position: &Position, target: f64) -> Sample {
        let (own, other) = (position.own_tuzdik(), position.other_tuzdik());
        let tuzdik = |hole: Option<togyz_rules::Hole>| {
            hole.map_or(NOTHING, |hole| parameter(TUZDIK + hole.index()))
        };
        let row = |holes: [u8; MAX_HOLES], faced: bool, last: u16| {
            let kind = usize::from(faced) * ROW;
            std::array::from_fn(|hole| match holes.get(hole) {
                Some(&balls) => {
                    parameter(kind + hole * BUCKETS + usize::from(balls).min(BUCKETS - 1))
                }
                None => last,
            })
        };
        Sample {
            own: row(position.own_holes(), other.is_some(), tuzdik(own)),
            other: row(position.other_holes(), own.is_some(), tuzdik(other)),
            kazan_difference: f64::from(position.own_kazan()) - f64::from(position.other_kazan()),
            balls: position.balls_on_board().into(),
            target,
        }
    }

    /// Parameters with the factor they have in this position.
    fn active(&self) -> impl Iterator<Item = (usize, f64)> {
        let early = self.balls as f64 / ALL_BALLS;
        let side = |parameters: [u16; MAX_HOLES + 1], sign: f64| {
            parameters
                .into_iter()
                .filter(|&parameter| parameter != NOTHING)
                .map(move |parameter| (usize::from(parameter), sign))
        };
        side(self.own, 1.0)
            .chain(side(self.other, -1.0))
            .chain([(TEMPO, 1.0)])
            .flat_map(move |(index, sign)| {
                [(index, sign * early), (PHASE + index, sign * (1.0 - early))]
            })
    }

    /// The evaluation, in [`UNIT`] balls.
    fn value(&self, values: &Values) -> f64 {
        let terms = self.active().map(|(index, factor)| values[index] * factor);
        self.kazan_difference / UNIT + terms.sum::<f64>()
    }

    /// The parameter that tells how much the evaluation counts now.
    fn certainty(&self) -> usize {
        CERTAINTY + (self.balls / STRETCH_BALLS).min(STRETCHES - 1)
    }

    /// The points the mover is expected to get.
    fn expected(&self, values: &Values) -> f64 {
        sigmoid(self.value(values) * values[self.certainty()].exp())
    }
}

type Values = [f64; PARAMETERS];

fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn parameter(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(NOTHING)
}

/// Logistic regression by Adam; the weights in 1/100 ball, and the loss they leave.
fn fit(samples: &[Sample]) -> Result<(Weights, f64), Box<dyn Error>> {
    let mut values: Values = std::array::from_fn(prior);
    let (mut first, mut second) = ([0.0; PARAMETERS], [0.0; PARAMETERS]);
    let mut step = 0;
    for epoch in 0..EPOCHS {
        // A constant rate, then a fall to nothing.
        let rate = LEARNING_RATE * (2.0 * (1.0 - f64::from(epoch) / f64::from(EPOCHS))).min(1.0);
        // Neighbours of a game never meet in a batch.
        let batches = samples.len().div_ceil(BATCH);
        for batch in 0..batches {
            let mut gradient = regularization(&values);
            for sample in samples.iter().skip(batch).step_by(batches) {
                let (value, certainty) = (sample.value(&values), sample.certainty());
                let slope = values[certainty].exp();
                let error = (sigmoid(value * slope) - sample.target) / BATCH as f64;
                for (index, factor) in sample.active() {
                    gradient[index] += error * slope * factor;
                }
                gradient[certainty] += error * slope * value;
            }
            step += 1;
            for index in 0..PARAMETERS {
                first[index] = 0.9 * first[index] + 0.1 * gradient[index];
                second[index] = 0.999 * second[index] + 0.001 * gradient[index].powi(2);
                let mean = first[index] / (1.0 - 0.9f64.powi(step));
                let spread = (second[index] / (1.0 - 0.999f64.powi(step))).sqrt();
                values[index] -= rate * mean / (spread + 1e-8);
            }
        }
    }
    let loss: f64 = samples
        .iter()
        .map(|sample| {
            let p = sample.expected(&values).clamp(1e-9, 1.0 - 1e-9);
            -sample.target * p.ln() - (1.0 - sample.target) * (1.0 - p).ln()
        })
        .sum();
    let weights = in_centiballs(&values, overall_scale(samples, &values))?;
    Ok((weights, loss / samples.len() as f64))
}

/// The one scale for all phases that explains the results best, by bisection of the slope's
/// gradient.
///
/// # Units
/// 1/100 ball.
fn overall_scale(samples: &[Sample], values: &Values) -> f64 {
    let (mut low, mut high) = (1e-3, 1e2);
    for _ in 0..30 {
        let slope = f64::sqrt(low * high);
        let gradient: f64 = samples
            .iter()
            .map(|sample| {
                let value = sample.value(values);
                (sigmoid(slope * value) - sample.target) * value
            })
            .sum();
        if gradient > 0.0 {
            high = slope;
        } else {
            low = slope;
        }
    }
    100.0 * UNIT / low
}

/// What a player would guess: a full hole is a move to have, a single ball is half of one, and a
/// tuzdik takes a quarter of what is sown.
fn prior(index: usize) -> f64 {
    match index % PHASE {
        _ if index >= CERTAINTY => 0.0,
        TEMPO => 0.0,
        TUZDIK.. if index < PHASE => 4.0,
        TUZDIK.. => 0.0,
        row => match row % BUCKETS {
            0 => 0.0,
            1 => 0.34,
            _ => 0.49,
        },
    }
}

/// The gradient of the smoothing penalty. An empty hole and a single ball are cases of their own,
/// and so are left alone.
fn regularization(values: &Values) -> Values {
    let mut gradient = [0.0; PARAMETERS];
    for phase in [0, PHASE] {
        for index in (0..2 * ROW).filter(|index| index % BUCKETS >= 3) {
            let index = phase + index;
            let pull = SMOOTHING * (values[index] - values[index - 1]);
            gradient[index] += pull;
            gradient[index - 1] -= pull;
        }
    }
    for index in 0..CERTAINTY {
        gradient[index] += SHRINKAGE * (values[index] - prior(index));
    }
    gradient
}

/// The parameters as weights.
fn in_centiballs(values: &Values, scale: f64) -> Result<Weights, Box<dyn Error>> {
    if !values.iter().all(|value| value.is_finite()) {
        return Err("the regression found no finite weights".into());
    }
    #[expect(clippy::cast_possible_truncation, reason = "cut to the range first")]
    let cut = |value: f64| (100.0 * UNIT * value).round().clamp(-9_999.0, 9_999.0) as i16;
    let phase = |from: usize| PhaseWeights {
        tempo: cut(values[from + TEMPO]),
        tuzdik: std::array::from_fn(|hole| cut(values[from + TUZDIK + hole])),
        holes: std::array::from_fn(|kind| {
            std::array::from_fn(|hole| {
                let row = from + kind * ROW + hole * BUCKETS;
                std::array::from_fn(|count| cut(values[row + count]))
            })
        }),
    };
    Ok(Weights {
        scale: (10.0 * scale).round() / 10.0,
        early: phase(0),
        late: phase(PHASE),
    })
}

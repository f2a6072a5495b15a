//! One game of self-play.

use togyz_rules::{EndReason, Game, MAX_HOLES, Outcome, Side};

use super::Recipe;
use super::endings;
use super::starts::{balanced, start};
use super::thinker::Thinker;
use crate::replay::{PlayedGame, StartKind};
use crate::sample::{PackedPosition, SampleKind};
use crate::seed::{Purpose, generator};
use crate::targets::{Ending, Searched, greediest, samples_of};

/// The search found no move in a game that is not over: a fault of the search, never passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search found no legal move in game {game} at ply {ply}, which is not over")]
pub struct NoMove {
    /// The game's index in its generation.
    pub game: u64,
    /// Where.
    pub ply: usize,
}

/// Plays the game with this index: the same in every process, whoever plays it.
pub(super) fn play(
    recipe: &Recipe<'_>,
    index: u64,
    thinker: &mut Thinker,
) -> Result<PlayedGame, NoMove> {
    let config = recipe.config;
    let mut rng = generator(config.run.seed, recipe.generation, Purpose::Game(index));

    // 1. A start with some chance in it.
    let (start_kind, mut game) = balanced(config.starts.balance, thinker, &mut rng, |rng| {
        start(&config.starts, recipe.variant, recipe.forks, rng)
    });
    // Late positions are to be played out well: their temperature has begun to fall.
    let mut warm = match start_kind {
        StartKind::Opening => 0,
        StartKind::Late | StartKind::Fork => config.temperature.plies,
    };

    // 2. Search and move, until the game is over.
    thinker.clear();
    let max_plies = config.selfplay.max_plies as usize;
    let mut searched = Vec::new();
    let mut simulations = 0;
    let mut tables = recipe.tables.cloned();
    let mut exact = None;
    while game.outcome().is_none() && game.plies().len() < max_plies {
        // The tables say how it ends from here.
        exact = endings::exact(tables.as_mut(), &game);
        if exact.is_some() {
            break;
        }
        let ply = game.plies().len();
        let temperature = config.temperature.at(warm);
        let choice = thinker
            .think(recipe, &game, temperature, &mut rng)
            .ok_or(NoMove { game: index, ply })?;
        simulations += choice.simulations;
        searched.push(choice.searched);
        warm += 1;
        game.play(choice.mv)
            .map_err(|_| NoMove { game: index, ply })?;
    }

    // 3. Who won; then, where the tables do not tell it, the rest for the margin alone.
    let (outcome, margin) = match exact {
        Some(exact) => {
            searched.push(endings::searched(&game, exact));
            endings::outcome(&game, exact)
        }
        None => {
            let outcome = game.outcome().unwrap_or_else(|| ply_limit(&game));
            let margin = play_on(recipe, &mut game, &outcome, &mut searched);
            (outcome, margin)
        }
    };
    let ending = Ending {
        winner: outcome.winner,
        margin,
    };
    let surprise = config.selfplay.surprise_weight;
    Ok(PlayedGame {
        index,
        start_kind,
        start: PackedPosition::of(game.start()),
        moves: game
            .plies()
            .iter()
            .map(|played| played.mv.number())
            .collect(),
        winner: outcome.winner,
        reason: outcome.reason,
        margin,
        simulations,
        samples: samples_of(&game, &searched, ending, surprise),
    })
}

/// The ply limit makes a draw, whatever the kazans hold.
fn ply_limit(game: &Game) -> Outcome {
    let score = togyz_rules::BySide::from_fn(|side| game.position().kazan(side));
    Outcome::draw(EndReason::PlyLimit, score)
}

/// Plays a game that a majority has decided on to its natural end, greedily, so that the margin is
/// that of a whole game; returns the margin from Bastaushy's view.
fn play_on(
    recipe: &Recipe<'_>,
    game: &mut Game,
    outcome: &Outcome,
    searched: &mut Vec<Searched>,
) -> i16 {
    let weight = recipe.config.selfplay.play_on_weight;
    if weight <= 0.0 || outcome.reason != EndReason::Majority {
        return outcome.margin(Side::Bastaushy);
    }
    let max_plies = recipe.config.selfplay.max_plies as usize;
    while game.position().natural_end().is_none() && game.plies().len() < max_plies {
        let ply = game.plies().len();
        let Some(mv) = greediest(game.position()) else {
            break;
        };
        let mover = game.position().side_to_move();
        let won = outcome.winner == Some(mover);
        searched.push(Searched {
            ply,
            kind: SampleKind::PlayedOn,
            policy: [0.0; MAX_HOLES],
            prior: [0.0; MAX_HOLES],
            chances: [f32::from(u8::from(won)), 0.0],
            weight,
            children: Vec::new(),
        });
        if game.play_on(mv).is_err() {
            break;
        }
    }
    let end = game.position().natural_end();
    end.map_or_else(
        || {
            let kazan = |side| i16::from(game.position().kazan(side));
            kazan(Side::Bastaushy) - kazan(Side::Kostaushy)
        },
        |end| end.margin(Side::Bastaushy),
    )
}

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
        let choice = thinker
            .think(recipe, &game, warm, &mut rng)
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use togyz_rules::{Move, Variant};

    use super::*;
    use crate::config::{Root, TrainConfig};
    use crate::pipeline::tests::config;

    fn recipe(config: &TrainConfig) -> Recipe<'_> {
        Recipe::new(config, 0, Variant::Togyz, None, &[], None)
    }

    /// No move is made up for a search that has none, or one that the rules do not allow.
    #[test]
    fn a_broken_search_ends_self_play_with_the_game_and_the_ply() {
        let mut config = config(1);
        config.starts.opening_plies = [0, 0];
        (config.starts.late_share, config.starts.fork_share) = (0.0, 0.0);
        let error = play(&recipe(&config), 5, &mut Thinker::Broken(None)).unwrap_err();
        assert_eq!(error, NoMove { game: 5, ply: 0 });
        // Hole 1 again and again: the second time of one side it holds a single ball, then none.
        let first = Move::from_number(1).unwrap();
        let error = play(&recipe(&config), 6, &mut Thinker::Broken(Some(first))).unwrap_err();
        assert!(error.game == 6 && error.ply > 0, "{error}");
        assert!(error.to_string().contains("game 6 at ply"), "{error}");
    }

    #[test]
    fn games_of_one_generation_are_different_games() {
        let config = config(1);
        let recipe = recipe(&config);
        let game = |index| play(&recipe, index, &mut recipe.thinker().unwrap()).unwrap();
        let games: HashSet<Vec<u8>> = (0..20).map(|index| game(index).moves).collect();
        assert_eq!(games.len(), 20);
        assert_eq!(game(3), game(3), "and the same games again");
    }

    #[test]
    fn gumbel_at_the_root_plays_its_own_games() {
        let puct = config(1);
        let mut gumbel = puct.clone();
        gumbel.search.root = Root::Gumbel;
        let game = |config: &TrainConfig, index| {
            let recipe = recipe(config);
            play(&recipe, index, &mut recipe.thinker().unwrap()).unwrap()
        };
        for index in 0..4 {
            assert_eq!(game(&gumbel, index), game(&gumbel, index));
            assert_ne!(game(&gumbel, index).samples, game(&puct, index).samples);
        }
    }

    #[test]
    fn the_limit_of_plies_ends_a_game_of_self_play() {
        let mut config = config(1);
        config.selfplay.max_plies = 12;
        config.starts.opening_plies = [0, 4];
        (config.starts.late_share, config.starts.fork_share) = (0.0, 0.0);
        let recipe = recipe(&config);
        let game = play(&recipe, 0, &mut recipe.thinker().unwrap()).unwrap();
        assert_eq!((game.reason, game.winner), (EndReason::PlyLimit, None));
        assert_eq!(game.moves.len(), 12);
    }
}

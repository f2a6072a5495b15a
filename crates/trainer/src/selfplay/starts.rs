//! Where games begin: varied, so that the network sees more than its own favourite lines.

use rand::{Rng, RngExt};
use togyz_rules::{Game, Move, Position, Variant};

use super::thinker::Thinker;
use crate::config::StartsConfig;
use crate::replay::StartKind;
use crate::sample::PackedPosition;

/// Chooses how a game begins and plays its random half-moves.
pub(super) fn start(
    config: &StartsConfig,
    variant: Variant,
    forks: &[PackedPosition],
    rng: &mut impl Rng,
) -> (StartKind, Game) {
    let choice: f64 = rng.random();
    if choice < config.late_share {
        return (StartKind::Late, late(config, variant, rng));
    }
    if choice < config.late_share + config.fork_share
        && let Some(game) = fork(variant, forks, rng)
    {
        return (StartKind::Fork, game);
    }
    (StartKind::Opening, opening(config, variant, rng))
}

/// So many starts are drawn for one game at most.
const TRIES: u32 = 20;

/// A start that the network does not take for won: the further it is from even, the more likely
/// another is drawn in its place.
///
/// # Units
/// `balance` is the exponent of the chance to be kept, `(1 - value^2)^balance`; 0 keeps all.
pub(super) fn balanced<R: Rng>(
    balance: f64,
    thinker: &mut Thinker,
    rng: &mut R,
    mut draw: impl FnMut(&mut R) -> (StartKind, Game),
) -> (StartKind, Game) {
    let mut start = draw(rng);
    if balance == 0.0 {
        return start;
    }
    for _ in 1..TRIES {
        let value = f64::from(thinker.imbalance(start.1.position()));
        if rng.random::<f64>() < (1.0 - value * value).powf(balance) {
            break;
        }
        start = draw(rng);
    }
    start
}

/// The start with random half-moves, which stand in the game's record.
fn opening(config: &StartsConfig, variant: Variant, rng: &mut impl Rng) -> Game {
    let [fewest, most] = config.opening_plies;
    let plies = rng.random_range(fewest..=most);
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let Some(mv) = random_move(game.position(), rng) else {
            break;
        };
        if game.play(mv).is_err() {
            break;
        }
    }
    // A game that chance has ended already teaches nothing.
    if game.outcome().is_some() {
        return Game::new(variant);
    }
    game
}

/// A position of a random game; if the game is over before the ply that was drawn, one of its own
/// positions.
fn late(config: &StartsConfig, variant: Variant, rng: &mut impl Rng) -> Game {
    let [fewest, most] = config.late_plies;
    let wanted = rng.random_range(fewest..=most) as usize;
    let mut game = Game::new(variant);
    while game.plies().len() < wanted && game.outcome().is_none() {
        let played = random_move(game.position(), rng).map(|mv| game.play(mv));
        if !matches!(played, Some(Ok(_))) {
            break;
        }
    }
    let played = game.plies().len();
    let ply = if game.outcome().is_none() {
        played
    } else {
        rng.random_range(0..played.max(1))
    };
    let position = game.position_at(ply).copied();
    Game::from_position(position.unwrap_or_else(|| Position::start(variant)))
}

/// A position of an earlier game and a random move from it; `None` if that ends the game.
fn fork(variant: Variant, forks: &[PackedPosition], rng: &mut impl Rng) -> Option<Game> {
    if forks.is_empty() {
        return None;
    }
    let packed = &forks[rng.random_range(0..forks.len())];
    let position = packed.unpack(variant).ok()?;
    let next = position.play_unchecked(random_move(&position, rng)?);
    (!next.is_over()).then(|| Game::from_position(next))
}

fn random_move(position: &Position, rng: &mut impl Rng) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    moves.iter().nth(rng.random_range(0..moves.len()))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn every_start_is_a_game_to_be_played() {
        let forks: Vec<_> = [Position::start(Variant::Togyz)]
            .iter()
            .map(PackedPosition::of)
            .collect();
        let shares = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.4, 0.4)];
        for (late_share, fork_share) in shares {
            let config = StartsConfig {
                opening_plies: [2, 40],
                late_share,
                late_plies: [30, 300],
                fork_share,
                balance: 0.0,
            };
            let mut kinds = Vec::new();
            for seed in 0..200 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let (kind, game) = start(&config, Variant::Togyz, &forks, &mut rng);
                assert_eq!(game.outcome(), None, "{kind:?} {seed}");
                kinds.push(kind);
            }
            let count = |kind| kinds.iter().filter(|k| **k == kind).count();
            assert_eq!(count(StartKind::Late) > 0, late_share > 0.0);
            assert_eq!(count(StartKind::Fork) > 0, fork_share > 0.0);
            assert_eq!(count(StartKind::Opening) > 0, late_share + fork_share < 1.0);
        }
    }

    #[test]
    fn a_start_that_somebody_has_won_is_drawn_again() {
        // A value far from even where the kazans are, as the kazan bootstrap sees it.
        let even = Position::start(Variant::Togyz);
        let won = "9,9,9,9,9,9,1,1,1/9,9,9,9,0,0,0,0,0/69,0/-1,-1/0";
        let won = Position::from_compact(won, Variant::Togyz).expect("a position");
        let share = |balance| {
            let mut thinker = Thinker::kazan();
            let mut rng = ChaCha8Rng::seed_from_u64(3);
            let kept = (0..500).filter(|_| {
                let (_, game) = balanced(balance, &mut thinker, &mut rng, |rng| {
                    let position = if rng.random_bool(0.5) { won } else { even };
                    (StartKind::Opening, Game::from_position(position))
                });
                *game.position() == won
            });
            kept.count()
        };
        assert!((200..300).contains(&share(0.0)));
        assert!(share(1.0) < 20, "{}", share(1.0));
    }
}

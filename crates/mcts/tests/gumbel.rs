//! Sequential halving at the root: visits, targets, proofs.

mod common;

use common::{arms, check_target, game, kazans, table};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use togyz_mcts::{
    Evaluator, GumbelConfig, MctsConfig, NoiseConfig, Proof, SearchResult, TrainSearch, choose_move,
};
use togyz_rules::{Game, Position, Variant};

fn halved(
    evaluator: impl Evaluator,
    gumbel: &GumbelConfig,
    game: &Game,
    simulations: u32,
    seed: u64,
) -> SearchResult {
    let config = MctsConfig {
        margin_weight: 0.0,
        ..MctsConfig::default()
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    TrainSearch::new(config, NoiseConfig::default(), evaluator)
        .with_gumbel(gumbel.clone())
        .search(game, simulations, true, &mut rng)
        .expect("the game is on")
}

fn start() -> Position {
    Position::start(Variant::Togyz)
}

fn uniform(rng: &mut impl Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// Nine moves whose values are far apart: `9 -> 4 -> 2`, with 2, 6, 12, 12 and 5 visits a round.
#[test]
fn visits_are_those_of_sequential_halving() {
    let worth = [-0.8, 0.6, -0.2, 0.8, -0.6, 0.2, -0.4, 0.4, 0.0];
    for seed in 0..20 {
        let arms = arms(start(), [1.0 / 9.0; 9], worth, 1.0);
        let usual = GumbelConfig::default();
        let result = halved(arms, &usual, &Game::new(Variant::Togyz), 100, seed);
        let visits: Vec<u32> = result.moves.iter().map(|mv| mv.visits).collect();
        assert_eq!(visits, [2, 37, 2, 37, 2, 8, 2, 8, 2], "seed {seed}");
        assert_eq!(result.best.index(), 3);
        assert_eq!(result.simulations, 100);
        check_target(&result);
    }
}

/// With values that hardly count the moves are a draw from the priors without replacement.
#[test]
fn noise_chooses_by_the_priors() {
    let mut priors = [0.05; 9];
    (priors[2], priors[6]) = (0.5, 0.15);
    let prior_alone = GumbelConfig {
        moves: 1,
        visit: 0.0,
        scale: 0.001,
    };
    let draws = 2000;
    let chosen = (0..draws).filter(|&seed| {
        let arms = arms(start(), priors, [0.0; 9], 1.0);
        let result = halved(arms, &prior_alone, &Game::new(Variant::Togyz), 2, seed);
        let visited = result.moves.iter().find(|mv| mv.visits > 0);
        let visited = visited.expect("two simulations").mv;
        assert_eq!(visited, result.best);
        visited.index() == 2
    });
    let share = chosen.count() as f32 / draws as f32;
    assert!((share - 0.5).abs() < 0.04, "{share}");
}

/// Who plays by the target expects at least what who plays by the prior does.
#[test]
fn the_target_improves_on_the_prior() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let game = Game::new(Variant::Togyz);
    let mut gained = 0.0;
    for seed in 0..300 {
        let worth: [f32; 9] = std::array::from_fn(|_| 1.8 * uniform(&mut rng) - 0.9);
        let mut priors: [f32; 9] = std::array::from_fn(|_| uniform(&mut rng).powi(4) + 1e-3);
        let sum: f32 = priors.iter().sum();
        priors = priors.map(|prior| prior / sum);
        let config = GumbelConfig {
            scale: 0.05 + uniform(&mut rng),
            ..GumbelConfig::default()
        };
        let simulations = 9 + rng.next_u32() % 120;
        let arms = arms(start(), priors, worth, 1.0);
        let result = halved(arms, &config, &game, simulations, seed);
        check_target(&result);
        let expected = |policy: &[f32; 9]| {
            let shares = policy.iter().zip(&worth);
            shares.map(|(share, worth)| share * worth).sum::<f32>()
        };
        let target = result.policy_target();
        let (new, old) = (expected(&target), expected(&priors));
        assert!(new >= old - 1e-3, "seed {seed}: {new} after {old}");
        // What the search tells of the position is what the target is worth.
        assert!((result.value.get() - new).abs() < 1e-2, "{result:?} {new}");
        gained += new - old;
    }
    assert!(gained / 300.0 > 0.2, "{gained}");
}

#[test]
fn seeds_reproduce_and_differ() {
    let config = GumbelConfig {
        scale: 0.1,
        ..GumbelConfig::default()
    };
    let run = |seed| halved(table, &config, &Game::new(Variant::Togyz), 300, seed);
    assert_eq!(run(1), run(1));
    let visits = |r: &SearchResult| r.moves.iter().map(|m| m.visits).collect::<Vec<_>>();
    assert!((2..10).any(|seed| visits(&run(seed)) != visits(&run(1))));
    // Fast searches are those without Gumbel.
    let fast = |gumbel: Option<GumbelConfig>| {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let search = TrainSearch::new(MctsConfig::default(), NoiseConfig::default(), table);
        let mut search = match gumbel {
            Some(gumbel) => search.with_gumbel(gumbel),
            None => search,
        };
        search.search(&Game::new(Variant::Togyz), 300, false, &mut rng)
    };
    assert_eq!(fast(Some(config.clone())), fast(None));
}

/// Whole games with kept trees: every target is sound, and visits add up to the budget.
#[test]
fn games_hold_the_invariants() {
    for (moves, simulations) in [(9, 60), (4, 40), (2, 7), (1, 5), (9, 4)] {
        let gumbel = GumbelConfig {
            moves,
            scale: 0.3,
            ..GumbelConfig::default()
        };
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut search = TrainSearch::new(MctsConfig::default(), NoiseConfig::default(), kazans)
            .with_gumbel(gumbel);
        let mut game = Game::new(Variant::Bestemshe);
        let mut proven = 0;
        while game.outcome().is_none() {
            let result = search
                .search(&game, simulations, true, &mut rng)
                .expect("on");
            check_target(&result);
            let visits: u32 = result.moves.iter().map(|mv| mv.visits).sum();
            assert!(result.proven.is_some() || visits >= simulations);
            proven += u32::from(result.proven.is_some());
            // A move that is proven lost is played only where all are.
            let best = result.moves.iter().find(|mv| mv.mv == result.best);
            let lost = best.expect("legal").proven == Some(Proof::Loss);
            assert!(!lost || result.proven == Some(Proof::Loss), "{result:?}");
            let mv = choose_move(&result, 1.0, &mut rng);
            game.play(mv).expect("legal");
        }
        assert!(proven > 0, "no proof in {} plies", game.plies().len());
    }
}

#[test]
fn targets_follow_proofs() {
    // With fewer moves than all, the win may lie in one that is never looked at; but moves that are
    // proven leave their place to the others, until the position is.
    let table: [(&str, Proof, &[u32]); 2] = [
        (
            "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0",
            Proof::Win,
            &[9],
        ),
        (
            "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0",
            Proof::Draw,
            &[1, 2, 9],
        ),
    ];
    for (text, proof, considered) in table {
        for &moves in considered {
            let gumbel = GumbelConfig {
                moves,
                ..GumbelConfig::default()
            };
            let game = game(text, Variant::Togyz);
            let result = halved(kazans, &gumbel, &game, 400_000, 1);
            assert_eq!(result.proven, Some(proof), "{text} {moves}");
            check_target(&result);
            for mv in &result.moves {
                let share = result.policy_target()[mv.mv.index()];
                let sound = mv.proven == Some(proof) || share <= 0.0;
                assert!(sound, "{text} {mv:?} {share}");
            }
        }
    }
}

//! What only self-play does: noise, forced playouts, policy targets, temperature.

mod common;

use common::{check_target, game, kazans, search, table};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use togyz_mcts::{
    Evaluation, MctsConfig, NoiseConfig, PlaySearch, Proof, SearchResult, TrainSearch, Value,
    choose_move,
};
use togyz_rules::{Game, Position, Variant};

fn trained(noise: NoiseConfig, on: bool, seed: u64, simulations: u32) -> SearchResult {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    TrainSearch::new(MctsConfig::default(), noise, table)
        .search(&Game::new(Variant::Togyz), simulations, on, &mut rng)
        .expect("the game is on")
}

#[test]
fn without_noise_it_is_the_search_that_plays() {
    let trained = trained(NoiseConfig::default(), false, 1, 2000);
    let config = MctsConfig {
        local_simulations: 1,
        ..MctsConfig::default()
    };
    let played = search(
        &mut PlaySearch::new(config, table),
        &Game::new(Variant::Togyz),
        2000,
    );
    assert_eq!(trained, played);
}

#[test]
fn seeds_reproduce_and_differ() {
    let noise = NoiseConfig::default();
    let one = trained(noise.clone(), true, 1, 400);
    assert_eq!(one, trained(noise.clone(), true, 1, 400));
    let visits = |r: &SearchResult| r.moves.iter().map(|m| m.visits).collect::<Vec<_>>();
    assert_ne!(visits(&one), visits(&trained(noise, true, 2, 400)));
    // Priors are reported without noise.
    let quiet = trained(NoiseConfig::default(), false, 1, 400);
    for (a, b) in one.moves.iter().zip(&quiet.moves) {
        assert!((a.prior - b.prior).abs() < 1e-6);
    }
}

#[test]
fn every_part_of_exploration_can_be_off() {
    let off = NoiseConfig {
        epsilon: 0.0,
        root_policy_temperature: 1.0,
        root_fpu_reduction: MctsConfig::default().root_fpu_reduction,
        forced_playouts: 0.0,
        ..NoiseConfig::default()
    };
    let quiet = trained(off.clone(), false, 1, 1000);
    let visits = |r: &SearchResult| r.moves.iter().map(|m| m.visits).collect::<Vec<_>>();
    assert_eq!(visits(&trained(off.clone(), true, 1, 1000)), visits(&quiet));
    // And each of them matters when on.
    for on in [
        NoiseConfig {
            epsilon: 0.25,
            ..off.clone()
        },
        NoiseConfig {
            root_policy_temperature: 3.0,
            ..off.clone()
        },
        NoiseConfig {
            forced_playouts: 50.0,
            ..off.clone()
        },
    ] {
        assert_ne!(
            visits(&trained(on.clone(), true, 1, 1000)),
            visits(&quiet),
            "{on:?}"
        );
    }
}

/// One move is good, the others lose: what noise and forcing make of that must not be learnt.
#[test]
fn forced_visits_are_not_learnt() {
    let one_good = |position: &Position| {
        // From the start, hole 9 captures ten; after it the kazans are not level.
        let lead = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
        Evaluation::uniform(position, Value::new(0.09 * lead), 0.0, lead)
    };
    let run = |forced| {
        let noise = NoiseConfig {
            forced_playouts: forced,
            ..NoiseConfig::default()
        };
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        TrainSearch::new(MctsConfig::default(), noise, one_good)
            .search(&Game::new(Variant::Togyz), 600, true, &mut rng)
            .expect("the game is on")
    };
    let result = run(2.0);
    check_target(&result);
    let target = result.policy_target();
    let total: u32 = result.moves.iter().map(|mv| mv.visits).sum();
    let best = result.best.index();
    let raw = result.moves[best].visits as f32 / total as f32;
    assert!(target[best] > raw, "{} of {raw}", target[best]);
    // Forcing takes visits from the best move, pruning gives its share back.
    assert!(target[best] > 0.9 * run(0.0).policy_target()[best]);
}

#[test]
fn targets_follow_proofs() {
    let table: [(&str, Proof); 2] = [
        (
            "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0",
            Proof::Win,
        ),
        (
            "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0",
            Proof::Draw,
        ),
    ];
    for (text, proof) in table {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut search = TrainSearch::new(MctsConfig::default(), NoiseConfig::default(), kazans);
        let game = game(text, Variant::Togyz);
        let result = search.search(&game, 200_000, true, &mut rng).expect("on");
        assert_eq!(result.proven, Some(proof), "{text}");
        check_target(&result);
        for mv in &result.moves {
            let share = result.policy_target()[mv.mv.index()];
            assert!(
                mv.proven == Some(proof) || share <= 0.0,
                "{text} {mv:?} {share}"
            );
        }
    }
}

#[test]
fn kept_visits_count_toward_the_simulations() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut search = TrainSearch::new(MctsConfig::default(), NoiseConfig::default(), table);
    let mut game = Game::new(Variant::Togyz);
    let first = search.search(&game, 800, true, &mut rng).expect("on");
    let visits = |r: &SearchResult| r.moves.iter().map(|m| m.visits).sum::<u32>();
    assert_eq!((first.simulations, visits(&first)), (800, 800));
    game.play(first.best).expect("legal");
    search.advance(first.best);
    let second = search.search(&game, 800, true, &mut rng).expect("on");
    assert!(second.simulations < 800);
    assert_eq!(visits(&second), 800);
    // Whole games, with and without telling of each move, are the same games.
    let play = |tell: bool| {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut search = TrainSearch::new(MctsConfig::default(), NoiseConfig::default(), kazans);
        let mut game = Game::new(Variant::Bestemshe);
        while game.outcome().is_none() {
            let result = search.search(&game, 60, true, &mut rng).expect("on");
            check_target(&result);
            let mv = choose_move(&result, 1.0, &mut rng);
            game.play(mv).expect("legal");
            if tell {
                search.advance(mv);
            }
        }
        game
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn temperature_sharpens_the_choice() {
    let result = trained(NoiseConfig::default(), false, 1, 1000);
    let target = result.policy_target();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut share = |temperature: f32| {
        let draws = 4000;
        let best = (0..draws)
            .filter(|_| choose_move(&result, temperature, &mut rng) == result.best)
            .count();
        best as f32 / draws as f32
    };
    let best = target[result.best.index()];
    assert!((share(1.0) - best).abs() < 0.03);
    assert!(share(0.3) > best);
    assert!(share(100.0) < best);
    assert!(share(0.01) > 0.99 && share(0.0) > 0.999);
}

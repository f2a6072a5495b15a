//! Endgame tables as proven values in the tree.

mod common;

use common::{blank, fresh};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use togyz_mcts::{Limits, MctsConfig, PlaySearch, Proof};
use togyz_rules::{Game, Variant};
use togyz_tables::{Pair, Probe, TableSet, Verdict};

#[test]
fn endings_of_the_tables_are_proven_at_once() {
    for variant in Variant::ALL {
        let tables = TableSet::small(variant);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut search = PlaySearch::new(MctsConfig::default(), blank);
        search.set_tables(Probe::new(tables.clone()));
        for pair in Pair::all(variant).flat_map(|pair| [pair; 10]) {
            let position = tables.any(pair, 5, &mut |below| rng.random_range(0..below));
            let game = Game::from_position(position);
            if game.outcome().is_some() {
                continue;
            }
            let limits = Limits::simulations(20);
            let never = std::sync::atomic::AtomicBool::new(false);
            let elapsed = || std::time::Duration::ZERO;
            let result = search.search(&game, &limits, &elapsed, &never).unwrap();
            let expected = match tables.exact(&position).unwrap().verdict {
                Verdict::Win => Proof::Win,
                Verdict::Draw => Proof::Draw,
                Verdict::Loss => Proof::Loss,
            };
            assert_eq!(result.proven, Some(expected), "{}", position.to_compact());
            // The move keeps the result.
            let next = tables.exact(&position.play_unchecked(result.best));
            assert_eq!(
                next.unwrap().turned().verdict,
                tables.exact(&position).unwrap().verdict
            );
        }
    }
}

#[test]
fn a_study_needs_fewer_simulations_with_tables() {
    let text = "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0";
    let game = common::game(text, Variant::Togyz);
    let limits = Limits::simulations(200_000);
    let without = fresh(blank, &game, 200_000);
    let mut search = PlaySearch::new(MctsConfig::default(), blank);
    search.set_tables(Probe::new(TableSet::small(Variant::Togyz)));
    let never = std::sync::atomic::AtomicBool::new(false);
    let with = search.search(&game, &limits, &|| std::time::Duration::ZERO, &never);
    let with = with.unwrap();
    assert_eq!(with.proven, Some(Proof::Draw));
    assert_eq!(with.best.number(), 7);
    assert!(
        with.simulations < without.simulations,
        "{}",
        with.simulations
    );
}

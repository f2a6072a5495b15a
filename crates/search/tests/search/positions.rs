//! Positions whose value is known, and laws that hold for all.

use crate::common::{game, random_game, search, searcher};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Variant};
use togyz_search::{Limits, MAX_DEPTH, Proof, Score};

/// Akshuraev's studies of 1983, from the rules of record: position, the move, the result.
const STUDIES: [(&str, u8, Proof); 3] = [
    (
        "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0",
        6,
        Proof::Win,
    ),
    (
        "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0",
        7,
        Proof::Draw,
    ),
    (
        "0,0,0,0,0,3,3,3,3/0,0,0,2,0,0,0,0,1/74,73/-1,3/0",
        6,
        Proof::Win,
    ),
];

#[test]
fn studies_are_solved() {
    for (text, best, proof) in STUDIES {
        let game = game(text, Variant::Togyz);
        let report = search(&mut searcher(), &game, &Limits::nodes(2_000_000)).unwrap();
        assert_eq!(
            (report.best.number(), report.score.proven()),
            (best, Some(proof)),
            "{text}: {report:?}"
        );
        assert!(report.nodes < 2_000_000, "{text} was not solved");
    }
}

#[test]
fn the_line_of_a_proven_result_is_legal_and_begins_with_the_best_move() {
    for (text, ..) in STUDIES {
        let mut game = game(text, Variant::Togyz);
        let report = search(&mut searcher(), &game, &Limits::default()).unwrap();
        assert_eq!(report.line.first(), Some(&report.best), "{text}");
        for &mv in &report.line {
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn a_proven_win_is_played_out_and_comes_nearer_with_every_move() {
    let mut game = game(STUDIES[0].0, Variant::Togyz);
    let side = game.position().side_to_move();
    let mut searcher = searcher();
    let mut last = u32::MAX;
    while game.outcome().is_none() {
        let report = search(&mut searcher, &game, &Limits::nodes(500_000)).unwrap();
        let plies = report.score.plies_to_end().unwrap();
        assert!(plies < last, "{plies} after {last}");
        last = plies;
        game.play(report.best).unwrap();
    }
    assert_eq!(game.outcome().unwrap().winner, Some(side));
}

#[test]
fn a_turned_board_has_the_same_score_and_move() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for variant in Variant::ALL {
        for plies in [0, 9, 30, 60] {
            let game = random_game(variant, plies, &mut rng);
            let turned = Game::from_position(game.position().turned());
            let game = Game::from_position(*game.position());
            let a = search(&mut searcher(), &game, &Limits::depth(7));
            let b = search(&mut searcher(), &turned, &Limits::depth(7));
            let value = |report: Option<togyz_search::SearchReport>| {
                report.map(|report| (report.score, report.best))
            };
            assert_eq!(value(a), value(b), "{:?}", game.position());
        }
    }
}

/// The smallest position that can come again: one ball each, which chase one another round.
#[test]
fn a_repetition_is_a_draw_but_no_proof() {
    let game = game(
        "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0",
        Variant::Togyz,
    );
    let report = search(&mut searcher(), &game, &Limits::nodes(100_000)).unwrap();
    assert_eq!(report.score, Score::heuristic(0));
    assert_eq!(report.score.proven(), None);
}

#[test]
fn every_variant_can_be_searched_to_the_end_of_a_game() {
    for variant in Variant::ALL {
        let mut game = Game::new(variant);
        let mut searcher = searcher();
        while game.outcome().is_none() {
            let report = search(&mut searcher, &game, &Limits::nodes(200)).unwrap();
            assert_eq!(report.root.len(), game.position().legal_moves().len());
            game.play(report.best).unwrap();
            assert!(game.plies().len() < 1_000, "{variant}");
        }
        // A game that is over has nothing to search.
        if game.position().is_over() {
            assert_eq!(search(&mut searcher, &game, &Limits::default()), None);
        }
    }
}

#[test]
fn a_cleared_searcher_repeats_itself() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut searcher = searcher();
    for plies in [0, 20, 50] {
        let game = random_game(Variant::Togyz, plies, &mut rng);
        searcher.clear();
        let first = search(&mut searcher, &game, &Limits::nodes(20_000));
        let _ = search(&mut searcher, &Game::new(Variant::Togyz), &Limits::depth(5));
        searcher.clear();
        assert_eq!(first, search(&mut searcher, &game, &Limits::nodes(20_000)));
    }
}

#[test]
fn without_limits_a_small_ending_is_solved_and_the_search_ends() {
    let game = game(STUDIES[1].0, Variant::Togyz);
    let report = search(&mut searcher(), &game, &Limits::default()).unwrap();
    assert!(report.depth < MAX_DEPTH);
    assert_eq!(report.score, Score::DRAW);
}

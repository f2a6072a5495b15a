//! Searches seen from outside: limits, proofs, reuse, symmetry.

mod common;

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{blank, fresh, game, kazans, search, table};
use togyz_mcts::{Evaluation, Limits, MctsConfig, PlaySearch, Proof, SearchResult};
use togyz_rules::{Game, Move, Position, Variant};

fn visits(result: &SearchResult) -> u32 {
    result.moves.iter().map(|mv| mv.visits).sum()
}

#[test]
fn simulations_are_counted_exactly() {
    let start = Game::new(Variant::Togyz);
    for simulations in [0, 1, 2, 15, 16, 17, 1000] {
        let result = fresh(table, &start, simulations);
        assert_eq!(result.simulations, simulations);
        assert_eq!(visits(&result), simulations);
        assert_eq!(result.moves.len(), 9);
        let sum: f32 = result.policy_target().iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        let wdl = result.win + result.draw + result.loss;
        assert!((wdl - 1.0).abs() < 1e-5, "{wdl}");
        assert_eq!(result.line.first(), Some(&result.best));
    }
}

#[test]
fn node_limit_counts_evaluations() {
    let asked = Cell::new(0);
    let counting = |position: &Position| {
        assert!(!position.is_over(), "asked about a finished position");
        asked.set(asked.get() + 1);
        kazans(position)
    };
    let never = AtomicBool::new(false);
    for nodes in [1, 2, 100, 5000] {
        asked.set(0);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut search = PlaySearch::new(MctsConfig::default(), counting);
        let start = Game::new(Variant::Togyz);
        let result = search
            .search(&start, &limits, &|| Duration::ZERO, &never)
            .expect("the game is on");
        assert_eq!((result.nodes, asked.get()), (nodes, nodes));
    }
}

#[test]
fn time_limit_is_looked_at_often() {
    // A clock that moves 100 us an evaluation, the root's too: overrun at most 16 of them.
    let now = Cell::new(0_u64);
    let slow = |position: &Position| {
        now.set(now.get() + 100);
        kazans(position)
    };
    let mut search = PlaySearch::new(MctsConfig::default(), slow);
    let limits = Limits::time(Duration::from_millis(50));
    let clock = || Duration::from_micros(now.get());
    let never = AtomicBool::new(false);
    let result = search.search(&Game::new(Variant::Togyz), &limits, &clock, &never);
    let simulations = result.expect("the game is on").simulations;
    assert!((499..=516).contains(&simulations), "{simulations}");
}

#[test]
fn stop_flag_ends_a_search_without_limits() {
    let stop = AtomicBool::new(true);
    let mut search = PlaySearch::new(MctsConfig::default(), kazans);
    let result = search
        .search(
            &Game::new(Variant::Togyz),
            &Limits::default(),
            &|| Duration::ZERO,
            &stop,
        )
        .expect("the game is on");
    assert_eq!(result.simulations, 0);
}

#[test]
fn full_tree_goes_on_and_no_limit_ends_with_it() {
    for max_nodes in [2, 3, 10, 1000] {
        let config = MctsConfig {
            max_nodes,
            ..MctsConfig::default()
        };
        let mut full = PlaySearch::new(config.clone(), kazans);
        let result = search(&mut full, &Game::new(Variant::Togyz), 5000);
        assert_eq!(visits(&result), 5000);
        let never = AtomicBool::new(false);
        let ended = PlaySearch::new(config, kazans)
            .search(
                &Game::new(Variant::Togyz),
                &Limits::default(),
                &|| Duration::ZERO,
                &never,
            )
            .expect("the game is on");
        assert!(
            ended.nodes <= max_nodes + 1,
            "{} of {max_nodes}",
            ended.nodes
        );
    }
}

#[test]
fn finished_games_have_no_result() {
    let over = game(
        "0,0,0,0,0,0,0,0,0/0,0,2,2,0,0,0,0,0/78,80/-1,-1/0",
        Variant::Togyz,
    );
    let never = AtomicBool::new(false);
    let mut search = PlaySearch::new(MctsConfig::default(), kazans);
    let result = search.search(&over, &Limits::simulations(10), &|| Duration::ZERO, &never);
    assert_eq!(result, None);
}

#[test]
fn kept_tree_keeps_its_visits() {
    let mut reused = PlaySearch::new(MctsConfig::default(), table);
    let mut game = Game::new(Variant::Togyz);
    let first = search(&mut reused, &game, 20_000);
    // Two plies on, along the line.
    for &mv in &first.line[..2] {
        game.play(mv).expect("legal");
    }
    let kept = search(&mut reused, &game, 0);
    assert_eq!((kept.simulations, kept.nodes), (0, 0));
    assert!(visits(&kept) > 1000, "{}", visits(&kept));
    let more = search(&mut reused, &game, 500);
    assert_eq!(visits(&more), visits(&kept) + 500);
    // The values of the kept tree are those of its subtree, not of another view.
    let fresh_value = fresh(table, &game, 5000).value.get();
    assert!((kept.value.get() - fresh_value).abs() < 0.15);
    // Another game is another tree.
    let other = search(&mut reused, &Game::new(Variant::Bestemshe), 10);
    assert_eq!(visits(&other), 10);
    // So is a game that was taken back and went elsewhere.
    let start = search(&mut reused, &Game::new(Variant::Togyz), 10);
    assert_eq!(visits(&start), 10);
}

#[test]
fn same_calls_same_results() {
    let game = Game::new(Variant::Togyz);
    assert_eq!(fresh(table, &game, 3000), fresh(table, &game, 3000));
}

#[test]
fn turned_positions_give_identical_results() {
    let mut position = Position::start(Variant::Togyz);
    for number in [9, 8, 7, 1, 4, 2, 6, 5, 8, 3] {
        let Ok((next, _)) = position.play(Move::from_number(number).expect("a hole")) else {
            continue;
        };
        position = next;
        let here = fresh(table, &Game::from_position(position), 2000);
        let there = fresh(table, &Game::from_position(position.turned()), 2000);
        assert_eq!(here, there, "{position:?}");
    }
}

#[test]
fn values_have_the_sign_of_the_side_to_move() {
    // White is far ahead; whoever is to move, the value says so from the mover's view.
    for (side, sign) in [(0, 1.0), (1, -1.0)] {
        let text = format!("5,5,5,5,5,5,5,5,5/3,3,3,3,3,3,3,3,3/70,20/-1,-1/{side}");
        let result = fresh(kazans, &game(&text, Variant::Togyz), 500);
        assert!(
            result.value.get() * sign > 0.5,
            "{text}: {:?}",
            result.value
        );
        assert!(result.margin * sign > 20.0, "{text}: {}", result.margin);
        assert!((result.win - result.loss) * sign > 0.5);
        for mv in result.moves.iter().filter(|mv| mv.visits > 0) {
            assert!(mv.value.get() * sign > 0.3, "{text}: {mv:?}");
        }
    }
}

/// The three studies of 1983: the move that is right, and the result if play is best. The first two
/// are proven by whatever evaluator; the third is longer, there the table finds the move.
#[test]
fn studies_are_solved() {
    type Ask = fn(&Position) -> Evaluation;
    const ANY: [Ask; 3] = [blank, kazans, table];
    let studies: [(&str, u8, Option<Proof>, &[Ask]); 3] = [
        (
            "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0",
            6,
            Some(Proof::Win),
            &ANY,
        ),
        (
            "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0",
            7,
            Some(Proof::Draw),
            &ANY,
        ),
        (
            "0,0,0,0,0,3,3,3,3/0,0,0,2,0,0,0,0,1/74,73/-1,3/0",
            6,
            Some(Proof::Win),
            &[table],
        ),
    ];
    for (text, number, proof, evaluators) in studies {
        let game = game(text, Variant::Togyz);
        for (index, evaluator) in evaluators.iter().enumerate() {
            let result = fresh(evaluator, &game, 1_000_000);
            let found = (result.best.number(), result.proven);
            let simulations = result.simulations;
            assert_eq!(found, (number, proof), "{text} by {index} in {simulations}");
        }
    }
}

/// Cycles need no tuzdik; this is the smallest: both sides can only walk round.
#[test]
fn repetition_is_a_draw() {
    let text = "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0";
    let result = fresh(blank, &game(text, Variant::Togyz), 2000);
    assert!(result.simulations < 2000, "{result:?}");
    assert!(result.proven.is_some(), "{result:?}");
}

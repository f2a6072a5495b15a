//! Searches on several threads: what is counted is what was done, and proofs are the truth.

mod common;

use std::cell::Cell;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{blank, fresh, game, kazans, search, table};
use togyz_mcts::{Evaluation, Limits, MctsConfig, PlaySearch, SearchResult};
use togyz_rules::{Game, Position, Variant};

type Ask = fn(&Position) -> Evaluation;

fn on_threads(threads: u32, max_nodes: u32, ask: Ask) -> PlaySearch<Ask> {
    let config = MctsConfig {
        max_nodes,
        ..MctsConfig::default()
    };
    PlaySearch::new(config, ask).with_threads(NonZeroU32::new(threads).expect("a thread"))
}

fn visits(result: &SearchResult) -> u32 {
    result.moves.iter().map(|mv| mv.visits).sum()
}

/// Games of short searches: each simulation is a visit of one root move, no promise is left over,
/// and what the next search keeps is what this one has found.
#[test]
fn visits_are_simulations() {
    for (round, max_nodes) in (0_u32..).zip([1 << 20, 1 << 20, 5000, 300, 2]) {
        let mut search_of = on_threads(4, max_nodes, table);
        let mut game = Game::new(Variant::Togyz);
        for ply in 0..30_u32 {
            let kept = visits(&search(&mut search_of, &game, 0));
            let simulations = 1 + (ply * 3001 + 31 * round) % 20_000;
            let result = search(&mut search_of, &game, simulations);
            if result.moves.iter().any(|mv| mv.proven.is_some()) {
                break;
            }
            assert_eq!(result.simulations, simulations, "ply {ply} of {max_nodes}");
            assert_eq!(
                visits(&result),
                kept + simulations,
                "ply {ply} of {max_nodes}"
            );
            assert!(result.nodes <= simulations + 1);
            assert!(result.value.get().abs() <= 1.0 && result.margin.abs() <= 162.0);
            // Now and then a move that was looked at less: what is kept then is little.
            let best = if ply % 5 == 4 {
                result.moves[0].mv
            } else {
                result.best
            };
            game.play(best).expect("legal");
        }
        assert!(game.plies().len() >= 20, "{game:?}");
    }
}

#[test]
fn node_limit_counts_evaluations() {
    for nodes in [1, 2, 100, 5000, 20_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let never = AtomicBool::new(false);
        let start = Game::new(Variant::Togyz);
        let result = on_threads(3, 1 << 20, kazans)
            .search(&start, &limits, &|| Duration::ZERO, &never)
            .expect("the game is on");
        assert_eq!(result.nodes, nodes);
    }
}

#[test]
fn a_full_tree_ends_a_search_without_limits() {
    for max_nodes in [2, 3, 10, 1000, 20_000] {
        let never = AtomicBool::new(false);
        let start = Game::new(Variant::Togyz);
        let result = on_threads(4, max_nodes, kazans)
            .search(&start, &Limits::default(), &|| Duration::ZERO, &never)
            .expect("the game is on");
        // Each thread may have one more evaluation under way for each simulation of its gate.
        assert!(
            (max_nodes..=max_nodes + 4 * 32).contains(&result.nodes),
            "{} of {max_nodes}",
            result.nodes
        );
    }
}

#[test]
fn time_and_the_stop_flag_end_a_search() {
    let start = Game::new(Variant::Togyz);
    let begun = Instant::now();
    let never = AtomicBool::new(false);
    let limits = Limits::time(Duration::from_millis(50));
    on_threads(4, 1 << 16, table).search(&start, &limits, &|| begun.elapsed(), &never);
    assert!(begun.elapsed() < Duration::from_secs(5));

    let stop = AtomicBool::new(true);
    let result = on_threads(4, 1 << 16, table)
        .search(&start, &Limits::default(), &|| Duration::ZERO, &stop)
        .expect("the game is on");
    assert_eq!(result.simulations, 0);
}

/// A gate that a thread has passed is worth afterwards what it was worth before: where all that is evaluated is
/// even, every mean stays so.
#[test]
fn a_passed_gate_keeps_its_mean() {
    let start = Game::new(Variant::Togyz);
    let mut search_of = on_threads(4, 1 << 20, blank);
    let result = search(&mut search_of, &start, 400_000);
    assert!(result.value.get().abs() <= 0.0, "{result:?}");
    for mv in &result.moves {
        assert!(mv.value.get().abs() <= 0.0, "{mv:?}");
    }
}

/// Once time is up each thread ends the simulations of its gate and those until the next look at the clock,
/// some tens of microseconds with a small network, and no more.
#[test]
fn threads_end_soon_after_time_is_up() {
    static OVER: AtomicBool = AtomicBool::new(false);
    static LATE: AtomicU32 = AtomicU32::new(0);
    fn watched(position: &Position) -> Evaluation {
        if OVER.load(Ordering::Relaxed) {
            LATE.fetch_add(1, Ordering::Relaxed);
        }
        table(position)
    }
    const THREADS: u32 = 3;
    let start = Game::new(Variant::Togyz);
    let never = AtomicBool::new(false);
    let mut search = on_threads(THREADS, 1 << 20, watched);
    for looks in [1, 30, 3000] {
        search.clear();
        OVER.store(false, Ordering::Relaxed);
        LATE.store(0, Ordering::Relaxed);
        let looked = Cell::new(0);
        let elapsed = || {
            looked.set(looked.get() + 1);
            let over = looked.get() >= looks;
            OVER.fetch_or(over, Ordering::Relaxed);
            Duration::from_millis(if over { 10 } else { 0 })
        };
        let limits = Limits::time(Duration::from_millis(10));
        let result = search.search(&start, &limits, &elapsed, &never);
        let simulations = result.expect("the game is on").simulations;
        let late = LATE.load(Ordering::Relaxed);
        assert!(late <= THREADS * (32 + 16), "{late} of {simulations}");
    }
}

/// What is told on the way is as consistent as the end.
#[test]
fn telling_stops_all_threads() {
    let start = Game::new(Variant::Togyz);
    let never = AtomicBool::new(false);
    let mut told = Vec::new();
    on_threads(4, 1 << 20, table)
        .search_told(
            &start,
            &Limits::simulations(20_000),
            &|| Duration::ZERO,
            &never,
            Some(&mut |result| told.push(result)),
        )
        .expect("the game is on");
    let counts: Vec<u32> = told.iter().map(|result| result.simulations).collect();
    // Each thread brings what it has begun to its end.
    let most = 4 * MctsConfig::default().local_simulations;
    let due = [1024, 2048, 4096, 8192, 16_384];
    assert_eq!(counts.len(), due.len());
    for (count, due) in counts.into_iter().zip(due) {
        assert!((due..=due + most).contains(&count), "{count} for {due}");
    }
    for result in &told {
        assert_eq!(visits(result), result.simulations);
    }
}

/// The studies that any evaluator proves, and cycles: the same proof as on one thread, many times.
#[test]
fn proofs_are_those_of_one_thread() {
    let studies = [
        ("0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0", Some(6)),
        ("0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0", Some(7)),
        ("0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0", None),
    ];
    for (text, number) in studies {
        let game = game(text, Variant::Togyz);
        let one = fresh(kazans, &game, 1_000_000);
        for round in 0..4 {
            let ask: Ask = if round % 2 == 0 { blank } else { kazans };
            // The blank one needs some 700,000 of the first, give or take a third, and room for them.
            let several = search(&mut on_threads(4, 1 << 22, ask), &game, 5_000_000);
            assert_eq!(several.proven, one.proven, "{text}");
            assert!(one.proven.is_some(), "{text}");
            assert!(number.is_none_or(|number| several.best.number() == number));
        }
    }
}

/// As long as the tree is small, further threads have nothing to do: up to 2,048 visits it is that of a search on one,
/// and up to 8,192 each time the same.
#[test]
fn a_small_tree_is_grown_by_one_thread() {
    let start = Game::new(Variant::Togyz);
    let several = |simulations| search(&mut on_threads(4, 1 << 20, table), &start, simulations);
    assert_eq!(several(2000), fresh(table, &start, 2000));
    for _ in 0..5 {
        assert_eq!(several(8000), several(8000));
    }
}

#[test]
fn one_thread_is_the_plain_search() {
    let start = Game::new(Variant::Togyz);
    for simulations in [1, 100, 20_000] {
        let plain = fresh(table, &start, simulations);
        let one = search(&mut on_threads(1, 1 << 20, table), &start, simulations);
        assert_eq!(plain, one);
    }
}

//! A search stops where it is told to.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{search, searcher};
use togyz_rules::{Game, Variant};
use togyz_search::{Limits, MAX_DEPTH};

#[test]
fn node_limits_are_never_passed_and_always_give_a_move() {
    let game = Game::new(Variant::Togyz);
    for nodes in [0, 1, 2, 9, 10, 100, 999, 1_000, 1_001, 12_345] {
        let report = search(&mut searcher(), &game, &Limits::nodes(nodes)).unwrap();
        assert_eq!(report.nodes, nodes);
        assert_eq!(report.root.len(), 9);
        assert_eq!(report.line[0], report.best);
    }
}

#[test]
fn depth_limits_are_kept() {
    let game = Game::new(Variant::Togyz);
    for (asked, searched) in [(0, 1), (1, 1), (5, 5), (8, 8)] {
        let report = search(&mut searcher(), &game, &Limits::depth(asked)).unwrap();
        assert_eq!(report.depth, searched);
    }
    // The deepest depth does not overflow anything; the nodes end it.
    let limits = Limits {
        depth: Some(u8::MAX),
        nodes: Some(3_000),
        ..Limits::default()
    };
    let report = search(&mut searcher(), &game, &limits).unwrap();
    assert!(report.depth < MAX_DEPTH && report.nodes == 3_000);
}

#[test]
fn whichever_limit_comes_first_counts() {
    let game = Game::new(Variant::Togyz);
    let limits = Limits {
        depth: Some(2),
        nodes: Some(1_000_000),
        time: Some(Duration::from_secs(3_600)),
        ..Limits::default()
    };
    let report = search(&mut searcher(), &game, &limits).unwrap();
    assert!(report.depth == 2 && report.nodes < 2_000);
}

/// The clock is one that ticks when asked, so the test does not depend on the machine.
#[test]
fn the_time_limit_is_seen_at_the_next_look_at_the_clock() {
    let game = Game::new(Variant::Togyz);
    let looks = Cell::new(0);
    let clock = || {
        looks.set(looks.get() + 1);
        Duration::from_millis(looks.get())
    };
    let stop = AtomicBool::new(false);
    let limits = Limits::time(Duration::from_millis(20));
    let report = searcher().search(&game, &limits, &clock, &stop).unwrap();
    assert_eq!(looks.get(), 20);
    assert_eq!(report.nodes, 19_000);
}

/// Only what must hold on a machine that others load as well: the search does end.
#[test]
fn a_real_clock_ends_the_search() {
    let game = Game::new(Variant::Togyz);
    let began = Instant::now();
    let stop = AtomicBool::new(false);
    let limits = Limits::time(Duration::from_millis(50));
    let report = searcher()
        .search(&game, &limits, &|| began.elapsed(), &stop)
        .unwrap();
    assert!(began.elapsed() >= Duration::from_millis(50));
    assert!(report.depth < MAX_DEPTH);
}

#[test]
fn the_stop_signal_ends_the_search_with_a_move() {
    let game = Game::new(Variant::Togyz);
    let stop = AtomicBool::new(true);
    let report = searcher()
        .search(&game, &Limits::default(), &|| Duration::ZERO, &stop)
        .unwrap();
    assert_eq!((report.nodes, report.depth), (0, 0));

    // Raised while the search runs, here by its own clock.
    let stop = AtomicBool::new(false);
    let clock = || {
        stop.store(true, Ordering::Relaxed);
        Duration::ZERO
    };
    let limits = Limits::time(Duration::from_secs(3_600));
    let report = searcher().search(&game, &limits, &clock, &stop).unwrap();
    assert!(report.nodes < 2_000);
}

/// An analysis gives each move the value that a search of the position after it finds; a plain search
/// only shows the others to be no better, whenever it is cut short.
#[test]
fn every_move_has_its_own_value_on_request() {
    let game = Game::new(Variant::Togyz);
    let every = Limits {
        every_move: true,
        ..Limits::depth(5)
    };
    let report = search(&mut searcher(), &game, &every).unwrap();
    assert!(report.root.iter().all(|root| root.exact));
    assert!(report.root.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(report.score, report.root[0].score);
    for root in &report.root {
        let mut after = game.clone();
        after.play(root.mv).unwrap();
        let reply = search(&mut searcher(), &after, &Limits::depth(4)).unwrap();
        let off = (reply.score.turned().centiballs() - root.score.centiballs()).abs();
        assert!(off <= 100, "{:?}: {:?} after it", root, reply.score);
    }
    for nodes in (1..60).map(|n| n * 777) {
        let report = search(&mut searcher(), &game, &Limits::nodes(nodes)).unwrap();
        assert!(report.root.iter().all(|root| root.score <= report.score));
    }
}

#[test]
fn several_threads_share_the_nodes_and_agree_on_what_is_certain() {
    let threads = std::num::NonZeroU32::new(3).expect("three");
    let game = Game::new(Variant::Togyz);
    for nodes in [0, 1, 2, 10, 20_000] {
        let mut several = searcher().with_threads(threads);
        let report = search(&mut several, &game, &Limits::nodes(nodes)).unwrap();
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
        assert_eq!(report.root.len(), 9);
        assert_eq!(report.line[0], report.best);
    }
    // The second study of the rules of record: one move draws.
    let study = "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0";
    let game = crate::common::game(study, Variant::Togyz);
    let one = search(&mut searcher(), &game, &Limits::default()).unwrap();
    let mut several = searcher().with_threads(threads);
    let report = search(&mut several, &game, &Limits::default()).unwrap();
    assert_eq!((report.best, report.score), (one.best, one.score));
}

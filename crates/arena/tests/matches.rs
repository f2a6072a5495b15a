//! Matches as they are played: results, faults, concurrency, tests.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};

use common::{Fault, clock, config, faulty, spec};
use togyz_arena::{
    ArenaError, Entrant, Factory, LadderConfig, MatchConfig, MatchReport, Pairing, SprtConfig,
    Tally, Verdict, play_ladder, play_match, play_pairs,
};
use togyz_players::{Budget, Library};
use togyz_rules::Variant;

/// Plays it without a file.
fn play(config: &MatchConfig<()>, a: &Factory<'_>, b: &Factory<'_>) -> MatchReport {
    let a = Entrant { name: "a", make: a };
    let b = Entrant { name: "b", make: b };
    let stop = AtomicBool::new(false);
    play_pairs(
        &config.between(a, b),
        Variant::Togyz,
        clock,
        None,
        &mut |_| {},
        &stop,
    )
    .expect("a match")
}

#[test]
fn greedy_beats_random_in_pairs_of_distinct_games() {
    let report = play(&config(60), &spec("greedy"), &spec("random"));
    let tally = &report.tally;
    assert_eq!(
        (tally.games(), tally.pairs(), tally.distinct_games),
        (60, 30, 60)
    );
    assert!(tally.elo().low > 50.0, "{}", tally.elo());
    assert!(!report.interrupted);
    // Each player thinks on about every other of some hundred plies.
    assert!(tally.pace.a.moves > 60 * 20 && tally.pace.b.moves > 60 * 20);
}

#[test]
fn the_result_is_told_from_the_first_players_view() {
    let won = play(&config(40), &spec("greedy"), &spec("random")).tally;
    let lost = play(&config(40), &spec("random"), &spec("greedy")).tally;
    assert!(won.score() > 0.6 && lost.score() < 0.4);
}

#[test]
fn equal_deterministic_players_split_every_pair() {
    // The same player on both sides of the same opening: whoever wins, wins it with both names.
    let greedy = spec("classical,depth=1");
    let tally = play(&config(20), &greedy, &greedy).tally;
    assert_eq!(tally.pentanomial, [0, 0, 10, 0, 0]);
    assert_eq!(
        tally.distinct_games, 10,
        "both games of a pair are one game"
    );
    assert!(tally.elo().elo.abs() < 1e-9);
}

#[test]
fn every_fault_loses_and_is_counted() {
    for fault in [Fault::Panics, Fault::Errs, Fault::PlaysIllegally] {
        let tally = play(&config(10), &faulty(fault), &spec("random")).tally;
        assert_eq!((tally.losses, tally.forfeits.a), (10, 10), "{fault:?}");
        let tally = play(&config(10), &spec("random"), &faulty(fault)).tally;
        assert_eq!((tally.wins, tally.forfeits.b), (10, 10), "{fault:?}");
    }
}

#[test]
fn the_limit_of_plies_is_a_draw() {
    let config = MatchConfig {
        max_plies: 20,
        ..config(6)
    };
    let tally = play(&config, &spec("random"), &spec("random")).tally;
    assert_eq!((tally.draws, tally.ply_limits), (6, 6));
}

/// A tally without times, which differ from run to run.
fn timeless(mut tally: Tally) -> Tally {
    tally.pace.a.total_us = 0;
    tally.pace.a.longest_us = 0;
    tally.pace.b.total_us = 0;
    tally.pace.b.longest_us = 0;
    tally
}

#[test]
fn concurrency_changes_no_result() {
    let (a, b) = (spec("level:novice,sims=12"), spec("classical,nodes=60"));
    let tallies: Vec<Tally> = [1, 2, 5]
        .into_iter()
        .map(|concurrency| {
            let config = MatchConfig {
                concurrency,
                ..config(12)
            };
            timeless(play(&config, &a, &b).tally)
        })
        .collect();
    assert_eq!(tallies[0].games(), 12);
    assert!(
        tallies.iter().all(|tally| *tally == tallies[0]),
        "{tallies:?}"
    );
}

#[test]
fn a_test_ends_the_match_at_the_same_pair_whatever_the_concurrency_is() {
    let reports: Vec<_> = [1, 4]
        .into_iter()
        .map(|concurrency| {
            let config = MatchConfig {
                concurrency,
                sprt: Some(SprtConfig::new(0.0, 100.0).expect("a test")),
                ..config(1_000)
            };
            play(&config, &spec("greedy"), &spec("random"))
        })
        .collect();
    for report in &reports {
        let test = report.sprt.expect("a test");
        assert_eq!(test.verdict, Verdict::Positive, "{test}");
        assert!(report.tally.games() < 400);
        assert_eq!(
            timeless(report.tally.clone()),
            timeless(reports[0].tally.clone())
        );
    }
    let config = MatchConfig {
        sprt: Some(SprtConfig::new(0.0, 100.0).expect("a test")),
        ..config(1_000)
    };
    let report = play(&config, &spec("random"), &spec("greedy"));
    assert_eq!(
        report.sprt.map(|test| test.verdict),
        Some(Verdict::Negative)
    );
}

#[test]
fn a_budget_holds_for_both() {
    let config = MatchConfig {
        budget: Budget {
            nodes: Some(30),
            ..Budget::default()
        },
        ..config(4)
    };
    // With the spec's own limit this would take minutes.
    let tally = play(
        &config,
        &spec("classical,nodes=90000000"),
        &spec("classical"),
    )
    .tally;
    assert_eq!(tally.games(), 4);
}

#[test]
fn a_stopped_match_says_so() {
    let library = Library::embedded().expect("levels");
    let stop = AtomicBool::new(false);
    let config = config(2_000).between(
        "random".parse().expect("a spec"),
        "random".parse().expect("a spec"),
    );
    let report = play_match(
        &config,
        &library,
        Variant::Togyz,
        clock,
        None,
        &mut |tally| stop.store(tally.games() >= 3, Ordering::Relaxed),
        &stop,
    )
    .expect("a match");
    assert!(report.interrupted);
    assert!((3..2_000).contains(&report.tally.games()));
}

#[test]
fn a_player_that_cannot_be_made_is_an_error() {
    let library = Library::embedded().expect("levels");
    let config = config(2).between(
        "random".parse().expect("a spec"),
        "model:no/such.model".parse().expect("a spec"),
    );
    let error = play_match(
        &config,
        &library,
        Variant::Togyz,
        clock,
        None,
        &mut |_| {},
        &AtomicBool::new(false),
    )
    .expect_err("no model");
    assert!(matches!(&error, ArenaError::Player { name, .. } if name == "model:no/such.model"));
}

#[test]
fn every_variant_can_be_played() {
    let library = Library::embedded().expect("levels");
    for variant in Variant::ALL {
        let config = config(6).between(
            "greedy".parse().expect("a spec"),
            "random".parse().expect("a spec"),
        );
        let report = play_match(
            &config,
            &library,
            variant,
            clock,
            None,
            &mut |_| {},
            &AtomicBool::new(false),
        )
        .expect("a match");
        assert_eq!(report.tally.games(), 6, "{variant}");
    }
}

#[test]
fn a_ladder_orders_its_players_and_goes_on_after_a_stop() {
    let library = Library::embedded().expect("levels");
    let folder = tempfile::tempdir().expect("a folder");
    let ladder = LadderConfig {
        specs: ["random", "greedy", "classical,depth=3"]
            .iter()
            .map(|spec| spec.parse().expect("a spec"))
            .collect(),
        anchor: 0,
        pairing: Pairing::RoundRobin,
        terms: config(20),
    };
    let run = |enough: u64| {
        let stop = AtomicBool::new(false);
        let mut games = 0;
        let report = play_ladder(
            &ladder,
            &library,
            Variant::Togyz,
            clock,
            Some(folder.path()),
            &mut |_, _| {
                games += 1;
                stop.store(games >= enough, Ordering::Relaxed);
            },
            &stop,
        );
        report.expect("a ladder")
    };
    let stopped = run(8);
    assert!(stopped.interrupted && stopped.standings.is_empty());

    let whole = run(u64::MAX);
    assert!(!whole.interrupted);
    assert!(
        whole.matches[0].report.continued >= 7,
        "the first games are kept"
    );
    let names: Vec<&str> = whole
        .standings
        .iter()
        .map(|one| one.spec.as_str())
        .collect();
    assert_eq!(names, ["classical,depth=3", "greedy", "random"]);
    let random = &whole.standings[2];
    assert!(random.rating.elo.abs() < 1e-9 && random.games == 40);
    let greedy = whole.standings[1].rating;
    assert!(greedy.low < greedy.elo && greedy.elo < greedy.high && greedy.elo > 0.0);

    let again = run(u64::MAX);
    assert_eq!(again.standings, whole.standings);
}

//! Small runs whose figures can be told by hand, and what must hold of any.

use crate::figures::{Figures, grouped};
use crate::plan::Plan;
use crate::simulation::simulate;

/// A run without chance: one thread, games of one length.
fn exact() -> Plan {
    Plan {
        threads: 1,
        generations: 6,
        games: Some(100),
        games_per_shard: 10,
        game_seconds: 1.0,
        game_spread: 0.0,
        latency: 0.0,
        poll: 0.001,
        game_samples: 60.0,
        step_seconds: 0.02,
        overlap: false,
        ..Plan::default_plan()
    }
}

fn figures(plan: &Plan, workers: u32) -> Figures {
    let run = simulate(plan, workers);
    Figures::of(plan, workers, &run).expect("enough generations")
}

fn near(value: f64, expected: f64, share: f64) {
    assert!(
        (value - expected).abs() <= share * expected.abs(),
        "{value} for {expected}"
    );
}

#[test]
fn one_worker_alone_plays_each_game_once_and_then_waits_for_the_learner() {
    let plan = exact();
    let run = simulate(&plan, 1);
    near(run.shards_written, 60.0, 0.0);
    let figures = Figures::of(&plan, 1, &run).expect("enough generations");
    near(figures.in_vain, 0.0, 0.0);
    // 100 games of a second; 100 * 60 * 2 samples in batches of 1024, 11 steps of 20 ms.
    near(figures.period, 100.0 + 11.0 * 0.02, 0.01);
    near(figures.learning * figures.period, 11.0 * 0.02, 1e-9);
    near(figures.staleness, 100.0, 0.01);
}

#[test]
fn learning_costs_nothing_where_it_overlaps_and_makes_models_older() {
    let slow = Plan {
        step_seconds: 5.0,
        ..exact()
    };
    let apart = figures(&slow, 1);
    let slow = Plan {
        overlap: true,
        ..slow
    };
    let beside = figures(&slow, 1);
    near(apart.period, 155.0, 0.01);
    near(beside.period, 100.0, 0.01);
    near(apart.staleness, 100.0, 0.01);
    // Learnt 45 s before the order that it plays comes.
    near(beside.staleness, 145.0, 0.01);
}

#[test]
fn equal_seeds_make_equal_runs() {
    let plan = Plan {
        generations: 6,
        ..Plan::default_plan()
    };
    let text = |plan: &Plan| format!("{:?}", simulate(plan, 20));
    assert!(text(&plan) == text(&plan));
    let other = Plan {
        seed: 2,
        ..plan.clone()
    };
    assert!(text(&plan) != text(&other));
}

#[test]
fn the_slowest_part_sets_the_pace() {
    let plan = Plan {
        generations: 6,
        shards_per_thread: 2,
        step_seconds: 0.001,
        ..Plan::default_plan()
    };
    let games = f64::from(plan.games(50));
    let period = |plan: &Plan| figures(plan, 50).period;
    let free = period(&plan);
    let ingest = Plan {
        ingest_rate: 2.0,
        ..plan.clone()
    };
    let taking_in = games / (2.0 * f64::from(plan.ingest_threads));
    assert!(taking_in > 2.0 * free);
    near(period(&ingest), taking_in + free, 0.1);
    let narrow = Plan {
        bandwidth: 1e5,
        ..plan.clone()
    };
    let models = 50.0 * plan.pickup_bytes() / 1e5;
    assert!(period(&narrow) > models, "{} {models}", period(&narrow));
    let store = Plan {
        writes: 0.5,
        ..plan.clone()
    };
    let writing = f64::from(plan.shards(50)) / 0.5;
    assert!(period(&store) > writing, "{} {writing}", period(&store));
}

#[test]
fn the_last_shards_are_played_by_several() {
    let plan = Plan {
        generations: 6,
        ..Plan::default_plan()
    };
    let in_vain = |workers, games| {
        let plan = Plan {
            games: Some(games),
            ..plan.clone()
        };
        figures(&plan, workers).in_vain
    };
    // Ten shards for each thread, or one.
    let (many, few) = (in_vain(20, 160 * 250), in_vain(20, 160 * 25));
    assert!(many > 0.0 && few > 2.0 * many, "{many} {few}");
}

#[test]
fn lists_grow_with_the_square_of_a_generation() {
    let plan = Plan {
        generations: 6,
        shards_per_thread: 2,
        game_spread: 0.0,
        step_seconds: 0.0,
        ..Plan::default_plan()
    };
    let lists = |workers| {
        let run = simulate(&plan, workers);
        run.workers.lists / run.shards_written
    };
    // 1,600 and 16,000 shards: 2 and 16 pages at the end.
    let (small, large) = (lists(100), lists(1000));
    assert!(large > 2.0 * small, "{small} {large}");
}

#[test]
fn counts_are_written_with_their_thousands_apart() {
    let found = [0.0, 999.0, 1000.0, 1_234_567.0].map(grouped);
    assert_eq!(found, ["0", "999", "1,000", "1,234,567"]);
}

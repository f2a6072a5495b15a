//! The shipped levels stand in their order: a short ladder of them, played by `evaluate`.

use std::collections::HashMap;

use togyz_tests::{Program, root};

/// From weakest to strongest. Expert with a quarter of its simulations: it is the slowest by far.
const LADDER: [&str; 8] = [
    "level:beginner",
    "level:novice",
    "level:learner",
    "level:amateur",
    "level:club",
    "level:candidate",
    "level:master",
    "level:expert,sims=2500",
];

#[test]
fn each_level_beats_the_one_below() {
    let mut arguments = vec!["ladder"];
    arguments.extend(LADDER);
    // Simulations decide, not time, so the games are the same everywhere.
    arguments.extend(["--neighbours", "1", "--games", "20", "--concurrency", "2"]);
    arguments.extend(["--openings", "random:4", "--seed", "5", "--json"]);
    let finished = Program::Evaluate.run(root(), &arguments).exits(0);
    let ladder: serde_json::Value = serde_json::from_str(&finished.out).expect("JSON");
    let standings = ladder["standings"].as_array().expect("a list");
    let elo: HashMap<&str, f64> = standings
        .iter()
        .map(|one| {
            let spec = one["spec"].as_str().expect("a spec");
            (spec, one["elo"].as_f64().expect("a number"))
        })
        .collect();
    for pair in LADDER.windows(2) {
        let gap = elo[pair[1]] - elo[pair[0]];
        assert!(gap > 0.0, "{} is {gap:.0} Elo above {}", pair[1], pair[0]);
    }
}

//! The ranges of every key, and the keys that must fit together.

use std::fmt::Display;

use togyz_arena::Openings;
use togyz_tables::MAX_BALLS;

use super::{ConfigError, TrainConfig};
use crate::sample::Sample;

/// The most generations that a run may have.
pub(crate) const MAX_GENERATIONS: u32 = 9999;
const DEVICES: [&str; 4] = ["flex", "ndarray", "wgpu", "cuda"];

/// Collects the checks of one config; the first failure is the error.
struct Checker<'a> {
    origin: &'a str,
    failed: Option<ConfigError>,
}

impl Checker<'_> {
    fn range<T: PartialOrd + Display + Copy>(&mut self, key: &str, value: T, low: T, high: T) {
        // Written so that NaN fails.
        let inside = value >= low && value <= high;
        if !inside && self.failed.is_none() {
            self.failed = Some(ConfigError::Range {
                origin: self.origin.to_owned(),
                key: key.to_owned(),
                value: value.to_string(),
                range: format!("{low} to {high}"),
            });
        }
    }

    fn ordered<T: PartialOrd + Display>(&mut self, low: (&str, T), high: (&str, T)) {
        if low.1 > high.1 {
            self.contradiction(&low, &high, "the first must not be above the second");
        }
    }

    fn contradiction<A: Display, B: Display>(
        &mut self,
        first: &(&str, A),
        second: &(&str, B),
        reason: &str,
    ) {
        if self.failed.is_none() {
            self.failed = Some(ConfigError::Contradiction {
                origin: self.origin.to_owned(),
                first: format!("{} = {}", first.0, first.1),
                second: format!("{} = {}", second.0, second.1),
                reason: reason.to_owned(),
            });
        }
    }

    fn refuse(&mut self, key: &str, value: impl Display, range: impl Display) {
        if self.failed.is_none() {
            self.failed = Some(ConfigError::Range {
                origin: self.origin.to_owned(),
                key: key.to_owned(),
                value: value.to_string(),
                range: range.to_string(),
            });
        }
    }
}

/// Checks every value.
pub(super) fn check(config: &TrainConfig, origin: &str) -> Result<(), ConfigError> {
    let mut c = Checker {
        origin,
        failed: None,
    };
    run_and_net(&mut c, config);
    selfplay(&mut c, config);
    starts_and_search(&mut c, config);
    learning(&mut c, config);
    evaluation(&mut c, config);
    match c.failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn run_and_net(c: &mut Checker<'_>, config: &TrainConfig) {
    let run = &config.run;
    if run.dir.trim().is_empty() {
        c.refuse("run.dir", "\"\"", "the name of a folder");
    }
    if run.tables.trim().is_empty() {
        c.refuse("run.tables", "\"\"", "the name of a folder");
    }
    // TOML's integers are signed: a larger seed could not be written back.
    c.range("run.seed", run.seed, 0, i64::MAX as u64);
    c.range("run.generations", run.generations, 1, MAX_GENERATIONS);
    c.range("run.workers", run.workers, 0, 1024);
    if !DEVICES.contains(&run.device.as_str()) {
        c.refuse("run.device", &run.device, "flex, ndarray, wgpu or cuda");
    }
    c.range("run.max_minutes", run.max_minutes, 0.0, 1e6);
    c.range("run.min_free_disk_mib", run.min_free_disk_mib, 0, 1 << 30);
    c.range(
        "run.keep_checkpoints",
        run.keep_checkpoints,
        0,
        MAX_GENERATIONS,
    );
    let net = &config.net;
    for (key, trunk) in [
        ("net.trunk", &net.trunk),
        ("net.small_trunk", &net.small_trunk),
    ] {
        let layers = format!("{key} (layers)");
        c.range(&layers, trunk.len(), 1, togyz_model::MAX_LAYERS);
        for &width in trunk {
            c.range(key, width, 1, togyz_model::MAX_WIDTH);
        }
    }
    c.range(
        "net.small_generations",
        net.small_generations,
        0,
        MAX_GENERATIONS,
    );
    c.range("net.grow_passes", net.grow_passes, 0.01, 1000.0);
    if net.inherit {
        let inherit = ("net.inherit", true);
        if config.selfplay.teacher().is_none() {
            let teacher = ("selfplay.teacher", "\"\"");
            c.contradiction(&inherit, &teacher, "there are no weights to begin with");
        }
        if net.small_generations > 0 {
            let small = ("net.small_generations", net.small_generations);
            c.contradiction(
                &inherit,
                &small,
                "the first network must have the teacher's shape",
            );
        }
    }
}

fn selfplay(c: &mut Checker<'_>, config: &TrainConfig) {
    let play = &config.selfplay;
    c.range(
        "selfplay.bootstrap_games",
        play.bootstrap_games,
        1,
        100_000_000,
    );
    c.range(
        "selfplay.bootstrap_simulations",
        play.bootstrap_simulations,
        2,
        1_000_000,
    );
    c.range("selfplay.games", play.games, 1, 100_000_000);
    c.range("selfplay.games_last", play.games_last, 1, 100_000_000);
    c.range("selfplay.simulations", play.simulations, 2, 1_000_000);
    c.range(
        "selfplay.simulations_last",
        play.simulations_last,
        2,
        1_000_000,
    );
    c.range(
        "selfplay.full_probability",
        play.full_probability,
        0.01,
        1.0,
    );
    c.range("selfplay.fast_share", play.fast_share, 0.001, 1.0);
    c.range("selfplay.fast_weight", play.fast_weight, 0.0, 1.0);
    c.range("selfplay.child_visits", play.child_visits, 0, 1_000_000);
    c.range("selfplay.child_weight", play.child_weight, 0.0, 1.0);
    c.range("selfplay.surprise_weight", play.surprise_weight, 0.0, 1.0);
    c.range("selfplay.play_on_weight", play.play_on_weight, 0.0, 1.0);
    c.range("selfplay.table_balls", play.table_balls, 0, MAX_BALLS);
    c.range("selfplay.max_plies", play.max_plies, 10, 60_000);
    c.range("selfplay.games_per_shard", play.games_per_shard, 1, 100_000);
}

fn starts_and_search(c: &mut Checker<'_>, config: &TrainConfig) {
    let starts = &config.starts;
    let max_plies = ("selfplay.max_plies", config.selfplay.max_plies);
    for (key, [low, high]) in [
        ("starts.opening_plies", starts.opening_plies),
        ("starts.late_plies", starts.late_plies),
    ] {
        c.ordered((&format!("{key}[0]"), low), (&format!("{key}[1]"), high));
        c.ordered((&format!("{key}[1]"), high), max_plies);
    }
    c.range("starts.late_share", starts.late_share, 0.0, 1.0);
    c.range("starts.fork_share", starts.fork_share, 0.0, 1.0);
    c.range("starts.balance", starts.balance, 0.0, 100.0);
    if starts.late_share + starts.fork_share > 1.0 {
        let first = ("starts.late_share", starts.late_share);
        let second = ("starts.fork_share", starts.fork_share);
        c.contradiction(
            &first,
            &second,
            "shares of the same games, above 1 together",
        );
    }
    let temperature = &config.temperature;
    c.range("temperature.start", temperature.start, 0.0, 10.0);
    c.range("temperature.plies", temperature.plies, 0, 10_000);
    c.range(
        "temperature.half_life",
        temperature.half_life,
        0.0,
        10_000.0,
    );
    c.range("temperature.end", temperature.end, 0.0, 10.0);
    c.ordered(
        ("temperature.end", temperature.end),
        ("temperature.start", temperature.start),
    );
    let search = &config.search;
    c.range("search.c_puct", search.c_puct, 0.01, 100.0);
    c.range("search.fpu_reduction", search.fpu_reduction, 0.0, 2.0);
    c.range("search.gumbel_moves", search.gumbel_moves, 1, 9);
    c.range("search.gumbel_visit", search.gumbel_visit, 0.0, 10_000.0);
    c.range("search.gumbel_scale", search.gumbel_scale, 0.001, 100.0);
    c.range("search.noise_epsilon", search.noise_epsilon, 0.0, 1.0);
    c.range(
        "search.noise_alpha_total",
        search.noise_alpha_total,
        0.01,
        1000.0,
    );
    c.range(
        "search.root_policy_temperature",
        search.root_policy_temperature,
        0.1,
        10.0,
    );
    c.range("search.forced_playouts", search.forced_playouts, 0.0, 100.0);
    c.range("search.margin_weight", search.margin_weight, 0.0, 1.0);
}

fn learning(c: &mut Checker<'_>, config: &TrainConfig) {
    let replay = &config.replay;
    c.range("replay.min_rows", replay.min_rows, 1, 10_000_000_000);
    c.range("replay.window_exponent", replay.window_exponent, 0.01, 1.0);
    c.range("replay.window_expand", replay.window_expand, 0.0, 1.0);
    c.range("replay.max_mib", replay.max_mib, 1, 1 << 24);
    c.range(
        "replay.samples_per_row",
        replay.samples_per_row,
        0.01,
        1000.0,
    );
    c.range("replay.max_staleness", replay.max_staleness, 0, 9999);
    let learner = &config.learner;
    c.range("learner.batch", learner.batch, 1, 1 << 20);
    if learner.batch as u64 > replay.min_rows {
        let first = ("learner.batch", learner.batch);
        let second = ("replay.min_rows", replay.min_rows);
        c.contradiction(&first, &second, "a batch needs that many rows");
    }
    if learner.batch as u64 > (replay.max_mib << 20) / size_of::<Sample>() as u64 {
        let first = ("learner.batch", learner.batch);
        let second = ("replay.max_mib", replay.max_mib);
        c.contradiction(&first, &second, "the window has no room for a batch");
    }
    c.range("learner.warmup", learner.warmup, 0.0, 0.9);
    c.range("learner.drop_share", learner.drop_share, 0.0, 0.9);
    if learner.warmup + learner.drop_share > 1.0 {
        let first = ("learner.warmup", learner.warmup);
        let second = ("learner.drop_share", learner.drop_share);
        c.contradiction(&first, &second, "shares of the same run, above 1 together");
    }
    c.range("learner.rate_peak", learner.rate_peak, 1e-9, 1.0);
    c.range("learner.rate_end", learner.rate_end, 1e-9, 1.0);
    c.range("learner.rate_final", learner.rate_final, 0.0, 1.0);
    c.ordered(
        ("learner.rate_end", learner.rate_end),
        ("learner.rate_peak", learner.rate_peak),
    );
    c.ordered(
        ("learner.rate_final", learner.rate_final),
        ("learner.rate_end", learner.rate_end),
    );
    c.range("learner.weight_decay", learner.weight_decay, 0.0, 10.0);
    c.range("learner.clip", learner.clip, 1e-6, 1e6);
    c.range("learner.average_decay", learner.average_decay, 0.0, 0.99999);
    c.range("learner.outcome_share", learner.outcome_share, 0.0, 1.0);
    c.range("learner.trace_decay", learner.trace_decay, 0.0, 1.0);
    for (key, weight) in [
        ("learner.policy_weight", learner.policy_weight),
        ("learner.value_weight", learner.value_weight),
        ("learner.margin_weight", learner.margin_weight),
        ("learner.reply_weight", learner.reply_weight),
        ("learner.yields_weight", learner.yields_weight),
    ] {
        c.range(key, weight, 0.0, 100.0);
    }
    c.range("learner.report_every", learner.report_every, 1, 1_000_000);
}

fn evaluation(c: &mut Checker<'_>, config: &TrainConfig) {
    let eval = &config.evaluation;
    c.range("evaluation.every", eval.every, 0, MAX_GENERATIONS);
    for (key, games) in [
        ("evaluation.games", eval.games),
        ("evaluation.games_last", eval.games_last),
    ] {
        c.range(key, games, 2, 1_000_000);
        if games % 2 == 1 {
            c.refuse(key, games, "an even number: games are played in pairs");
        }
    }
    for anchor in &eval.anchors {
        if let Err(error) = anchor.parse::<togyz_players::PlayerSpec>() {
            c.refuse("evaluation.anchors", anchor, error);
        }
    }
    c.range("evaluation.simulations", eval.simulations, 1, 10_000_000);
    if let Err(error) = Openings::parse(&eval.openings, 0) {
        c.refuse("evaluation.openings", &eval.openings, error);
    }
    c.range("evaluation.max_plies", eval.max_plies, 10, 60_000);
    c.range("evaluation.skip_above", eval.skip_above, 0.5, 1.0);
    for (index, level) in config.levels.iter().enumerate() {
        if level.name.trim().is_empty() {
            c.refuse("levels.name", "\"\"", "a name");
        }
        if let Some(twin) = config.levels[..index].iter().find(|l| l.name == level.name) {
            let key = ("levels.name", &twin.name);
            c.contradiction(&key, &key, "two levels of one name");
        }
        c.range("levels.at", level.at, 0.0, 1.0);
        c.range("levels.simulations", level.simulations, 1, 10_000_000);
        c.range("levels.temperature", level.temperature, 0.0, 10.0);
        c.range("levels.max_loss", level.max_loss, 0.0, 1.0);
    }
}

//! Every shipped file is valid and explains each key; every wrong value is refused by name.

use std::path::Path;

use super::*;

const SHIPPED: [&str; 4] = ["smoke", "quick", "standard", "workstation"];

fn shipped(name: &str) -> ConfigSource {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    ConfigSource::File(folder.join(format!("{name}.toml")))
}

fn error_of(setting: &str) -> String {
    match TrainConfig::load(&ConfigSource::Quick, &[setting.to_owned()]) {
        Ok(_) => panic!("{setting} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn shipped_files_are_valid_and_every_key_has_a_comment() {
    for name in SHIPPED {
        let source = shipped(name);
        TrainConfig::load(&source, &[]).unwrap();
        let ConfigSource::File(path) = source else {
            panic!("a file");
        };
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let in_levels = lines[..index].contains(&"[[levels]]");
            let key = line.contains('=') && !line.starts_with('#') && !in_levels;
            if key || line.starts_with('[') && !in_levels && *line != "[[levels]]" {
                assert!(lines[index - 1].starts_with("# "), "{name}.toml: {line}");
            }
        }
    }
}

#[test]
fn a_config_survives_its_own_text() {
    for name in SHIPPED {
        let config = TrainConfig::load(&shipped(name), &[]).unwrap();
        let text = config.to_text().unwrap();
        assert_eq!(TrainConfig::from_text("copy", &text, &[]).unwrap(), config);
    }
}

/// One bad value for every key there is.
const BAD: [&str; 77] = [
    "run.dir=",
    "run.overlap=7",
    "net.quantize=3",
    "run.seed=-1",
    "run.generations=0",
    "run.workers=5000",
    "run.device=tpu",
    "run.max_minutes=-1",
    "run.min_free_disk_mib=-5",
    "run.keep_checkpoints=10000",
    "run.tables=",
    "net.captures=often",
    "net.trunk=[]",
    "net.trunk=[128, 0]",
    "net.small_generations=10000",
    "net.small_trunk=[]",
    "net.grow_passes=0",
    "net.auxiliary=maybe",
    "selfplay.teacher=1",
    "selfplay.bootstrap=magic",
    "selfplay.bootstrap_games=0",
    "selfplay.bootstrap_simulations=1",
    "selfplay.games=0",
    "selfplay.games_last=0",
    "selfplay.simulations=1",
    "selfplay.simulations_last=1",
    "selfplay.full_probability=0",
    "selfplay.fast_share=1.5",
    "selfplay.fast_weight=-0.1",
    "selfplay.child_visits=2000000",
    "selfplay.child_weight=1.1",
    "selfplay.surprise_weight=2",
    "selfplay.play_on_weight=nan",
    "selfplay.table_balls=32",
    "selfplay.max_plies=3",
    "selfplay.games_per_shard=0",
    "starts.opening_plies=[5, 2]",
    "starts.late_share=1.1",
    "starts.late_plies=[1, 100000]",
    "starts.fork_share=-1",
    "starts.balance=-1",
    "temperature.start=11",
    "temperature.plies=99999",
    "temperature.half_life=-2",
    "temperature.end=2",
    "search.c_puct=0",
    "search.fpu_reduction=3",
    "search.noise_epsilon=1.5",
    "search.noise_alpha_total=0",
    "search.root_policy_temperature=0",
    "search.forced_playouts=-1",
    "search.margin_weight=2",
    "replay.min_rows=0",
    "replay.window_exponent=0",
    "replay.window_expand=2",
    "replay.max_mib=0",
    "replay.samples_per_row=0",
    "replay.average_duplicates=1",
    "learner.batch=0",
    "learner.warmup=0.95",
    "learner.rate_peak=0",
    "learner.rate_end=1",
    "learner.drop_share=0.99",
    "learner.rate_final=0.5",
    "learner.weight_decay=-1",
    "learner.clip=0",
    "learner.average_decay=1",
    "learner.outcome_share=1.2",
    "learner.trace_decay=-0.1",
    "learner.policy_weight=-1",
    "learner.value_weight=1000",
    "learner.margin_weight=-1",
    "learner.reply_weight=inf",
    "learner.yields_weight=-0.5",
    "learner.report_every=0",
    "evaluation.every=10000",
    "evaluation.games=3",
];
const BAD_TOO: [&str; 7] = [
    "replay.max_staleness=10000",
    "evaluation.games_last=0",
    "evaluation.anchors=[\"clasical\"]",
    "evaluation.previous=3",
    "evaluation.simulations=0",
    "evaluation.openings=\"random:100\"",
    "evaluation.max_plies=1",
];

#[test]
fn a_bad_value_of_any_key_is_refused_by_name() {
    let text = TrainConfig::load(&ConfigSource::Quick, &[])
        .unwrap()
        .to_text()
        .unwrap();
    let table: toml::Table = toml::from_str(&text).unwrap();
    for (section, keys) in &table {
        for key in keys.as_table().into_iter().flat_map(toml::Table::keys) {
            let path = format!("{section}.{key}=");
            let tried = BAD.iter().chain(&BAD_TOO).any(|bad| bad.starts_with(&path));
            assert!(tried || key == "skip_above", "{path} is not tried");
        }
    }
    for setting in BAD.iter().chain(&BAD_TOO) {
        let error = error_of(setting);
        let (path, value) = setting.split_once('=').unwrap();
        let key = path.split('.').next_back().unwrap();
        // Either the key, or the value where the parser itself refuses it.
        assert!(
            error.contains(key) || error.contains(value),
            "{setting}: {error}"
        );
    }
}

#[test]
fn contradictions_name_both_keys() {
    let cases = [
        ("learner.batch=200000", "replay.min_rows"),
        ("temperature.end=5", "temperature.start"),
        ("starts.late_share=0.95", "starts.fork_share"),
        ("learner.rate_end=0.5", "learner.rate_peak"),
        ("starts.late_plies=[1, 700]", "selfplay.max_plies"),
    ];
    for (setting, other) in cases {
        let error = error_of(setting);
        let (key, _) = setting.split_once('=').unwrap();
        assert!(
            error.contains(key) && error.contains(other),
            "{setting}: {error}"
        );
    }
}

#[test]
fn wrong_text_names_file_line_and_nearest_key() {
    let quick = TrainConfig::load(&ConfigSource::Quick, &[])
        .unwrap()
        .to_text()
        .unwrap();
    let cases = [
        (
            quick.replacen("generations =", "generatoins =", 1),
            "did you mean `generations`?",
        ),
        (
            quick.replace("[selfplay]", "[self-play]"),
            "did you mean `selfplay`?",
        ),
        (quick.replace("seed = 1", ""), "missing field `seed`"),
        (quick.replace("seed = 1", "seed = \"one\""), "invalid type"),
        ("seed = [".to_owned(), "line 1"),
    ];
    for (text, expected) in cases {
        let error = TrainConfig::from_text("my.toml", &text, &[])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("my.toml") && error.contains(expected),
            "{error}"
        );
        assert!(error.contains("line "), "{error}");
    }
    let missing = TrainConfig::load(&ConfigSource::File("/nowhere.toml".into()), &[]);
    assert!(missing.unwrap_err().to_string().contains("/nowhere.toml"));
    for setting in ["seed=1", "run.seed", "run.sed=1"] {
        assert!(error_of(setting).contains(setting.split('=').next().unwrap()));
    }
}

#[test]
fn counts_lie_on_a_geometric_line() {
    let config = TrainConfig::load(
        &ConfigSource::Quick,
        &[
            "selfplay.simulations=64".into(),
            "selfplay.simulations_last=1024".into(),
        ],
    )
    .unwrap();
    let simulations = |generation| config.selfplay.simulations_of(generation, 6);
    let all: Vec<u32> = (1..6).map(simulations).collect();
    assert_eq!(all, [64, 128, 256, 512, 1024]);
    assert_eq!(simulations(0), config.selfplay.bootstrap_simulations);
}

#[test]
fn temperature_holds_then_falls() {
    let temperature = TemperatureConfig {
        start: 1.0,
        plies: 4,
        half_life: 10.0,
        end: 0.2,
    };
    let cases = [
        (0, 1.0),
        (3, 1.0),
        (4, 1.0),
        (14, 0.6),
        (24, 0.4),
        (4000, 0.2),
    ];
    for (ply, expected) in cases {
        let got = temperature.at(ply);
        assert!((got - expected).abs() < 1e-5, "{ply}: {got}");
    }
}

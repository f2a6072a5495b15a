//! Every shipped file is valid and explains each key; every wrong value is refused by name.

use std::path::Path;

mod refusals;

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

/// Keys that runs from before them lack mean what those runs did.
#[test]
fn a_config_from_before_a_key_reads_as_it_ran() {
    let config = TrainConfig::load(&ConfigSource::Quick, &[]).unwrap();
    let text = config.to_text().unwrap();
    let newer = [
        "keep_shards",
        "inherit",
        "root",
        "gumbel_moves",
        "gumbel_visit",
        "gumbel_scale",
    ];
    let is_newer = |line: &&str| {
        let key = line.split(" =").next().unwrap();
        newer.contains(&key)
    };
    let older: Vec<&str> = text.lines().filter(|line| !is_newer(line)).collect();
    assert_eq!(older.len() + newer.len(), text.lines().count());
    let read = TrainConfig::from_text("older", &older.join("\n"), &[]).unwrap();
    assert_eq!(read, config);
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

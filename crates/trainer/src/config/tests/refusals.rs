//! Values that no key may have, and keys that contradict each other.

use toml::{Table, Value};

use super::*;

/// Values just beyond what a key may have, or of no meaning to it.
const BAD: [&str; 72] = [
    "run.dir=",
    "run.generations=0",
    "run.workers=5000",
    "run.device=tpu",
    "run.max_minutes=-1",
    "run.keep_checkpoints=10000",
    "run.tables=",
    "net.trunk=[]",
    "net.trunk=[128, 0]",
    "net.small_generations=10000",
    "net.small_trunk=[]",
    "net.grow_passes=0",
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
    "selfplay.table_balls=32",
    "selfplay.max_plies=3",
    "selfplay.games_per_shard=0",
    "starts.opening_plies=[5, 2]",
    "starts.late_share=1.1",
    "starts.late_plies=[1, 100000]",
    "temperature.start=11",
    "temperature.plies=99999",
    "temperature.end=2",
    "search.c_puct=0",
    "search.fpu_reduction=3",
    "search.root=ucb",
    "search.gumbel_moves=10",
    "search.gumbel_visit=-1",
    "search.gumbel_scale=0",
    "search.noise_epsilon=1.5",
    "search.noise_alpha_total=0",
    "search.root_policy_temperature=0",
    "search.margin_weight=2",
    "replay.min_rows=0",
    "replay.window_exponent=0",
    "replay.window_expand=2",
    "replay.max_mib=0",
    "replay.samples_per_row=0",
    "learner.batch=0",
    "learner.warmup=0.95",
    "learner.rate_peak=0",
    "learner.rate_end=1",
    "learner.drop_share=0.99",
    "learner.rate_final=0.5",
    "learner.clip=0",
    "learner.average_decay=1",
    "learner.outcome_share=1.2",
    "learner.trace_decay=-0.1",
    "learner.value_weight=1000",
    "learner.yields_weight=-0.5",
    "learner.report_every=0",
    "evaluation.every=10000",
    "evaluation.games=3",
    "replay.max_staleness=10000",
    "evaluation.games_last=0",
    "evaluation.anchors=[\"clasical\"]",
    "evaluation.simulations=0",
    "evaluation.openings=\"random:100\"",
    "evaluation.max_plies=1",
    "evaluation.skip_above=0.4",
    "run.tables=  ",
];

/// Every value of a config with the way to it: keys, and places in lists.
fn leaves(value: &Value, way: &[String], found: &mut Vec<(Vec<String>, Value)>) {
    let below = |step: String| [way, &[step]].concat();
    match value {
        Value::Table(table) => table
            .iter()
            .for_each(|(key, value)| leaves(value, &below(key.clone()), found)),
        Value::Array(list) => (0..)
            .zip(list)
            .for_each(|(place, value): (usize, _)| leaves(value, &below(place.to_string()), found)),
        leaf => found.push((way.to_vec(), leaf.clone())),
    }
}

/// Reads the built-in config with another value at the end of a way.
fn with(way: &[String], value: Value) -> (String, Result<TrainConfig, ConfigError>) {
    let mut config = Value::Table(quick());
    let mut place = &mut config;
    for step in way {
        place = match place {
            Value::Table(table) => table.get_mut(step).unwrap(),
            Value::Array(list) => &mut list[step.parse::<usize>().unwrap()],
            leaf => panic!("{step} of {leaf}"),
        };
    }
    *place = value;
    let text = toml::to_string(&config).unwrap();
    let read = TrainConfig::from_text("my.toml", &text, &[]);
    (text, read)
}

fn quick() -> Table {
    let config = TrainConfig::load(&ConfigSource::Quick, &[]).unwrap();
    toml::from_str(&config.to_text().unwrap()).unwrap()
}

/// The key in messages: the way without the places in lists.
fn name_of(way: &[String]) -> String {
    let is_key = |step: &&String| step.parse::<usize>().is_err();
    let keys: Vec<&str> = way.iter().filter(is_key).map(String::as_str).collect();
    keys.join(".")
}

/// Asserts that a value is refused, by the key's name or with its line; whether it was by its range.
fn refused(way: &[String], value: Value) -> bool {
    let name = name_of(way);
    let told = format!("{name} = {value}");
    let (text, read) = with(way, value);
    match read {
        Ok(_) => panic!("{told} is accepted"),
        Err(ConfigError::Range { key, .. }) => assert!(key.starts_with(&name), "{told}: {key}"),
        Err(ConfigError::Contradiction { first, second, .. }) => assert!(
            first.starts_with(&name) || second.starts_with(&name),
            "{told}: {first}, {second}"
        ),
        Err(ConfigError::Parse { message, .. }) => {
            let (_, line) = message.split_once("line ").unwrap();
            let number: usize = line.split(':').next().unwrap().parse().unwrap();
            let line = text.lines().nth(number - 1).unwrap();
            let key = name.rsplit('.').next().unwrap();
            assert!(line.starts_with(key), "{told}: {message}: {line}");
            return false;
        }
        Err(error) => panic!("{told}: {error}"),
    }
    true
}

/// A new key cannot be forgotten: the keys are those of the config itself.
#[test]
fn a_bad_value_of_any_key_is_refused_by_name() {
    let mut all = Vec::new();
    leaves(&Value::Table(quick()), &[], &mut all);
    assert!(all.len() > 90, "{}", all.len());
    for (way, value) in all {
        let another = match value {
            Value::String(_) => Value::Integer(7),
            _ => Value::String("x".to_owned()),
        };
        assert!(!refused(&way, another), "{}: another type", name_of(&way));
        match value {
            Value::Integer(_) => {
                refused(&way, Value::Integer(-1));
                // One that the type holds and the range does not.
                let large = [255, i64::from(u32::MAX), i64::MAX].map(Value::Integer);
                let by_range = large
                    .into_iter()
                    .any(|large| with(&way, large.clone()).1.is_err() && refused(&way, large));
                // A seed may be any number.
                assert_eq!(by_range, name_of(&way) != "run.seed", "{}", name_of(&way));
            }
            Value::Float(_) => {
                for bad in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
                    assert!(refused(&way, Value::Float(bad)), "{} {bad}", name_of(&way));
                }
            }
            // No teacher is one way to begin.
            Value::String(_) if name_of(&way) == "selfplay.teacher" => {}
            Value::String(_) => {
                refused(&way, Value::String(String::new()));
            }
            _ => {}
        }
    }
}

#[test]
fn a_value_beyond_its_range_is_refused_by_name() {
    for setting in BAD {
        let (path, value) = setting.split_once('=').unwrap();
        let way: Vec<String> = path.split('.').map(str::to_owned).collect();
        let value = toml::from_str::<Table>(&format!("v = {value}"));
        let text = || Value::String(setting.split_once('=').unwrap().1.to_owned());
        refused(
            &way,
            value.map_or_else(|_| text(), |mut table| table.remove("v").unwrap()),
        );
    }
}

#[test]
fn contradictions_name_both_keys() {
    let cases: [(&[&str], &str, &str); 12] = [
        (
            &["learner.batch=200000"],
            "learner.batch",
            "replay.min_rows",
        ),
        (
            &["replay.max_mib=1", "learner.batch=20000"],
            "learner.batch",
            "replay.max_mib",
        ),
        (
            &["temperature.end=5"],
            "temperature.end",
            "temperature.start",
        ),
        (
            &["starts.late_share=0.95"],
            "starts.late_share",
            "starts.fork_share",
        ),
        (
            &["learner.drop_share=0.9", "learner.warmup=0.2"],
            "learner.warmup",
            "learner.drop_share",
        ),
        (
            &["learner.rate_end=0.5"],
            "learner.rate_end",
            "learner.rate_peak",
        ),
        (
            &["learner.rate_final=0.01"],
            "learner.rate_final",
            "learner.rate_end",
        ),
        (
            &["starts.late_plies=[1, 700]"],
            "starts.late_plies",
            "selfplay.max_plies",
        ),
        (
            &["net.inherit=true", "net.small_generations=0"],
            "net.inherit",
            "selfplay.teacher",
        ),
        (
            &[
                "net.inherit=true",
                "net.small_generations=1",
                "selfplay.teacher=\"a.model\"",
            ],
            "net.inherit",
            "net.small_generations",
        ),
        (
            &["starts.opening_plies=[5, 2]"],
            "starts.opening_plies[0]",
            "starts.opening_plies[1]",
        ),
        (
            &[
                "levels=[{name = \"a\", at = 0.0, simulations = 1, temperature = 0.0, max_loss = 0.0}, \
              {name = \"a\", at = 1.0, simulations = 2, temperature = 0.0, max_loss = 0.0}]",
            ],
            "levels.name",
            "levels.name",
        ),
    ];
    for (settings, one, other) in cases {
        let mut config = quick();
        for setting in settings {
            let (path, value) = setting.split_once('=').unwrap();
            let value = toml::from_str::<Table>(&format!("v = {value}")).unwrap()["v"].clone();
            match path.split_once('.') {
                Some((section, key)) => config[section][key] = value,
                None => config[path] = value,
            }
        }
        let text = toml::to_string(&config).unwrap();
        let error = TrainConfig::from_text("my.toml", &text, &[]).unwrap_err();
        let ConfigError::Contradiction { first, second, .. } = &error else {
            panic!("{settings:?}: {error}");
        };
        assert!(
            first.starts_with(one) && second.starts_with(other),
            "{settings:?}: {error}"
        );
    }
}

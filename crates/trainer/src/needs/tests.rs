//! Runs that fit and runs that do not.

use super::*;
use crate::config::ConfigSource;
use crate::pipeline::tests::host;

const GIB: u64 = 1 << 30;

fn needs(settings: &[&str], players: usize) -> (TrainConfig, Needs) {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let config = TrainConfig::load(&ConfigSource::Quick, &settings).unwrap();
    let needs = Needs::of(&config, players, 0, GameSize::default());
    (config, needs)
}

#[test]
fn the_built_in_run_fits_a_small_machine() {
    let small = Host {
        whole_memory: || Some(2 * GIB),
        free_disk: |_| Some(4 * GIB),
        ..host()
    };
    let (config, needs) = needs(&[], 4);
    needs.check_memory(&small).unwrap();
    needs.check_disk(&small, &config, Path::new("run")).unwrap();
    // A machine that does not tell what it has is not refused.
    needs.check_memory(&host()).unwrap();
    let text = needs.describe(Path::new("run"), &small);
    assert!(
        text.contains("of 4096 MiB free") && text.contains("of 2048 MiB"),
        "{text}"
    );
}

#[test]
fn what_cannot_fit_is_refused_with_the_keys_that_decide() {
    let small = Host {
        whole_memory: || Some(4 * GIB),
        free_disk: |_| Some(4 * GIB),
        ..host()
    };
    let much = "selfplay.games=10000000";
    let more = "selfplay.games_last=10000000";
    // Each setting alone, and the key that is named before the others.
    let cases: [(&[&str], usize, &str); 5] = [
        (&["replay.max_mib=100000", much, more], 1, "replay.max_mib"),
        (
            &["learner.batch=1000000", "replay.min_rows=1000000"],
            1,
            "learner.batch",
        ),
        (
            &[
                "replay.max_mib=4000",
                "replay.average_duplicates=true",
                much,
                more,
            ],
            1,
            "replay.average_duplicates",
        ),
        (&["selfplay.simulations_last=1000000"], 16, "run.workers"),
        (
            &[
                "net.trunk=[2048, 2048, 2048]",
                "learner.batch=40000",
                "replay.min_rows=50000",
            ],
            1,
            "net.trunk",
        ),
    ];
    for (settings, players, key) in cases {
        let (_, needs) = needs(settings, players);
        let error = needs.check_memory(&small).unwrap_err();
        let NeedsError::Memory { need, have, .. } = &error else {
            panic!("{error}");
        };
        assert!(need > have && *have == 4 * GIB, "{error}");
        let text = error.to_string();
        let (_, first) = text.split_once(" for ").unwrap();
        let first = first.split(" for ").next().unwrap();
        assert!(first.contains(key), "{key}: {text}");
        assert!(text.contains("--oversize"), "{text}");
    }

    let (config, needs) = needs(&[much, more], 1);
    let error = needs
        .check_disk(&small, &config, Path::new("run"))
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("selfplay.games_last") && text.contains("run:"),
        "{text}"
    );
    // What the config wants left free is not there to be used.
    let NeedsError::Disk { have, .. } = error else {
        panic!("{text}");
    };
    assert_eq!(have, 4 * GIB - (config.run.min_free_disk_mib << 20));
}

#[test]
fn a_run_that_goes_on_needs_what_is_left_of_it() {
    let config = needs(&[], 1).0;
    let last = config.run.generations - 1;
    let whole = Needs::of(&config, 1, 0, GameSize::default());
    let rest = Needs::of(&config, 1, last, GameSize::default());
    assert!(sum(&rest.disk) * 4 < sum(&whole.disk));
    assert_eq!(rest.memory, whole.memory);
}

//! Tunings whose games are played by a formula.

use std::path::Path;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::*;

fn config(pairs: u32, batch: u32) -> TuneConfig {
    TuneConfig {
        spec: "level:club,sims=10,cpuct=9".parse().unwrap(),
        keys: vec![
            "cpuct=1:0.2:4:0.2".parse().unwrap(),
            "fpu=0.2:-1:1:0.1".parse().unwrap(),
        ],
        pairs,
        batch,
        rate: TuneConfig::usual_rate(pairs),
        terms: MatchConfig::new((), ()),
    }
}

/// The strength that the stand-in gives to values: most at cpuct 1.8 and fpu -0.2.
fn elo(values: &[f64]) -> f64 {
    let off = [(values[0] - 1.8) / 0.2, (values[1] + 0.2) / 0.1];
    -8.0 * off.iter().map(|off| off * off).sum::<f64>()
}

/// Stops before the pair `until`.
fn run(config: &TuneConfig, file: Option<&Path>, until: u32) -> Result<TuneReport, TuneError> {
    let header = Header::new(config, Variant::Togyz, None);
    climb(config, &header, file, &mut |_| {}, |first, pairs, ends| {
        if first >= until {
            return Ok(None);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(first.into());
        let chance = crate::elo::expected_score(elo(&ends.plus) - elo(&ends.minus));
        let mut played = Played::default();
        for _ in 0..2 * pairs {
            match rng.random::<f64>() {
                drawn if drawn < 0.1 => played.draws += 1,
                _ if rng.random_bool(chance) => played.wins += 1,
                _ => played.losses += 1,
            }
        }
        Ok(Some(played))
    })
}

#[test]
fn the_strongest_values_are_found() {
    for batch in [1, 8] {
        let report = run(&config(4000, batch), None, u32::MAX).unwrap();
        assert_eq!((report.pairs, report.interrupted), (4000, false));
        assert!((report.keys[0].mean - 1.8).abs() < 0.2, "{report:?}");
        assert!((report.keys[1].mean + 0.2).abs() < 0.1, "{report:?}");
        // The spec has the means, in place of what it said.
        let spec: PlayerSpec = report.spec.parse().unwrap();
        let c_puct = spec.settings().c_puct.unwrap();
        assert!((f64::from(c_puct) - report.keys[0].mean).abs() < 1e-5);
        assert_eq!(spec.settings().simulations, Some(10));
    }
}

#[test]
fn a_stopped_tuning_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("sub/parts"));
    let config = config(300, 7);
    let want = run(&config, Some(&whole), u32::MAX).unwrap();
    let stopped = run(&config, Some(&parts), 100).unwrap();
    assert!(stopped.interrupted && stopped.pairs == 105, "{stopped:?}");
    // The last line was not written to its end.
    let text = std::fs::read_to_string(&parts).unwrap();
    std::fs::write(&parts, &text[..text.len() - 9]).unwrap();
    let have = run(&config, Some(&parts), u32::MAX).unwrap();
    assert_eq!(have.continued, 98);
    let have = TuneReport {
        continued: 0,
        ..have
    };
    assert_eq!(have, want);
    let read = |path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&whole), read(&parts));
    // What is finished is not played again.
    let again = run(&config, Some(&whole), 0).unwrap();
    assert_eq!((again.continued, again.interrupted), (300, false));
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.jsonl");
    run(&config(20, 1), Some(&file), u32::MAX).unwrap();
    let error = run(&config(21, 1), Some(&file), 0).unwrap_err();
    assert!(
        error.to_string().contains("pairs is 20 there and 21 here"),
        "{error}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for (wrong, reason) in [
        (
            [lines[0], lines[2]].join("\n"),
            "line 2: pair 2 does not follow pair 0",
        ),
        ([lines[0], "{}"].join("\n"), "line 2: not a step"),
        ("games".to_owned(), "line 1: not the header"),
    ] {
        let wrong = format!("{wrong}\n");
        std::fs::write(&file, &wrong).unwrap();
        let error = run(&config(20, 1), Some(&file), 0).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), wrong, "untouched");
    }
}

#[test]
fn keys_that_a_player_does_not_have_are_refused() {
    for (keys, reason) in [
        (vec!["cpuc=1:0:2"], "unknown setting `cpuc`"),
        (vec!["cpuct=1:0:200"], "expected a number from 0 to 100"),
        (vec!["local=1:1:20"], "expected a whole number"),
        (vec!["fpu=0:-1:1", "fpu=0:-1:1"], "named twice"),
    ] {
        let keys = keys.iter().map(|key| key.parse().unwrap()).collect();
        let config = TuneConfig {
            keys,
            ..config(10, 1)
        };
        let error = anyhow::Error::from(run(&config, None, 0).unwrap_err());
        assert!(format!("{error:#}").contains(reason), "{error:#}");
    }
}

#[test]
fn values_are_written_as_people_write_them() {
    for (value, text) in [
        (1.0, "1"),
        (0.25, "0.25"),
        (-0.0, "0"),
        (-1e-9, "0"),
        (1.23456789, "1.234568"),
        (10.0, "10"),
    ] {
        assert_eq!(number(value), text);
    }
}

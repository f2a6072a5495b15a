//! The levels that are shipped, and files of levels that are wrong.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use togyz_files::ContentHash;
use togyz_players::{Levels, Library, Source};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The message with its causes.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

#[test]
fn the_shipped_levels_files_and_hashes_agree() {
    let folder = Library::open(&project()).expect("configs/levels.toml");
    let embedded = Library::embedded().expect("the built-in levels");
    assert_eq!(folder.levels(), embedded.levels());
    let names: Vec<&str> = folder.levels().names().collect();
    assert_eq!(
        names,
        [
            "beginner",
            "novice",
            "learner",
            "amateur",
            "club",
            "candidate",
            "master",
            "expert"
        ]
    );
    for level in &folder.levels().0 {
        let from_file = folder.level_model(level).expect("the model in data/models");
        let built_in = embedded.level_model(level).expect("the built-in model");
        assert_eq!(from_file.hash(), level.hash, "{}", level.name);
        assert_eq!(from_file.weights(), built_in.weights(), "{}", level.name);
        let header = from_file.header();
        assert_eq!(
            (header.run.as_str(), header.generation, header.seed),
            (level.run.as_str(), level.generation, level.seed),
            "{}: levels.toml and the model's header disagree",
            level.name
        );
    }
}

#[test]
fn measured_levels_are_in_order() {
    let levels = Library::embedded().expect("levels").levels().clone();
    let elos: Vec<f64> = levels
        .0
        .iter()
        .filter_map(|level| level.elo.map(|measured| measured.elo))
        .collect();
    assert!(elos.is_sorted(), "{elos:?}");
    for level in &levels.0 {
        if let Some(measured) = level.elo {
            assert!(measured.low <= measured.elo && measured.elo <= measured.high);
        }
    }
}

#[test]
fn the_project_is_found_from_within() {
    let found = Library::find(Some(&project().join("crates/players/src"))).expect("levels");
    assert!(
        matches!(found.source(), Source::Folder(_)),
        "{}",
        found.source()
    );
    let elsewhere = tempfile::tempdir().expect("a folder");
    let found = Library::find(Some(elsewhere.path())).expect("levels");
    assert_eq!(*found.source(), Source::Embedded);
    assert_eq!(
        *Library::find(None).expect("levels").source(),
        Source::Embedded
    );
}

/// A valid level, as lines of `key = value`.
fn level(changes: &[(&str, &str)]) -> String {
    let hash = format!("\"{}\"", ContentHash::of(b""));
    let mut lines = vec![
        ("name", "\"club\""),
        ("model", "\"club.model\""),
        ("simulations", "100"),
        ("temperature", "0.5"),
        ("max_loss", "0.1"),
        ("run", "\"quick\""),
        ("generation", "3"),
        ("seed", "1"),
        ("hash", hash.as_str()),
    ];
    for &(key, value) in changes {
        lines.retain(|(known, _)| *known != key);
        lines.push((key, value));
    }
    let lines: Vec<String> = lines
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    format!("[[level]]\n{}\n", lines.join("\n"))
}

#[test]
fn levels_are_written_as_they_were_read() {
    let elo = "{ elo = 12.5, low = 1.0, high = 24.0, games = 400 }";
    let levels = Levels::parse(&level(&[("elo", elo)])).expect("valid");
    let text = levels.to_toml().expect("TOML");
    assert_eq!(Levels::parse(&text).expect("valid"), levels);
}

#[test]
fn wrong_levels_are_refused_by_name() {
    for (text, expected) in [
        (String::new(), "level"),
        ("level = []".to_owned(), "there is no level"),
        (level(&[("simulation", "100")]), "simulation"),
        (level(&[("simulations", "")]), "simulations"),
        (
            level(&[("simulations", "0")]),
            "level `club`: `simulations` is 0; expected 1 to",
        ),
        (
            level(&[("temperature", "11.0")]),
            "level `club`: `temperature` is 11; expected 0 to 10",
        ),
        (
            level(&[("max_loss", "nan")]),
            "level `club`: `max_loss` is NaN; expected 0 to 1",
        ),
        (
            level(&[("model", "\"../club.model\"")]),
            "level `club`: `model` is `../club.model`; expected the name of a file",
        ),
        (
            level(&[("elo", "{ elo = nan, low = 1.0, high = 2.0, games = 4 }")]),
            "level `club`: `elo` is NaN (1 to 2); expected finite numbers",
        ),
        (
            level(&[("elo", "{ elo = 5.0, low = -inf, high = inf, games = 4 }")]),
            "level `club`: `elo` is 5 (-inf to inf); expected finite numbers",
        ),
        (level(&[("hash", "\"12\"")]), "64 hexadecimal digits"),
        (
            format!("{}{}", level(&[]), level(&[])),
            "there are two levels `club`",
        ),
    ] {
        let error = Levels::parse(&text).expect_err(&text);
        let message = chain(&error);
        assert!(message.contains(expected), "{message} lacks {expected}");
    }
}

/// A project's folder with one level.
fn folder(level: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("configs")).expect("a folder");
    fs::create_dir_all(folder.path().join("data/models")).expect("a folder");
    fs::write(folder.path().join("configs/levels.toml"), level).expect("a file");
    folder
}

#[test]
fn missing_broken_and_exchanged_models_are_named() {
    let place = |library: &Library| {
        let level = library.level("club").expect("the level").clone();
        chain(&library.level_model(&level).expect_err("no model"))
    };

    let project_folder = folder(&level(&[]));
    let library = Library::open(project_folder.path()).expect("levels");
    let message = place(&library);
    assert!(
        message.contains("level `club`: there is no model"),
        "{message}"
    );
    assert!(message.contains("club.model"), "{message}");

    let file = project_folder.path().join("data/models/club.model");
    fs::write(&file, "not a model").expect("a file");
    let message = place(&library);
    assert!(message.contains("club.model"), "{message}");

    fs::copy(project().join("data/models/beginner.model"), &file).expect("a copy");
    let message = place(&library);
    assert!(message.contains("has the hash"), "{message}");
    assert!(message.contains("club.model"), "{message}");
}

#[test]
fn a_wrong_file_of_levels_is_named() {
    let project = folder(&level(&[("sims", "5")]));
    let message = chain(&Library::open(project.path()).expect_err("wrong"));
    assert!(message.contains("levels.toml"), "{message}");
    assert!(message.contains("sims"), "{message}");
    let empty = tempfile::tempdir().expect("a folder");
    let message = chain(&Library::open(empty.path()).expect_err("missing"));
    assert!(message.contains("levels.toml"), "{message}");
}

//! The rules of the house that a test can keep: see ARCHITECTURE.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use togyz_tests::root;

/// Each crate with the crates of ours that it may use: data flows one way.
const MAY_USE: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("files", &[]),
    ("tables", &["rules", "files"]),
    ("search", &["rules", "tables"]),
    ("mcts", &["rules", "tables"]),
    ("model", &["rules", "files"]),
    (
        "players",
        &["rules", "files", "tables", "search", "mcts", "model"],
    ),
    (
        "arena",
        &[
            "rules", "files", "tables", "search", "mcts", "model", "players",
        ],
    ),
    ("net", &["rules", "files", "model"]),
    (
        "trainer",
        &[
            "rules", "files", "tables", "search", "mcts", "model", "players", "arena", "net",
        ],
    ),
    ("play", &["rules", "files", "tables", "players", "arena"]),
];

/// The only crates that may name burn.
const BURN: &[&str] = &["net", "trainer"];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest(folder: &Path) -> toml::Table {
    read(&folder.join("Cargo.toml"))
        .parse()
        .expect("a manifest is TOML")
}

/// Every file below `folder` with this extension, without what a build leaves.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("a readable entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            if path.is_dir() {
                if !["target", "runs", ".git"].contains(&name) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn crates_use_only_what_lies_below_them() {
    let allowed: BTreeMap<_, _> = MAY_USE.iter().copied().collect();
    for entry in fs::read_dir(root().join("crates")).expect("crates/") {
        let folder = entry.expect("a crate").path();
        let name = folder
            .file_name()
            .expect("a name")
            .to_str()
            .expect("ASCII")
            .to_owned();
        let may_use = allowed
            .get(name.as_str())
            .unwrap_or_else(|| panic!("unknown crate {name}"));
        let manifest = manifest(&folder);
        assert_eq!(
            manifest["package"]["name"].as_str(),
            Some(&*format!("togyz-{name}"))
        );
        for dependency in manifest["dependencies"].as_table().expect("a table").keys() {
            if let Some(used) = dependency.strip_prefix("togyz-") {
                assert!(
                    may_use.contains(&used),
                    "{name} uses {used}, which lies beside or above it"
                );
            }
        }
    }
}

#[test]
fn only_net_and_trainer_name_burn() {
    for &(name, _) in MAY_USE {
        let folder = root().join("crates").join(name);
        let names_burn = manifest(&folder)["dependencies"]
            .as_table()
            .expect("a table")
            .keys()
            .any(|dependency| dependency == "burn" || dependency.starts_with("burn-"));
        assert!(!names_burn || BURN.contains(&name), "{name} names burn");
    }
}

#[test]
fn play_and_evaluate_build_without_burn() {
    let lock: toml::Table = read(&root().join("Cargo.lock"))
        .parse()
        .expect("a lock file is TOML");
    let packages = lock["package"].as_array().expect("packages");
    let dependencies = |name: &str| -> Vec<String> {
        packages
            .iter()
            .filter(|package| package["name"].as_str() == Some(name))
            .filter_map(|package| package.get("dependencies")?.as_array())
            .flatten()
            .filter_map(|text| text.as_str()?.split(' ').next().map(str::to_owned))
            .collect()
    };
    for program in ["togyz-play", "togyz-arena"] {
        let mut seen = Vec::new();
        let mut waiting = vec![program.to_owned()];
        while let Some(name) = waiting.pop() {
            if !seen.contains(&name) {
                assert!(!name.starts_with("burn"), "{program} needs {name}");
                waiting.extend(dependencies(&name));
                seen.push(name);
            }
        }
        assert!(
            seen.len() > 5,
            "{program} is in the lock file with what it needs"
        );
    }
}

#[test]
fn every_crate_has_the_workspace_lints_and_its_readme_as_documentation() {
    for &(name, _) in MAY_USE {
        let folder = root().join("crates").join(name);
        assert_eq!(
            manifest(&folder)["lints"]["workspace"].as_bool(),
            Some(true),
            "{name}"
        );
        let library = read(&folder.join("src/lib.rs"));
        assert!(
            library.contains("#![doc = include_str!(\"../README.md\")]"),
            "{name}"
        );
        assert!(
            read(&folder.join("README.md")).contains("```"),
            "{name}: an example that runs"
        );
    }
}

#[test]
fn lints_and_profiles_are_those_agreed() {
    let workspace = manifest(root());
    let rust = &workspace["workspace"]["lints"]["rust"];
    for (lint, level) in [
        ("unsafe_code", "deny"),
        ("missing_docs", "warn"),
        ("missing_debug_implementations", "warn"),
        ("unreachable_pub", "warn"),
        ("unused_must_use", "deny"),
    ] {
        assert_eq!(rust[lint].as_str(), Some(level), "{lint}");
    }
    let clippy = &workspace["workspace"]["lints"]["clippy"];
    for (lint, level) in [
        ("undocumented_unsafe_blocks", "deny"),
        ("dbg_macro", "deny"),
        ("todo", "deny"),
        ("unwrap_used", "warn"),
        ("missing_errors_doc", "warn"),
        ("missing_panics_doc", "warn"),
        ("cast_possible_truncation", "warn"),
        ("cast_sign_loss", "warn"),
        ("float_cmp", "warn"),
        ("must_use_candidate", "warn"),
        ("print_stdout", "warn"),
        ("allow_attributes_without_reason", "warn"),
    ] {
        assert_eq!(clippy[lint].as_str(), Some(level), "{lint}");
    }
    // docs/decisions/0014-link-time-optimization.md
    assert_eq!(workspace["profile"]["release"]["lto"].as_str(), Some("off"));
}

#[test]
fn no_source_file_is_longer_than_400_lines() {
    for folder in ["crates", "fuzz", "tests"] {
        for extension in ["rs", "js", "css", "html"] {
            for path in files(&root().join(folder), extension) {
                let lines = read(&path).lines().count();
                assert!(
                    lines <= 400,
                    "{} has {lines} lines: split it by concern",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn libraries_read_no_clock_and_no_environment() {
    // The binaries and the crate that drives long runs own the clock.
    for name in [
        "rules", "files", "tables", "search", "mcts", "model", "players", "net",
    ] {
        for path in files(&root().join("crates").join(name).join("src"), "rs") {
            let text = read(&path);
            for word in [
                "Instant::now",
                "SystemTime::now",
                "env::var",
                "println!",
                "rand::rng(",
            ] {
                let found = text
                    .lines()
                    .find(|line| line.contains(word) && !line.trim_start().starts_with("//"));
                assert!(found.is_none(), "{}: {found:?}", path.display());
            }
        }
    }
}

#[test]
fn every_decision_is_listed() {
    let folder = root().join("docs/decisions");
    let index = read(&folder.join("README.md"));
    for path in files(&folder, "md") {
        let name = path.file_name().expect("a name").to_str().expect("ASCII");
        assert!(
            name == "README.md" || index.contains(&format!("({name})")),
            "{name} is not listed"
        );
    }
}

#[test]
fn every_key_of_the_shipped_configs_has_a_comment() {
    for path in files(&root().join("configs"), "toml") {
        if path.ends_with("levels.toml") {
            continue; // Written by a program; its keys are explained at its top.
        }
        let text = read(&path);
        // The tables of levels are alike: one comment above them explains each key.
        let (keys, levels) = text.split_once("[[levels]]").expect("levels");
        for key in ["name:", "at:", "simulations:", "temperature:", "max_loss:"] {
            assert!(keys.contains(key), "{}: {key}", path.display());
        }
        let last = levels.replace("[[levels]]", "");
        assert!(
            !last.contains("\n["),
            "{}: levels come last",
            path.display()
        );
        let mut commented = false;
        for line in keys.lines().map(str::trim) {
            let is_key = line.split_once('=').is_some_and(|(key, _)| {
                key.trim()
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '_')
            });
            if is_key {
                assert!(
                    commented || line.contains(" # "),
                    "{}: `{line}`",
                    path.display()
                );
            }
            commented = line.starts_with('#');
        }
    }
}

#[test]
fn every_target_of_fuzzing_has_a_program_and_a_corpus() {
    let fuzz = manifest(&root().join("fuzz"));
    let programs: Vec<&str> = fuzz["bin"]
        .as_array()
        .expect("programs")
        .iter()
        .filter_map(|program| program["name"].as_str())
        .collect();
    let targets: Vec<&str> = togyz_tests::targets::TARGETS
        .iter()
        .map(|target| target.name)
        .collect();
    assert_eq!(programs, targets);
    for name in targets {
        let program = root().join(format!("fuzz/fuzz_targets/{name}.rs"));
        assert!(read(&program).contains(&format!("targets::{name}(bytes)")));
        assert!(root().join("fuzz/corpus").join(name).is_dir(), "{name}");
    }
}

#[test]
fn links_in_the_documents_lead_somewhere() {
    for path in files(root(), "md") {
        let text = read(&path);
        for (_, rest) in text
            .match_indices("](")
            .map(|(at, found)| text[at..].split_at(found.len()))
        {
            let target = rest.split([')', '#', ' ']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let found = path.parent().expect("a folder").join(target);
            assert!(
                found.exists(),
                "{}: `{target}` leads nowhere",
                path.display()
            );
        }
    }
}

//! The page's sources: small, without anything from elsewhere, and without code in the markup.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::Server;

/// All files together, in bytes.
const MOST: u64 = 300_000;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn it_is_small_and_all_of_it_is_served() {
    let server = Server::start();
    let mut total = 0;
    for path in files() {
        total += fs::metadata(&path).unwrap().len();
        let name = path.file_name().unwrap().to_str().unwrap();
        let answer = server.get(&format!("/{name}"));
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(answer.body, fs::read_to_string(&path).unwrap(), "{name}");
    }
    assert!(total < MOST, "{total} bytes");
}

#[test]
fn nothing_comes_from_elsewhere_and_no_code_is_in_the_markup() {
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        for (number, line) in text.lines().enumerate() {
            let place = format!("{name}:{}: {line}", number + 1);
            let line = line.replace("http://www.w3.org/2000/svg", "");
            for word in [
                "http://",
                "https://",
                "//cdn",
                "@import",
                "eval(",
                "new Function",
                "innerHTML",
                "document.write",
            ] {
                assert!(!line.contains(word), "{place}");
            }
            if name.ends_with(".html") {
                for word in [" style=", " onclick", " onload", "<style", "javascript:"] {
                    assert!(!line.contains(word), "{place}");
                }
                assert!(
                    !line.contains("<script") || line.contains("src="),
                    "{place}"
                );
            }
            if name.ends_with(".js") {
                assert!(!line.contains("setAttribute(\"style\""), "{place}");
                assert!(!line.contains("console.log"), "{place}");
            }
        }
        if name.ends_with(".js") {
            assert!(
                text.starts_with("// @ts-check\n/**"),
                "{name}: typed, with a word on what it is"
            );
        }
    }
}

/// Where Node is, it reads each module; a browser does in any case, in the tests of the page.
#[test]
fn every_module_is_javascript() {
    if Command::new("node").arg("--version").output().is_err() {
        return;
    }
    for path in files() {
        if path.extension().is_some_and(|found| found == "js") {
            let output = Command::new("node")
                .arg("--check")
                .arg(&path)
                .output()
                .unwrap();
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

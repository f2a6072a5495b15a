//! Endgame tables on the command line: built, verified, broken, asked.

use std::fs;

use crate::binary::{expect, play};

/// Seven balls: more than the tables that are always there.
const SEVEN: &str = "0,0,1,1,1/1,1,0,1,1/22,21/-1,-1/0";

#[test]
fn tables_are_built_once_verified_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new");
    let dir = dir.to_str().unwrap();
    let build = [
        "tables",
        "build",
        "--variant",
        "bestemshe",
        "--balls",
        "8",
        "--dir",
        dir,
    ];
    let text = expect(&play(&build, ""), 0);
    assert!(
        text.contains("3 files") && text.contains("0 there already"),
        "{text}"
    );
    let text = expect(&play(&build, ""), 0);
    assert!(text.contains("3 there already"), "{text}");

    let verify = ["tables", "verify", "--variant", "bestemshe", "--dir", dir];
    let text = expect(&play(&verify, ""), 0);
    assert!(
        text.contains("up to 8 balls") && text.contains("All right."),
        "{text}"
    );

    // The value is said to be exact with them, and not without.
    let analyze = [
        "analyze",
        SEVEN,
        "--variant",
        "bestemshe",
        "--json",
        "--tables",
    ];
    let exact = |tables: &str| {
        let output = play(&[&analyze[..], &[tables]].concat(), "");
        let report: serde_json::Value = serde_json::from_str(&expect(&output, 0)).unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (report["analyses"][0]["exact"].as_bool().unwrap(), errors)
    };
    assert_eq!(exact(dir), (true, String::new()));
    let (is_exact, errors) = exact("absent");
    assert!(
        !is_exact && errors.starts_with("warning: absent: "),
        "{errors}"
    );

    // A broken file is told by name, and the rest is used.
    let path = format!("{dir}/bestemshe-07-00.table");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let (is_exact, errors) = exact(dir);
    assert!(!is_exact, "seven balls are in the broken file");
    assert!(
        errors.contains("bestemshe-07-00.table") && errors.contains("damaged"),
        "{errors}"
    );
    let text = expect(&play(&verify, ""), 1);
    assert!(text.contains("bestemshe-07-00.table"), "{text}");
    expect(&play(&build, ""), 0);
    expect(&play(&verify, ""), 0);
}

#[test]
fn a_study_is_solved_with_its_line() {
    let study = "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0";
    let text = expect(&play(&["solve", study], ""), 0);
    assert!(
        text.contains("A draw with best play.\nLine, by the tables"),
        "{text}"
    );
    assert!(text.contains("a draw, 81 to 81"), "{text}");
    // Too few nodes to see the end.
    let text = expect(&play(&["solve", "startpos", "--nodes", "1000"], ""), 1);
    assert!(text.contains("Not solved within the limit."), "{text}");
    expect(&play(&["solve", "nowhere"], ""), 2);
}

#[test]
fn hints_of_a_small_position_are_exact() {
    let small = "0,0,0,0,0,0,0,2,1/0,0,0,0,0,0,1,0,1/78,79/-1,-1/0";
    let text = expect(&play(&["--position", small], "hint\neval\nquit\n"), 0);
    assert!(text.contains(", exactly\n"), "{text}");
    assert!(
        text.contains("Exact: ") && text.contains("by endgame tables"),
        "{text}"
    );
}

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
        text.contains("up to 8 balls")
            && text.contains("A + B = n in 9 of 9 layers")
            && text.contains("All right."),
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
        text.contains("Certain: a draw with best play.\nline: "),
        "{text}"
    );
    assert!(text.contains("\n| exact, by endgame tables\n"), "{text}");
    assert!(text.contains("A draw, 81 to 81."), "{text}");
    // Too few nodes to see the end.
    let text = expect(&play(&["solve", "startpos", "--nodes", "1000"], ""), 1);
    assert!(text.contains("Not solved within the limit."), "{text}");
    assert!(
        text.contains("There are 162 balls on the board. A larger `--nodes`"),
        "{text}"
    );
    expect(&play(&["solve", "nowhere"], ""), 2);
}

#[test]
fn what_is_known_and_what_would_help_is_told() {
    // Eight balls, none of which can be had at once; south has its half and lacks one ball.
    let study = "0,0,0,0,0,0,3,1,0/0,0,0,0,0,0,0,3,1/81,73/2,-1/1";
    let text = expect(&play(&["solve", study, "--nodes", "8"], ""), 1);
    let certain = "Bastaushy gets half of the balls or more, so Kostaushy cannot win.\n";
    assert!(text.contains(certain), "{text}");
    assert!(!text.contains("Kostaushy gets"), "{text}");
    assert!(
        text.contains(
            "Endgame tables up to 8 balls have the answer: `play tables build --balls 8`"
        ),
        "{text}"
    );
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

#[test]
#[cfg(unix)]
fn a_build_goes_on_after_a_kill() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    let [killed, whole] = ["killed", "whole"].map(|name| folder.path().join(name));
    let build = |dir: &std::path::Path| {
        let dir = dir.to_str().unwrap();
        [
            "tables",
            "build",
            "--variant",
            "qozdatu",
            "--balls",
            "9",
            "--dir",
            dir,
        ]
        .map(str::to_owned)
    };
    // 1. Killed, as no program can forbid, when the first of four files is there.
    let files = || {
        let entries = fs::read_dir(&killed).into_iter().flatten().flatten();
        let tables = entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "table"));
        tables.count()
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_play"))
        .args(build(&killed))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while files() == 0 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), None, "it was killed, and not done before");
    let before = files();
    assert!((1..4).contains(&before), "{before}");

    // 2. The same command does what is left, and the files are those of a build that went through.
    let run = |dir: &std::path::Path| {
        let build = build(dir);
        let arguments: Vec<&str> = build.iter().map(String::as_str).collect();
        expect(&play(&arguments, ""), 0)
    };
    let text = run(&killed);
    assert!(text.contains(&format!("{before} there already")), "{text}");
    run(&whole);
    let mut names = Vec::new();
    for entry in fs::read_dir(&killed).unwrap() {
        let name = entry.unwrap().file_name();
        let bytes = |dir: &std::path::Path| fs::read(dir.join(&name)).unwrap();
        assert_eq!(bytes(&killed), bytes(&whole), "{name:?}");
        names.push(name);
    }
    assert_eq!(names.len(), 4, "nothing else is left: {names:?}");
}

#[test]
#[cfg(unix)]
fn a_pipe_or_a_folder_among_the_tables_is_told_and_passed_by() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let pipe = folder.path().join("bestemshe-06-00.table");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    fs::create_dir(folder.path().join("togyz-06-00.table")).unwrap();
    let small = "0,0,0,0,1/0,1,0,0,1/24,23/-1,-1/0";
    let solve = ["solve", small, "--variant", "bestemshe", "--tables", dir];
    let output = play(&solve, "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    expect(&output, 0);
    for name in ["bestemshe-06-00.table", "togyz-06-00.table"] {
        let told = errors.lines().any(|line| {
            line.starts_with("warning: ") && line.contains(name) && line.contains("no regular file")
        });
        assert!(told, "{name}: {errors}");
    }
}

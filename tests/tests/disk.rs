//! Programs on a disk that is full, that takes no file above a size, that fails, or that takes
//! nothing at all.
//!
//! A small disk is a tmpfs in a namespace of the test's own; where the system allows no such
//! namespace, the test says so and ends. A disk that fails is a small library loaded before the
//! system's, built by the C compiler that the workspace needs anyway.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use togyz_tests::run::{metrics, products, text, train, training};
use togyz_tests::{Finished, Program, root};

/// Runs a program again and again with more room each time, until it ends well; the outputs of all
/// tries are kept. `$1` is a folder for them, `$2` the file whose being there means `--resume`, the
/// rest is the command.
const TRIES: &str = r#"
out=$1 begun=$2; shift 2
for try in $(seq 1 400); do
    room $try
    more=; [ -e "$begun" ] && more=--resume
    $with "$@" $more > "$out/$try.out" 2> "$out/$try.err"
    code=$?
    [ $code = 0 ] && cp -r "$disk/." "$out/made" && exit 0
    echo $code > "$out/$try.code"
done
exit 1
"#;

/// A disk of `first` KiB and `step` more each time.
fn small_disk(disk: &Path, first: u32, step: u32) -> String {
    format!(
        "disk='{}'\nmount -t tmpfs -o size={first}k tmpfs \"$disk\" || exit 77\n\
         room() {{ mount -o remount,size=$(({first} + {step} * ($1 - 1)))k \"$disk\"; }}\n{TRIES}",
        text(disk)
    )
}

/// A limit to the size of a file that doubles each time: what is written is cut off there.
fn small_files(disk: &Path, first: u32) -> String {
    format!(
        "disk='{}'\ntrap '' XFSZ\n\
         room() {{ ulimit -S -f $(({first} << ($1 - 1))); }}\n{TRIES}",
        text(disk)
    )
}

/// A disk where one read, write or sync of each try fails, `step` further on each time, or where every
/// write takes half of what it is given.
#[cfg(target_os = "linux")]
fn faulty_disk(disk: &Path, fault: &str) -> String {
    let library = disk.with_extension("so");
    let source = root().join("tests/tests/disk/faulty.c");
    let built = Command::new("cc")
        .args([
            "-O1",
            "-shared",
            "-fPIC",
            "-o",
            text(&library),
            text(&source),
            "-ldl",
        ])
        .status()
        .expect("a C compiler");
    assert!(built.success(), "{} is not built", source.display());
    format!(
        "disk='{}'\nroom() {{ with=\"env LD_PRELOAD={} FAULT_DIR=$disk {fault}\"; }}\n{TRIES}",
        text(disk),
        text(&library)
    )
}

/// Whether a namespace with a disk of its own can be had.
fn has_namespaces() -> bool {
    let made = Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !made {
        eprintln!("skipped: this system lets nobody mount a small disk");
    }
    made
}

/// The tries that failed, and the folder as it was after the one that did not.
struct Tries {
    failed: Vec<Finished>,
    made: PathBuf,
}

fn shell(script: &str, own_disk: bool, out: &Path, begun: &Path, command: &[&str]) -> Tries {
    fs::create_dir_all(out).expect("a folder");
    let mut shell = if own_disk {
        let mut shell = Command::new("unshare");
        shell.args(["-rm", "bash"]);
        shell
    } else {
        Command::new("bash")
    };
    shell
        .args(["-c", script, "bash", text(out), text(begun)])
        .args(command)
        .env("NO_COLOR", "1")
        .current_dir(root());
    let output = shell.output().expect("a shell");
    let shell = Finished::new(script.to_owned(), &output).exits(0);
    let read = |number: u32, kind: &str| {
        fs::read_to_string(out.join(format!("{number}.{kind}"))).unwrap_or_default()
    };
    let failed = (1..)
        .map_while(|number| {
            let code = read(number, "code").trim().parse().ok()?;
            Some(Finished {
                command: shell.command.clone(),
                code: Some(code),
                out: read(number, "out"),
                err: read(number, "err"),
            })
        })
        .collect();
    Tries {
        failed,
        made: out.join("made"),
    }
}

/// Every failure is an error that says what is the matter and with which file.
fn told(tries: &Tries, disk: &Path, cause: &str, least: usize) {
    eprintln!("{} tries ended with: {cause}", tries.failed.len());
    assert!(
        tries.failed.len() >= least,
        "only {} tries failed",
        tries.failed.len()
    );
    for failed in &tries.failed {
        assert_eq!(failed.code, Some(2), "{failed:#?}");
        let is_told = |line: &str| line.contains(cause) && line.contains(text(disk));
        assert!(
            failed.err.lines().any(is_told),
            "no `{cause}` or no file in {failed:#?}"
        );
        assert!(!failed.err.contains("panicked"), "{failed:#?}");
    }
}

const SETTINGS: &[&str] = &[
    "--set",
    "run.workers=1",
    "--set",
    "run.min_free_disk_mib=0",
    "--set",
    "selfplay.games_per_shard=2",
    "--set",
    "evaluation.anchors=[\"random\"]",
    // The disk is too small, and the run is to find that out in the middle.
    "--oversize",
];

/// Trains where there is no room, and compares what comes out with a run that had room.
fn trains_in_the_end(script: impl Fn(&Path) -> String, own_disk: bool, cause: &str, least: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole/run");
    train(&whole, SETTINGS).exits(0);
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("a folder");
    let run = disk.join("run");
    let program = Program::Train.path();
    let command = [vec![text(&program)], training(&run, SETTINGS)].concat();
    let tries = shell(
        &script(&disk),
        own_disk,
        &folder.path().join("out"),
        &run.join("config.toml"),
        &command,
    );
    told(&tries, &disk, cause, least);
    let made = tries.made.join("run");
    assert!(
        products(&whole) == products(&made),
        "other games or weights"
    );
    assert!(metrics(&whole) == metrics(&made), "other metrics");
}

#[test]
fn a_run_on_a_full_disk_goes_on_when_there_is_room() {
    if has_namespaces() {
        trains_in_the_end(
            |disk| small_disk(disk, 16, 100),
            true,
            "No space left on device",
            10,
        );
    }
}

#[test]
fn a_run_whose_files_are_cut_off_goes_on_when_they_are_not() {
    trains_in_the_end(|disk| small_files(disk, 1), false, "File too large", 5);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_on_a_disk_that_fails_goes_on() {
    trains_in_the_end(
        |disk| faulty_disk(disk, "FAULT_AT=$(($1 * $1 / 4 + 1))"),
        false,
        "Input/output error",
        20,
    );
    trains_in_the_end(|disk| faulty_disk(disk, "FAULT_SHORT=1"), false, "none", 0);
}

#[cfg(target_os = "linux")]
#[test]
fn tables_and_matches_go_on_after_a_disk_failed() {
    tables_and_matches_in_the_end(
        |disk, _| faulty_disk(disk, "FAULT_AT=$(($1 * $1 / 8 + 1))"),
        false,
        "Input/output error",
        5,
    );
    tables_and_matches_in_the_end(
        |disk, _| faulty_disk(disk, "FAULT_SHORT=1"),
        false,
        "none",
        0,
    );
}

#[test]
fn tables_and_matches_go_on_when_there_is_room() {
    if !has_namespaces() {
        return;
    }
    tables_and_matches_in_the_end(
        |disk, step| small_disk(disk, 8, step),
        true,
        "No space left on device",
        2,
    );
}

/// Builds tables and plays a match where there is no room, and looks at what comes out.
fn tables_and_matches_in_the_end(
    script: impl Fn(&Path, u32) -> String,
    own_disk: bool,
    cause: &str,
    least: usize,
) {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("a folder");
    let on_this_disk = |name: &str, program: Program, step: u32, command: &[&str]| {
        let program = program.path();
        let command = [&[text(&program)], command].concat();
        let out = folder.path().join(name);
        let never = folder.path().join("never");
        let tries = shell(&script(&disk, step), own_disk, &out, &never, &command);
        told(&tries, &disk, cause, least);
        tries.made
    };
    let tables = disk.join("tables");
    let arguments = ["tables", "build", "--balls", "6", "--dir", text(&tables)];
    let made = on_this_disk("tables", Program::Play, 60, &arguments).join("tables");
    Program::Play
        .run(root(), &["tables", "verify", "--dir", text(&made)])
        .exits(0);

    let results = disk.join("match.jsonl");
    let players = ["greedy", "random", "--games", "60", "--out"];
    let arguments = [&players[..], &[text(&results)]].concat();
    let made = on_this_disk("match", Program::Evaluate, 8, &arguments);
    let lines = fs::read_to_string(made.join("match.jsonl")).expect("results");
    assert_eq!(lines.lines().count(), 61);
}

#[test]
fn a_folder_that_takes_nothing_is_named() {
    if !has_namespaces() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("a folder");
    let run = disk.join("run");
    let results = disk.join("match.jsonl");
    let cases: [(Program, Vec<&str>); 3] = [
        (Program::Train, training(&run, &[])),
        (
            Program::Play,
            vec!["tables", "build", "--balls", "6", "--dir", text(&disk)],
        ),
        (
            Program::Evaluate,
            vec!["greedy", "random", "--games", "2", "--out", text(&results)],
        ),
    ];
    for (program, arguments) in cases {
        let output = Command::new("unshare")
            .args(["-rm", "bash", "-c"])
            .arg("mount -t tmpfs -o ro tmpfs \"$1\" && shift && exec \"$@\"")
            .args(["bash", text(&disk), text(&program.path())])
            .args(&arguments)
            .current_dir(root())
            .output()
            .expect("a shell");
        let finished = Finished::new(arguments.join(" "), &output)
            .exits(2)
            .says(&["Read-only file system"]);
        assert!(finished.err.contains(text(&disk)), "{finished:#?}");
    }
}

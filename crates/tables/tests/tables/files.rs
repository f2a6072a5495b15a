//! Folders of tables: built, gone on with, broken, mended.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use togyz_files::FileError;
use togyz_rules::Variant;
use togyz_tables::{
    BuildReport, Pair, Plan, SMALL_BALLS, TableError, TableSet, build, file_name, verify,
};

static NEVER: AtomicBool = AtomicBool::new(false);
const PLENTY: u64 = 1 << 30;

fn plan(variant: Variant, balls: u8) -> Plan {
    Plan {
        variant,
        balls,
        threads: 2,
    }
}

fn built(folder: &Path, plan: Plan) -> BuildReport {
    build(folder, plan, &NEVER, &|_| {}).unwrap()
}

fn bytes_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_folder_holds_what_was_solved() {
    let folder = tempfile::tempdir().unwrap();
    let report = built(folder.path(), plan(Variant::Qozdatu, 7));
    let positions =
        TableSet::positions(Variant::Qozdatu, 6) + TableSet::positions(Variant::Qozdatu, 7);
    assert_eq!((report.files, report.found, report.stopped), (2, 0, false));
    assert_eq!((report.positions, report.solved), (positions, positions));
    assert!(report.evaluated >= positions);
    let opened = TableSet::open(folder.path(), Variant::Qozdatu, PLENTY, 2);
    assert!(opened.problems.is_empty());
    assert_eq!(opened.tables.balls(), 7);
    let verified = verify(&opened.tables, 7, 0, &mut |_| 0, &mut |_, _| true);
    assert_eq!((verified.layers, verified.mismatches), (8, Vec::new()));
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let goal = plan(Variant::Bestemshe, 9);
    built(whole.path(), goal);
    // 1. Stopped after the first file.
    let stop = AtomicBool::new(false);
    let report = build(parts.path(), goal, &stop, &|_| {
        stop.store(true, Ordering::Relaxed)
    });
    let report = report.unwrap();
    assert!(report.stopped && report.files == 1);
    // 2. A killed process leaves a temporary file, which is nothing and is cleared away.
    fs::write(parts.path().join(".writing-abc"), b"half").unwrap();
    let report = built(parts.path(), goal);
    assert_eq!((report.files, report.stopped, report.found), (4, false, 1));
    assert!(!parts.path().join(".writing-abc").exists());
    assert_eq!(bytes_of(whole.path()), bytes_of(parts.path()));
}

#[test]
fn a_broken_file_is_told_and_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let goal = plan(Variant::Bestemshe, 8);
    built(folder.path(), goal);
    let sound = bytes_of(folder.path());
    let path = folder
        .path()
        .join(file_name(Variant::Bestemshe, Pair::Free, 7));
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let opened = TableSet::open(folder.path(), Variant::Bestemshe, PLENTY, 1);
    assert!(matches!(
        &opened.problems[..],
        [TableError::File(FileError::Checksum { path: found })] if *found == path
    ));
    assert_eq!(opened.tables.balls(), 6);
    let report = built(folder.path(), goal);
    assert_eq!((report.files, report.found), (3, 2));
    assert_eq!(bytes_of(folder.path()), sound);
}

#[test]
fn a_table_under_another_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    built(folder.path(), plan(Variant::Bestemshe, 7));
    let path = |balls| {
        folder
            .path()
            .join(file_name(Variant::Bestemshe, Pair::Free, balls))
    };
    fs::copy(path(6), path(7)).unwrap();
    let opened = TableSet::open(folder.path(), Variant::Bestemshe, PLENTY, 1);
    assert!(matches!(
        &opened.problems[..],
        [TableError::OtherTable { .. }]
    ));
    assert_eq!(opened.tables.balls(), 6);
}

#[test]
fn memory_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    built(folder.path(), plan(Variant::Bestemshe, 9));
    let opened = TableSet::open(folder.path(), Variant::Bestemshe, 100_000, 1);
    assert!(opened.tables.bytes() <= 100_000);
    assert!(matches!(
        &opened.problems[..],
        [TableError::Memory { balls: 9, .. }]
    ));
    assert_eq!(opened.tables.balls(), 8);
}

#[test]
fn an_empty_folder_has_the_small_tables() {
    let folder = tempfile::tempdir().unwrap();
    for variant in Variant::ALL {
        let opened = TableSet::open(&folder.path().join("none"), variant, PLENTY, 1);
        assert!(opened.problems.is_empty());
        assert_eq!(opened.tables.balls(), SMALL_BALLS);
    }
}

#[test]
fn too_many_balls_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let found = build(folder.path(), plan(Variant::Togyz, 32), &NEVER, &|_| {});
    assert!(matches!(
        found,
        Err(TableError::TooManyBalls {
            balls: 32,
            most: 31,
            ..
        })
    ));
}

/// Half a minute in release: `cargo test --release -p togyz-tables --test tables -- --ignored tuzdiks`.
#[test]
#[ignore = "half a minute in release"]
fn tuzdiks_are_built_alike_on_one_thread_and_on_four() {
    let [one, four] = [1, 4].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        built(
            folder.path(),
            Plan {
                threads,
                ..plan(Variant::Togyz, 6)
            },
        );
        folder
    });
    assert_eq!(bytes_of(one.path()), bytes_of(four.path()));
    let opened = TableSet::open(one.path(), Variant::Togyz, PLENTY, 2);
    let verified = verify(&opened.tables, 6, 0, &mut |_| 0, &mut |_, _| true);
    assert_eq!((verified.layers, verified.mismatches.len()), (37 * 7, 0));
}

//! Folders of tables: built, gone on with, broken, mended.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use togyz_files::FileError;
use togyz_rules::Variant;
use togyz_tables::{
    BuildReport, Pair, Plan, SMALL_BALLS, Storage, TableError, TableSet, build, file_name, verify,
};

use crate::support::boards;

static NEVER: AtomicBool = AtomicBool::new(false);
const PLENTY: u64 = 1 << 30;

fn plan(variant: Variant, balls: u8) -> Plan {
    Plan {
        variant,
        balls,
        threads: 2,
        storage: Storage::Compressed,
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
fn compressed_and_plain_files_hold_the_same_tables() {
    let [compressed, plain] = [Storage::Compressed, Storage::Plain].map(|storage| {
        let folder = tempfile::tempdir().unwrap();
        let goal = plan(Variant::Qozdatu, 8);
        built(folder.path(), Plan { storage, ..goal });
        folder
    });
    let size = |folder: &Path| -> usize {
        let files = bytes_of(folder);
        files.iter().map(|(_, bytes)| bytes.len()).sum()
    };
    assert!(size(compressed.path()) < size(plain.path()));
    let open = |folder: &Path| {
        let opened = TableSet::open(folder, Variant::Qozdatu, PLENTY, 2);
        assert!(opened.problems.is_empty());
        opened.tables
    };
    let [read, mapped] = [compressed.path(), plain.path()].map(open);
    assert_eq!((read.balls(), mapped.balls()), (8, 8));
    for balls in 0..=8 {
        for slow in boards(Variant::Qozdatu, [None, None], balls) {
            let position = slow.position(Variant::Qozdatu, 0);
            assert_eq!(read.bounds(&position), mapped.bounds(&position));
            assert_eq!(read.moves(&position), mapped.moves(&position));
        }
    }
    // Built anew or gone on with, a folder is good as it is: the files may be of either kind.
    let goal = plan(Variant::Qozdatu, 9);
    let report = built(plain.path(), goal);
    assert_eq!((report.files, report.found), (4, 3));
    // Replacing and deleting files harms nobody who uses them.
    if cfg!(unix) {
        fs::remove_dir_all(plain.path()).unwrap();
        let verified = verify(&mapped, 8, 0, &mut |_| 0, &mut |_, _| true);
        assert_eq!(verified.mismatches, Vec::new());
    }
}

#[test]
fn a_damaged_plain_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::Plain;
    built(
        folder.path(),
        Plan {
            storage,
            ..plan(Variant::Bestemshe, 7)
        },
    );
    let path = folder
        .path()
        .join(file_name(Variant::Bestemshe, Pair::Free, 7));
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let opened = TableSet::open(folder.path(), Variant::Bestemshe, PLENTY, 1);
    assert!(matches!(
        &opened.problems[..],
        [TableError::File(FileError::Checksum { path: found })] if *found == path
    ));
    assert_eq!(opened.tables.balls(), 6);
}

#[test]
fn what_is_no_regular_file_is_told_and_passed_by() {
    let folder = tempfile::tempdir().unwrap();
    built(folder.path(), plan(Variant::Bestemshe, 8));
    let path = |balls| {
        folder
            .path()
            .join(file_name(Variant::Bestemshe, Pair::Free, balls))
    };
    let mut strange = vec![path(8)];
    fs::remove_file(path(8)).unwrap();
    fs::create_dir(path(8)).unwrap();
    if cfg!(unix) {
        // A pipe that nobody writes to: to open it would be to wait for ever.
        fs::remove_file(path(7)).unwrap();
        let made = std::process::Command::new("mkfifo").arg(path(7)).status();
        assert!(made.unwrap().success());
        strange.insert(0, path(7));
    }
    let opened = TableSet::open(folder.path(), Variant::Bestemshe, PLENTY, 1);
    let told: Vec<&Path> = opened
        .problems
        .iter()
        .map(|problem| match problem {
            TableError::File(error @ FileError::Io { .. }) => error.path(),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(told, strange);
    assert_eq!(opened.tables.balls(), if cfg!(unix) { 6 } else { 7 });
    let plan = plan(Variant::Bestemshe, 8);
    assert!(build(folder.path(), plan, &NEVER, &|_| {}).is_err());
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

#[test]
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

//! Bodies in place: mapped and copied alike, checked before they are believed.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use togyz_files::{Access, Contents, FileError, FileKind, peek, read, write};

const PLAIN: FileKind = FileKind {
    magic: *b"TOGYZTST",
    version: 1,
    name: "test record",
    max_bytes: 1 << 20,
    compress: false,
};
const PACKED: FileKind = FileKind {
    compress: true,
    ..PLAIN
};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Record<'a> {
    name: &'a str,
    #[serde(borrow)]
    numbers: &'a [u8],
}

fn written(folder: &Path, kind: &FileKind) -> PathBuf {
    let path = folder.join(format!("compressed-{}", kind.compress));
    let record = Record {
        name: "kokmoiyn",
        numbers: &[7; 1000],
    };
    write(&path, kind, &record).expect("writable");
    path
}

#[test]
fn mapped_and_copied_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for kind in [PLAIN, PACKED] {
        let path = written(folder.path(), &kind);
        let [copied, mapped] = [Access::Read, Access::Map]
            .map(|access| Contents::open(&path, &kind, access).expect("as written"));
        assert!(!copied.is_mapped());
        // What is compressed cannot be used where it lies.
        assert_eq!(mapped.is_mapped(), cfg!(unix) && !kind.compress);
        assert_eq!(copied.body(), mapped.body());
        let value: Record = mapped.decode().expect("as written");
        assert_eq!(value, copied.decode().expect("as written"));
        let place = mapped.place_of(value.numbers).expect("borrowed");
        assert_eq!(mapped.body()[place], [7; 1000]);
        assert_eq!(mapped.place_of(b"elsewhere"), None);
    }
}

#[test]
fn a_map_survives_what_the_project_does_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path(), &PLAIN);
    let contents = Contents::open(&path, &PLAIN, Access::Map).expect("as written");
    let before = contents.body().to_vec();
    if cfg!(unix) {
        write(&path, &PLAIN, &("another", "content")).expect("writable");
        assert_eq!(contents.body(), before);
        fs::remove_file(&path).expect("removable");
    }
    assert_eq!(contents.body(), before);
}

#[test]
fn every_damage_is_found_either_way() {
    let folder = tempfile::tempdir().expect("a folder");
    for kind in [PLAIN, PACKED] {
        let path = written(folder.path(), &kind);
        let good = fs::read(&path).expect("there");
        for access in [Access::Read, Access::Map] {
            let open = || Contents::open(&path, &kind, access).map(|_| ());
            for at in (0..good.len()).step_by(7) {
                let mut damaged = good.clone();
                damaged[at] ^= 0x10;
                fs::write(&path, damaged).expect("writable");
                assert!(open().is_err(), "byte {at}");
            }
            for length in [0, 10, 63, 64, good.len() - 1] {
                fs::write(&path, &good[..length]).expect("writable");
                let found = open();
                assert!(
                    matches!(found, Err(FileError::Truncated { .. })),
                    "{length}"
                );
            }
            fs::write(&path, [&good[..], b"!"].concat()).expect("writable");
            assert!(matches!(open(), Err(FileError::TrailingBytes { .. })));
            fs::write(&path, &good).expect("writable");
            assert!(open().is_ok());
        }
    }
}

#[test]
fn a_malformed_value_names_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list");
    write(&path, &PLAIN, &[1_u64, 2, 3]).expect("writable");
    let contents = Contents::open(&path, &PLAIN, Access::Map).expect("sound");
    let found = contents.decode::<Record>();
    assert!(matches!(found, Err(FileError::Malformed { path: named, .. }) if named == path));
}

#[test]
fn only_regular_files_are_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths = vec![folder.path().to_owned()];
    if cfg!(unix) {
        // Nobody writes to it: to open it would be to wait for ever.
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        paths.push(pipe);
    }
    for path in paths {
        let found = [
            read::<u32>(&path, &PLAIN).map(|_| ()),
            peek(&path).map(|_| ()),
            Contents::open(&path, &PLAIN, Access::Map).map(|_| ()),
        ];
        for found in found {
            let error = found.expect_err("no regular file");
            assert!(matches!(error, FileError::Io { .. }), "{error}");
        }
    }
}

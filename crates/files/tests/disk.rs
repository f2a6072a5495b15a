//! Files on a real disk: replaced whole, never lost, and each fault with its own error.

use std::fs;
use std::path::Path;

use togyz_files::{FileError, FileKind, peek, read, write, write_atomic, write_new};

const KIND: FileKind = FileKind {
    magic: *b"TOGYZTST",
    version: 1,
    name: "test list",
    max_bytes: 1 << 20,
    compress: true,
};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    names
}

#[test]
fn written_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list");
    for values in [vec![1_u32, 2, 3], vec![], vec![9; 1000]] {
        let written = write(&path, &KIND, &values).expect("writable");
        assert_eq!(read::<Vec<u32>>(&path, &KIND).expect("as written"), values);
        assert_eq!(written.bytes, fs::metadata(&path).expect("exists").len());
        let (header, intact) = peek(&path).expect("ours");
        assert!(intact);
        assert_eq!((header.hash, header.version), (written.hash, 1));
        assert_eq!(header.file_bytes(), written.bytes);
        assert_eq!(header.magic.to_string(), "\"TOGYZTST\"");
    }
    assert_eq!(names(folder.path()), ["list"], "no temporary file is left");
}

#[test]
fn peek_sees_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list");
    write(&path, &KIND, &[1_u32, 2, 3]).expect("writable");
    let good = fs::read(&path).expect("exists");
    let mut flipped = good.clone();
    *flipped.last_mut().expect("not empty") ^= 1;
    for damaged in [
        &flipped[..],
        &good[..good.len() - 1],
        &[&good[..], b"x"].concat(),
    ] {
        fs::write(&path, damaged).expect("writable");
        let (_, intact) = peek(&path).expect("the header is whole");
        assert!(!intact);
    }
    fs::write(&path, "a text of somebody else").expect("writable");
    assert!(matches!(peek(&path), Err(FileError::Foreign { .. })));
    fs::write(&path, &good[..40]).expect("writable");
    assert!(matches!(peek(&path), Err(FileError::Truncated { .. })));
}

#[test]
fn a_file_on_disk_that_is_cut_or_too_long() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list");
    write(&path, &KIND, &[1_u32, 2, 3]).expect("writable");
    let good = fs::read(&path).expect("exists");
    for length in [0, 5, 63, 64, good.len() - 1] {
        fs::write(&path, &good[..length]).expect("writable");
        let error = read::<Vec<u32>>(&path, &KIND).expect_err("cut short");
        assert!(
            matches!(error, FileError::Truncated { .. }),
            "{length}: {error}"
        );
        assert_eq!(error.path(), path);
    }
    fs::write(&path, [&good[..], &[0; 100]].concat()).expect("writable");
    let error = read::<Vec<u32>>(&path, &KIND).expect_err("too long");
    assert!(matches!(error, FileError::TrailingBytes { .. }), "{error}");
}

#[test]
fn immutable_files_are_named_by_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |values: &[u32]| {
        write_new(folder.path(), &KIND, values, |hash| {
            format!("3-{}.shard", hash.short())
        })
    };
    let (path, written) = put(&[1, 2, 3]).expect("writable");
    assert!(path.ends_with(format!("3-{}.shard", written.hash.short())));
    assert_eq!(put(&[1, 2, 3]).expect("the same is fine"), (path, written));
    put(&[4]).expect("another name");
    assert_eq!(names(folder.path()).len(), 2);

    let taken = write_new(folder.path(), &KIND, &[5_u32][..], |_| {
        format!("3-{}.shard", written.hash.short())
    });
    assert!(matches!(taken, Err(FileError::Exists { .. })));
    assert_eq!(names(folder.path()).len(), 2, "no temporary file is left");
}

#[test]
fn missing_things_have_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no-such.file");
    let error = read::<u32>(&path, &KIND).expect_err("missing");
    assert!(matches!(error, FileError::NotFound { .. }), "{error}");
    assert!(error.to_string().contains("no-such.file"));
    assert!(matches!(peek(&path), Err(FileError::NotFound { .. })));

    let nowhere = folder.path().join("no-such-folder").join("file");
    let error = write(&nowhere, &KIND, &1_u32).expect_err("no folder");
    assert!(matches!(error, FileError::Io { .. }), "{error}");
    assert!(error.to_string().contains("no-such-folder"));

    // A folder is no file, neither to read nor to replace.
    let error = read::<u32>(folder.path(), &KIND).expect_err("a folder");
    assert!(matches!(error, FileError::Io { .. }), "{error}");
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("writable");
    let error = write_atomic(&inner, b"text").expect_err("a folder");
    assert!(matches!(error, FileError::Io { .. }), "{error}");
    assert_eq!(names(folder.path()), ["inner"], "no temporary file is left");
}

#[test]
fn another_kind_and_a_foreign_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list");
    write(&path, &KIND, &7_u32).expect("writable");
    let other = FileKind {
        magic: *b"TOGYZXYZ",
        name: "xyz",
        ..KIND
    };
    let error = read::<u32>(&path, &other).expect_err("another kind");
    assert!(error.to_string().contains("TOGYZTST"), "{error}");
    fs::write(&path, "[levels]").expect("writable");
    let error = read::<u32>(&path, &KIND).expect_err("foreign");
    assert!(
        error.to_string().contains("begins with \"[levels]\""),
        "{error}"
    );
}

/// Who may do everything, such as root, writes there nevertheless; then there is nothing to test.
#[cfg(unix)]
#[test]
fn an_unwritable_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list");
    write(&path, &KIND, &1_u32).expect("writable");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).expect("ours");
    let result = write(&path, &KIND, &2_u32);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("ours");
    let value: u32 = read(&path, &KIND).expect("whole either way");
    match result {
        Ok(_) => assert_eq!(value, 2),
        Err(error) => {
            assert!(matches!(error, FileError::Io { .. }), "{error}");
            assert_eq!(value, 1, "the old content is untouched");
        }
    }
}

#[cfg(unix)]
#[test]
fn files_are_as_readable_as_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
    write_atomic(&ours, b"text").expect("writable");
    fs::write(&plain, b"text").expect("writable");
    let mode = |path: &Path| fs::metadata(path).expect("exists").permissions().mode();
    assert_eq!(mode(&ours), mode(&plain));
}

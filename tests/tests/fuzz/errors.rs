//! An error about a file says which.

use std::error::Error;
use std::fs;
use std::path::Path;

use togyz_files::{Access, Contents, peek, read};
use togyz_model::Model;
use togyz_players::Library;
use togyz_tests::targets::{FILE, Note, TARGETS};

use crate::corpus;
use crate::mutate::Mutator;

/// Damaged files of each kind.
const DAMAGED: usize = 300;

/// Hands damaged files of a target, written to `path`, and expects that what is said of them names it.
fn every_error_names(target: &str, path: &Path, read: impl Fn(&Path) -> Vec<Box<dyn Error>>) {
    let target = TARGETS.iter().find(|one| one.name == target);
    let corpus = corpus(target.expect("a target"));
    let mut mutator = Mutator::new(&corpus, 7);
    let mut errors = 0;
    for _ in 0..DAMAGED {
        fs::write(path, mutator.next()).expect("a writable folder");
        for error in read(path) {
            let (told, name) = (error.to_string(), path.display().to_string());
            assert!(told.contains(&name), "`{told}` does not name {name}");
            errors += 1;
        }
    }
    assert!(errors > DAMAGED / 2, "only {errors} errors");
}

/// The error of a result, if it is one.
fn failed<T, E: Error + 'static>(result: Result<T, E>) -> Vec<Box<dyn Error>> {
    let boxed = |error| Box::new(error) as Box<dyn Error>;
    result.err().map(boxed).into_iter().collect()
}

#[test]
fn an_error_about_a_file_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("note.of fuzzing");
    every_error_names("files", &path, |path| failed(read::<Note>(path, &FILE)));
    every_error_names("files", &path, |path| {
        failed(Contents::open(path, &FILE, Access::Map))
    });
    every_error_names("models", &path, |path| failed(Model::load(path)));
    // What has a header of this project can be described, damaged or not: the others are named.
    for cut in 0..64 {
        fs::write(&path, &b"TOGYZFUZ"[..cut.min(8)]).expect("a writable folder");
        let told = peek(&path).expect_err("no whole header").to_string();
        assert!(told.contains("note.of fuzzing"), "{told}");
    }

    let levels = folder.path().join("configs/levels.toml");
    fs::create_dir(folder.path().join("configs")).expect("a writable folder");
    every_error_names("levels", &levels, |_| failed(Library::open(folder.path())));
}

//! The terminal game as people and programs meet it.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; the lint spares only test functions themselves"
)]

mod analysis;
mod binary;
mod board;
mod carried;
mod commands;
mod endings;
mod languages;
mod review;
mod screen;
mod session;
mod ugi;

use std::path::Path;

/// Compares with a file of tests/golden; `UPDATE_GOLDEN=1` writes the file instead.
#[track_caller]
fn golden(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error} (UPDATE_GOLDEN=1 writes it)", path.display()));
    assert!(
        expected == found,
        "{name} differs (UPDATE_GOLDEN=1 renews it)\n--- expected\n{expected}\n--- found\n{found}"
    );
}

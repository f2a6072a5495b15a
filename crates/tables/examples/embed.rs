//! Writes the tables that the crate carries, `crates/tables/data/*.small`.
//!
//! ```sh
//! cargo run --release -p togyz-tables --example embed -- crates/tables/data
//! ```

use std::path::PathBuf;

use togyz_rules::Variant;
use togyz_tables::{SMALL_BALLS, TableError, TableSet};

fn main() -> Result<(), TableError> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_default());
    for variant in [Variant::Togyz, Variant::Historic] {
        let path = folder.join(format!("{variant}.small"));
        TableSet::solved(variant, SMALL_BALLS).write_small(&path)?;
    }
    Ok(())
}

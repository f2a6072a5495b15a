//! The tables that the crate carries.

use std::path::Path;

use togyz_files::FileKind;
use togyz_rules::Variant;

use crate::file::TableError;
use crate::layer::Layer;
use crate::pair::Pair;
use crate::set::{SMALL_BALLS, TableSet};

/// All layers up to [`SMALL_BALLS`] in one file, by balls and then by pair.
const SMALL_FILE: FileKind = FileKind {
    magic: *b"TOGYZTBS",
    version: 1,
    name: "set of small endgame tables",
    max_bytes: 16 << 20,
    compress: true,
};

/// What the crate carries of a variant: only those whose tables take time to work out.
const fn carried(variant: Variant) -> Option<&'static [u8]> {
    match variant {
        Variant::Togyz => Some(include_bytes!("../data/togyz.small")),
        Variant::Historic => Some(include_bytes!("../data/historic.small")),
        Variant::Qozdatu | Variant::Bestemshe => None,
    }
}

fn places(variant: Variant) -> impl Iterator<Item = (u8, Pair)> {
    (0..=SMALL_BALLS).flat_map(move |balls| Pair::all(variant).map(move |pair| (balls, pair)))
}

/// The carried tables of a variant; a test keeps them what they must be.
pub(crate) fn read(variant: Variant) -> Option<TableSet> {
    let name = format!("{variant}.small");
    let layers: Vec<Layer> = togyz_files::decode(name, carried(variant)?, &SMALL_FILE).ok()?;
    let mut set = TableSet::empty(variant);
    for ((balls, pair), layer) in places(variant).zip(layers) {
        set.insert(pair, balls, layer);
    }
    (set.balls() == SMALL_BALLS).then_some(set)
}

/// Writes the file that the crate carries.
pub(crate) fn write(set: &TableSet, path: &Path) -> Result<(), TableError> {
    let layers: Vec<&Layer> = places(set.variant())
        .filter_map(|(balls, pair)| set.layer(pair, balls))
        .collect();
    togyz_files::write(path, &SMALL_FILE, &layers)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carried_tables_are_those_that_the_crate_would_solve() {
        for variant in Variant::ALL {
            let found = TableSet::small(variant);
            assert_eq!(read(variant).is_some(), carried(variant).is_some());
            let fresh = TableSet::solved(variant, SMALL_BALLS);
            for (balls, pair) in places(variant) {
                assert_eq!(
                    found.layer(pair, balls),
                    fresh.layer(pair, balls),
                    "{variant} {pair}"
                );
            }
        }
    }
}

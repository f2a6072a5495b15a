//! The endgame tables that players ask.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use togyz_rules::Variant;
use togyz_tables::{Probe, TableError, TableSet};

use crate::library::{Library, Source};

/// Where tables lie unless a folder is named, relative to the project's folder or else to the
/// working directory.
pub const TABLES: &str = "data/tables";

/// Memory for the tables of a variant unless said otherwise: room for all up to twelve balls.
pub const TABLES_BYTES: u64 = 2 << 30;

impl Library {
    /// Where tables lie unless a folder is named.
    #[must_use]
    pub fn default_tables(&self, here: Option<&Path>) -> PathBuf {
        match (self.source(), here) {
            (Source::Folder(project), _) => project.join(TABLES),
            (Source::Embedded, Some(here)) => here.join(TABLES),
            (Source::Embedded, None) => PathBuf::from(TABLES),
        }
    }

    /// Reads the endgame tables of a folder, of every variant: of the one that is named, or of the
    /// default one, which need not be there.
    ///
    /// Returns what cannot be used. Players do without it.
    #[must_use]
    pub fn read_tables(&mut self, named: Option<&Path>, here: Option<&Path>) -> Vec<TableError> {
        let folder = named.map_or_else(|| self.default_tables(here), Path::to_owned);
        if let Err(source) = fs::read_dir(&folder) {
            let is_there = named.is_some() || folder.exists();
            let problem = TableError::Folder {
                path: folder,
                source,
            };
            return Vec::from_iter(is_there.then_some(problem));
        }
        let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut problems = Vec::new();
        for variant in Variant::ALL {
            let opened = TableSet::open(&folder, variant, TABLES_BYTES, threads);
            problems.extend(opened.problems);
            if opened.tables.balls() > TableSet::small(variant).balls() {
                self.tables.insert(variant, opened.tables);
            }
        }
        problems
    }

    /// The endgame tables of a variant: those that were read, else the small ones.
    #[must_use]
    pub fn tables(&self, variant: Variant) -> Arc<TableSet> {
        let read = self.tables.get(&variant);
        read.map_or_else(|| TableSet::small(variant), Arc::clone)
    }

    /// The tables for a player that asks them up to so many balls.
    pub(crate) fn endings(&self, variant: Variant, most: Option<u8>) -> Probe {
        let tables = Probe::new(self.tables(variant));
        match most {
            Some(most) => tables.up_to(most),
            None => tables,
        }
    }
}

//! Which shards a generation was learnt from: the list that makes each count once.
//!
//! Two workers may have played the same games, and one of them may be late. What the learner took is
//! written down before it learns, so that a restart takes the very same.

use serde::{Deserialize, Serialize};

use crate::state::{StateError, from_sealed, to_sealed};
use crate::store::Store;

/// The folder of the lists.
pub(crate) const INGESTED: &str = "ingested";

/// The shards of one generation that were learnt from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ingested {
    /// Names by place, each place once.
    pub shards: Vec<String>,
}

impl Ingested {
    fn name(generation: u32) -> String {
        format!("{INGESTED}/{generation:04}.toml")
    }

    /// Writes the list down. It replaces one of a learner that was killed before it went on.
    pub(crate) fn save(&self, store: &dyn Store, generation: u32) -> Result<(), StateError> {
        let name = Ingested::name(generation);
        Ok(store.replace(&name, to_sealed(&name, self)?.as_bytes())?)
    }

    /// The list of a generation, `None` where it was made before there were lists.
    pub(crate) fn load(store: &dyn Store, generation: u32) -> Result<Option<Ingested>, StateError> {
        let name = Ingested::name(generation);
        let bytes = store.get(&name)?;
        bytes.map(|bytes| from_sealed(&name, &bytes)).transpose()
    }
}

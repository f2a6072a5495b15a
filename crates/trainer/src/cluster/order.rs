//! What plays a generation: the learner's order, and all that it names.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, FileKind, decode, encode};
use togyz_model::Model;
use togyz_rules::Variant;
use togyz_tables::Probe;

use super::{ClusterError, broken};
use crate::config::TrainConfig;
use crate::sample::PackedPosition;
use crate::selfplay::Recipe;
use crate::state::{from_sealed, to_sealed};
use crate::store::Store;

/// The folder of the orders.
const ORDERS: &str = "orders";
/// The format this program writes.
const FORMAT: u32 = 1;
/// This program's version: with another one the same order may play other games.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Positions that games may be forked from.
const FORKS: FileKind = FileKind {
    magic: *b"TOGYZFRK",
    version: 1,
    name: "fork positions",
    max_bytes: 1 << 26,
    compress: true,
};

/// What plays a generation. It is complete when it is there: all it names was put before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub format: u32,
    /// The version of the learner.
    pub program: String,
    pub generation: u32,
    /// The oldest generation whose shards somebody may still want.
    pub oldest: u32,
    /// The object of the config.
    pub config: String,
    /// The object of the model; none plays generation 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The object of the positions.
    pub forks: String,
}

/// The part of an order that every version of it has.
#[derive(Deserialize)]
struct Versions {
    format: u32,
    program: String,
}

fn name(generation: u32) -> String {
    format!("{ORDERS}/{generation:04}.toml")
}

impl Order {
    /// Publishes the order of a generation, if it is not there.
    pub(crate) fn publish(
        store: &dyn Store,
        config: &TrainConfig,
        generation: u32,
        oldest: u32,
        model: Option<(u32, &Model)>,
        forks: &[PackedPosition],
    ) -> Result<(), ClusterError> {
        let text = config.to_text()?;
        let hash = ContentHash::of(text.as_bytes()).short();
        let config = format!("configs/{hash}.toml");
        store.put(&config, text.as_bytes())?;
        let bytes = encode(&FORKS, forks)?;
        let hash = ContentHash::of(&bytes).short();
        let forks = format!("forks/{generation:04}-{hash}.forks");
        store.put(&forks, &bytes)?;
        let order = Order {
            format: FORMAT,
            program: PROGRAM.to_owned(),
            generation,
            oldest,
            config,
            model: model.map(|(of, model)| super::published::object(of, model.hash())),
            forks,
        };
        let name = name(generation);
        store.put(&name, to_sealed(&name, &order)?.as_bytes())?;
        Ok(())
    }

    /// The newest generation that has an order, if it is newer than `known`.
    pub(crate) fn newest(
        store: &dyn Store,
        known: Option<u32>,
    ) -> Result<Option<u32>, ClusterError> {
        let cursor = known.map_or_else(|| ORDERS.to_owned(), name);
        let names = store.list_after(ORDERS, &cursor)?;
        let generation = |name: &String| {
            let base = name.strip_prefix(ORDERS)?.strip_prefix('/')?;
            base.strip_suffix(".toml")?.parse().ok()
        };
        Ok(names.iter().rev().find_map(generation))
    }

    /// Reads the order of a generation, `None` if it has been cleared away.
    pub(crate) fn load(store: &dyn Store, generation: u32) -> Result<Option<Order>, ClusterError> {
        let name = name(generation);
        let Some(bytes) = store.get(&name)? else {
            return Ok(None);
        };
        let versions: Versions = from_sealed(&name, &bytes)?;
        if (versions.format, versions.program.as_str()) != (FORMAT, PROGRAM) {
            return Err(ClusterError::Version {
                name,
                theirs: format!(
                    "{} (orders of format {})",
                    versions.program, versions.format
                ),
                ours: format!("{PROGRAM} (format {FORMAT})"),
            });
        }
        Ok(Some(from_sealed(&name, &bytes)?))
    }

    /// The generation whose model plays, if one does.
    pub(crate) fn model_generation(&self) -> Option<u32> {
        super::published::generation_of(self.model.as_deref()?)
    }

    /// The run's config.
    pub(crate) fn config(&self, store: &dyn Store) -> Result<TrainConfig, ClusterError> {
        let text = read(store, &self.config)?;
        let named = self.config.contains(&ContentHash::of(&text).short());
        let text = String::from_utf8(text).ok().filter(|_| named);
        let text = text.ok_or_else(|| broken(&self.config))?;
        Ok(TrainConfig::from_text(&self.config, &text, &[])?)
    }

    /// Clears away orders that nobody plays any more, and their positions.
    pub(crate) fn prune(store: &dyn Store, below: u32) -> Result<(), ClusterError> {
        for (folder, limit) in [
            (ORDERS, name(below)),
            ("forks", format!("forks/{below:04}-")),
        ] {
            let names = store.list(folder)?;
            for name in names.iter().take_while(|name| **name < limit) {
                store.remove(name)?;
            }
        }
        Ok(())
    }
}

fn read(store: &dyn Store, name: &str) -> Result<Vec<u8>, ClusterError> {
    store.get(name)?.ok_or_else(|| broken(name))
}

/// An order with all that it names, ready to be played.
#[derive(Debug)]
pub(crate) struct Assignment {
    pub order: Order,
    pub config: TrainConfig,
    model: Option<Arc<Model>>,
    forks: Vec<PackedPosition>,
}

impl Assignment {
    /// Reads what the order names.
    pub(crate) fn load(store: &dyn Store, order: Order) -> Result<Assignment, ClusterError> {
        let config = order.config(store)?;
        let forks = decode(&order.forks, &read(store, &order.forks)?, &FORKS)?;
        let model = match &order.model {
            None => None,
            Some(name) => {
                let bytes = read(store, name)?;
                let model = Model::from_bytes(name, &bytes).map_err(|_| broken(name))?;
                if !name.contains(&model.hash().short()) {
                    return Err(broken(name));
                }
                Some(Arc::new(model))
            }
        };
        Ok(Assignment {
            order,
            config,
            model,
            forks,
        })
    }

    /// How its games are played.
    pub(crate) fn recipe<'a>(&'a self, tables: Option<&'a Probe>) -> Recipe<'a> {
        Recipe::new(
            &self.config,
            self.order.generation,
            Variant::Togyz,
            self.model.as_ref(),
            &self.forks,
            tables,
        )
    }
}

/// Says that no generation comes after this one.
pub(crate) fn finish(store: &dyn Store, generation: u32) -> Result<(), ClusterError> {
    store.put(&finished(generation), b"")?;
    Ok(())
}

/// Whether the run ends with this generation.
pub(crate) fn is_finished(store: &dyn Store, generation: u32) -> Result<bool, ClusterError> {
    Ok(store.get(&finished(generation))?.is_some())
}

fn finished(generation: u32) -> String {
    format!("finished/{generation:04}.toml")
}

//! What the learner leaves for those who play elsewhere, and how it waits for them.

use std::fs;
use std::thread;
use std::time::Duration;

use togyz_model::Model;

use super::Pipeline;
use super::mend::NEEDED;
use crate::checkpoint::{Checkpoint, CheckpointError, MODEL, checkpoint_dir};
use crate::cluster::{Order, Sharing, finish, publish};
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::host::{Host, Observer};
use crate::replay::{Ingested, REPLAY, ShardName, shards_of};
use crate::sample::PackedPosition;
use crate::selfplay::Recipe;
use crate::store::Store;

/// How often a wait looks whether the run is to stop.
const TICK: Duration = Duration::from_millis(50);

/// Refuses a store that holds another run, or one whose learner has its folder elsewhere.
pub(super) fn check_store(
    store: &dyn Store,
    config: &TrainConfig,
    begun: bool,
) -> Result<(), TrainError> {
    if config.selfplay.teacher().is_some() {
        return Err(TrainError::TeacherShared);
    }
    let Some(newest) = Order::newest(store, None)? else {
        return Ok(());
    };
    let order = Order::load(store, newest)?;
    let before = order.map(|order| order.config(store)).transpose()?;
    let conflict = before.and_then(|before| before.first_conflict(config));
    if let Some(conflict) = conflict {
        return Err(TrainError::StoreOfAnother(conflict));
    }
    if !begun {
        return Err(TrainError::StoreBegun);
    }
    Ok(())
}

impl Pipeline<'_> {
    /// How the run is shared, if it is, and this is still its learner.
    pub(super) fn shared(&self) -> Result<Option<&Sharing>, TrainError> {
        if let Some(sharing) = &self.sharing {
            sharing.lease.check()?;
        }
        Ok(self.sharing.as_ref())
    }

    /// Publishes what plays a generation: the model first, the order that names it last.
    pub(super) fn publish_order(
        &self,
        generation: u32,
        model: Option<&Model>,
        forks: &[PackedPosition],
    ) -> Result<(), TrainError> {
        if self.shared()?.is_none() || Order::load(&*self.store, generation)?.is_some() {
            return Ok(());
        }
        let of = model.map(|model| model.header().generation);
        if let Some(of) = of {
            self.publish_model(of)?;
        }
        Order::publish(
            &*self.store,
            &self.config,
            generation,
            self.oldest(),
            of.zip(model),
            forks,
        )?;
        Ok(())
    }

    /// Publishes the model of a complete checkpoint.
    pub(super) fn publish_model(&self, generation: u32) -> Result<(), TrainError> {
        if self.shared()?.is_none() {
            return Ok(());
        }
        let folder = checkpoint_dir(self.run.root(), generation);
        let path = folder.join(MODEL);
        let checkpoint = Checkpoint::open(&folder)?;
        let model = fs::read(&path).map_err(|source| CheckpointError::Io { path, source })?;
        Ok(publish(&*self.store, &checkpoint, &model)?)
    }

    /// Says that no generation comes any more.
    pub(super) fn publish_end(&self) -> Result<(), TrainError> {
        if self.shared()?.is_some() {
            finish(&*self.store, self.state.generation)?;
        }
        Ok(())
    }

    /// The oldest generation whose shards a window may still need, a return to an earlier checkpoint
    /// included.
    fn oldest(&self) -> u32 {
        let played = self.state.rows.len().saturating_sub(NEEDED as usize);
        u32::try_from(self.first_in_window(played)).unwrap_or(u32::MAX)
    }

    /// Clears away what no window needs any more: a shared store does not grow with the run's age.
    pub(super) fn prune(&mut self) -> Result<(), TrainError> {
        if self.shared()?.is_none_or(|sharing| sharing.keep_shards) {
            return Ok(());
        }
        let oldest = self.oldest();
        let limit = format!("{REPLAY}/{oldest:04}-");
        let (mut of, mut learnt, mut late) = (None, Vec::new(), 0);
        for name in self.store.list(REPLAY)? {
            if name >= limit {
                break;
            }
            let generation = ShardName::parse(&name).map(|place| place.generation);
            if of != generation {
                of = generation;
                let list = generation.map(|generation| Ingested::load(&*self.store, generation));
                let list = list
                    .transpose()
                    .map_err(|source| self.state_error(source))?;
                learnt = list.flatten().map(|list| list.shards).unwrap_or_default();
            }
            late += u64::from(!learnt.contains(&name));
            self.store.remove(&name)?;
        }
        Order::prune(&*self.store, self.state.generation)?;
        if late > 0 {
            self.observer.notice(&format!(
                "{late} shards were played twice or came too late; they are dropped"
            ));
        }
        Ok(())
    }
}

impl Sharing {
    /// Waits until every shard of a generation is there, or until `stop`. A store that cannot be
    /// reached is waited for too, until the lease is lost over it.
    pub(super) fn wait_for(
        &self,
        recipe: &Recipe<'_>,
        host: &Host,
        observer: &mut dyn Observer,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), TrainError> {
        let mut away = false;
        let wanted = recipe.shards();
        let per_shard = u64::from(recipe.config.selfplay.games_per_shard);
        while !stop() {
            self.lease.check()?;
            match shards_of(&*self.store, recipe.generation) {
                Ok(there) => {
                    away = false;
                    let ours = |place: &ShardName| place.sequence < wanted;
                    let count = there.iter().filter(|(place, _)| ours(place)).count() as u64;
                    if count >= u64::from(wanted) {
                        return Ok(());
                    }
                    observer.progress(count * per_shard, &format!("{count} of {wanted} shards"));
                }
                Err(error) => {
                    if !std::mem::replace(&mut away, true) {
                        observer.warn(&format!("{error}; waiting for the store"));
                    }
                }
            }
            let until = (host.clock)() + self.poll;
            while (host.clock)() < until && !stop() {
                thread::sleep(TICK.min(self.poll));
            }
        }
        Ok(())
    }
}

//! What the learner leaves for those who play elsewhere, and how it waits for them.

use togyz_model::Model;

use super::Pipeline;
use super::mend::NEEDED;
use crate::checkpoint::checkpoint_dir;
use crate::cluster::{Order, Sharing, finish, hand_over, pause, publish, take_over};
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::host::{Host, Observer};
use crate::replay::{Ingested, REPLAY, ShardName, shards_of};
use crate::sample::PackedPosition;
use crate::selfplay::Recipe;
use crate::state::MANIFEST;
use crate::store::{LocalStore, Store};

/// Makes sure that a store holds this run or none, and takes from it where the run stands, if another
/// machine has brought it further than this one.
pub(super) fn join(
    store: &dyn Store,
    config: &TrainConfig,
    run: &LocalStore,
    observer: &mut dyn Observer,
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
    take_over(store, run, observer)?;
    // Generation 0 needs nothing but its games, which are in the store.
    if newest > 0 && run.get(MANIFEST)?.is_none() {
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
        Ok(publish(&*self.store, &folder)?)
    }

    /// Leaves what another machine needs to go on after this generation's learning.
    pub(super) fn hand_over(&self) -> Result<(), TrainError> {
        if self.shared()?.is_some() {
            hand_over(&*self.store, self.run.root(), &self.state)?;
        }
        Ok(())
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

    /// Clears away what no window needs any more: a shared store does not grow with the run's age, and a
    /// folder does not if the config says so.
    pub(super) fn prune(&mut self) -> Result<(), TrainError> {
        let shared = self.shared()?;
        if shared.map_or(self.config.run.keep_shards, |sharing| sharing.keep_shards) {
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
    /// Waits until every shard of a generation is there, or until `stop`.
    pub(super) fn wait_for(
        &self,
        recipe: &Recipe<'_>,
        host: &Host,
        observer: &mut dyn Observer,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), TrainError> {
        let wanted = recipe.shards();
        let per_shard = u64::from(recipe.config.selfplay.games_per_shard);
        while !stop() {
            self.lease.check()?;
            let there = shards_of(&*self.store, recipe.generation)?;
            let ours = |place: &ShardName| place.sequence < wanted;
            let count = there.iter().filter(|(place, _)| ours(place)).count() as u64;
            if count >= u64::from(wanted) {
                return Ok(());
            }
            observer.progress(count * per_shard, &format!("{count} of {wanted} shards"));
            pause(self.poll, host.clock, stop);
        }
        Ok(())
    }
}

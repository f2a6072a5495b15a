//! Shards into memory, on several threads: each is decoded, and each of its games played again, on its
//! own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::shard::{Shard, ShardError};
use super::verify::Expected;
use crate::store::{Store, StoreError};

/// Reads shards and, where it is given, checks each against `expected`; in the order of `names`,
/// whatever the number of threads.
///
/// # Errors
/// [`StoreError`] if the store failed; a shard that is damaged or wrong is an error of its own.
pub fn read_shards(
    store: &dyn Store,
    names: &[String],
    expected: Option<&Expected>,
    threads: usize,
) -> Result<Vec<Result<Shard, ShardError>>, StoreError> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let read = |name: &String| {
        let shard = Shard::get(store, name)?;
        expected.map_or(Ok(()), |expected| expected.check(name, &shard))?;
        Ok(shard)
    };
    let reader = || {
        let mut mine = Vec::new();
        while !failed.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(place) else {
                break;
            };
            match read(name) {
                // The others need not find out too, each after its own wait.
                Err(ShardError::Store(error)) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                shard => mine.push((place, shard)),
            }
        }
        Ok(mine)
    };
    let mut shards = Vec::with_capacity(names.len());
    let read: Result<(), StoreError> = thread::scope(|scope| {
        let threads = threads.clamp(1, names.len().max(1));
        let readers: Vec<_> = (0..threads).map(|_| scope.spawn(reader)).collect();
        for reader in readers {
            match reader.join() {
                Ok(mine) => shards.extend(mine?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(())
    });
    read?;
    shards.sort_by_key(|(place, _)| *place);
    Ok(shards.into_iter().map(|(_, shard)| shard).collect())
}

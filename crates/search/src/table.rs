//! The transposition table: what was found out about positions, in bounded memory.

use std::sync::atomic::{AtomicU64, Ordering};

use togyz_rules::Move;

use crate::pages::large_pages;

/// On which side of the true value a stored score lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// The depth of an entry that follows from ends of the game alone: no search goes deeper.
pub(crate) const COMPLETE: u8 = u8::MAX;

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// In table form, see `Score::to_table`.
    pub(crate) score: i16,
    /// Plies searched below the position, or [`COMPLETE`].
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The move that gave the score.
    pub(crate) mv: Option<Move>,
}

/// An entry as stored: 16 bytes in two words, so that threads share a table without a lock.
///
/// ```text
/// check   the position's key, exclusive or data
/// data    bits 0..16 score | 16..24 depth | 24..32 move | 32..40 kind | 40..48 age
/// ```
///
/// The kind is 0 in an empty slot, else 1 + the bound; the move is an index or [`NO_MOVE`]; the age
/// is that of the search that wrote the slot. Of two threads that write a slot at once each may
/// leave one word: then the check fits no key, and the slot is as good as empty.
///
/// # Source
/// Hyatt and Mann 2002, "A lock-less transposition table implementation for parallel search".
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The content of a slot.
#[derive(Clone, Copy)]
struct Stored {
    score: i16,
    depth: u8,
    mv: u8,
    kind: u8,
    age: u8,
}

const NO_MOVE: u8 = 15;

impl Stored {
    #[inline]
    fn of(data: u64) -> Stored {
        let [low, high, depth, mv, kind, age, ..] = data.to_le_bytes();
        Stored {
            score: i16::from_le_bytes([low, high]),
            depth,
            mv,
            kind,
            age,
        }
    }

    #[inline]
    fn data(self) -> u64 {
        let [low, high] = self.score.to_le_bytes();
        u64::from_le_bytes([low, high, self.depth, self.mv, self.kind, self.age, 0, 0])
    }
}

impl Slot {
    /// The key it holds and what is known of it.
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Slots that one key may be in: as many as share a 64-byte line of the cache.
const WAYS: usize = 4;

/// The slots a key may be in, on one line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// A hash table whose size in bytes is fixed when it is made. Any number of threads may use it.
pub(crate) struct Table {
    /// A power of two of them.
    buckets: Vec<Bucket>,
    age: u8,
}

/// The size of a table where the system refuses the one asked for.
const REFUSED_BYTES: usize = 64 << 20;

impl Table {
    /// A table of at most `bytes`, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        // The largest power of two that is not above the count.
        let mut count = 1 << count.ilog2();
        let mut buckets = Vec::new();
        // A size that somebody asked for in a protocol must not end the program.
        if buckets.try_reserve_exact(count).is_err() {
            count = 1 << (REFUSED_BYTES / size_of::<Bucket>()).ilog2();
            buckets.reserve_exact(count);
        }
        large_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// Marks what is in the table as older than what comes.
    pub(crate) fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the mask keeps the low bits only"
    )]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let Bucket(bucket) = &self.buckets[self.index(key)];
        let data = bucket.iter().find_map(|slot| {
            let (found, data) = slot.load();
            (found == key).then_some(data)
        })?;
        let stored = Stored::of(data);
        Some(Entry {
            score: stored.score,
            depth: stored.depth,
            bound: match stored.kind {
                0 => return None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            mv: Move::from_index(stored.mv.into()),
        })
    }

    /// Remembers an entry, in place of the one of the bucket that is worth the least.
    ///
    /// The position's own entry is replaced, and its move kept when the new one has none. Otherwise
    /// the shallowest goes, an entry of an earlier search counting as shallower.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let age = self.age;
        let Bucket(bucket) = &self.buckets[self.index(key)];
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut kept = NO_MOVE;
        for (way, slot) in bucket.iter().enumerate() {
            let (found, data) = slot.load();
            let stored = Stored::of(data);
            if found == key {
                victim = way;
                if stored.kind != 0 {
                    kept = stored.mv;
                }
                break;
            }
            let worth = match stored.kind {
                0 => -1_000,
                _ => i32::from(stored.depth) - 8 * i32::from(age.wrapping_sub(stored.age).min(32)),
            };
            if worth < least {
                (least, victim) = (worth, way);
            }
        }
        let stored = Stored {
            score: entry.score,
            depth: entry.depth,
            mv: entry.mv.map_or(kept, |mv| mv.number() - 1),
            kind: 1 + entry.bound as u8,
            age,
        };
        bucket[victim].store(key, stored.data());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry {
            score: -77,
            depth,
            bound: Bound::Lower,
            mv: Move::from_index(4),
        }
    }

    #[test]
    fn a_size_that_no_system_has_is_replaced() {
        let bytes = Table::new(1 << 50).buckets.len() * size_of::<Bucket>();
        assert!(
            (REFUSED_BYTES / 2..=REFUSED_BYTES).contains(&bytes),
            "{bytes}"
        );
    }

    #[test]
    fn the_size_is_bounded() {
        assert_eq!(size_of::<Slot>(), 16);
        for bytes in [0, 1, 64, 1_000, 1 << 20, 3 << 20] {
            let table = Table::new(bytes);
            let used = table.buckets.len() * size_of::<Bucket>();
            assert!(used <= bytes.max(64) && used * 2 > bytes, "{bytes}");
        }
    }

    #[test]
    fn entries_come_back_until_deeper_ones_push_them_out() {
        let mut table = Table::new(64);
        assert_eq!(table.probe(0), None, "an empty slot is no entry of key 0");
        for key in 1..=4u8 {
            table.store(key.into(), entry(key + 3));
        }
        table.store(5, entry(9));
        assert_eq!(table.probe(1), None, "the shallowest went");
        assert_eq!(table.probe(5), Some(entry(9)));
        table.clear();
        assert_eq!(table.probe(5), None);
    }

    /// Entries that threads write over one another come back whole or not at all.
    #[test]
    fn threads_share_a_table() {
        let table = Table::new(64);
        let entry_of = |key: u64| Entry {
            score: i16::try_from(key % 1000).expect("below 1000"),
            depth: 3,
            bound: Bound::Exact,
            mv: Move::from_index((key % 9).try_into().expect("below 9")),
        };
        let found = std::sync::atomic::AtomicU32::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (table, found) = (&table, &found);
                scope.spawn(move || {
                    for round in 0..4_000_000_u64 {
                        let key = (round * 7 + thread) % 64;
                        table.store(key, entry_of(key));
                        let other = (key * 5 + round) % 64;
                        if let Some(entry) = table.probe(other) {
                            assert_eq!(entry, entry_of(other));
                            found.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert!(found.into_inner() > 100);
    }

    /// What two threads leave that write a slot at once: the first word of one, the second of the other.
    #[test]
    fn halves_of_two_entries_are_no_entry() {
        let table = Table::new(64);
        table.store(1, entry(3));
        table.store(2, entry(9));
        let Bucket([first, second, ..]) = &table.buckets[0];
        first
            .data
            .store(second.data.load(Ordering::Relaxed), Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(2), Some(entry(9)));
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move() {
        let table = Table::new(1 << 10);
        table.store(9, entry(3));
        let without = Entry {
            mv: None,
            ..entry(4)
        };
        table.store(9, without);
        assert_eq!(table.probe(9), Some(entry(4)));
    }
}

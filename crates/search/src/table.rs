//! The transposition table: what was found out about positions, in bounded memory.

use togyz_rules::Move;

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

/// An entry as stored: 16 bytes.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    score: i16,
    depth: u8,
    /// Index of the move, or [`NO_MOVE`].
    mv: u8,
    /// 0 empty, else 1 + the bound.
    kind: u8,
    /// The search that wrote it.
    age: u8,
}

const NO_MOVE: u8 = 15;

const EMPTY: Slot = Slot {
    key: 0,
    score: 0,
    depth: 0,
    mv: NO_MOVE,
    kind: 0,
    age: 0,
};

/// Slots that one key may be in: as many as share a 64-byte line of the cache.
const WAYS: usize = 4;

/// The slots a key may be in, on one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

const EMPTY_BUCKET: Bucket = Bucket([EMPTY; WAYS]);

/// A hash table whose size in bytes is fixed when it is made.
pub(crate) struct Table {
    /// A power of two of them.
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most `bytes`, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        // The largest power of two that is not above the count.
        let count = 1 << count.ilog2();
        Table {
            buckets: vec![EMPTY_BUCKET; count],
            age: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill(EMPTY_BUCKET);
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
        let slot = bucket.iter().find(|slot| slot.key == key)?;
        Some(Entry {
            score: slot.score,
            depth: slot.depth,
            bound: match slot.kind {
                0 => return None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            mv: Move::from_index(slot.mv.into()),
        })
    }

    /// Remembers an entry, in place of the one of the bucket that is worth the least.
    ///
    /// The position's own entry is replaced, and its move kept when the new one has none. Otherwise
    /// the shallowest goes, an entry of an earlier search counting as shallower.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        let (index, age) = (self.index(key), self.age);
        let Bucket(bucket) = &mut self.buckets[index];
        let mut victim = 0;
        let mut least = i32::MAX;
        for (way, slot) in bucket.iter().enumerate() {
            if slot.key == key {
                victim = way;
                break;
            }
            let worth = match slot.kind {
                0 => -1_000,
                _ => i32::from(slot.depth) - 8 * i32::from(age.wrapping_sub(slot.age).min(32)),
            };
            if worth < least {
                (least, victim) = (worth, way);
            }
        }
        let slot = &mut bucket[victim];
        let kept = if slot.key == key { slot.mv } else { NO_MOVE };
        *slot = Slot {
            key,
            score: entry.score,
            depth: entry.depth,
            mv: entry.mv.map_or(kept, |mv| mv.number() - 1),
            kind: 1 + entry.bound as u8,
            age,
        };
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

    #[test]
    fn a_bound_without_a_move_keeps_the_move() {
        let mut table = Table::new(1 << 10);
        table.store(9, entry(3));
        let without = Entry {
            mv: None,
            ..entry(4)
        };
        table.store(9, without);
        assert_eq!(table.probe(9), Some(entry(4)));
    }
}

//! Where the records of a tree lie: one buffer, that the threads of a search share.
//!
//! A thread has a handle of its own to the buffer, and a stretch of it where it alone adds records.
//! Records that exist are reached by index from any handle; that no two threads reach the same one at
//! once is for who shares the buffer to see to (`threads.rs`).
#![expect(
    unsafe_code,
    reason = "threads change records of one buffer, each its own"
)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::memory::{large_pages, room};

/// A record that may consist of zeros.
///
/// # Safety
/// All zeros must be a valid value.
pub(crate) unsafe trait Plain: Copy + Send {}

// SAFETY: numbers, links, which are numbers, and a position, which is two of them.
unsafe impl Plain for crate::arena::Node {}
// SAFETY: numbers.
unsafe impl Plain for crate::arena::Leaf {}

/// Bytes of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// The records that a buffer grows to by doubling. Then it takes its full size at once, which costs
/// nothing until it is used: a buffer that moved again would lose its large pages.
const SMALL: usize = 1 << 14;

/// The records that a thread takes at once of a buffer that it shares, and so the most that it may
/// leave unused.
pub(crate) const STRETCH: usize = 16;

/// The records themselves. There is no moving them while they are shared.
struct Block<T> {
    /// Room for the records and for their alignment. Words, because the system gives zeros of a small
    /// alignment as pages that cost nothing before they are used, and writes those of a larger one.
    words: Box<[UnsafeCell<u64>]>,
    records: PhantomData<UnsafeCell<T>>,
    /// Where the records begin that belong to nobody.
    taken: AtomicUsize,
}

// SAFETY: a block gives no access to its records; handles do, under the contract of `share`.
unsafe impl<T: Send> Sync for Block<T> {}

/// A handle to a buffer of records, all of which have a value.
pub(crate) struct Records<T> {
    /// The first record of the block.
    start: *mut T,
    capacity: usize,
    /// The next record to be written, and the end of the stretch that is this handle's own.
    next: usize,
    end: usize,
    /// The most records there may be.
    most: usize,
    block: Arc<Block<T>>,
    shared: bool,
}

// SAFETY: the pointer leads into the block, which the handle keeps alive.
unsafe impl<T: Send> Send for Records<T> {}

impl<T: Plain> Records<T> {
    /// An empty buffer that never has more than `most` records.
    pub(crate) fn new(most: usize) -> Records<T> {
        Records::with_capacity(0, most)
    }

    fn with_capacity(capacity: usize, most: usize) -> Records<T> {
        let bytes = capacity * size_of::<T>() + align_of::<T>();
        let used = bytes.div_ceil(size_of::<u64>());
        let asked = room(bytes).div_ceil(size_of::<u64>());
        let words = Box::<[UnsafeCell<u64>]>::new_zeroed_slice(asked);
        // SAFETY: zeros are a number.
        let mut words = unsafe { words.assume_init() };
        if capacity > SMALL {
            large_pages(&mut words[..used]);
        }
        let first = words.as_mut_ptr().cast::<u8>();
        Records {
            start: first
                .wrapping_add(first.align_offset(align_of::<T>()))
                .cast(),
            capacity,
            next: 0,
            end: capacity,
            most,
            block: Arc::new(Block {
                words,
                records: PhantomData,
                taken: AtomicUsize::new(capacity),
            }),
            shared: false,
        }
    }

    /// Forgets all records and keeps the memory.
    pub(crate) fn clear(&mut self) {
        debug_assert!(!self.shared, "a shared buffer is cleared");
        self.next = 0;
        self.end = self.capacity;
        *self.block_mut().taken.get_mut() = self.capacity;
    }

    /// Whether nothing was ever added.
    pub(crate) fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// The records, of a buffer that was not shared since it was empty.
    pub(crate) fn len(&self) -> usize {
        self.next
    }

    /// Adds a record and returns its index; `None` if there is no room.
    #[inline(always)]
    pub(crate) fn push(&mut self, record: T) -> Option<usize> {
        if self.next == self.end && !self.extend() {
            return None;
        }
        let index = self.next;
        self.next += 1;
        self[index] = record;
        Some(index)
    }

    /// Asks for the lines of a record that will be needed soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        for line in 0..size_of::<T>().div_ceil(LINE) {
            let record = self.start.wrapping_add(index);
            let at = record.cast::<i8>().wrapping_add(LINE * line);
            // SAFETY: a prefetch reads nothing, wherever it points.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at) };
        }
    }

    /// Takes another stretch, or makes the buffer larger. `false` if it has its full size.
    #[cold]
    fn extend(&mut self) -> bool {
        let taken = &self.block.taken;
        let free = |taken: usize| (taken < self.capacity).then_some(taken + STRETCH);
        if let Ok(next) = taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free) {
            self.next = next;
            self.end = (next + STRETCH).min(self.capacity);
            return true;
        }
        if self.shared || self.capacity >= self.most {
            return false;
        }
        let doubled = if self.capacity < SMALL {
            2 * self.capacity.max(32)
        } else {
            self.most
        };
        self.enlarge(doubled.min(self.most));
        true
    }

    /// Moves the records to a larger block, whose new part is this handle's own.
    fn enlarge(&mut self, capacity: usize) {
        let mut larger = Records::with_capacity(capacity, self.most);
        for index in 0..self.capacity {
            larger[index] = self[index];
        }
        (larger.next, larger.end) = (self.next, self.end);
        if self.next == self.capacity {
            larger.end = capacity;
        } else {
            *larger.block_mut().taken.get_mut() = self.capacity;
        }
        *self = larger;
    }

    fn block_mut(&mut self) -> &mut Block<T> {
        Arc::get_mut(&mut self.block).expect("invariant: a buffer is shared during a search alone")
    }

    /// Gives the buffer its full size and its own stretch back to it: from now on it is shared, until
    /// [`Records::unshare`].
    pub(crate) fn prepare(&mut self) {
        let most = self.most;
        if self.capacity < most {
            self.enlarge(most);
        }
        if self.end == self.capacity {
            let next = self.next;
            *self.block_mut().taken.get_mut() = next;
            self.end = next;
        }
        self.shared = true;
    }

    /// Another handle to a buffer that has been prepared.
    ///
    /// # Safety
    /// Until the new handle is dropped, no record may be reached by one handle while another one
    /// changes it; what one wrote and another reads must be ordered by a lock or an owner's word.
    pub(crate) unsafe fn share(&self) -> Records<T> {
        debug_assert!(self.shared, "a buffer is shared that was not prepared");
        Records {
            next: self.capacity,
            end: self.capacity,
            block: Arc::clone(&self.block),
            ..*self
        }
    }

    /// The buffer has one handle again.
    pub(crate) fn unshare(&mut self) {
        self.shared = false;
        let mut taken = self.block.taken.load(Ordering::Relaxed).min(self.capacity);
        if self.next == self.end {
            (self.next, self.end) = (taken, taken);
        }
        // The rest is this handle's own, if its stretch ends where that begins.
        if self.end == taken {
            taken = self.capacity;
            self.end = taken;
        }
        *self.block_mut().taken.get_mut() = taken;
    }

    /// The indices of this handle's stretch that it has not used; it has none afterwards.
    pub(crate) fn rest(&mut self) -> std::ops::Range<usize> {
        let rest = self.next..self.end;
        self.next = self.end;
        rest
    }
}

impl<T: Plain> Index<usize> for Records<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        assert!(index < self.capacity, "no such record");
        // SAFETY: aligned and within the block, where zeros are a value of a plain type; alone, or under the contract of
        // `share`.
        unsafe { &*self.start.add(index) }
    }
}

impl<T: Plain> IndexMut<usize> for Records<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        assert!(index < self.capacity, "no such record");
        // SAFETY: as for index.
        unsafe { &mut *self.start.add(index) }
    }
}

impl<T: Plain> Default for Records<T> {
    fn default() -> Records<T> {
        Records::new(0)
    }
}

impl<T> fmt::Debug for Records<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records")
            .field("next", &self.next)
            .field("words", &self.block.words.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Leaf, SLOTS};

    fn leaf(index: usize) -> Leaf {
        Leaf::new(&[0.0; SLOTS], 0.0, index as f32)
    }

    fn holds(records: &Records<Leaf>, index: usize) -> bool {
        (records[index].margin - index as f32).abs() < f32::EPSILON
    }

    /// Alone or shared, no index is given twice, none beyond the most, and records stay as they are.
    #[test]
    #[expect(unsafe_code, reason = "this thread has both handles")]
    fn indices_are_given_once() {
        for most in [1, 2, 15, 64, 1000, 40_000] {
            let mut records = Records::new(most);
            let mut given = Vec::new();
            for _ in 0..most / 3 {
                given.extend(records.push(leaf(given.len())));
            }
            records.prepare();
            // SAFETY: one thread.
            let mut other = unsafe { records.share() };
            for _ in 0..most / 3 {
                for handle in [&mut records, &mut other] {
                    if let Some(index) = handle.push(leaf(0)) {
                        handle[index] = leaf(index);
                        given.push(index);
                    }
                }
            }
            given.extend(other.rest().inspect(|&index| records[index] = leaf(index)));
            drop(other);
            records.unshare();
            while let Some(index) = records.push(leaf(0)) {
                records[index] = leaf(index);
                given.push(index);
            }
            given.sort_unstable();
            assert_eq!(given, (0..most).collect::<Vec<_>>());
            assert!(given.iter().all(|&index| holds(&records, index)));
        }
    }

    /// Threads that add records at once get an index each, and what they wrote is what is there.
    #[test]
    #[expect(unsafe_code, reason = "each thread reaches its own records alone")]
    fn threads_are_given_indices_once() {
        const THREADS: usize = 4;
        // Large and often: threads that take turns on a busy machine must meet some time.
        for most in [1, 100, 5000, 1 << 20].repeat(40) {
            let mut records = Records::new(most);
            records.prepare();
            let together = std::sync::Barrier::new(THREADS);
            let mut given: Vec<usize> = std::thread::scope(|scope| {
                let add = |_| {
                    // SAFETY: a thread writes the records that it was given, and none is read before
                    // the threads have ended.
                    let mut own = unsafe { records.share() };
                    let together = &together;
                    scope.spawn(move || {
                        let mut given = Vec::new();
                        together.wait();
                        while let Some(index) = own.push(leaf(0)) {
                            own[index] = leaf(index);
                            given.push(index);
                        }
                        given
                    })
                };
                let threads: Vec<_> = (0..THREADS).map(add).collect();
                threads
                    .into_iter()
                    .flat_map(|thread| thread.join().expect("no panic"))
                    .collect()
            });
            records.unshare();
            given.sort_unstable();
            assert!(
                given.iter().copied().eq(0..most),
                "{} of {most}",
                given.len()
            );
            assert!(given.iter().all(|&index| holds(&records, index)));
        }
    }
}

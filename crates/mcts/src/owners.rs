//! Which thread may reach a node, where several share the tree.
//!
//! Ways to one node lead through different gates, so that two threads may meet in it. Therefore a thread takes
//! each node below its gate before it looks at it, and who finds a node taken goes no further: it takes the mean
//! that the node has published. A thread gives back all that it has taken at once, by another number.
//!
//! ```text
//! word of a node   owner 32 bits | mean utility f32
//! owner            0 nobody | thread 10 bits, number 22 bits | all ones: the crown
//! ```
//!
//! Nodes of the crown belong to who holds its lock, for the rest of the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::memory::zeros;

/// The bytes that an inner node costs while threads share the tree.
pub(crate) const BYTES_PER_NODE: u64 = size_of::<AtomicU64>() as u64;

const NOBODY: u32 = 0;
const NUMBER_BITS: u32 = 22;
/// The most threads: what ten bits hold, less nobody and the crown.
pub(crate) const MOST_THREADS: u32 = (1 << (u32::BITS - NUMBER_BITS)) - 2;

/// Who has a node: a thread below one gate, or the crown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner(u32);

impl Default for Owner {
    fn default() -> Owner {
        Owner(NOBODY)
    }
}

impl Owner {
    /// Who holds the lock.
    pub(crate) const CROWN: Owner = Owner(u32::MAX);

    /// A thread, with a number for each gate that it takes. Numbers come again after some millions; a node that
    /// carries an old one then is that thread's.
    fn of(thread: usize, number: u32) -> Owner {
        #[expect(clippy::cast_possible_truncation, reason = "at most MOST_THREADS")]
        let thread = thread as u32 + 1;
        Owner((thread << NUMBER_BITS) | (number & ((1 << NUMBER_BITS) - 1)))
    }

    fn thread(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize - 1
    }
}

/// The words of all nodes, and who each thread is at present.
#[derive(Debug)]
pub(crate) struct Owners {
    words: Arc<[AtomicU64]>,
    current: Box<[AtomicU32]>,
}

/// The high half of a word.
fn owner_in(word: u64) -> u32 {
    (word >> 32) as u32
}

impl Owners {
    pub(crate) fn new(nodes: usize, threads: usize) -> Owners {
        Owners {
            words: zeros(nodes),
            current: (0..threads).map(|_| AtomicU32::new(NOBODY)).collect(),
        }
    }

    /// Makes a thread an owner. `number` is another one than its last.
    pub(crate) fn begin(&self, thread: usize, number: u32) -> Owner {
        let owner = Owner::of(thread, number);
        self.current[thread].store(owner.0, Ordering::Release);
        owner
    }

    /// Gives back what a thread has taken.
    pub(crate) fn end(&self, thread: usize) {
        self.current[thread].store(NOBODY, Ordering::Release);
    }

    /// Takes a node. `false` if it is another's.
    #[inline]
    pub(crate) fn take(&self, index: usize, owner: Owner) -> bool {
        let word = &self.words[index];
        let seen = word.load(Ordering::Acquire);
        let before = owner_in(seen);
        if before == owner.0 {
            return true;
        }
        let taken = before == Owner::CROWN.0
            || (before != NOBODY && {
                let current = &self.current[Owner(before).thread()];
                current.load(Ordering::Acquire) == before
            });
        let mine = (u64::from(owner.0) << 32) | (seen & u64::from(u32::MAX));
        !taken
            && word
                .compare_exchange(seen, mine, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
    }

    pub(crate) fn is_crown(&self, index: usize) -> bool {
        owner_in(self.words[index].load(Ordering::Acquire)) == Owner::CROWN.0
    }

    /// The thread that has taken a node below the crown.
    pub(crate) fn thread_of(&self, index: usize) -> Option<usize> {
        match owner_in(self.words[index].load(Ordering::Relaxed)) {
            NOBODY | u32::MAX => None,
            owner => Some(Owner(owner).thread()),
        }
    }

    /// Publishes the mean of a node that this owner has, or that is new.
    #[inline(always)]
    pub(crate) fn publish(&self, index: usize, owner: Owner, value: f32) {
        let word = (u64::from(owner.0) << 32) | u64::from(value.to_bits());
        self.words[index].store(word, Ordering::Release);
    }

    /// What was published of a node last.
    pub(crate) fn value(&self, index: usize) -> f32 {
        let word = self.words[index].load(Ordering::Relaxed);
        #[expect(clippy::cast_possible_truncation, reason = "the low half")]
        f32::from_bits(word as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_one_owner() {
        let owners = Owners::new(4, 2);
        let first = owners.begin(0, 1);
        let second = owners.begin(1, 1);
        assert!(owners.take(3, first) && owners.take(3, first));
        assert!(!owners.take(3, second) && !owners.take(3, Owner::CROWN));
        assert_eq!((owners.thread_of(3), owners.thread_of(2)), (Some(0), None));
        owners.publish(3, first, 0.5);
        assert!((owners.value(3) - 0.5).abs() < f32::EPSILON);

        owners.end(0);
        assert!(owners.take(3, second));
        assert!((owners.value(3) - 0.5).abs() < f32::EPSILON);
        let again = owners.begin(0, 2);
        assert!(!owners.take(3, again));

        assert!(owners.take(1, Owner::CROWN) && owners.is_crown(1));
        owners.end(1);
        assert!(!owners.take(1, second) && !owners.take(1, again));
        assert_eq!(owners.thread_of(1), None);
        assert!(owners.take(3, again));
    }

    #[test]
    fn the_last_thread_is_not_the_crown() {
        let most = MOST_THREADS as usize - 1;
        for number in [0, 1, (1 << NUMBER_BITS) - 1, 1 << NUMBER_BITS] {
            let owner = Owner::of(most, number);
            assert!(owner != Owner::CROWN && owner.0 != NOBODY);
            assert_eq!(owner.thread(), most);
        }
    }

    /// Threads that take nodes at random never have one at the same time, and each sees what the last one did.
    #[test]
    #[expect(unsafe_code, reason = "who has taken a node may change it")]
    fn threads_never_have_one_node_together() {
        const THREADS: usize = 4;
        const NODES: usize = 8;
        const ROUNDS: u32 = 50_000;
        struct Counters([std::cell::UnsafeCell<u64>; NODES]);
        // SAFETY: each is reached by who has taken it.
        unsafe impl Sync for Counters {}
        let counters = Counters(std::array::from_fn(|_| 0.into()));
        let owners = Owners::new(NODES, THREADS);
        let together = std::sync::Barrier::new(THREADS);
        let taken: u64 = std::thread::scope(|scope| {
            let work = |thread| {
                let (owners, counters, together) = (&owners, &counters, &together);
                scope.spawn(move || {
                    together.wait();
                    let mut taken = 0;
                    for round in 1..=ROUNDS {
                        let owner = owners.begin(thread, round);
                        for step in 0..3 {
                            let index = (round as usize * (thread + 3) + 5 * step) % NODES;
                            if owners.take(index, owner) {
                                let counter = counters.0[index].get();
                                // SAFETY: taken.
                                let before = unsafe { counter.read_volatile() };
                                if round % 64 == 0 {
                                    // Threads that take turns meet here.
                                    std::thread::yield_now();
                                }
                                // SAFETY: taken.
                                unsafe { counter.write_volatile(before + 1) };
                                owners.publish(index, owner, 0.0);
                                taken += 1;
                            }
                        }
                        owners.end(thread);
                    }
                    taken
                })
            };
            let threads: Vec<_> = (0..THREADS).map(work).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        let counted: u64 = counters
            .0
            .into_iter()
            .map(|counter| counter.into_inner())
            .sum();
        assert_eq!(counted, taken);
        assert!(taken > u64::from(ROUNDS));
    }
}

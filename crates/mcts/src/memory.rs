//! What the tree asks of the machine's memory. Nothing here changes a result.
#![expect(
    unsafe_code,
    reason = "hints about memory take pointers, and zeros are a value"
)]

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A block from this size on is asked for as [`MAPPED`] bytes at least.
const MIDDLING: usize = 128 << 10;
/// What glibc maps whatever was asked for before, see `M_MMAP_THRESHOLD` in mallopt(3). A smaller block
/// may be cut from its heap, where holes between blocks that live longer never go back to the system: a
/// server with players that come and go held many times what they used. What is beyond the records is
/// address space and no memory.
const MAPPED: usize = 33 << 20;

/// The bytes to ask for a block of so many, so that it goes back to the system when it is dropped.
pub(crate) fn room(bytes: usize) -> usize {
    if cfg!(all(target_os = "linux", target_pointer_width = "64")) && bytes >= MIDDLING {
        bytes.max(MAPPED)
    } else {
        bytes
    }
}

/// At least so many zeros, of which a page costs nothing before it is used, and that go back to the system.
pub(crate) fn zeros(words: usize) -> Arc<[AtomicU64]> {
    let asked = room(words * size_of::<AtomicU64>()) / size_of::<AtomicU64>();
    let zeros = Arc::new_zeroed_slice(asked);
    // SAFETY: zero is a number.
    let mut zeros: Arc<[AtomicU64]> = unsafe { zeros.assume_init() };
    if let Some(zeros) = Arc::get_mut(&mut zeros) {
        large_pages(&mut zeros[..words]);
    }
    zeros
}

/// Asks the system to back a large buffer by large pages, where there are such: a descent jumps
/// about in the tree, and with pages of 4 KiB most jumps miss the table of pages too.
pub(crate) fn large_pages<T>(buffer: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        const LARGE: usize = 2 << 20;
        let bytes = size_of_val(buffer);
        let start = buffer.as_mut_ptr().cast::<std::ffi::c_void>();
        let skipped = start.align_offset(PAGE);
        let whole = bytes.saturating_sub(skipped) / PAGE * PAGE;
        if whole >= LARGE {
            // SAFETY: the range lies within the buffer, begins and ends at a page, and the advice
            // leaves its contents as they are. That the system does not follow it is no error.
            let advised = unsafe {
                let start = start.byte_add(skipped);
                rustix::mm::madvise(start, whole, rustix::mm::Advice::LinuxHugepage)
            };
            // A system without large pages does as well, only slower.
            debug_assert!(advised.is_ok() || advised.is_err());
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buffer;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_zeros() {
        for words in [0, 1, 1000, 1 << 15] {
            let zeros = zeros(words);
            assert!(zeros.len() >= words);
            assert!(
                zeros
                    .iter()
                    .all(|word| word.load(std::sync::atomic::Ordering::Relaxed) == 0)
            );
        }
    }

    #[test]
    fn hints_change_nothing() {
        for size in [0_usize, 1, 1000, 1 << 20] {
            let mut records: Vec<u64> = (1..=size as u64).collect();
            let before = records.clone();
            large_pages(&mut records);
            assert_eq!(records, before);
        }
    }
}

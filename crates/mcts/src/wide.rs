//! What the tree asks of the machine: selection in wide registers, and hints about memory.
//!
//! Selection has a safe twin, [`select`], which a test
//! holds it to; the hints change no result.
#![cfg_attr(
    any(target_arch = "x86_64", target_os = "linux"),
    expect(unsafe_code, reason = "registers and hints about memory take pointers")
)]

use crate::arena::Node;
use crate::selection::select;

/// How selection is computed: by the widest registers there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selector {
    #[cfg(target_arch = "x86_64")]
    wide: Option<Avx2>,
}

/// Proof that the processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Avx2(());

impl Selector {
    /// The fastest on this processor.
    pub(crate) fn detect() -> Selector {
        Selector {
            #[cfg(target_arch = "x86_64")]
            wide: is_x86_feature_detected!("avx2").then_some(Avx2(())),
        }
    }

    /// [`select`], to the bit.
    #[inline(always)]
    pub(crate) fn select(self, node: &Node, scale: f32, unvisited: f32) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.wide.is_some() {
            // SAFETY: the token proves that the processor has AVX2.
            return unsafe { avx2::select(node, scale, unvisited) };
        }
        select(node, scale, unvisited)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::Node;
    use crate::arena::SLOTS;
    use crate::selection::{SLOT_BITS, key, puct, slot_of};

    /// Slots in a register; one is left over.
    const LANES: usize = 8;

    #[target_feature(enable = "avx2")]
    #[inline]
    fn floats(column: &[f32; SLOTS]) -> __m256 {
        // SAFETY: the column is longer than the 32 bytes that are read, and the load asks for no
        // alignment.
        unsafe { _mm256_loadu_ps(column.as_ptr()) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn integers(column: &[u32; SLOTS]) -> __m256i {
        // SAFETY: as for floats.
        unsafe { _mm256_loadu_si256(column.as_ptr().cast()) }
    }

    /// [`key`] of eight slots.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn keys(scores: __m256) -> __m256i {
        let bits = _mm256_castps_si256(scores);
        let turned = _mm256_srli_epi32::<1>(_mm256_srai_epi32::<31>(bits));
        let ordered = _mm256_xor_si256(bits, turned);
        let slots = _mm256_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8);
        _mm256_or_si256(
            _mm256_andnot_si256(_mm256_set1_epi32(SLOT_BITS), ordered),
            slots,
        )
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn select(node: &Node, scale: f32, unvisited: f32) -> usize {
        // 1. The scores of eight slots at once, and of the ninth.
        let visits = integers(&node.visits);
        let untried = _mm256_cmpeq_epi32(visits, _mm256_setzero_si256());
        let mean = _mm256_blendv_ps(
            floats(&node.mean),
            _mm256_set1_ps(unvisited),
            _mm256_castsi256_ps(untried),
        );
        let tried = _mm256_add_ps(_mm256_set1_ps(1.0), _mm256_cvtepi32_ps(visits));
        let share = _mm256_div_ps(floats(&node.priors), tried);
        let scores = _mm256_add_ps(mean, _mm256_mul_ps(_mm256_set1_ps(scale), share));
        let last = node.visits[LANES];
        let mean = if last == 0 {
            unvisited
        } else {
            node.mean[LANES]
        };
        let ninth = key(puct(mean, node.priors[LANES], scale, last), LANES);

        // 2. The highest, with its slot.
        let keys = keys(scores);
        let four = _mm_max_epi32(
            _mm256_castsi256_si128(keys),
            _mm256_extracti128_si256::<1>(keys),
        );
        let two = _mm_max_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_max_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
        slot_of(_mm_cvtsi128_si32(one).max(ninth))
    }
}

/// Asks the system to back a large buffer by large pages, where there are such: a descent jumps
/// about in the tree, and with pages of 4 KiB most jumps miss the table of pages too.
pub(crate) fn large_pages<T>(buffer: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(buffer);
        let start = buffer.as_mut_ptr().cast::<std::ffi::c_void>();
        let skipped = start.align_offset(PAGE);
        let whole = bytes.saturating_sub(skipped) / PAGE * PAGE;
        if whole > 0 {
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
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use togyz_rules::{Position, Variant};

    use super::*;
    use crate::arena::{EXCLUDED, SLOTS};

    /// Random nodes, some with equal scores, some with moves that must not be chosen.
    #[test]
    fn selection_equals_its_twin() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let selector = Selector::detect();
        let mut chosen = [0; SLOTS];
        for _ in 0..20_000 {
            let mut node = Node::new(Position::start(Variant::Togyz), [0.0; SLOTS], 0.0, 0.0);
            let coarse = rng.random_range(1..200_u16);
            for slot in 0..SLOTS {
                node.visits[slot] = rng.random_range(0..u32::from(coarse));
                node.mean[slot] = f32::from(rng.random_range(0..coarse)) / 100.0 - 1.0;
                node.priors[slot] = f32::from(rng.random_range(0..coarse)) / 200.0;
                if rng.random_range(0..5) == 0 {
                    (node.visits[slot], node.mean[slot]) = (1, EXCLUDED);
                }
            }
            let (scale, unvisited) = (f32::from(coarse) / 20.0, rng.random::<f32>() - 0.5);
            let slot = selector.select(&node, scale, unvisited);
            assert_eq!(slot, select(&node, scale, unvisited), "{node:?}");
            chosen[slot] += 1;
        }
        assert!(chosen.iter().all(|&count| count > 500), "{chosen:?}");
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

//! Selection in wide registers. It has a safe twin, [`select`], which a test holds it to.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "registers are read by pointers")
)]

use crate::arena::Node;
use crate::backup::Step;
use crate::records::Records;
use crate::selection::{Exploration, select};

/// How selection is computed: by the widest registers there are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selector {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Plain,
}

/// Proof that the processor has AVX-512 with its instructions for short registers and short numbers.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

/// Proof that the processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Selector {
    /// The fastest on this processor.
    pub(crate) fn detect() -> Selector {
        Selector::all().next().unwrap_or(Selector::Plain)
    }

    /// Those that this processor has, the fastest first.
    fn all() -> impl Iterator<Item = Selector> {
        #[cfg(target_arch = "x86_64")]
        let wide = {
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            let avx512 = avx512.then_some(Selector::Avx512(Avx512(())));
            let avx2 = is_x86_feature_detected!("avx2").then_some(Selector::Avx2(Avx2(())));
            avx512.into_iter().chain(avx2)
        };
        #[cfg(not(target_arch = "x86_64"))]
        let wide = std::iter::empty();
        wide.chain([Selector::Plain])
    }

    /// [`select`], to the bit.
    #[inline(always)]
    pub(crate) fn select(self, node: &Node, scale: f32, unvisited: f32) -> usize {
        match self {
            // SAFETY: the token proves that the processor has AVX-512.
            #[cfg(target_arch = "x86_64")]
            Selector::Avx512(Avx512(())) => unsafe { avx512::select(node, scale, unvisited) },
            // SAFETY: the token proves that the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Selector::Avx2(Avx2(())) => unsafe { avx2::select(node, scale, unvisited) },
            Selector::Plain => select(node, scale, unvisited),
        }
    }

    /// Chooses what the next simulation follows in the nodes of these steps: in a pass by itself, so that no choice waits
    /// for another or for a number just written.
    #[inline(always)]
    pub(crate) fn choose_ahead(
        self,
        exploration: &Exploration,
        nodes: &mut Records<Node>,
        steps: &[Step],
    ) {
        match self {
            // SAFETY: the token proves that the processor has AVX-512.
            #[cfg(target_arch = "x86_64")]
            Selector::Avx512(Avx512(())) => unsafe {
                avx512::choose_ahead(exploration, nodes, steps);
            },
            // SAFETY: the token proves that the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Selector::Avx2(Avx2(())) => unsafe { avx2::choose_ahead(exploration, nodes, steps) },
            Selector::Plain => choose_ahead(exploration, nodes, steps, select),
        }
    }
}

#[inline(always)]
fn choose_ahead(
    exploration: &Exploration,
    nodes: &mut Records<Node>,
    steps: &[Step],
    select: impl Fn(&Node, f32, f32) -> usize,
) {
    for step in steps {
        let node = &mut nodes[step.node as usize];
        node.next = exploration.choose_by(node, node.count, &select);
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Exploration, Node, Records, Step};
    use crate::node::{PRIOR, SLOTS};
    use crate::selection::{SLOT_BITS, slot_of};

    /// The lanes of slots, of 16.
    const NINE: __mmask16 = (1 << SLOTS) - 1;

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn choose_ahead(
        exploration: &Exploration,
        nodes: &mut Records<Node>,
        steps: &[Step],
    ) {
        super::choose_ahead(exploration, nodes, steps, |node, scale, unvisited| {
            select(node, scale, unvisited)
        });
    }

    /// The scores of all slots at once, and the highest with its slot.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[inline]
    pub(super) fn select(node: &Node, scale: f32, unvisited: f32) -> usize {
        // SAFETY: nine lanes are read of columns of nine, and the loads ask for no alignment.
        let (visits, mean, priors) = unsafe {
            (
                _mm512_maskz_loadu_epi32(NINE, node.visits.as_ptr().cast()),
                _mm512_maskz_loadu_ps(NINE, node.mean.as_ptr()),
                _mm256_maskz_loadu_epi16(NINE, node.priors.as_ptr().cast()),
            )
        };
        let untried = _mm512_testn_epi32_mask(visits, visits);
        let mean = _mm512_mask_mov_ps(mean, untried, _mm512_set1_ps(unvisited));
        let priors = _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(priors));
        let tried = _mm512_add_ps(_mm512_set1_ps(1.0), _mm512_cvtepi32_ps(visits));
        let share = _mm512_div_ps(priors, tried);
        let scale = _mm512_set1_ps(scale * PRIOR);
        let scores = _mm512_add_ps(mean, _mm512_mul_ps(scale, share));
        // As `key` does.
        let bits = _mm512_castps_si512(scores);
        let turned = _mm512_srli_epi32::<1>(_mm512_srai_epi32::<31>(bits));
        let ordered = _mm512_xor_si512(bits, turned);
        let slots = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        let keys = _mm512_or_si512(
            _mm512_andnot_si512(_mm512_set1_epi32(SLOT_BITS), ordered),
            slots,
        );
        slot_of(_mm512_mask_reduce_max_epi32(NINE, keys))
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Exploration, Node, Records, Step};
    use crate::node::{PRIOR, SLOTS};
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

    /// The stored priors of eight slots.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn priors(node: &Node) -> __m256 {
        // SAFETY: as for floats, of 16 bytes.
        let stored = unsafe { _mm_loadu_si128(node.priors.as_ptr().cast()) };
        _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(stored))
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
    pub(super) fn choose_ahead(
        exploration: &Exploration,
        nodes: &mut Records<Node>,
        steps: &[Step],
    ) {
        super::choose_ahead(exploration, nodes, steps, |node, scale, unvisited| {
            select(node, scale, unvisited)
        });
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn select(node: &Node, scale: f32, unvisited: f32) -> usize {
        // 1. The scores of eight slots at once, and of the ninth.
        let scale = scale * PRIOR;
        let visits = integers(&node.visits);
        let untried = _mm256_cmpeq_epi32(visits, _mm256_setzero_si256());
        let mean = _mm256_blendv_ps(
            floats(&node.mean),
            _mm256_set1_ps(unvisited),
            _mm256_castsi256_ps(untried),
        );
        let tried = _mm256_add_ps(_mm256_set1_ps(1.0), _mm256_cvtepi32_ps(visits));
        let share = _mm256_div_ps(priors(node), tried);
        let scores = _mm256_add_ps(mean, _mm256_mul_ps(_mm256_set1_ps(scale), share));
        let last = node.visits[LANES];
        let mean = if last == 0 {
            unvisited
        } else {
            node.mean[LANES]
        };
        let prior = f32::from(node.priors[LANES]);
        let ninth = key(puct(mean, prior, scale, last), LANES);

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

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use togyz_rules::{Position, Variant};

    use super::*;
    use crate::arena::{EXCLUDED, Leaf, SLOTS};
    use crate::config::MctsConfig;
    use crate::node::Choice;

    /// Random nodes, some with equal scores, some with moves that must not be chosen.
    #[test]
    fn selection_equals_its_twin() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let exploration = Exploration::new(&MctsConfig::default());
        let mut chosen = [0; SLOTS];
        for _ in 0..20_000 {
            let leaf = Leaf::new(&[0.0; SLOTS], 0.0, 0.0);
            let mut node = Node::new(Position::start(Variant::Togyz), 0.0, &leaf);
            let coarse = rng.random_range(1..200_u16);
            for slot in 0..SLOTS {
                node.visits[slot] = rng.random_range(0..u32::from(coarse));
                node.mean[slot] = f32::from(rng.random_range(0..coarse)) / 100.0 - 1.0;
                node.priors[slot] = rng.random_range(0..coarse) * 327;
                if rng.random_range(0..5) == 0 {
                    (node.visits[slot], node.mean[slot]) = (1, EXCLUDED);
                }
            }
            let (scale, unvisited) = (f32::from(coarse) / 20.0, rng.random::<f32>() - 0.5);
            let slot = select(&node, scale, unvisited);
            for selector in Selector::all() {
                let found = selector.select(&node, scale, unvisited);
                assert_eq!(found, slot, "{selector:?}: {node:?}");
            }
            chosen[slot] += 1;
            // The pass over the way back, of each as of one node.
            let mut nodes = Records::new(1);
            nodes.push(node);
            let want = exploration.choose(&node, node.count);
            for selector in Selector::all() {
                nodes[0].next = Choice::OPEN;
                selector.choose_ahead(&exploration, &mut nodes, &[Step::new(0, Choice::OPEN)]);
                assert_eq!(nodes[0].next, want, "{selector:?}: {node:?}");
            }
        }
        assert!(chosen.iter().all(|&count| count > 500), "{chosen:?}");
    }
}

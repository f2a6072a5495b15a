//! Which move a simulation follows.
//!
//! `argmax Q(a) + c(N) P(a) sqrt(N) / (1 + n(a))`: PUCT as in Silver et al. 2018 (AlphaZero),
//! with first-play urgency for moves without a visit. The root has a rule of its own;
//! `gumbel.rs` is another one.

use crate::arena::{EXCLUDED, Node, SLOTS};
use crate::backup::Step;
use crate::config::MctsConfig;
use crate::node::{Choice, PRIOR};
use crate::tree::Tree;
use crate::wide::Selector;

/// `c(N)`, looked up: a logarithm at every level of every simulation costs more than it gives.
#[derive(Clone, Debug)]
pub(crate) struct Exploration {
    /// `c` by the exponent and the first three bits of the fraction of `N`: steps of a twelfth or
    /// finer, so that the logarithm is at most 0.12 off.
    table: Box<[f32; Exploration::STEPS]>,
    selector: Selector,
    fpu_reduction: f32,
}

impl Exploration {
    const STEPS: usize = 8 * 33;
    /// The first index in use: that of 1.0.
    const FIRST: usize = (1.0_f32.to_bits() >> 20) as usize;

    pub(crate) fn new(config: &MctsConfig) -> Exploration {
        let mut table = Box::new([0.0; Exploration::STEPS]);
        for (index, c) in (Exploration::FIRST..).zip(table.iter_mut()) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the top 12 bits of a float"
            )]
            let visits = f32::from_bits((index as u32) << 20);
            *c = config.c_puct + config.c_factor * (visits / config.c_base).ln_1p();
        }
        Exploration {
            table,
            selector: Selector::detect(),
            fpu_reduction: config.fpu_reduction,
        }
    }

    /// `c(N) sqrt(N)` for a node with `visits` visits, 1 or more.
    #[inline(always)]
    pub(crate) fn scale(&self, visits: u32) -> f32 {
        let visits = visits.max(1) as f32;
        let index = (visits.to_bits() >> 20) as usize - Exploration::FIRST;
        self.table[index] * visits.sqrt()
    }

    /// What a simulation follows from a node below the root that has so many visits.
    #[inline(always)]
    pub(crate) fn choose(&self, node: &Node, visits: u32) -> Choice {
        self.choose_by(node, visits, &|node: &Node, scale, unvisited| {
            self.selector.select(node, scale, unvisited)
        })
    }

    /// Chooses what the next simulation follows in the nodes of these steps.
    #[inline(always)]
    pub(crate) fn choose_ahead(&self, tree: &mut Tree, steps: &[Step]) {
        let selector = self.selector;
        selector.choose_ahead(self, &mut tree.arena.nodes, steps);
    }

    /// [`Exploration::choose`] with this for [`select`].
    #[inline(always)]
    pub(crate) fn choose_by(
        &self,
        node: &Node,
        visits: u32,
        select: &impl Fn(&Node, f32, f32) -> usize,
    ) -> Choice {
        let unvisited = first_play_urgency(node.value, self.fpu_reduction, node.reach);
        let scale = self.scale(visits);
        let slot = select(node, scale, unvisited);
        if node.links[slot].proof().is_some() {
            past_draw(node, slot, scale, unvisited)
        } else {
            Choice::of(slot)
        }
    }

    /// The same from the root.
    pub(crate) fn choose_at_root(&self, root: &Node, visits: u32, rule: RootRule) -> Choice {
        let unvisited = first_play_urgency(root.value, rule.fpu_reduction, root.reach);
        let scale = self.scale(visits);
        let owed = || {
            (0..SLOTS).find(|&slot| {
                let tried = root.visits[slot];
                let owed = forced_playouts(rule.forced, root.prior(slot), visits);
                tried > 0 && (tried as f32) < owed && root.links[slot].proof().is_none()
            })
        };
        let forced = if rule.forced > 0.0 { owed() } else { None };
        let slot = rule
            .only
            .or(forced)
            .unwrap_or_else(|| self.selector.select(root, scale, unvisited));
        if rule.pass_draws && root.links[slot].proof().is_some() {
            past_draw(root, slot, scale, unvisited)
        } else {
            Choice::of(slot)
        }
    }
}

/// What an unvisited move is taken to be worth in a node whose own mean is `own`.
///
/// # Source
/// KataGo: the parent's value less a reduction by the square root of the visited prior mass.
#[inline(always)]
pub(crate) fn first_play_urgency(own: f32, reduction: f32, reach: f32) -> f32 {
    own - reduction * reach
}

/// The score of one move.
#[inline(always)]
pub(crate) fn puct(mean: f32, prior: f32, scale: f32, visits: u32) -> f32 {
    // Visits stay below 2^31, and signed integers convert in one instruction.
    // The division does not wait for the scale, whose square root takes as long.
    mean + scale * (prior / (1.0 + visits.cast_signed() as f32))
}

/// The slot with the highest score; equal ones go to the lower hole.
#[inline(always)]
pub(crate) fn select(node: &Node, scale: f32, unvisited: f32) -> usize {
    let scale = scale * PRIOR;
    let mut scores = [0.0; SLOTS];
    for (slot, score) in scores.iter_mut().enumerate() {
        let visits = node.visits[slot];
        let mean = if visits == 0 {
            unvisited
        } else {
            node.mean[slot]
        };
        *score = puct(mean, f32::from(node.priors[slot]), scale, visits);
    }
    argmax(&scores)
}

/// Where a simulation goes when selection has chosen `draw`, a move that is proven to be a draw: to
/// the best open move if there is one, and the draw that it passes; else to the draw.
///
/// Following the draw again would teach nothing: its value is exact. So the simulation goes where
/// something can be learnt, while the node counts it as the draw that selection preferred. Without
/// this, endgames spend most simulations on draws they know.
fn past_draw(node: &Node, draw: usize, scale: f32, unvisited: f32) -> Choice {
    let mut open = *node;
    for (mean, link) in open.mean.iter_mut().zip(node.links) {
        if link.proof().is_some() {
            *mean = EXCLUDED;
        }
    }
    let slot = select(&open, scale, unvisited);
    match node.links[slot].proof() {
        None => Choice::past_draw(slot, draw),
        Some(_) => Choice::of(draw),
    }
}

/// What the root does differently from the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootRule {
    /// First-play urgency reduction.
    pub(crate) fpu_reduction: f32,
    /// `k` of the forced playouts; 0 is off.
    pub(crate) forced: f32,
    /// The slot that every simulation follows, whatever its score.
    pub(crate) only: Option<usize>,
    /// Whether simulations pass draws at the root as [`past_draw`] tells. Both moves count a visit
    /// then, which would spoil a policy target.
    pub(crate) pass_draws: bool,
}

/// The visits a root move is owed once it has been tried.
///
/// # Source
/// Wu 2019 (arXiv 1902.10565), section 3.2: `n_forced(c) = (k P(c) sum N(c'))^(1/2)`.
#[inline]
pub(crate) fn forced_playouts(k: f32, prior: f32, visits: u32) -> f32 {
    (k * prior * visits as f32).sqrt()
}

/// Bits of a score that give way to its slot.
pub(crate) const SLOT_BITS: i32 = 15;

/// Orders as the score does, and among scores that differ by less than two parts in a million by
/// the slot, the lower first; so the reduction to the best has no branch.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a slot is below 9"
)]
#[inline(always)]
pub(crate) fn key(score: f32, slot: usize) -> i32 {
    let bits = score.to_bits().cast_signed();
    // Floats order as integers once the digits of the negative ones are turned.
    let ordered = bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed();
    (ordered & !SLOT_BITS) | (SLOT_BITS - slot as i32)
}

/// The slot of a [`key`].
#[inline(always)]
pub(crate) fn slot_of(key: i32) -> usize {
    (SLOT_BITS - (key & SLOT_BITS)).cast_unsigned() as usize
}

/// The slot with the highest score, the lowest of equal ones.
#[inline(always)]
pub(crate) fn argmax(scores: &[f32; SLOTS]) -> usize {
    let keys = (0..SLOTS).map(|slot| key(scores[slot], slot));
    slot_of(keys.max().unwrap_or(SLOT_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_lower_hole() {
        let table: [(&str, [f32; SLOTS], usize); 5] = [
            ("plain", [0.1, 0.5, 0.2, 0., 0., 0., 0., 0., 0.], 1),
            (
                "negative",
                [-0.3, -0.2, -0.1, -0.4, -0.5, -1., -1., -1., -1e30],
                2,
            ),
            ("signs", [-1., 1e-9, 0.0, -1e-9, -1., -1., -1., -1., -1.], 1),
            ("equal", [0.5; SLOTS], 0),
            ("last", [0., 0., 0., 0., 0., 0., 0., 0.7, 0.7], 7),
        ];
        for (name, scores, want) in table {
            assert_eq!(argmax(&scores), want, "{name}");
        }
    }

    #[test]
    fn exploration_follows_its_formula() {
        let config = MctsConfig {
            c_puct: 1.25,
            c_factor: 0.5,
            c_base: 500.0,
            ..MctsConfig::default()
        };
        let exploration = Exploration::new(&config);
        for visits in [1_u32, 2, 3, 10, 500, 12_345, 1_000_000, 1 << 31] {
            let n = f64::from(visits);
            let want = (1.25 + 0.5 * (n / 500.0).ln_1p()) * n.sqrt();
            let have = f64::from(exploration.scale(visits));
            assert!(
                (have / want - 1.0).abs() < 0.05,
                "{visits}: {have} for {want}"
            );
        }
        let constant = Exploration::new(&MctsConfig {
            c_puct: 2.0,
            c_factor: 0.0,
            ..MctsConfig::default()
        });
        assert!((constant.scale(49) - 14.0).abs() < 1e-6);
    }
}

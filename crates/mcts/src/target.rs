//! Policy target pruning: what the noise forced is not to be learnt.

use crate::arena::{Node, SLOTS};
use crate::selection::{Exploration, RootRule, forced_playouts, puct};

/// The root's visits by slot, less those that were forced.
///
/// # Source
/// Wu 2019 (KataGo, arXiv 1902.10565), section 3.2: from each move but the most visited up to
/// `n_forced` visits are taken back, as long as its PUCT score stays below that of the most
/// visited; a move left with a single visit is taken out.
pub(crate) fn unforced(
    root: &Node,
    visits: u32,
    exploration: &Exploration,
    rule: RootRule,
) -> [f32; SLOTS] {
    let legal = root.position.legal_moves();
    let mut kept = [0.0; SLOTS];
    let best = legal
        .iter()
        .map(|mv| mv.index())
        .max_by_key(|&slot| (root.visits[slot], std::cmp::Reverse(slot)));
    let Some(best) = best else {
        return kept;
    };
    let scale = exploration.scale(visits);
    let score = |slot: usize, visits| puct(root.mean[slot], root.prior(slot), scale, visits);
    let top = score(best, root.visits[best]);
    for slot in legal.iter().map(|mv| mv.index()) {
        let mut left = root.visits[slot];
        if slot != best {
            let forced = forced_playouts(rule.forced, root.prior(slot), visits);
            let least = (left as f32 - forced).max(0.0);
            while left > 0 && (left as f32) > least && score(slot, left - 1) < top {
                left -= 1;
            }
            if left <= 1 {
                left = 0;
            }
        }
        kept[slot] = left as f32;
    }
    kept
}

//! Small bestemshe solved once more, with kazans in the position and nothing but wins and losses.
//!
//! The tables keep guaranteed balls of a board and add the kazans when they are asked. Here every
//! board stands with every pair of kazans, and is won, lost, or, when no more can be shown, drawn:
//! endless play is a draw by the third repetition.

use std::collections::HashMap;

use togyz_rules::Variant;
use togyz_tables::{TableSet, Verdict};

use crate::support::{Slow, boards};

const BESTEMSHE: Variant = Variant::Bestemshe;
const TOTAL: u8 = 50;
const MAJORITY: u8 = 26;

/// Won or lost for the side to move; what is absent is drawn.
type Known = HashMap<(Slow, u8), Verdict>;

/// The result of a finished game.
fn ended(slow: &Slow, own: u8) -> Option<Verdict> {
    let other = TOTAL - slow.balls() - own;
    let row = BESTEMSHE.holes();
    if own >= MAJORITY {
        Some(Verdict::Win)
    } else if other >= MAJORITY {
        Some(Verdict::Loss)
    } else if slow.holes[..row].iter().all(|&balls| balls == 0) {
        Some(own.cmp(&(TOTAL - own)).into_verdict())
    } else {
        None
    }
}

trait IntoVerdict {
    fn into_verdict(self) -> Verdict;
}

impl IntoVerdict for std::cmp::Ordering {
    fn into_verdict(self) -> Verdict {
        match self {
            std::cmp::Ordering::Less => Verdict::Loss,
            std::cmp::Ordering::Equal => Verdict::Draw,
            std::cmp::Ordering::Greater => Verdict::Win,
        }
    }
}

/// Adds a layer: every board with every kazan of the mover, until nothing more can be shown.
fn solve(known: &mut Known, balls: u8) {
    let open: Vec<(Slow, u8)> = boards(BESTEMSHE, [None, None], balls)
        .into_iter()
        .flat_map(|slow| (0..=TOTAL - balls).map(move |own| (slow.clone(), own)))
        .collect();
    let mut waiting = Vec::new();
    for (slow, own) in open {
        match ended(&slow, own) {
            Some(Verdict::Draw) => {}
            Some(verdict) => {
                known.insert((slow, own), verdict);
            }
            None => {
                let next: Vec<(Slow, u8)> = slow
                    .moves(BESTEMSHE)
                    .into_iter()
                    .map(|mv| (mv.next, TOTAL - balls - own + mv.given))
                    .collect();
                waiting.push(((slow, own), next));
            }
        }
    }
    loop {
        let before = waiting.len();
        waiting.retain(|(state, next)| {
            let after = |state| known.get(state).copied().unwrap_or(Verdict::Draw);
            let verdict = if next.iter().any(|state| after(state) == Verdict::Loss) {
                Verdict::Win
            } else if next.iter().all(|state| after(state) == Verdict::Win) {
                Verdict::Loss
            } else {
                return true;
            };
            known.insert(state.clone(), verdict);
            false
        });
        if waiting.len() == before {
            return;
        }
    }
}

fn agrees(balls: u8) {
    let set = TableSet::solved(BESTEMSHE, balls);
    let mut known = Known::new();
    let mut drawn = 0_u64;
    for n in 0..=balls {
        solve(&mut known, n);
        for slow in boards(BESTEMSHE, [None, None], n) {
            for own in 0..=TOTAL - n {
                let position = slow.position(BESTEMSHE, own);
                let expected = known
                    .get(&(slow.clone(), own))
                    .copied()
                    .unwrap_or(Verdict::Draw);
                let exact = set.exact(&position).expect("a small position");
                if !position.is_over() {
                    assert_eq!(exact.verdict, expected, "{}", position.to_compact());
                    drawn += u64::from(expected == Verdict::Draw);
                }
            }
        }
    }
    assert!(drawn > 0);
}

#[test]
fn up_to_five_balls_every_position_has_the_same_result() {
    agrees(5);
}

/// 29 seconds in release on a free core, and 2.4 GB:
/// `cargo test --release -p togyz-tables --test tables -- --ignored up_to_ten`.
#[test]
#[ignore = "half a minute in release, 2.4 GB; five balls run always"]
fn up_to_ten_balls_every_position_has_the_same_result() {
    agrees(10);
}

//! The schedule of sequential halving.
//!
//! # Source
//! Karnin, Koren and Somekh 2013, "Almost optimal exploration in multi-armed bandits"; as in algorithm 2 of
//! Danihelka et al. 2022, where the last two moves share what is left.

/// A stretch of sequential halving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phase {
    /// Moves that are still looked at.
    pub(crate) considered: usize,
    /// Simulations that they share.
    pub(crate) simulations: u32,
}

/// How a budget is spent on so many moves: each phase gets the same share of it, and has half of
/// the moves of the phase before, two at least. What the rounding leaves goes to the last two.
pub(crate) fn phases(moves: usize, budget: u32) -> Vec<Phase> {
    let halvings = moves.next_power_of_two().ilog2().max(1);
    let mut phases = Vec::new();
    let (mut considered, mut left) = (moves, budget);
    while left > 0 && considered > 0 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 9 moves")]
        let wide = considered as u32;
        let rounds = (budget / (halvings * wide)).max(1);
        let simulations = rounds.saturating_mul(wide).min(left);
        phases.push(Phase {
            considered,
            simulations,
        });
        left -= simulations;
        considered = (considered / 2).max(2).min(moves);
    }
    phases
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The schedules of the paper's algorithm, worked out by hand.
    #[test]
    fn phases_halve_the_moves_and_share_the_budget() {
        type Case = (usize, u32, &'static [(usize, u32)]);
        let table: [Case; 7] = [
            (9, 100, &[(9, 18), (4, 24), (2, 24), (2, 24), (2, 10)]),
            (8, 96, &[(8, 32), (4, 32), (2, 32)]),
            (4, 16, &[(4, 8), (2, 8)]),
            (2, 7, &[(2, 6), (2, 1)]),
            (1, 5, &[(1, 5)]),
            (9, 5, &[(9, 5)]),
            (9, 0, &[]),
        ];
        for (moves, budget, want) in table {
            let have: Vec<_> = phases(moves, budget)
                .iter()
                .map(|phase| (phase.considered, phase.simulations))
                .collect();
            assert_eq!(have, want, "{moves} moves, {budget}");
        }
        for moves in 1..=9 {
            for budget in 0..700 {
                let sum: u32 = phases(moves, budget).iter().map(|p| p.simulations).sum();
                assert_eq!(sum, budget, "{moves} moves");
            }
        }
    }
}

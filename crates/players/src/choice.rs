//! The choice of a move at a level: by temperature, among moves that lose little.

use rand::{Rng, RngExt as _};
use togyz_rules::Move;

use crate::thought::Candidate;

/// How freely a player chooses among the moves that it looked at.
///
/// A weak level is weak because it sees less (a small model, few simulations); this choice only
/// keeps it from playing the same game over and over. A move that it sees to lose more than
/// `max_loss` is never played, so there are no blunders by lot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// 0 always plays the best; 1 plays moves as often as the search visited them.
    pub(crate) temperature: f32,
    /// The most of expected result (win chance + draw / 2) that may be given away.
    pub(crate) max_loss: f32,
}

impl Choice {
    /// Always the best move.
    pub(crate) const BEST: Choice = Choice {
        temperature: 0.0,
        max_loss: 0.0,
    };

    /// Picks one of the candidates, the best of which comes first.
    pub(crate) fn pick(&self, candidates: &[Candidate], rng: &mut impl Rng) -> Option<Move> {
        let best = candidates.first()?;
        if self.temperature <= 0.0 {
            return Some(best.mv);
        }
        // Shares are powers of the temperature; the highest is scaled to 1 against underflow.
        let top = candidates
            .iter()
            .map(|one| one.share)
            .fold(f32::MIN_POSITIVE, f32::max);
        let weights: Vec<f32> = candidates
            .iter()
            .map(|one| {
                let near = one.mv == best.mv || best.win - one.win <= self.max_loss;
                if near && one.share > 0.0 {
                    (one.share / top).powf(1.0 / self.temperature)
                } else {
                    0.0
                }
            })
            .collect();
        let mut left = rng.random::<f32>() * weights.iter().sum::<f32>();
        for (one, weight) in candidates.iter().zip(&weights) {
            left -= weight;
            if left < 0.0 && *weight > 0.0 {
                return Some(one.mv);
            }
        }
        Some(best.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    fn candidate(number: u32, share: f32, win: f32) -> Candidate {
        let mv = Move::from_number(number).expect("a hole");
        Candidate {
            mv,
            share,
            win,
            margin: 0.0,
            line: vec![mv],
            proven: None,
        }
    }

    /// How often each of the three moves is picked in 10,000 draws.
    fn counts(choice: Choice) -> [u32; 3] {
        let candidates = [
            candidate(1, 0.5, 0.60),
            candidate(2, 0.25, 0.55),
            candidate(3, 0.25, 0.30),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            let mv = choice.pick(&candidates, &mut rng).expect("a move");
            counts[mv.index()] += 1;
        }
        counts
    }

    #[test]
    fn zero_temperature_plays_the_best() {
        assert_eq!(counts(Choice::BEST), [10_000, 0, 0]);
    }

    #[test]
    fn temperature_one_plays_by_share_within_the_bounded_loss() {
        let [first, second, third] = counts(Choice {
            temperature: 1.0,
            max_loss: 0.1,
        });
        assert_eq!(third, 0, "a loss of 0.3 is never taken");
        assert!((6_500..6_850).contains(&first), "two of three: {first}");
        assert_eq!(first + second, 10_000);
    }

    #[test]
    fn a_low_temperature_sharpens() {
        let [first, ..] = counts(Choice {
            temperature: 0.5,
            max_loss: 1.0,
        });
        // Weights 1, 1/4, 1/4.
        assert!((6_500..6_850).contains(&first), "two of three: {first}");
    }
}

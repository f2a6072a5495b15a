//! Randomness at the root.

use rand::Rng;
use rand_distr::{Distribution, Gamma};
use togyz_rules::{MAX_HOLES, MoveSet};

use crate::config::NoiseConfig;

/// `shares` to the power of `1 / temperature`, summing to 1 again. In logarithms, so that a low
/// temperature does not lose all of them to underflow.
pub(crate) fn tempered(shares: &[f32; MAX_HOLES], temperature: f32) -> [f32; MAX_HOLES] {
    let most = shares.iter().copied().fold(0.0, f32::max);
    if most <= 0.0 {
        return *shares;
    }
    let powers = shares.map(|share| {
        if share > 0.0 {
            ((share / most).ln() / temperature).exp()
        } else {
            0.0
        }
    });
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// `priors` mixed with a draw from a symmetric Dirichlet distribution over `moves`.
///
/// # Source
/// Silver et al. 2018: `P(a) = (1 - epsilon) p(a) + epsilon eta(a)`, `eta ~ Dir(alpha)`; here `alpha`
/// is `alpha_total / moves`, as in KataGo.
pub(crate) fn noisy(
    priors: &[f32; MAX_HOLES],
    moves: MoveSet,
    config: &NoiseConfig,
    rng: &mut impl Rng,
) -> [f32; MAX_HOLES] {
    let alpha = config.alpha_total / moves.len().max(1) as f32;
    let Ok(gamma) = Gamma::new(f64::from(alpha), 1.0) else {
        return *priors;
    };
    let mut draws = [0.0_f64; MAX_HOLES];
    for mv in moves {
        draws[mv.index()] = gamma.sample(rng);
    }
    let sum: f64 = draws.iter().sum();
    if sum <= 0.0 {
        return *priors;
    }
    let mut mixed = *priors;
    for mv in moves {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let eta = (draws[mv.index()] / sum) as f32;
        let prior = &mut mixed[mv.index()];
        *prior += config.epsilon * (eta - *prior);
    }
    mixed
}

/// A number from 0 to below 1.
pub(crate) fn uniform(rng: &mut impl Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

//! Gumbel at the root: sequential halving in place of noise, forced playouts and PUCT.
//!
//! Below the root simulations follow PUCT as ever.
//!
//! # Source
//! Danihelka et al. 2022, "Policy improvement by planning with Gumbel" (ICLR): algorithm 2 for the
//! halving, equations 8 and 10 for `sigma` and the target, appendix D for the mixed value.

use std::cmp::Reverse;

use rand::Rng;
use togyz_rules::MAX_HOLES;

use crate::arena::SLOTS;
use crate::config::{ConfigError, within};
use crate::evaluator::Evaluator;
use crate::halving::phases;
use crate::result::{SearchResult, shares, standing};
use crate::search::Search;
use crate::selection::RootRule;
use crate::tree::{ROOT, known_mean};
use crate::value::{Proof, Value};

/// A prior that a leaf rounds to 0 counts as half of its smallest unit: its logarithm is finite.
const LEAST_PRIOR: f32 = 0.5 / 65535.0;

/// The root of a full search of self-play by Gumbel noise and sequential halving.
#[derive(Clone, Debug, PartialEq)]
pub struct GumbelConfig {
    /// Root moves that are looked at, those with the highest prior and noise.
    ///
    /// # Units
    /// Moves, 1 to 9: with 9 no legal move is left out.
    ///
    /// # Source
    /// `m` of the paper: 16 of Go's 362 moves.
    pub moves: u32,
    /// How much values weigh against priors before there are visits.
    ///
    /// # Units
    /// Visits.
    ///
    /// # Source
    /// `c_visit` of the paper: 50.
    pub visit: f32,
    /// How much values weigh against priors.
    ///
    /// # Units
    /// Of a logit for a value of all points, 0 to 1, and a visit.
    ///
    /// # Source
    /// `c_scale` of the paper: 1.0 for Go and chess, 0.1 for Atari.
    pub scale: f32,
}

impl Default for GumbelConfig {
    fn default() -> GumbelConfig {
        GumbelConfig {
            moves: 9,
            visit: 50.0,
            scale: 1.0,
        }
    }
}

impl GumbelConfig {
    /// Whether a search can run with these constants.
    ///
    /// # Errors
    /// [`ConfigError`] names the first constant that is out of its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !(1..=MAX_HOLES).contains(&(self.moves as usize)) {
            return Err(ConfigError {
                key: "gumbel_moves",
                value: f64::from(self.moves),
                expected: "1 to 9",
            });
        }
        within("gumbel_visit", self.visit, 0.0..=10_000.0, "0 to 10000")?;
        within("gumbel_scale", self.scale, 0.001..=100.0, "0.001 to 100")
    }

    /// `sigma(q) = (c_visit + max N) c_scale q`, of a mean utility brought to 0..1.
    fn sigma(&self, utility: f32, most_visits: u32) -> f32 {
        (self.visit + most_visits as f32) * self.scale * 0.5 * (utility + 1.0)
    }
}

/// A draw from the standard Gumbel distribution; always finite.
fn gumbel(rng: &mut impl Rng) -> f32 {
    let uniform = (f64::from(rng.next_u32()) + 0.5) / f64::from(1 << 16) / f64::from(1 << 16);
    #[expect(clippy::cast_possible_truncation, reason = "noise")]
    let noise = -(-uniform.ln()).ln() as f32;
    noise
}

/// What is known of the root's moves, by slot. `means` are utilities.
struct Moves<'a> {
    legal: &'a [usize],
    priors: &'a [f32; SLOTS],
    visits: [u32; SLOTS],
    means: [f32; SLOTS],
}

impl Moves<'_> {
    /// Means of the visited moves, and for the others the mixed value: that of the root before the
    /// search, and with the weight of the visits the mean of the visited moves under the priors.
    fn completed(&self, own: f32) -> [f32; SLOTS] {
        let visited = || self.legal.iter().filter(|&&slot| self.visits[slot] > 0);
        let mass: f32 = visited().map(|&slot| self.priors[slot]).sum();
        let sum: f32 = visited()
            .map(|&slot| self.priors[slot] * self.means[slot])
            .sum();
        let visits: u32 = visited().map(|&slot| self.visits[slot]).sum();
        let mixed = if mass > 0.0 {
            let visits = visits as f32;
            (own + visits * sum / mass) / (1.0 + visits)
        } else {
            own
        };
        let mut completed = [mixed; SLOTS];
        for &slot in visited() {
            completed[slot] = self.means[slot];
        }
        completed
    }

    /// `logits + sigma(completed q)`: the logits of the improved policy.
    fn improved(&self, own: f32, config: &GumbelConfig) -> [f32; SLOTS] {
        let most = self.legal.iter().map(|&slot| self.visits[slot]).max();
        let completed = self.completed(own);
        std::array::from_fn(|slot| {
            logit(self.priors[slot]) + config.sigma(completed[slot], most.unwrap_or(0))
        })
    }
}

fn logit(prior: f32) -> f32 {
    prior.max(LEAST_PRIOR).ln()
}

impl<E: Evaluator> Search<E> {
    /// Gives the root's moves `budget` simulations by sequential halving, and the result with its
    /// winner and its target; `None` without a root.
    ///
    /// Moves that are proven take no more simulations. One that is proven lost leaves its place to
    /// the next move; a root that is proven ends the search.
    pub(crate) fn halve(
        &mut self,
        config: &GumbelConfig,
        rule: RootRule,
        budget: u32,
        rng: &mut impl Rng,
    ) -> Option<SearchResult> {
        let moves = self.tree.root()?.position.legal_moves();
        let legal: Vec<usize> = moves.iter().map(|mv| mv.index()).collect();
        // The evaluator's value; in a tree that was kept, the mean so far.
        let own = self.tree.base_node().value;

        // 1. Noise, and the moves by prior and noise.
        let mut noise = [0.0; SLOTS];
        for &slot in &legal {
            noise[slot] = gumbel(rng);
        }
        let mut order = legal.clone();
        let first = |slot: usize| noise[slot] + logit(self.tree.priors[slot]);
        order.sort_by(|&a, &b| first(b).total_cmp(&first(a)));

        // 2. Halve. Who has the fewest visits is next: without a kept tree these are rounds.
        let considered = legal.len().min(config.moves as usize);
        self.rank(&mut order, considered, &legal, &noise, own, config);
        for phase in phases(considered, budget) {
            for _ in 0..phase.simulations {
                let Some(slot) = self.next(&order, phase.considered) else {
                    break;
                };
                self.simulate(Some(RootRule {
                    only: Some(slot),
                    ..rule
                }));
                self.simulations += 1;
            }
            self.rank(&mut order, phase.considered, &legal, &noise, own, config);
        }

        // 3. The target, and what the position is worth to who follows it: the mean of the visits
        //    would count the weak moves that halving had to look at.
        let mut result = self.result()?;
        let known = self.known_moves(&legal);
        let scores = known.improved(own, config);
        let completed = known.completed(own);
        let best = result.moves.iter().map(standing).max();
        let most = (result.moves.iter())
            .filter(|mv| Some(standing(mv)) == best)
            .map(|mv| scores[mv.mv.index()])
            .fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = (result.moves.iter())
            .map(|mv| (scores[mv.mv.index()] - most).min(0.0).exp())
            .collect();
        result.target = shares(&result.moves, &weights);
        if result.proven.is_none() {
            let value = result.moves.iter().map(|mv| {
                let value = match mv.visits {
                    0 => Value::new(completed[mv.mv.index()]),
                    _ => mv.value,
                };
                result.target[mv.mv.index()] * value.get()
            });
            result.set_value(Value::new(value.sum()));
            result.set_best(order[0]);
        }
        Some(result)
    }

    /// Brings the first `considered` moves that are not proven lost into order by noise, prior and
    /// value, and the lost ones to the end.
    fn rank(
        &self,
        order: &mut [usize],
        considered: usize,
        legal: &[usize],
        noise: &[f32; SLOTS],
        own: f32,
        config: &GumbelConfig,
    ) {
        let root = &self.tree.arena.nodes[ROOT];
        let lost = |slot: usize| root.links[slot].proof() == Some(Proof::Loss);
        order.sort_by_key(|&slot| lost(slot));
        let open = order.iter().take(considered).filter(|&&slot| !lost(slot));
        let open = open.count();
        let scores = self.known_moves(legal).improved(own, config);
        let score = |slot: usize| noise[slot] + scores[slot];
        order[..open].sort_by(|&a, &b| score(b).total_cmp(&score(a)));
    }

    /// The move that the next simulation follows: of those with the fewest visits the first, among
    /// the considered moves or, once all of these are proven, among all; `None` if the root is.
    fn next(&self, order: &[usize], considered: usize) -> Option<usize> {
        if self.tree.base_node().proof.is_some() {
            return None;
        }
        let root = &self.tree.arena.nodes[ROOT];
        let fewest = |slots: &[usize]| {
            let open = slots.iter().enumerate();
            open.filter(|(_, slot)| root.links[**slot].proof().is_none())
                .max_by_key(|(place, slot)| Reverse((root.visits[**slot], *place)))
                .map(|(_, &slot)| slot)
        };
        fewest(&order[..considered]).or_else(|| fewest(order))
    }

    fn known_moves<'a>(&'a self, legal: &'a [usize]) -> Moves<'a> {
        let root = &self.tree.arena.nodes[ROOT];
        Moves {
            legal,
            priors: &self.tree.priors,
            visits: root.visits,
            means: std::array::from_fn(|slot| known_mean(root, slot)),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// Prior .5 with mean .4 in 3 visits and prior .3 with mean -.2 in 1; the root was worth .1:
    /// `(.1 + 4 (.5 * .4 - .3 * .2) / .8) / 5 = .16`.
    #[test]
    fn an_unvisited_move_gets_the_mixed_value() {
        let mut priors = [0.0; SLOTS];
        priors[..3].copy_from_slice(&[0.5, 0.3, 0.2]);
        let mut moves = Moves {
            legal: &[0, 1, 2],
            priors: &priors,
            visits: [1; SLOTS],
            means: [0.0; SLOTS],
        };
        moves.visits[..3].copy_from_slice(&[3, 1, 0]);
        moves.means[..2].copy_from_slice(&[0.4, -0.2]);
        let completed = moves.completed(0.1);
        for (have, want) in completed.iter().zip([0.4, -0.2, 0.16]) {
            assert!((have - want).abs() < 1e-6, "{completed:?}");
        }
        // (50 + 3) * 0.1 * (1 + .16) / 2 + ln .2
        let config = GumbelConfig {
            scale: 0.1,
            ..GumbelConfig::default()
        };
        let want = 53.0 * 0.1 * 0.58 + 0.2_f32.ln();
        assert!((moves.improved(0.1, &config)[2] - want).abs() < 1e-5);
        moves.visits[..3].copy_from_slice(&[0; 3]);
        assert!(
            moves.completed(0.1)[..3]
                .iter()
                .all(|q| (q - 0.1).abs() < 1e-6)
        );
    }

    /// Mean 0.5772 and variance pi^2 / 6.
    #[test]
    fn the_noise_is_gumbels() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let draws: Vec<f64> = (0..100_000).map(|_| f64::from(gumbel(&mut rng))).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 1e5;
        assert!((mean - 0.5772).abs() < 0.02, "{mean}");
        assert!((variance - 1.6449).abs() < 0.05, "{variance}");
    }

    #[test]
    fn constants_out_of_range_are_named() {
        let usual = GumbelConfig::default();
        assert!(usual.check().is_ok());
        for (key, wrong) in [
            (
                "gumbel_moves",
                GumbelConfig {
                    moves: 10,
                    ..usual.clone()
                },
            ),
            (
                "gumbel_moves",
                GumbelConfig {
                    moves: 0,
                    ..usual.clone()
                },
            ),
            (
                "gumbel_visit",
                GumbelConfig {
                    visit: f32::NAN,
                    ..usual.clone()
                },
            ),
            (
                "gumbel_scale",
                GumbelConfig {
                    scale: 0.0,
                    ..usual.clone()
                },
            ),
        ] {
            assert_eq!(wrong.check().unwrap_err().key, key);
        }
    }
}

//! From a finished game to samples: what each position should have said.

use togyz_rules::{Game, MAX_HOLES, Move, Played, Position, Side};

use crate::sample::{GameResult, PackedPosition, Sample, SampleKind, to_unit};

/// What the search said when a move was chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Searched {
    /// The ply in the game's record.
    pub ply: usize,
    /// Full, fast, played on or exact.
    pub kind: SampleKind,
    /// The policy target by hole.
    pub policy: [f32; MAX_HOLES],
    /// The priors the search began with, by hole.
    pub prior: [f32; MAX_HOLES],
    /// The search's win and draw chance.
    pub chances: [f32; 2],
    /// The sample's weight before surprise.
    pub weight: f32,
    /// Moves that were looked at and not played.
    pub children: Vec<SearchedChild>,
}

/// What a search said about a move that was not played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchedChild {
    /// The move.
    pub mv: Move,
    /// The win and draw chance of whoever moves after it.
    pub chances: [f32; 2],
    /// The sample's weight.
    pub weight: f32,
}

/// How a game of self-play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who won; a draw at the ply limit.
    pub winner: Option<Side>,
    /// Bastaushy's balls less Kostaushy's at the end of the record.
    pub margin: i16,
}

impl Ending {
    /// The result and the margin from the mover's view.
    pub(crate) fn seen_by(self, mover: Side) -> (GameResult, i16) {
        let result = match self.winner {
            Some(winner) if winner == mover => GameResult::Win,
            Some(_) => GameResult::Loss,
            None => GameResult::Draw,
        };
        match mover {
            Side::Bastaushy => (result, self.margin),
            Side::Kostaushy => (result, -self.margin),
        }
    }
}

/// Makes the samples of one game, in order; those of moves not played follow their position.
pub(crate) fn samples_of(
    game: &Game,
    searched: &[Searched],
    ending: Ending,
    surprise_share: f32,
) -> Vec<Sample> {
    let yields = yields_by_ply(game);
    let weights = surprise_weights(searched, surprise_share);
    searched
        .iter()
        .zip(weights)
        .filter(|(_, weight)| *weight > 0.0)
        .filter_map(|(search, weight)| Some((game.position_at(search.ply)?, search, weight)))
        .flat_map(|(position, search, weight)| {
            let mover = position.side_to_move();
            let (result, margin) = ending.seen_by(mover);
            let played = Sample {
                position: PackedPosition::of(position),
                policy: match search.kind {
                    SampleKind::Full => search.policy.map(to_unit),
                    _ => [0; MAX_HOLES],
                },
                search: search.chances.map(to_unit),
                result,
                margin,
                reply: reply_to(game, search.ply),
                yields: turned_bits(yields.get(search.ply).copied().unwrap_or(0), mover),
                weight,
                kind: search.kind,
                ply: u16::try_from(search.ply).unwrap_or(u16::MAX),
            };
            let children = search.children.iter().map(move |child| Sample {
                position: PackedPosition::of(&position.play_unchecked(child.mv)),
                policy: [0; MAX_HOLES],
                search: child.chances.map(to_unit),
                result: GameResult::Draw,
                margin: 0,
                reply: 0,
                yields: 0,
                weight: child.weight,
                kind: SampleKind::Child,
                ply: played.ply.saturating_add(1),
            });
            std::iter::once(played).chain(children)
        })
        .collect()
}

/// The number of the hole the opponent plays after the move at `ply`, 0 for none.
fn reply_to(game: &Game, ply: usize) -> u8 {
    game.plies()
        .get(ply + 1)
        .map_or(0, |played| played.mv.number())
}

/// For each ply, the holes from which balls are captured at that ply or later: bits 0 to 8
/// Bastaushy's holes, 9 to 17 Kostaushy's.
fn yields_by_ply(game: &Game) -> Vec<u32> {
    let mut later = 0;
    let mut yields: Vec<u32> = game
        .plies()
        .iter()
        .rev()
        .map(|played| {
            later |= capture_bit(played);
            later
        })
        .collect();
    yields.reverse();
    yields
}

fn capture_bit(played: &Played) -> u32 {
    if played.captured == 0 {
        return 0;
    }
    let row = match played.landing.row {
        Side::Bastaushy => 0,
        Side::Kostaushy => MAX_HOLES,
    };
    1 << (row + played.landing.hole.index())
}

/// The bits with the mover's row first.
fn turned_bits(bits: u32, mover: Side) -> u32 {
    const ROW: u32 = (1 << MAX_HOLES) - 1;
    match mover {
        Side::Bastaushy => bits,
        Side::Kostaushy => (bits >> MAX_HOLES) | ((bits & ROW) << MAX_HOLES),
    }
}

/// Each sample's weight: `share` of the game's full samples' weight is given out in proportion to
/// how far the search moved away from the priors; the sum over the game stays as it was.
///
/// # Source
/// KataGo, "policy surprise weighting" (docs/KataGoMethods.md).
fn surprise_weights(searched: &[Searched], share: f32) -> Vec<f32> {
    let surprise = |s: &Searched| match s.kind {
        SampleKind::Full => s.weight * divergence(&s.policy, &s.prior),
        _ => 0.0,
    };
    let full = |s: &&Searched| s.kind == SampleKind::Full;
    let total: f32 = searched.iter().map(surprise).sum();
    let weight: f32 = searched.iter().filter(full).map(|s| s.weight).sum();
    searched
        .iter()
        .map(|s| match s.kind {
            SampleKind::Full if total > 1e-6 => {
                (1.0 - share) * s.weight + share * weight * surprise(s) / total
            }
            _ => s.weight,
        })
        .collect()
}

/// The Kullback-Leibler divergence of the target from the prior, in nats.
fn divergence(target: &[f32; MAX_HOLES], prior: &[f32; MAX_HOLES]) -> f32 {
    target
        .iter()
        .zip(prior)
        .filter(|(target, _)| **target > 0.0)
        .map(|(target, prior)| target * (target / prior.max(1e-6)).ln())
        .sum::<f32>()
        .max(0.0)
}

/// The move that gains the most balls at once, the lowest hole among equals: how a decided game is
/// played on for its margin.
pub(crate) fn greediest(position: &Position) -> Option<Move> {
    position.legal_moves().iter().max_by_key(|&mv| {
        let next = position.play_unchecked(mv);
        (next.other_kazan(), std::cmp::Reverse(mv))
    })
}

#[cfg(test)]
mod tests {
    use togyz_rules::Variant;

    use super::*;

    fn searched(ply: usize, kind: SampleKind, policy: usize) -> Searched {
        let mut target = [0.0; 9];
        target[policy] = 1.0;
        Searched {
            ply,
            kind,
            policy: target,
            prior: [1.0 / 9.0; 9],
            chances: [0.5, 0.1],
            weight: 1.0,
            children: Vec::new(),
        }
    }

    /// `76 11 65 77x`: White sows 7, lands on black's 6; Black 1 lands on its own 1 ...; the
    /// captures and the tuzdik of the fourth half-move are yields of the positions before.
    fn game(holes: &[u32]) -> Game {
        let mut game = Game::new(Variant::Togyz);
        for &hole in holes {
            game.play(Move::from_number(hole).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn replies_yields_and_results_of_a_known_game() {
        // 9 lands on black's 8 (10 balls captured), 9 of black on white's 8 (10 captured),
        // then 1 of white on its own 9.
        let game = game(&[9, 9, 1]);
        let list: Vec<_> = (0..3)
            .map(|ply| searched(ply, SampleKind::Full, 8))
            .collect();
        let ending = Ending {
            winner: Some(Side::Kostaushy),
            margin: -4,
        };
        let samples = samples_of(&game, &list, ending, 0.0);
        let black_8 = 1 << (9 + 7);
        let white_8 = 1 << 7;
        // In the second position Black is to move: its own row comes first.
        let expected = [
            (9, black_8 | white_8, GameResult::Loss, -4),
            (1, 1 << (9 + 7), GameResult::Win, 4),
            (0, 0, GameResult::Loss, -4),
        ];
        for (sample, (reply, yields, result, margin)) in samples.iter().zip(expected) {
            assert_eq!(
                (sample.reply, sample.yields, sample.result, sample.margin),
                (reply, yields, result, margin),
                "ply {}",
                sample.ply
            );
        }
        assert_eq!(samples.len(), 3);
    }

    #[test]
    fn surprise_moves_weight_and_keeps_its_sum() {
        let mut list = vec![
            searched(0, SampleKind::Full, 0),
            searched(1, SampleKind::Full, 1),
            searched(2, SampleKind::Fast, 0),
        ];
        list[1].prior = list[1].policy;
        let weights = surprise_weights(&list, 0.5);
        // All the surprise is in the first.
        assert!((weights[0] - 1.5).abs() < 1e-5, "{weights:?}");
        assert!((weights[1] - 0.5).abs() < 1e-5, "{weights:?}");
        assert!((weights[2] - 1.0).abs() < 1e-5, "{weights:?}");
        assert_eq!(surprise_weights(&list, 0.0), vec![1.0; 3]);
    }

    #[test]
    fn moves_not_played_are_samples_of_their_value() {
        let game = game(&[9, 9]);
        let mut list = vec![searched(0, SampleKind::Full, 8)];
        list[0].children = vec![SearchedChild {
            mv: Move::from_number(1).unwrap(),
            chances: [0.25, 0.5],
            weight: 0.5,
        }];
        let ending = Ending {
            winner: Some(Side::Bastaushy),
            margin: 10,
        };
        let samples = samples_of(&game, &list, ending, 0.5);
        assert_eq!(samples.len(), 2);
        let child = samples[1];
        let expected = game.start().play_unchecked(Move::from_number(1).unwrap());
        assert_eq!(child.position.unpack(Variant::Togyz), Ok(expected));
        assert_eq!((child.kind, child.ply), (SampleKind::Child, 1));
        // The game's result is another move's.
        let [win, draw, _] = child.value_target(1.0);
        assert!((win - 0.25).abs() < 1e-4 && (draw - 0.5).abs() < 1e-4);
    }

    #[test]
    fn samples_without_weight_are_left_out() {
        let game = game(&[9, 9]);
        let mut list = vec![
            searched(0, SampleKind::Full, 8),
            searched(1, SampleKind::Fast, 8),
        ];
        list[1].weight = 0.0;
        let ending = Ending {
            winner: None,
            margin: 0,
        };
        assert_eq!(samples_of(&game, &list, ending, 0.5).len(), 1);
    }
}

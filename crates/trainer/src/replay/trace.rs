//! Value targets that look ahead along the game: TD(lambda).

use crate::sample::{GameResult, Sample, SampleKind, from_unit, to_unit};

/// Win, draw and loss chances.
type Chances = [f32; 3];

/// Replaces what the search said at each position of a game by a mean over what the searches said
/// from there on, the result at the end: `g_t = (1 - decay) q_t + decay g_{t+1}`, turned to whoever
/// moves. `decay` 0 leaves the searches' own values, 1 is the result.
///
/// A later search knows more of how the game goes on, and the mean of many has less noise than the
/// result. A position that was solved keeps its value: nothing later can know better.
///
/// # Source
/// Sutton 1988, TD(lambda); KataGo's short-term value targets are of the same kind.
pub(super) fn trace(samples: &mut [Sample], decay: f32) {
    if decay <= 0.0 {
        return;
    }
    // What follows, and the ply it is seen from.
    let mut later: Option<(u16, Chances)> = None;
    let along = |sample: &&mut Sample| matches!(sample.kind, SampleKind::Full | SampleKind::Fast);
    for sample in samples.iter_mut().rev().filter(along) {
        let own = chances(sample);
        let next = match later {
            Some((ply, chances)) if (ply - sample.ply) % 2 == 1 => turned(chances),
            Some((_, chances)) => chances,
            None => result(sample.result),
        };
        let mixed = if is_solved(own) {
            own
        } else {
            std::array::from_fn(|i| (1.0 - decay) * own[i] + decay * next[i])
        };
        sample.search = [mixed[0], mixed[1]].map(to_unit);
        later = Some((sample.ply, mixed));
    }
}

fn chances(sample: &Sample) -> Chances {
    let [win, draw] = sample.search.map(from_unit);
    [win, draw, (1.0 - win - draw).max(0.0)]
}

fn turned([win, draw, loss]: Chances) -> Chances {
    [loss, draw, win]
}

fn result(result: GameResult) -> Chances {
    match result {
        GameResult::Win => [1.0, 0.0, 0.0],
        GameResult::Draw => [0.0, 1.0, 0.0],
        GameResult::Loss => [0.0, 0.0, 1.0],
    }
}

/// Proven values are stored as whole chances.
fn is_solved(chances: Chances) -> bool {
    chances.iter().any(|&chance| chance >= 1.0)
}

#[cfg(test)]
mod tests {
    use togyz_rules::{Position, Variant};

    use super::*;
    use crate::sample::PackedPosition;

    fn sample(ply: u16, kind: SampleKind, search: [f32; 2]) -> Sample {
        Sample {
            position: PackedPosition::of(&Position::start(Variant::Togyz)),
            policy: [0; 9],
            search: search.map(to_unit),
            // Whoever moves at even plies wins.
            result: if ply.is_multiple_of(2) {
                GameResult::Win
            } else {
                GameResult::Loss
            },
            margin: 0,
            reply: 0,
            yields: 0,
            weight: 1.0,
            kind,
            ply,
        }
    }

    fn wins(samples: &[Sample]) -> Vec<f32> {
        samples.iter().map(|s| from_unit(s.search[0])).collect()
    }

    #[test]
    fn values_flow_back_from_the_result() {
        let line = [
            sample(0, SampleKind::Full, [0.4, 0.0]),
            sample(1, SampleKind::Child, [0.9, 0.0]),
            sample(1, SampleKind::Fast, [0.4, 0.0]),
            // Ply 2 was not recorded.
            sample(3, SampleKind::Full, [0.2, 0.0]),
            sample(4, SampleKind::PlayedOn, [1.0, 0.0]),
        ];
        let check = |decay: f32, expected: [f32; 5]| {
            let mut samples = line;
            trace(&mut samples, decay);
            for (have, want) in wins(&samples).into_iter().zip(expected) {
                assert!((have - want).abs() < 1e-4, "{decay}: {have} for {want}");
            }
        };
        check(0.0, [0.4, 0.9, 0.4, 0.2, 1.0]);
        // Ply 3 loses: 0.1. Ply 1 is the same side: (0.4 + 0.1) / 2; ply 0 is the other.
        check(0.5, [(0.4 + 0.75) / 2.0, 0.9, 0.25, 0.1, 1.0]);
        check(1.0, [1.0, 0.9, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn what_is_solved_stays() {
        let mut samples = [
            sample(0, SampleKind::Full, [0.0, 0.0]),
            sample(1, SampleKind::Full, [0.0, 1.0]),
            sample(2, SampleKind::Full, [0.3, 0.2]),
        ];
        trace(&mut samples, 0.9);
        assert_eq!(samples[0].search, [0, 0]);
        assert_eq!(samples[1].search, [0, u16::MAX]);
    }
}

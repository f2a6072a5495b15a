//! What a move lost, and how bad that is: pure functions of what a search found.

use serde::{Deserialize, Serialize};
use togyz_players::Thought;
use togyz_rules::{BySide, Outcome, Side};

/// From this loss of expected result on a move is doubtful.
///
/// # Units
/// Win chance plus half the chance of a draw, 0 to 1.
pub const DOUBTFUL: f32 = 0.05;
/// And from this one on it is bad.
pub const BAD: f32 = 0.15;

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// It lost less than [`DOUBTFUL`].
    Good,
    /// It lost less than [`BAD`].
    Doubtful,
    /// It lost more.
    Bad,
}

impl Judgement {
    /// Of a move that lost so much of the expected result.
    #[must_use]
    pub fn of(loss: f32) -> Judgement {
        if loss >= BAD {
            Judgement::Bad
        } else if loss >= DOUBTFUL {
            Judgement::Doubtful
        } else {
            Judgement::Good
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Judgement::Good => "good",
            Judgement::Doubtful => "doubtful",
            Judgement::Bad => "bad",
        }
    }
}

/// What a position is worth to one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Worth {
    /// Win chance plus half the chance of a draw.
    pub expected: f32,
    /// The expected final difference in balls.
    pub margin: f32,
    /// Whether that is exact, by endgame tables or the end of the game.
    pub exact: bool,
}

impl Worth {
    /// To the side to move.
    pub(crate) fn of(thought: &Thought) -> Worth {
        Worth {
            expected: thought.win + thought.draw / 2.0,
            margin: thought.margin,
            exact: thought.exact,
        }
    }

    /// Of a game that is over, to a side.
    pub(crate) fn of_end(outcome: &Outcome, side: Side) -> Worth {
        #[expect(clippy::cast_possible_truncation, reason = "1, 0.5 or 0")]
        let expected = outcome.points(side) as f32;
        Worth {
            expected,
            margin: f32::from(outcome.margin(side)),
            exact: true,
        }
    }

    /// To the other side.
    pub(crate) fn turned(self) -> Worth {
        Worth {
            expected: 1.0 - self.expected,
            margin: -self.margin,
            exact: self.exact,
        }
    }
}

/// What a move gave away: the best move's worth and its own, both to the side that moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loss {
    /// Of the expected result.
    pub chance: f32,
    /// Of the expected difference.
    pub balls: f32,
}

impl Loss {
    /// Of a move that was not the best one; the best loses nothing.
    pub(crate) fn between(best: Worth, played: Worth) -> Loss {
        Loss {
            chance: (best.expected - played.expected).max(0.0),
            balls: (best.margin - played.margin).max(0.0),
        }
    }

    /// Of the best move.
    pub(crate) const NONE: Loss = Loss {
        chance: 0.0,
        balls: 0.0,
    };
}

/// Whether a move turned the game: a doubtful or bad one after which its side is no longer ahead, or
/// is behind.
pub(crate) fn turns(best: Worth, played: Worth, judgement: Judgement) -> bool {
    let standing = |worth: Worth| {
        // A draw and what is as good as one stand between the two.
        if worth.expected > 0.5 + EVEN {
            1
        } else if worth.expected < 0.5 - EVEN {
            -1
        } else {
            0
        }
    };
    judgement != Judgement::Good && standing(played) < standing(best)
}

/// Up to this far from one half nobody is ahead.
const EVEN: f32 = 0.02;

/// A side's moves together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Summary {
    pub moves: usize,
    pub good: usize,
    pub doubtful: usize,
    pub bad: usize,
    /// A move, on average.
    pub mean_loss_chance: f32,
    pub mean_loss_balls: f32,
}

/// The summaries of both sides.
pub(crate) fn summaries(moves: impl Iterator<Item = (Side, Loss)>) -> BySide<Summary> {
    let mut sides = BySide::<Summary>::default();
    for (side, loss) in moves {
        let summary = &mut sides[side];
        summary.moves += 1;
        match Judgement::of(loss.chance) {
            Judgement::Good => summary.good += 1,
            Judgement::Doubtful => summary.doubtful += 1,
            Judgement::Bad => summary.bad += 1,
        }
        summary.mean_loss_chance += loss.chance;
        summary.mean_loss_balls += loss.balls;
    }
    sides.map(|summary| {
        let count = summary.moves.max(1) as f32;
        Summary {
            mean_loss_chance: summary.mean_loss_chance / count,
            mean_loss_balls: summary.mean_loss_balls / count,
            ..summary
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(expected: f32) -> Worth {
        Worth {
            expected,
            margin: 40.0 * (expected - 0.5),
            exact: false,
        }
    }

    #[test]
    fn thresholds_and_turning_points() {
        for (best, played, judgement, turning) in [
            (0.60, 0.58, Judgement::Good, false),
            (0.60, 0.54, Judgement::Doubtful, false),
            (0.60, 0.50, Judgement::Doubtful, true),
            (0.60, 0.40, Judgement::Bad, true),
            (0.95, 0.75, Judgement::Bad, false),
            (0.52, 0.49, Judgement::Good, false),
            (0.30, 0.10, Judgement::Bad, false),
            (0.40, 0.70, Judgement::Good, false),
        ] {
            let (best, played) = (worth(best), worth(played));
            let loss = Loss::between(best, played);
            let found = Judgement::of(loss.chance);
            assert_eq!(found, judgement, "{best:?} {played:?}");
            assert_eq!(turns(best, played, found), turning, "{best:?} {played:?}");
        }
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let mine = worth(0.7);
        assert!((mine.turned().expected - 0.3).abs() < 1e-6);
        assert!((mine.turned().margin + mine.margin).abs() < 1e-6);
        assert!((mine.turned().turned().margin - mine.margin).abs() < 1e-6);
    }
}

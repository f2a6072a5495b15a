//! One position to learn from, with what the search and the game said about it.

use serde::{Deserialize, Serialize};
use togyz_rules::{BySide, Hole, MAX_HOLES, Place, Position, Setup, SetupError, Side, Variant};

/// A position in 23 bytes, without features: the feature set may change, the games stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PackedPosition {
    /// Balls in the mover's holes, then in the opponent's.
    holes: [[u8; MAX_HOLES]; 2],
    /// The mover's kazan, then the opponent's.
    kazans: [u8; 2],
    /// The mover's tuzdik, then the opponent's: the number of the hole, 0 for none.
    tuzdiks: [u8; 2],
    /// Whether Kostaushy is to move.
    kostaushy: bool,
}

impl PackedPosition {
    /// Packs a position.
    #[must_use]
    pub fn of(position: &Position) -> PackedPosition {
        let number = |tuzdik: Option<Hole>| tuzdik.map_or(0, Hole::number);
        PackedPosition {
            holes: [position.own_holes(), position.other_holes()],
            kazans: [position.own_kazan(), position.other_kazan()],
            tuzdiks: [
                number(position.own_tuzdik()),
                number(position.other_tuzdik()),
            ],
            kostaushy: position.side_to_move() == Side::Kostaushy,
        }
    }

    /// The position again.
    ///
    /// # Errors
    /// [`SetupError`] if the bytes are no position of the variant, as in a damaged or foreign file.
    pub fn unpack(&self, variant: Variant) -> Result<Position, SetupError> {
        let mover = if self.kostaushy {
            Side::Kostaushy
        } else {
            Side::Bastaushy
        };
        let place = |side: Side| usize::from(side != mover);
        let tuzdik = |side: Side| {
            let number = u32::from(self.tuzdiks[place(side)]);
            Hole::from_number(number)
                .ok()
                .map(|hole| Place {
                    row: side.other(),
                    hole,
                })
                .into_iter()
                .collect()
        };
        Setup {
            variant,
            rows: BySide::from_fn(|side| self.holes[place(side)].map(u16::from)),
            kazans: BySide::from_fn(|side| self.kazans[place(side)].into()),
            tuzdiks: BySide::from_fn(tuzdik),
            side_to_move: mover,
        }
        .build()
    }
}

/// What a sample may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SampleKind {
    /// A full search: all targets.
    Full,
    /// A fast search: no policy target.
    Fast,
    /// After 82, when the game is only played on for its margin: margin and yields only.
    PlayedOn,
    /// A move that a full search looked at and did not play: the search's value only. Such
    /// positions, blunders among them, are what the tree asks about and good games never show.
    Child,
    /// The position at which the endgame tables ended the game: its exact value and margin.
    Exact,
}

/// The result of the game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// The side to move won.
    Win,
    /// Nobody did.
    Draw,
    /// The side to move lost.
    Loss,
}

/// A position of a self-play game and its targets, all from the side to move.
///
/// # Units
/// About 62 bytes in a shard before compression, 64 in memory.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The board.
    pub position: PackedPosition,
    /// Visit shares by hole, in 1/65535, never tempered; zeros where `kind` has no policy.
    pub policy: [u16; MAX_HOLES],
    /// The search's win and draw chance, in 1/65535; the rest is the chance to lose.
    pub search: [u16; 2],
    /// The game's result.
    pub result: GameResult,
    /// The final ball difference, balls; see `SelfPlayConfig::play_on_weight` for which end.
    pub margin: i16,
    /// The number of the hole the opponent played next, 0 if the game ended.
    pub reply: u8,
    /// Bit `i`: balls are captured from hole `i` later in the game, this move included; own holes
    /// 0 to 8, then the opponent's.
    pub yields: u32,
    /// How much the sample counts.
    pub weight: f32,
    /// What it may be used for.
    pub kind: SampleKind,
    /// Half-moves since the start of the game's record.
    pub ply: u16,
}

impl Sample {
    /// The visit shares, summing to 1, or `None` without a policy target.
    ///
    /// # Shapes
    /// `[9]`, by hole.
    #[must_use]
    pub fn policy_shares(&self) -> Option<[f32; MAX_HOLES]> {
        let total: f32 = self.policy.iter().map(|&share| f32::from(share)).sum();
        (self.kind == SampleKind::Full && total > 0.0)
            .then(|| self.policy.map(|share| f32::from(share) / total))
    }

    /// The win/draw/loss target: `outcome_share` of the game's result, the rest of the search's.
    ///
    /// # Source
    /// k z + (1 - k) q, as marchete/CGZero and lc0 do.
    #[must_use]
    pub fn value_target(&self, outcome_share: f32) -> [f32; 3] {
        let outcome_share = match self.kind {
            // The game went another way.
            SampleKind::Child => 0.0,
            SampleKind::Full | SampleKind::Fast | SampleKind::PlayedOn | SampleKind::Exact => {
                outcome_share
            }
        };
        let [win, draw] = self.search.map(from_unit);
        let search = [win, draw, (1.0 - win - draw).max(0.0)];
        let result = match self.result {
            GameResult::Win => [1.0, 0.0, 0.0],
            GameResult::Draw => [0.0, 1.0, 0.0],
            GameResult::Loss => [0.0, 0.0, 1.0],
        };
        std::array::from_fn(|i| outcome_share * result[i] + (1.0 - outcome_share) * search[i])
    }
}

/// A share in 0..=1 as a 16-bit fraction.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of u16"
)]
pub(crate) fn to_unit(share: f32) -> u16 {
    (share.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16
}

/// The share a 16-bit fraction stands for.
pub(crate) fn from_unit(fraction: u16) -> f32 {
    f32::from(fraction) / f32::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use togyz_rules::Game;

    use super::*;

    proptest! {
        /// Positions of random games come back as they were.
        #[test]
        fn positions_survive_packing(choices in prop::collection::vec(0usize..9, 0..300)) {
            for variant in [Variant::Togyz, Variant::Historic] {
                let mut game = Game::new(variant);
                for &choice in &choices {
                    let moves: Vec<_> = game.position().legal_moves().iter().collect();
                    if moves.is_empty() { break; }
                    game.play_on(moves[choice % moves.len()]).unwrap();
                    let position = *game.position();
                    prop_assert_eq!(PackedPosition::of(&position).unpack(variant), Ok(position));
                }
            }
        }
    }

    #[test]
    fn foreign_bytes_are_refused() {
        let mut packed = PackedPosition::of(&Position::start(Variant::Togyz));
        packed.kazans[0] = 3;
        assert!(packed.unpack(Variant::Togyz).is_err());
    }

    #[test]
    fn value_target_mixes_result_and_search() {
        let sample = Sample {
            position: PackedPosition::of(&Position::start(Variant::Togyz)),
            policy: [0; 9],
            search: [to_unit(0.5), to_unit(0.25)],
            result: GameResult::Loss,
            margin: -3,
            reply: 0,
            yields: 0,
            weight: 1.0,
            kind: SampleKind::Fast,
            ply: 0,
        };
        let cases = [
            (1.0, [0.0, 0.0, 1.0]),
            (0.0, [0.5, 0.25, 0.25]),
            (0.5, [0.25, 0.125, 0.625]),
        ];
        for (share, expected) in cases {
            for (got, wanted) in sample.value_target(share).iter().zip(expected) {
                assert!((got - wanted).abs() < 1e-4, "{share}: {got} {wanted}");
            }
        }
        assert_eq!(sample.policy_shares(), None);
    }
}

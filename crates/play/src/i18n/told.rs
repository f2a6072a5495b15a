//! What happens in a game, in sentences of a language.

use togyz_players::{Hint, Proof, Reason};
use togyz_rules::{
    EndReason, IllegalMove, Outcome, PairMismatch, PlayError, Played, Position, SetupError, Side,
    Variant,
};

use super::{Messages, Value};

/// What can be told in a language.
pub trait Told {
    /// The sentence.
    fn told(&self, messages: &Messages) -> String;
}

impl Told for Side {
    fn told(&self, messages: &Messages) -> String {
        messages.text(match self {
            Side::Bastaushy => "side-bastaushy",
            Side::Kostaushy => "side-kostaushy",
        })
    }
}

impl Told for PlayError {
    fn told(&self, messages: &Messages) -> String {
        let (key, hole) = match self {
            PlayError::Over => return messages.text("error-over"),
            PlayError::Illegal(IllegalMove::NoSuchHole(hole)) => ("error-no-hole", hole),
            PlayError::Illegal(IllegalMove::Tuzdik(hole)) => ("error-tuzdik", hole),
            PlayError::Illegal(IllegalMove::Empty(hole)) => ("error-empty", hole),
        };
        messages.format(key, &[("hole", hole.number().into())])
    }
}

impl Told for SetupError {
    fn told(&self, messages: &Messages) -> String {
        let of = |side: Side| ("side", Value::from(side.told(messages)));
        let at = |hole: togyz_rules::Hole| ("hole", Value::from(hole.number()));
        match *self {
            SetupError::NoSuchHole { row, hole, holes } => messages.format(
                "setup-no-hole",
                &[of(row), at(hole), ("holes", holes.into())],
            ),
            SetupError::KazansAboveTotal { found, total } => messages.format(
                "setup-kazans",
                &[("found", found.into()), ("expected", total.into())],
            ),
            SetupError::WrongTotal { found, expected } => messages.format(
                "setup-total",
                &[("found", found.into()), ("expected", expected.into())],
            ),
            SetupError::VariantHasNoTuzdik { owner, .. } => {
                messages.format("setup-no-tuzdik", &[of(owner)])
            }
            SetupError::SecondTuzdik { owner } => messages.format("setup-second", &[of(owner)]),
            SetupError::TuzdikOnOwnSide { owner, hole } => {
                messages.format("setup-own-side", &[of(owner), at(hole)])
            }
            SetupError::TuzdikOnLastHole { owner, hole } => {
                messages.format("setup-last", &[of(owner), at(hole)])
            }
            SetupError::TuzdiksOpposite { hole } => messages.format("setup-opposite", &[at(hole)]),
            SetupError::BallsInTuzdik { row, hole, balls } => {
                messages.format("setup-balls", &[of(row), at(hole), ("found", balls.into())])
            }
        }
    }
}

impl Told for PairMismatch {
    fn told(&self, messages: &Messages) -> String {
        let values = |expected: u8, found: u8| {
            [("expected", Value::from(expected)), ("found", found.into())]
        };
        match *self {
            PairMismatch::Landing { expected, found } => {
                messages.format("pair-landing", &values(expected.number(), found.number()))
            }
            PairMismatch::TuzdikUnmarked => messages.text("pair-unmarked"),
            PairMismatch::NoTuzdik => messages.text("pair-no-tuzdik"),
            PairMismatch::Kazan { expected, found } => {
                messages.format("pair-kazan", &values(expected, found))
            }
        }
    }
}

impl Told for Variant {
    fn told(&self, messages: &Messages) -> String {
        messages.text(match self {
            Variant::Togyz => "ui-variant-togyz",
            Variant::Qozdatu => "ui-variant-qozdatu",
            Variant::Bestemshe => "ui-variant-bestemshe",
            Variant::Historic => "ui-variant-historic",
        })
    }
}

/// A move with the position after it.
impl Told for (&Played, &Position) {
    fn told(&self, messages: &Messages) -> String {
        let (played, after) = *self;
        let (mover, other) = (played.side, played.side.other());
        let of = |side: Side| ("side", Value::from(side.told(messages)));
        let count = |balls: u8| ("count", Value::from(balls));
        let mut sentences = vec![messages.format(
            "told-move",
            &[
                of(mover),
                ("hole", played.mv.number().into()),
                count(played.sown),
            ],
        )];
        let key = if played.landing.row == mover {
            "told-last-own"
        } else {
            "told-last-other"
        };
        let landing = ("hole", Value::from(played.landing.hole.number()));
        sentences.push(messages.format(key, &[of(played.landing.row), landing]));
        if played.made_tuzdik {
            sentences.push(messages.text("told-tuzdik"));
        } else if played.captured > 0 {
            sentences.push(messages.format("told-captures", &[count(played.captured)]));
        }
        for (side, fell) in [
            (mover, played.gained[mover] - played.captured),
            (other, played.gained[other]),
        ] {
            if fell > 0 {
                sentences.push(messages.format("told-into-tuzdik", &[of(side), count(fell)]));
            }
        }
        if played.gained[mover] + played.gained[other] > 0 {
            sentences.push(messages.format(
                "told-score",
                &[
                    ("first", after.kazan(Side::Bastaushy).into()),
                    ("second", after.kazan(Side::Kostaushy).into()),
                ],
            ));
        }
        sentences.join(" ")
    }
}

/// An outcome with the position it stands on.
impl Told for (&Outcome, &Position) {
    fn told(&self, messages: &Messages) -> String {
        let (outcome, position) = *self;
        let won = outcome.winner.unwrap_or(Side::Bastaushy);
        let score = [
            ("side", Value::from(won.told(messages))),
            ("won", outcome.score[won].into()),
            ("lost", outcome.score[won.other()].into()),
        ];
        let key = match outcome.winner {
            Some(_) => "end-win",
            None => "end-draw",
        };
        let result = messages.format(key, &score);
        let stuck = position.side_to_move();
        let reason = match outcome.reason {
            EndReason::Majority => messages.text("end-majority"),
            EndReason::NoMove => no_move(position, stuck, messages),
            EndReason::Repetition => messages.text("end-repetition"),
            // Nobody ends a game so where people play.
            EndReason::PlyLimit | EndReason::Tables => return result,
        };
        format!("{result} {reason}")
    }
}

/// Who has no move, and where the balls go that are left.
fn no_move(position: &Position, stuck: Side, messages: &Messages) -> String {
    let of = |side: Side| ("side", Value::from(side.told(messages)));
    let mut text = messages.format("end-no-move", &[of(stuck)]);
    let left = position.row_balls(stuck.other());
    if left > 0 {
        let rest = messages.format("end-rest", &[("count", left.into()), of(stuck.other())]);
        text += &format!(" {rest}");
    }
    text
}

impl Told for Hint {
    fn told(&self, messages: &Messages) -> String {
        messages.format(
            "hint-sentence",
            &[
                ("hole", self.mv.number().into()),
                ("reason", self.reason.told(messages).into()),
            ],
        )
    }
}

impl Told for Reason {
    fn told(&self, messages: &Messages) -> String {
        let hole = |hole: togyz_rules::Hole| ("hole", Value::from(hole.number()));
        let count = |balls: u8| ("count", Value::from(balls));
        let with = |mv: togyz_rules::Move| ("with", Value::from(mv.number()));
        match *self {
            Reason::Wins { kazan } => messages.format("reason-wins", &[count(kazan)]),
            Reason::Starves { margin } => messages.format("reason-starves", &[count(margin)]),
            Reason::WinsIn { moves } => {
                messages.format("reason-wins-in", &[("moves", moves.into())])
            }
            Reason::StarvesIn { moves, margin } => messages.format(
                "reason-starves-in",
                &[("moves", moves.into()), count(margin)],
            ),
            Reason::OnlyMove => messages.text("reason-only"),
            Reason::Tuzdik { hole: at } => messages.format("reason-tuzdik", &[hole(at)]),
            Reason::Captures { balls, leaves } => messages.format(
                "reason-captures",
                &[count(balls), ("leaves", leaves.into())],
            ),
            Reason::FeedsTuzdik { balls } => messages.format("reason-feeds", &[count(balls)]),
            Reason::AvoidsLoss { hole: at, balls } => {
                messages.format("reason-avoids-loss", &[hole(at), count(balls)])
            }
            Reason::AvoidsTuzdik { hole: at } => {
                messages.format("reason-avoids-tuzdik", &[hole(at)])
            }
            Reason::Threatens { with: mv, balls } => {
                messages.format("reason-threatens", &[with(mv), count(balls)])
            }
            Reason::ThreatensTuzdik { with: mv, hole: at } => {
                messages.format("reason-threatens-tuzdik", &[with(mv), hole(at)])
            }
            Reason::Proven(Proof::Win) => messages.text("reason-proven-win"),
            Reason::Proven(Proof::Draw) => messages.text("reason-proven-draw"),
            Reason::Proven(Proof::Loss) => messages.text("reason-proven-loss"),
            Reason::KeepsHome { balls } => messages.format("reason-keeps-home", &[count(balls)]),
            Reason::BestLine => messages.text("reason-best-line"),
        }
    }
}

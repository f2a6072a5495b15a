//! A hint: the best move, what it gains, and why, from the search that plays.

use std::fmt;

use togyz_rules::{Game, Move, Played, Position, Setup, Side};

use crate::reason::Reason;
use crate::simple::net_gain;
use crate::thought::{Candidate, Proof, Thought};

/// The fewest balls that are worth a word: fewer change hands in most moves.
const NOTABLE: u8 = 4;

/// The best move and why.
///
/// # Examples
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use std::time::Duration;
/// use togyz_players::{Budget, Clock, Hint, Library, build};
/// use togyz_rules::{Game, Variant};
/// # let (elapsed, stop) = (|| Duration::ZERO, AtomicBool::new(false));
/// # let clock = Clock { elapsed: &elapsed, stop: &stop };
/// let spec = "classical,depth=1".parse()?;
/// let mut player = build(&spec, &Library::embedded()?, Variant::Togyz, 1)?;
/// let game = Game::new(Variant::Togyz);
/// let thought = player.think(&game, &Budget::default(), &clock)?;
/// let hint = Hint::from_thought(&game, &thought).expect("the game is not over");
/// assert_eq!(hint.mv, thought.candidates[0].mv);
/// println!("{hint}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The best move of the thought.
    pub mv: Move,
    /// The balls it brings at once, less those it gives.
    pub gain: i16,
    /// Why it is good.
    pub reason: Reason,
    /// The expected result after it: win chance plus half the chance of a draw, 0 to 1.
    pub win: f32,
    /// The final difference expected, in balls, the mover's view.
    pub margin: f32,
    /// The certain result after it, the mover's view.
    pub proven: Option<Proof>,
    /// Whether all of it is exact: see [`Thought::exact`].
    pub exact: bool,
    /// The line expected, the move first.
    pub line: Vec<Move>,
}

impl Hint {
    /// The hint that a thought of the present position gives: about its best candidate.
    ///
    /// `None` if the thought is not about this position: its best move is not legal here.
    #[must_use]
    pub fn from_thought(game: &Game, thought: &Thought) -> Option<Hint> {
        let hint = Hint::about(game.position(), thought.best()?)?;
        Some(Hint {
            exact: thought.exact,
            ..hint
        })
    }

    /// The same for one candidate, so that an analysis can explain each of its moves.
    #[must_use]
    pub fn about(position: &Position, candidate: &Candidate) -> Option<Hint> {
        if !position.legal_moves().contains(candidate.mv) {
            return None;
        }
        Some(Hint {
            mv: candidate.mv,
            gain: net_gain(position, candidate.mv),
            reason: reason(position, candidate),
            win: candidate.win,
            margin: candidate.margin,
            proven: candidate.proven,
            exact: false,
            line: candidate.line.clone(),
        })
    }
}

impl fmt::Display for Hint {
    /// `hole 7 captures 12 balls and leaves the opponent five holes`, with what is certain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hole {} {}", self.mv, self.reason)?;
        let said = matches!(
            self.reason,
            Reason::Wins { .. }
                | Reason::Starves { .. }
                | Reason::WinsIn { .. }
                | Reason::StarvesIn { .. }
                | Reason::Proven(_)
        );
        match self.proven {
            Some(Proof::Win) if !said => f.write_str(", and wins by force"),
            Some(Proof::Draw) if !said => f.write_str(", and holds a certain draw"),
            Some(Proof::Loss) if !said => f.write_str(", but the position is lost"),
            _ => Ok(()),
        }
    }
}

/// The most telling reason: first what ends the game, then what changes hands, then plans.
fn reason(position: &Position, candidate: &Candidate) -> Reason {
    let (after, played) = position.play_traced(candidate.mv);
    let me = position.side_to_move();

    // 1. The game ends.
    if let Some(reason) = ending(&after, me) {
        return reason;
    }
    let forced = forced(position, &candidate.line, me);
    let forced = forced.filter(|_| candidate.proven == Some(Proof::Win));
    if position.legal_moves().len() == 1 {
        return forced.unwrap_or(Reason::OnlyMove);
    }

    // 2. What changes hands now: a tuzdik is worth more than any usual capture, and a capture is
    //    told unless more is saved by it.
    if played.made_tuzdik {
        return Reason::Tuzdik {
            hole: played.landing.hole,
        };
    }
    let saved = saved(position, &after);
    let taken = played.captured;
    if let Some(reason) = saved
        && (taken < NOTABLE
            || !matches!(reason, Reason::AvoidsLoss { balls, .. } if balls <= taken))
    {
        return reason;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most nine moves")]
    let captures = Reason::Captures {
        balls: taken,
        leaves: after.legal_moves().len() as u8,
    };
    if taken >= NOTABLE {
        return captures;
    }

    // 3. What comes of it: worked out, or planned.
    if let Some(proof) = candidate.proven {
        return forced.unwrap_or(Reason::Proven(proof));
    }
    if let Some(reason) = plan(position, &candidate.line, me) {
        return reason;
    }

    // 4. Small things.
    if taken > 0 {
        return captures;
    }
    if played.gained[me] > 0 {
        return Reason::FeedsTuzdik {
            balls: played.gained[me],
        };
    }
    if after.row_balls(me.other()) == position.row_balls(me.other())
        && played.gained[me.other()] == 0
    {
        return Reason::KeepsHome {
            balls: after.row_balls(me),
        };
    }
    Reason::BestLine
}

/// The win that the move itself brings.
fn ending(after: &Position, me: Side) -> Option<Reason> {
    let margin = margin_won(after, me)?;
    Some(if after.kazan(me) >= after.variant().majority() {
        Reason::Wins {
            kazan: after.kazan(me),
        }
    } else {
        Reason::Starves { margin }
    })
}

/// The balls by which a side has won.
fn margin_won(position: &Position, side: Side) -> Option<u8> {
    let outcome = position.outcome().filter(|one| one.winner == Some(side))?;
    let margin = outcome.margin(side).unsigned_abs();
    Some(margin.try_into().unwrap_or(u8::MAX))
}

/// The win at the end of a line that is played out.
fn forced(position: &Position, line: &[Move], me: Side) -> Option<Reason> {
    let mut last = *position;
    let mut moves = 0;
    for &mv in line {
        moves += u8::from(last.side_to_move() == me);
        last = last.play(mv).ok()?.0;
    }
    let margin = margin_won(&last, me)?;
    let starves = last.kazan(me) < last.variant().majority() && last.side_to_move() != me;
    Some(if starves {
        Reason::StarvesIn { moves, margin }
    } else {
        Reason::WinsIn { moves }
    })
}

/// What the opponent could have done, were it its turn, and no longer can.
fn saved(position: &Position, after: &Position) -> Option<Reason> {
    let mut passed = Setup::from(*position);
    passed.side_to_move = position.side_to_move().other();
    let before = threats(&passed.build().ok()?);
    let left = threats(after);
    let tuzdik = |played: &&Played| played.made_tuzdik;
    if let (Some(threat), None) = (before.iter().find(tuzdik), left.iter().find(tuzdik)) {
        return Some(Reason::AvoidsTuzdik {
            hole: threat.landing.hole,
        });
    }
    let most = |threats: &[Played]| threats.iter().map(|one| one.captured).max().unwrap_or(0);
    let worst = before.iter().max_by_key(|one| one.captured)?;
    // What that hole no longer loses, and only if no other loses about as much instead.
    let here: Vec<Played> = left
        .iter()
        .filter(|one| one.landing == worst.landing)
        .copied()
        .collect();
    let balls = worst.captured.saturating_sub(most(&here));
    let less = worst.captured.saturating_sub(most(&left));
    (balls.min(less) >= NOTABLE).then_some(Reason::AvoidsLoss {
        hole: worst.landing.hole,
        balls,
    })
}

/// The captures that the side to move has.
fn threats(position: &Position) -> Vec<Played> {
    position
        .legal_moves()
        .iter()
        .map(|mv| position.play_traced(mv).1)
        .filter(|played| played.captured > 0)
        .collect()
}

/// What the mover's next move of the expected line takes.
fn plan(position: &Position, line: &[Move], me: Side) -> Option<Reason> {
    let mut position = *position;
    for (ply, &mv) in line.iter().enumerate() {
        if position.is_over() || !position.legal_moves().contains(mv) {
            return None;
        }
        let (next, played) = position.play_traced(mv);
        if ply > 0 && played.side == me {
            return if played.made_tuzdik {
                Some(Reason::ThreatensTuzdik {
                    with: mv,
                    hole: played.landing.hole,
                })
            } else {
                (played.captured >= NOTABLE).then_some(Reason::Threatens {
                    with: mv,
                    balls: played.captured,
                })
            };
        }
        position = next;
    }
    None
}

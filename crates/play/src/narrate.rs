//! What happened, in sentences.

use togyz_rules::{EndReason, GameResult, Move, Outcome, Played, Position, Side, pair_text};

/// `12 balls`, `1 ball`.
#[must_use]
pub fn balls(count: u8) -> String {
    match count {
        1 => "1 ball".to_owned(),
        _ => format!("{count} balls"),
    }
}

/// What a move did: the hole, the last ball, what it captured, and what fell into tuzdiks.
///
/// # Examples
/// ```
/// use togyz_play::narrate::told_move;
/// use togyz_rules::{Move, Position, Variant};
/// let (next, played) = Position::start(Variant::Togyz).play(Move::from_number(7)?)?;
/// assert_eq!(
///     told_move(&played, &next),
///     "Bastaushy plays 7: 9 balls, the last in hole 6 of Kostaushy; it captures 10 balls (kazan 10)."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn told_move(played: &Played, after: &Position) -> String {
    let (mover, other) = (played.side, played.side.other());
    let place = if played.landing.row == mover {
        format!("its own hole {}", played.landing.hole)
    } else {
        format!("hole {} of {other}", played.landing.hole)
    };
    let mut text = match played.sown {
        1 => format!("{mover} plays {}: 1 ball, to {place}", played.mv),
        sown => format!(
            "{mover} plays {}: {sown} balls, the last in {place}",
            played.mv
        ),
    };
    if played.made_tuzdik {
        text += "; it makes a tuzdik there and takes 3 balls";
    } else if played.captured > 0 {
        text += &format!("; it captures {}", balls(played.captured));
    }
    let into_own = played.gained[mover] - played.captured;
    if into_own > 0 {
        text += &format!("; {} into its tuzdik", fell(into_own));
    }
    if played.gained[mover] > 0 {
        text += &format!(" (kazan {})", after.kazan(mover));
    }
    let into_other = played.gained[other];
    if into_other > 0 {
        text += &format!(
            "; {} into the tuzdik of {other} (kazan {})",
            fell(into_other),
            after.kazan(other)
        );
    }
    text + "."
}

fn fell(count: u8) -> String {
    match count {
        1 => "1 ball falls".to_owned(),
        _ => format!("{count} balls fall"),
    }
}

/// Who won, by how much, and why the game is over.
#[must_use]
pub fn told_end(outcome: &Outcome, position: &Position) -> String {
    let (won, lost) = match outcome.winner {
        Some(winner) => (winner, winner.other()),
        None => (Side::Bastaushy, Side::Kostaushy),
    };
    let score = format!("{} to {}", outcome.score[won], outcome.score[lost]);
    let result = match outcome.winner {
        Some(winner) => format!("{winner} wins {score}"),
        None => format!("a draw, {score}"),
    };
    let reason = match outcome.reason {
        EndReason::Majority => {
            format!(
                "{} balls or more are a majority",
                position.variant().majority()
            )
        }
        EndReason::NoMove => {
            let stuck = position.side_to_move();
            format!(
                "{stuck} has no move (atsyz kalu); {} got what was left, {}",
                stuck.other(),
                balls(position.row_balls(stuck.other()))
            )
        }
        EndReason::Repetition => "the same position stood on the board three times".to_owned(),
        EndReason::PlyLimit => "the game was stopped at its greatest length".to_owned(),
        EndReason::Tables => "the endgame tables know how it ends".to_owned(),
    };
    format!("The game is over: {result}. Reason: {reason}.")
}

/// A result that was agreed or given up, not reached on the board.
#[must_use]
pub fn told_result(result: GameResult) -> String {
    match result {
        GameResult::Win(side) => {
            format!("The game is over: {side} wins, {} gave up.", side.other())
        }
        GameResult::Draw => "The game is over: a draw was agreed.".to_owned(),
        GameResult::Open => "The game is open.".to_owned(),
    }
}

/// A line of play in pair notation; it ends where a move is not legal.
#[must_use]
pub fn pairs_of(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut pairs = Vec::with_capacity(line.len());
    for &mv in line {
        let Ok((next, played)) = position.play(mv) else {
            break;
        };
        pairs.push(pair_text(&played, next.kazan(played.side)));
        position = next;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use togyz_rules::{BySide, Variant};

    #[test]
    fn every_end_is_told() {
        let start = Position::start(Variant::Togyz);
        let score = BySide::new(81, 81);
        let win = BySide::new(70, 92);
        for (outcome, told) in [
            (
                Outcome::draw(EndReason::Repetition, score),
                "a draw, 81 to 81. Reason: the same position stood on the board three times.",
            ),
            (
                Outcome::by_score(EndReason::Majority, win),
                "Kostaushy wins 92 to 70. Reason: 82 balls or more are a majority.",
            ),
            (
                Outcome::by_score(EndReason::NoMove, score),
                "Reason: Bastaushy has no move (atsyz kalu); Kostaushy got what was left, 81 balls.",
            ),
        ] {
            let text = told_end(&outcome, &start);
            assert!(text.ends_with(told), "{text}");
        }
    }
}

//! The draw by a third occurrence.

use togyz_rules::{EndReason, Game, Move, PlayError, Side, Variant};

use crate::{hole, position};

/// White one ball in 8, black one ball in 9, 79-81, white to move: the balls chase each other.
const CYCLE: &str = "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0";

/// Half-moves until the board is back.
const ROUND: usize = 18;

/// The one move that neither side can avoid: a ball left in the last hole starves the other.
fn chase(game: &Game) -> Move {
    let moves = game.position().legal_moves().iter();
    moves.last().expect("a game that is not over has a move")
}

fn play_out(game: &mut Game) -> usize {
    while game.outcome().is_none() {
        game.play(chase(game)).expect("legal");
    }
    game.plies().len()
}

#[test]
fn the_third_occurrence_is_a_draw_whatever_the_kazans_hold() {
    let mut game = Game::from_position(position(CYCLE, Variant::Togyz));
    assert_eq!(play_out(&mut game), 2 * ROUND);
    assert_eq!(game.repetitions(), 3);
    assert_eq!(game.position(), game.start());
    let outcome = game.outcome().expect("a draw");
    assert_eq!(
        (outcome.winner, outcome.reason),
        (None, EndReason::Repetition)
    );
    assert_eq!((outcome.score.bastaushy, outcome.score.kostaushy), (79, 81));
    assert!((outcome.points(Side::Bastaushy) - 0.5).abs() < f64::EPSILON);
    assert_eq!(game.play(hole(8)), Err(PlayError::Over));
}

#[test]
fn the_second_occurrence_is_not_the_end() {
    let mut game = Game::from_position(position(CYCLE, Variant::Togyz));
    for ply in 0..ROUND {
        assert_eq!(game.repetitions(), 1, "{ply}");
        game.play(chase(&game)).expect("legal");
    }
    assert_eq!(game.repetitions(), 2);
    assert_eq!(game.outcome(), None);
}

#[test]
fn undo_takes_an_occurrence_back() {
    let mut game = Game::from_position(position(CYCLE, Variant::Togyz));
    let plies = play_out(&mut game);
    let last = game.plies()[plies - 1].mv;
    assert_eq!(game.undo(), Some(last));
    assert_eq!(game.outcome(), None);
    game.play(last).expect("legal");
    assert_eq!(
        game.outcome().map(|end| end.reason),
        Some(EndReason::Repetition)
    );
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    let here = position(CYCLE, Variant::Togyz);
    let there = position(
        &CYCLE.replace("/0", "/1").replace("/1,0", "/0,0"),
        Variant::Togyz,
    );
    assert_ne!(here, there);
    assert_ne!(here.key(), there.key());
}

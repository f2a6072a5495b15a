//! One position for each ruling that the vectors leave out.

use togyz_rules::{EndReason, Game, Hole, IllegalMove, PlayError, Side, Variant};

use crate::{hole, position};

/// Variant, position, move, position after it, and the ruling.
const MOVES: &[(Variant, &str, u32, &str, &str)] = &[
    (
        Variant::Historic,
        "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0",
        1,
        "0,10,10,10,10,10,10,10,10/0,9,9,9,9,9,9,9,9/10,0/-1,-1/1",
        "historic: the first ball is not put back",
    ),
    (
        Variant::Historic,
        "0,0,0,0,0,0,0,0,18/0,0,0,0,0,0,0,0,0/72,72/-1,-1/0",
        9,
        "1,1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1/72,72/-1,-1/1",
        "historic: eighteen balls end in the origin",
    ),
    (
        Variant::Togyz,
        "0,0,0,0,0,0,0,0,37/2,0,0,0,0,0,0,0,1/61,61/-1,-1/0",
        9,
        "2,2,2,2,2,2,2,2,3/4,2,2,2,2,2,2,2,3/61,61/-1,-1/1",
        "37 balls: the origin is sown on each of three passes, no ball is lost",
    ),
    (
        Variant::Qozdatu,
        "0,0,0,0,0,0,2/2,0,0,0,0,0,0/47,47/-1,-1/0",
        7,
        "0,0,0,0,0,0,1/3,0,0,0,0,0,0/47,47/-1,-1/1",
        "qozdatu: three make no tuzdik, and three are odd",
    ),
    (
        Variant::Bestemshe,
        "0,0,0,0,2/1,0,0,0,0/20,27/-1,-1/0",
        5,
        "0,0,0,0,1/0,0,0,0,0/22,27/-1,-1/1",
        "bestemshe: the corner is after the fifth hole",
    ),
    (
        Variant::Togyz,
        "0,0,0,0,0,2,0,0,5/0,4,6,0,0,0,0,0,0/72,73/-1,6/0",
        6,
        "0,0,0,0,0,1,0,0,5/0,4,6,0,0,0,0,0,0/72,74/-1,6/1",
        "the mover feeds the opponent's tuzdik with the last ball",
    ),
    (
        Variant::Togyz,
        "0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,0,0/80,81/-1,-1/0",
        9,
        "0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0/80,81/-1,-1/1",
        "the other side is empty and the mover has a ball: the game goes on",
    ),
];

#[test]
fn each_ruling_has_its_position() {
    for &(variant, before, number, after, ruling) in MOVES {
        let (next, played) = position(before, variant).play(hole(number)).expect(ruling);
        assert_eq!(next.to_compact(), after, "{ruling}");
        assert_ne!(
            next.side_to_move(),
            played.side,
            "the turn passes: {ruling}"
        );
    }
}

#[test]
fn illegal_moves_have_names() {
    let board = position(
        "0,2,0,0,0,0,0,0,5/0,4,6,0,0,0,0,0,0/72,73/-1,2/0",
        Variant::Togyz,
    );
    let third = Hole::from_number(3).expect("a hole");
    assert_eq!(board.play(hole(3)).err(), Some(IllegalMove::Tuzdik(third)));
    assert_eq!(
        board.play(hole(1)).err().map(|e| e.to_string()).as_deref(),
        Some("hole 1 is empty")
    );
    let small = position("5,5,5,5,5/5,5,5,5,5/0,0/-1,-1/0", Variant::Bestemshe);
    let sixth = Hole::from_number(6).expect("a hole");
    assert_eq!(
        small.play(hole(6)).err(),
        Some(IllegalMove::NoSuchHole(sixth))
    );
}

#[test]
fn a_majority_by_the_other_sides_move_ends_the_game() {
    // White's last ball feeds black's tuzdik: 81 become 82.
    let text = "0,1,0,0,0,0,0,0,5/0,4,0,0,0,0,0,0,0/71,81/-1,2/0";
    let mut game = Game::from_position(position(text, Variant::Togyz));
    game.play(hole(2)).expect("legal");
    let outcome = game.outcome().expect("82 balls");
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::Kostaushy), EndReason::Majority)
    );
    assert_eq!(outcome.margin(Side::Kostaushy), 82 - 71);
    assert_eq!(game.play(hole(2)), Err(PlayError::Over));
    assert!(
        game.play_on(hole(2)).is_ok(),
        "for its score a game can be played on"
    );
}

#[test]
fn balls_left_go_to_the_row_they_lie_in() {
    let board = position(
        "0,0,0,0,0,0,0,0,0/0,3,0,0,0,0,4,0,0/75,80/-1,-1/0",
        Variant::Togyz,
    );
    let outcome = board.outcome().expect("no move");
    assert_eq!((outcome.score.bastaushy, outcome.score.kostaushy), (75, 87));
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Side::Kostaushy), EndReason::NoMove)
    );
}

#[test]
fn where_majority_and_no_move_meet_every_ball_counts() {
    let board = position(
        "0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,1,0,0/82,79/2,3/0",
        Variant::Togyz,
    );
    let outcome = board.outcome().expect("the end");
    assert_eq!(outcome.reason, EndReason::NoMove);
    assert_eq!((outcome.score.bastaushy, outcome.score.kostaushy), (82, 80));
}

//! Values that others have published, and the shortest games there are.

use togyz_rules::{EndReason, Game, GameRecord, Move, Position, Side, Variant, perft};

use crate::{generator, hole, position, random_game};

#[test]
fn perft_of_the_starts_is_as_published() {
    let table: [(Variant, &[u64]); 2] = [
        (
            Variant::Togyz,
            &[1, 9, 73, 613, 5_199, 43_184, 360_035, 3_003_052],
        ),
        (
            Variant::Bestemshe,
            &[
                1, 5, 21, 91, 407, 1_761, 7_782, 34_285, 153_588, 685_630, 3_084_201, 13_861_250,
            ],
        ),
    ];
    for (variant, counts) in table {
        for (depth, &count) in (0..).zip(counts) {
            assert_eq!(
                perft(&Position::start(variant), depth),
                count,
                "{variant} depth {depth}"
            );
        }
    }
}

#[test]
fn the_printed_shortest_games_end_as_printed() {
    for (moves, score) in [
        ("76 11 65 77x 89 13 44 78 33 82 82", (82, 16)),
        ("98 11 87 24 76 13 33 25 55 34 94", (86, 20)),
    ] {
        let game = GameRecord::parse(moves, Variant::Togyz)
            .expect("a game")
            .game;
        assert_eq!(game.plies().len(), 11);
        for ply in 0..11 {
            assert!(
                !game.position_at(ply).expect("a ply").is_over(),
                "{moves} at {ply}"
            );
        }
        let outcome = game.outcome().expect("the end");
        assert_eq!(outcome.reason, EndReason::Majority);
        assert_eq!((outcome.score.bastaushy, outcome.score.kostaushy), score);
    }
}

/// A white move cannot gain more than the fullest hole, two laps into it and a few fed balls.
const SLACK: u8 = 8;

/// The number of games in which Bastaushy has 82 balls after `left` more half-moves and not before.
fn wins_in(position: &Position, left: u8) -> u64 {
    if position.is_over() {
        return u64::from(left == 0 && position.kazan(Side::Bastaushy) >= 82);
    }
    if left == 0 {
        return 0;
    }
    let white = position.side_to_move() == Side::Bastaushy;
    if white && left <= 3 {
        let fullest = position.other_holes().into_iter().max().unwrap_or(0);
        let most = (fullest + SLACK) * left.div_ceil(2);
        if position.own_kazan() + most < 82 {
            return 0;
        }
    }
    let moves = position.legal_moves().iter();
    moves
        .map(|mv| wins_in(&position.play_unchecked(mv), left - 1))
        .sum()
}

#[test]
fn there_are_1391_shortest_games() {
    let start = Position::start(Variant::Togyz);
    let by_first_move: Vec<(u8, u64)> = start
        .legal_moves()
        .iter()
        .map(|mv| (mv.number(), wins_in(&start.play_unchecked(mv), 10)))
        .filter(|&(_, games)| games > 0)
        .collect();
    assert_eq!(by_first_move, [(5, 3), (7, 19), (8, 9), (9, 1360)]);
}

#[test]
fn the_shortest_game_to_a_side_without_a_move_has_15_half_moves() {
    let mut game = Game::new(Variant::Togyz);
    for (ply, number) in (1..).zip([8, 4, 7, 4, 6, 7, 5, 8, 7, 8, 2, 9, 9, 9, 6]) {
        game.play_on(hole(number)).expect("a legal move");
        let majority = game
            .outcome()
            .is_some_and(|end| end.reason == EndReason::Majority);
        assert_eq!(
            majority,
            ply == 13 || ply == 14,
            "82 is passed at the 13th, at {ply}"
        );
    }
    let end = game.position().natural_end().expect("no move");
    assert_eq!((end.score.bastaushy, end.score.kostaushy), (138, 24));
    assert_eq!(end.reason, EndReason::NoMove);
}

/// Akshuraev's studies: the positions must come in, and the move that solves them be there.
#[test]
fn the_studies_can_be_set_up() {
    for (text, solution) in [
        ("0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0", 6),
        ("0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0", 7),
        ("0,0,0,0,0,3,3,3,3/0,0,0,2,0,0,0,0,1/74,73/-1,3/0", 6),
    ] {
        let study = position(text, Variant::Togyz);
        assert!(study.legal_moves().contains(hole(solution)), "{text}");
    }
}

#[test]
fn random_play_looks_as_it_did_over_a_hundred_thousand_games() {
    const GAMES: u32 = 2_000;
    let mut rng = generator(1);
    let (mut plies, mut moves, mut points, mut draws) = (0usize, 0usize, 0.0, 0u32);
    for _ in 0..GAMES {
        let game = random_game(Variant::Togyz, &mut rng);
        plies += game.plies().len();
        let positions = game.positions().take(game.plies().len());
        moves += positions
            .map(|position| position.legal_moves().len())
            .sum::<usize>();
        let outcome = game.outcome().expect("the end");
        points += f64::from(u8::from(outcome.winner == Some(Side::Bastaushy)));
        draws += u32::from(outcome.winner.is_none());
    }
    let games = f64::from(GAMES);
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand")]
    let (length, branching) = (plies as f64 / games, moves as f64 / plies as f64);
    // Four standard errors of 2,000 games around the published means.
    assert!((length - 124.6).abs() < 4.0, "{length} half-moves a game");
    assert!(
        (branching - 7.0).abs() < 0.1,
        "{branching} moves a position"
    );
    assert!(
        (points / games - 0.545).abs() < 0.045,
        "{points} won by the first player"
    );
    assert!(
        (f64::from(draws) / games - 0.022).abs() < 0.013,
        "{draws} draws"
    );
}

#[test]
fn the_move_of_a_start_is_a_number() {
    assert_eq!("7".parse::<Move>(), Ok(hole(7)));
    for text in ["", "0", "10", "a", "７", "-1"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

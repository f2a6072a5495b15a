//! Games as text: reading, writing, and where the faults are.

use togyz_rules::{
    Game, GameErrorKind, GameRecord, GameResult, PairMismatch, Position, Side, Variant, collection,
};

use crate::{generator, hole, random_game};

const GOOD: &str = "1. 98(10) 11(10) 2. 87(22) 24(20)";

fn read(text: &str) -> GameRecord {
    GameRecord::parse(text, Variant::Togyz).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn message(text: &str) -> String {
    match GameRecord::parse(text, Variant::Togyz) {
        Ok(record) => panic!("read as {record}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_game_is_written_canonically() {
    let text = "{before} [white \"Aibek\"]\r\n[Event \"Cup \\\"A\\\"\"] [Opening \"9\"]\r\n[Result \"*\"]\r\n\
        1.98 11 ; to the end of the line 99\n 2. 87!? {in between} 24 $5 3. 76 13 3... 33 25 4. 55 34 94 0-1";
    let record = read(&text.replace(" 0-1", " 1-0"));
    let expected = "[Event \"Cup \\\"A\\\"\"]\n[White \"Aibek\"]\n[Result \"1-0\"]\n[Variant \"togyz\"]\n[Opening \"9\"]\n\n\
        1. 98(10) 11(10) 2. 87(22) 24(20) 3. 76(36) 13 4. 33(52) 25 5. 55(68) 34\n6. 94(86) 1-0\n";
    assert_eq!(record.to_string(), expected);
    assert_eq!(read(expected), record);
    // The board has Bastaushy at 86 balls: the moves are right, the stated result is not.
    let conflict = read(text).result_conflict().expect("a conflict");
    assert_eq!(
        conflict.to_string(),
        "the result is stated as 0-1, but the board says 1-0"
    );
    assert_eq!(record.result_conflict(), None);
}

#[test]
fn a_game_from_a_set_up_start_keeps_it() {
    let text = "[Variant \"Togyzqumalaq\"]\n[FEN \"9,9S/8,144S 5 4 N 31\"]\n\n31... 91 32. 99x";
    let error = GameRecord::parse(text, Variant::Bestemshe).expect_err("ten holes in the north");
    assert!(matches!(error.kind, GameErrorKind::Position(_)), "{error}");
    assert_eq!((error.line, error.column, error.at_move), (2, 1, None));

    let start = "0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,0,1/80,80/-1,-1/1";
    let record = read(&format!("[Position \"{start}\"]\n1... 91 2. 91"));
    assert_eq!(record.game.start().to_compact(), start);
    let text = record.to_string();
    assert!(text.ends_with("\n\n1... 91 2. 91 *\n"), "{text}");
    assert_eq!(read(&text), record);
}

#[test]
fn the_variant_of_the_header_goes_before_the_default() {
    let record = read("[Variant \"bestemshe\"] 1. 54");
    assert_eq!(*record.game.start(), Position::start(Variant::Bestemshe));
    let error = message("[Variant \"oware\"] 1. 54");
    assert!(error.contains("unknown variant `oware`"), "{error}");
}

#[test]
fn every_fault_is_named_with_its_place() {
    let table = [
        (
            "1. 98(10) 12",
            "game 1, line 1, column 11, move 1 of Kostaushy: `12`: the last ball falls in hole 1, not 2",
        ),
        (
            "1. 98(10)\n11(11)",
            "game 1, line 2, column 1, move 1 of Kostaushy: `11(11)`: the kazan holds 10 balls after it, not 11",
        ),
        (
            "1. 98x",
            "game 1, line 1, column 4, move 1 of Bastaushy: `98x`: it makes no tuzdik, but is marked x",
        ),
        (
            "1. 76 11 65 77",
            "game 1, line 1, column 13, move 2 of Kostaushy: `77`: it makes a tuzdik, but the x is missing",
        ),
        (
            "1. 98 11 {ё} 2. 87 e4",
            "game 1, line 1, column 20, move 2 of Kostaushy: `e4`: no move in pair notation: expected one like 76, 43(10) or 36x",
        ),
        (
            "1. 98 88",
            "game 1, line 1, column 7, move 1 of Kostaushy: `88`: hole 8 is empty",
        ),
        (
            "1. 98 {zero}",
            "game 1, line 1, column 7, move 1 of Kostaushy: `{zero}`: the side to move has balls in 8 playable holes",
        ),
        (
            "1. 98 {open\n11",
            "game 1, line 1, column 7, move 1 of Kostaushy: `{open`: the comment is not closed",
        ),
        (
            "[White Aibek]\n1. 98",
            "game 1, line 1, column 1: `[White Aibek]`: a header is written [Name \"value\"] on one line",
        ),
        (
            "[Result \"0-1\"] 1. 98 1-0",
            "game 1, line 1, column 22, move 1 of Kostaushy: `1-0`: the header says 0-1",
        ),
        (
            "[Position \"0,0/1\"] 1. 98",
            "game 1, line 1, column 1: `[Position \"0,0/1\"]`: a FEN has 1 fields, expected 5",
        ),
        (
            " \n{nothing}",
            "game 1, line 1, column 1: there is no game in the text",
        ),
        (
            "1. 98 1-0\n\n1. 76",
            "game 2, line 3, column 1: `1.`: a second game begins here",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn zero_closes_a_game_whose_mover_has_no_move() {
    let text = "1. 88 44 77 44 66 77 55 88 77 88 22 99 99 99 66 {zero} 1-0";
    let holes = [8, 4, 7, 4, 6, 7, 5, 8, 7, 8, 2, 9, 9, 9, 6];
    let mut game = Game::new(Variant::Togyz);
    for number in holes {
        game.play_on(hole(number)).expect("legal");
    }
    let record = GameRecord::new(game);
    let canonical = record.to_string();
    assert!(canonical.trim_end().ends_with("{zero} 1-0"), "{canonical}");
    assert_eq!(read(&canonical), record);
    assert!(
        GameRecord::parse(text, Variant::Togyz).is_err(),
        "the landings are made up"
    );
    let beyond = canonical.replace(" 1-0", " 11 1-0").replace("{zero}", "");
    let error = GameRecord::parse(&beyond, Variant::Togyz).expect_err("a move after the end");
    assert_eq!(error.kind, GameErrorKind::Over);
    assert_eq!(error.plies, 15);
}

#[test]
fn players_who_go_on_after_82_are_followed() {
    let mut rng = generator(5);
    let mut followed = 0;
    for _ in 0..20 {
        let mut game = random_game(Variant::Togyz, &mut rng);
        let at_end = game.plies().len();
        while let Some(mv) = crate::random_move(game.position(), &mut rng) {
            game.play_on(mv).expect("legal");
        }
        followed += game.plies().len() - at_end;
        let record = GameRecord::new(game);
        assert_eq!(read(&record.to_string()), record);
        assert_eq!(record.result_conflict(), None);
    }
    assert!(
        followed > 0,
        "some games must go on for the test to mean anything"
    );
}

#[test]
fn a_broken_game_does_not_stop_those_after_it() {
    let text = format!(
        "[White \"one\"]\n{GOOD} 1-0\n\n\
         [White \"two\"]\n1. 98(10) 11 2. 88 24 3. what 1-0\n\n\
         [White three]\n{GOOD}\n\n\
         [White \"four\"]\n{GOOD} {{never closed\n\n\
         [White \"five\"]\n{GOOD}\n\n\
         {GOOD} *\n{GOOD}\n{GOOD} 1/2-1/2"
    );
    let games: Vec<_> = collection(&text, Variant::Togyz).collect();
    let summary: Vec<String> = games
        .iter()
        .map(|game| match game {
            Ok(record) => format!("{} {}", record.game.plies().len(), record.headers.result),
            Err(error) => format!(
                "{}:{}:{} {}",
                error.game, error.line, error.column, error.token
            ),
        })
        .collect();
    let expected = [
        "4 1-0",
        "2:5:17 88",
        "3:7:1 [White three]",
        "4:11:35 {never closed",
        "4 *",
        "4 *",
        "4 *",
        "4 1/2-1/2",
    ];
    assert_eq!(summary, expected);
    let kind = games[1].as_ref().expect_err("two").kind.clone();
    assert!(
        matches!(kind, GameErrorKind::Mismatch(PairMismatch::Landing { .. })),
        "{kind:?}"
    );
}

#[test]
fn results_have_names() {
    let table = [
        ("1-0", GameResult::Win(Side::Bastaushy)),
        ("0-1", GameResult::Win(Side::Kostaushy)),
        ("1/2-1/2", GameResult::Draw),
        ("½-½", GameResult::Draw),
        ("*", GameResult::Open),
    ];
    for (text, result) in table {
        assert_eq!(read(&format!("{GOOD} {text}")).headers.result, result);
        assert_eq!(
            read(&format!("[Result \"{text}\"] {GOOD}")).headers.result,
            result
        );
    }
    // A score in words is kept as it is.
    let record = read(&format!("[Result \"82:80\"] {GOOD}"));
    assert_eq!(
        record.headers.others,
        [("Result".to_owned(), "82:80".to_owned())]
    );
}

//! The session without a terminal: commands in, text out.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_play::{Seats, Session, SessionConfig, Step, Style, Timer, parse_command};
use togyz_players::{Budget, Library};
use togyz_rules::{Position, Side, Variant};

use crate::golden;

/// A session with a clock that stands still and a player that needs no model.
fn session(start: &str, variant: Variant, seats: Seats) -> (Session, Arc<AtomicBool>) {
    let stop = Arc::new(AtomicBool::new(false));
    let config = SessionConfig {
        start: Position::parse(start, variant).unwrap(),
        seats,
        opponent: "greedy,seed=7".parse().unwrap(),
        adviser: Some("classical,depth=4".parse().unwrap()),
        budget: Budget::default(),
        seed: 1,
        style: Style::PLAIN,
        autosave: None,
        date: "2011.05.21".to_owned(),
    };
    let timer = Timer {
        now: || Duration::ZERO,
        stop: Arc::clone(&stop),
    };
    let library = Library::embedded().unwrap();
    (Session::new(library, config, timer).unwrap(), stop)
}

fn against(side: Side) -> Session {
    session("startpos", Variant::Togyz, Seats::Against(side)).0
}

fn people(start: &str) -> Session {
    session(start, Variant::Togyz, Seats::People).0
}

/// Types a line, lets the computer move while it is its turn, and gives all that was said.
#[track_caller]
fn say(session: &mut Session, line: &str) -> String {
    let mut said = match parse_command(line) {
        Ok(Some(command)) => session
            .handle(command)
            .unwrap_or_else(|error| format!("error: {error}\n")),
        Ok(None) => String::new(),
        Err(error) => format!("error: {error}\n"),
    };
    while session.step() == Step::Think {
        said += &session.think().unwrap();
    }
    said
}

fn transcript(session: &mut Session, lines: &[&str]) -> String {
    let mut text = session.greeting();
    for line in lines {
        text += &format!("\n{}{line}\n", session.prompt());
        text += &say(session, line);
    }
    text
}

/// The shortest game to 82 with what people do between the moves.
#[test]
fn a_whole_game_of_two_people() {
    let lines: Vec<&str> = "76(10);11;moves;6;77;77x;undo;redo;89(30);89;flip;13;44;flip;7;3;8;\
        notation;8;5;moves;notation game;undo;new;undo;help undo"
        .split(';')
        .collect();
    golden("people.txt", &transcript(&mut people("startpos"), &lines));
}

#[test]
fn ends_are_announced() {
    for (start, moves, part) in [
        (
            "1,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0/80,81/-1,-1/0",
            "1",
            "Kostaushy has no move: atsyz kalu. The one ball that was left goes to Bastaushy.",
        ),
        (
            "0,0,0,0,0,0,0,0,2/3,0,0,0,0,0,0,0,0/80,77/-1,-1/0",
            "9",
            "Bastaushy wins 85 to 77",
        ),
    ] {
        let mut session = people(start);
        let mut said = String::new();
        for mv in moves.split(' ') {
            said = say(&mut session, mv);
        }
        assert!(said.contains("The game is over"), "{start}: {said}");
        assert!(said.contains(part), "{start}: {said}");
        let refused = say(&mut session, "1");
        assert!(refused.contains("error: The game is over."), "{refused}");
        say(&mut session, "undo");
        assert_eq!(session.step(), Step::Prompt);
        assert!(
            !session.prompt().contains("over"),
            "undo takes the end back"
        );
    }
}

#[test]
fn undo_takes_the_reply_back_too() {
    for person in Side::ALL {
        let mut session = against(person);
        say(&mut session, "# let the computer begin if it must");
        let mut seen = vec![*session.position()];
        for _ in 0..3 {
            let mv = session.position().legal_moves().iter().next().unwrap();
            say(&mut session, &mv.to_string());
            assert_eq!(session.position().side_to_move(), person);
            seen.push(*session.position());
        }
        let said = say(&mut session, "undo");
        assert!(said.contains("Took 2 moves back."), "{said}");
        assert_eq!(session.position(), &seen[2]);
        say(&mut session, "undo 2");
        assert_eq!(session.position(), &seen[0]);
        let said = say(&mut session, "undo");
        assert!(
            said.contains("error: There is nothing to take back."),
            "{said}"
        );
        assert_eq!(session.position(), &seen[0]);
        say(&mut session, "redo 2");
        assert_eq!(session.position(), &seen[2]);
        say(&mut session, "redo");
        assert_eq!(session.position(), &seen[3]);
        let said = say(&mut session, "redo");
        assert!(
            said.contains("error: There is nothing to play again."),
            "{said}"
        );
    }
}

#[test]
fn sides_and_seats() {
    let mut session = against(Side::Bastaushy);
    say(&mut session, "side");
    // The computer has Bastaushy now, and has begun.
    assert_eq!(session.position().side_to_move(), Side::Kostaushy);
    let said = say(&mut session, "both");
    assert!(said.contains("People play both sides now."), "{said}");
    say(&mut session, "1");
    assert_eq!(session.position().side_to_move(), Side::Bastaushy);
    say(&mut session, "go");
    assert_eq!(session.position().side_to_move(), Side::Kostaushy);
    let said = say(&mut session, "watch");
    assert!(
        said.contains("The game is over"),
        "the computer plays to the end"
    );
    assert!(session.position().is_over());
}

#[test]
fn a_stopped_computer_waits() {
    let (mut session, stop) = session("startpos", Variant::Togyz, Seats::Against(Side::Kostaushy));
    let before = *session.position();
    assert_eq!(session.step(), Step::Think);
    stop.store(true, Ordering::SeqCst);
    let said = session.think().unwrap();
    assert!(said.contains("Stopped"), "{said}");
    assert_eq!(
        (session.step(), session.position()),
        (Step::Prompt, &before)
    );
    let said = say(&mut session, "1");
    assert!(said.contains("error: It is Bastaushy's turn"), "{said}");
    say(&mut session, "go");
    assert_eq!(session.position().side_to_move(), Side::Kostaushy);
}

#[test]
fn advice() {
    // White has 9 in hole 9: it captures ten at once.
    let mut session = people("startpos");
    let before = *session.position();
    let hint = say(&mut session, "hint");
    assert!(hint.starts_with("Hint: Hole "), "{hint}");
    for part in [
        "\n  g",
        "win chance ",
        "expected margin ",
        "line: ",
        "(by classical,depth=4)",
    ] {
        assert!(hint.contains(part), "{part}: {hint}");
    }
    let table = say(&mut session, "analyze 3");
    assert!(table.contains("(6 more)"), "{table}");
    assert_eq!(
        table.lines().filter(|line| line.contains('%')).count(),
        3,
        "{table}"
    );
    let eval = say(&mut session, "eval");
    assert!(
        eval.contains("Bastaushy") && eval.contains("ahead"),
        "{eval}"
    );
    assert_eq!(session.position(), &before, "advice moves nothing");
}

/// The scores of the two seats must not be exchanged: a side with 80 balls stands well, whoever is
/// to move.
#[test]
fn evaluation_names_the_right_side() {
    for side in ["0", "1"] {
        let start = format!("9,9,0,0,0,0,0,0,9/9,9,9,0,0,0,0,0,0/80,28/-1,-1/{side}");
        let eval = say(&mut people(&start), "eval");
        assert!(
            eval.lines().nth(1).unwrap().starts_with("Bastaushy"),
            "{eval}"
        );
        let share: u32 = eval["Bastaushy".len()..]
            .trim_start()
            .split('%')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert!(share > 90, "{eval}");
    }
}

#[test]
fn save_and_load() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.txt");
    let file = path.display().to_string();
    let mut session = people("startpos");
    for mv in ["7", "1", "6", "7"] {
        say(&mut session, mv);
    }
    let kept = *session.position();
    assert!(say(&mut session, "save").contains("error: In which file?"));
    assert!(say(&mut session, &format!("save {file}")).contains("Saved 4 half-moves"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("[Date \"2011.05.21\"]") && text.contains("1. 76(10) 11"),
        "{text}"
    );

    // The file is this game's: it may be saved again, and goes on.
    say(&mut session, "8");
    assert!(say(&mut session, "save").contains("Saved 5 half-moves"));

    // Another session has no claim on it.
    let mut other = people("startpos");
    say(&mut other, "9");
    assert!(say(&mut other, &format!("save {file}")).contains("save! "));
    let said = say(&mut other, &format!("load {file}"));
    assert!(said.contains("5 half-moves"), "{said}");
    say(&mut other, "undo");
    assert_eq!(other.position(), &kept);
    say(&mut other, "undo 4");
    let said = say(&mut other, "undo");
    assert!(said.contains("The game before is back"), "{said}");
    assert!(say(&mut other, "moves").contains("1. 98(10)"));
    assert!(say(&mut other, &format!("save! {file}")).contains("Saved 1 half-move in"));
}

/// A load that fails leaves the game as it was.
#[test]
fn failed_commands_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let wrong = write("wrong.txt", "1. 76 11 2. 64 77\n");
    let two = write("two.txt", "1. 76 11 *\n1. 98 *\n");
    let empty = write("empty.txt", "");
    let absent = folder.path().join("absent.txt").display().to_string();
    let nowhere = folder
        .path()
        .join("no/such/folder.txt")
        .display()
        .to_string();
    let mut session = people("startpos");
    say(&mut session, "7");
    let before = *session.position();
    for (line, part) in [
        (
            format!("load {wrong}"),
            "move 2 of Bastaushy: `64`: the last ball falls in hole 5",
        ),
        (
            format!("load {two} 3"),
            "there is no game 3; the file holds 2",
        ),
        (format!("load {empty}"), "the file holds 0"),
        (format!("load {absent}"), "absent.txt"),
        (
            format!("load {}", Path::new(&absent).parent().unwrap().display()),
            "directory",
        ),
        (format!("save {nowhere}"), "folder.txt"),
        ("position 1,2/3".to_owned(), "No position"),
        (
            "position 9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,8/0,0/-1,-1/0".to_owned(),
            "There are 161 balls in all, not 162.",
        ),
        (
            "level grandmaster".to_owned(),
            "unknown level `grandmaster`",
        ),
        ("engine clasical".to_owned(), "did you mean `classical`"),
        ("76x".to_owned(), "`7` alone plays the hole"),
        ("undoo".to_owned(), "did you mean `undo`"),
        ("help undoo".to_owned(), "did you mean `undo`"),
    ] {
        let said = say(&mut session, &line);
        assert!(
            said.starts_with("error: ") && said.contains(part),
            "{line}: {said}"
        );
        assert_eq!(session.position(), &before, "{line}");
    }
    assert!(say(&mut session, &format!("load {two} 2")).contains("Loaded game 2"));
    assert!(
        say(&mut session, "save").contains("In which file?"),
        "never over a collection"
    );
}

#[test]
fn levels_are_for_togyz() {
    let mut session = session("startpos", Variant::Bestemshe, Seats::People).0;
    let said = say(&mut session, "level club");
    assert!(
        said.contains("error: ") && said.contains("bestemshe"),
        "{said}"
    );
    let hint = say(&mut session, "hint");
    assert!(hint.starts_with("Hint: "), "{hint}");
}

#[test]
fn resigning_is_kept_and_can_be_taken_back() {
    let mut session = against(Side::Bastaushy);
    say(&mut session, "7");
    let said = say(&mut session, "resign");
    assert!(
        said.contains("Kostaushy wins. Bastaushy resigned."),
        "{said}"
    );
    assert!(say(&mut session, "notation game").contains("[Result \"0-1\"]"));
    assert!(say(&mut session, "resign").contains("The game is over."));
    say(&mut session, "undo");
    assert!(say(&mut session, "notation game").contains("[Result \"*\"]"));
    assert_eq!(session.step(), Step::Prompt);
}

//! The review of a page's game.

use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Server, Session};

/// Looks at the positions of the game until none is left.
fn reviewed(session: &Session<'_>) -> Value {
    let path = session.path("/review");
    let begun = session.server.get(&path).is(200);
    let (mut done, total) = (begun["done"].as_u64().unwrap(), begun["total"].clone());
    loop {
        let found = session.server.post(&path, &json!(null)).is(200);
        assert_eq!((&found["key"], &found["total"]), (&begun["key"], &total));
        done += 1;
        assert_eq!(found["done"], done);
        if found["done"] == total {
            return found;
        }
    }
}

#[test]
fn the_page_and_the_terminal_judge_alike() {
    let server = Server::start();
    let mut session = server.session();
    let moves = "76 11 65 77x 89 13 44 78 33 82 82";
    session.act(&json!({"type": "load", "text": moves, "seats": null}));
    // What was thought for a hint changes nothing of the review.
    session.act(&json!({"type": "jump", "ply": 0}));
    server.post(&session.path("/hint"), &json!(null)).is(200);
    // The whole game counts, wherever the board is.
    session.act(&json!({"type": "jump", "ply": 2}));
    let found = reviewed(&session);

    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.txt");
    std::fs::write(&game, moves).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_play"))
        .args(["review", "--json", game.to_str().unwrap()])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for part in ["moves", "end", "outcome", "sides", "turning_points"] {
        assert_eq!(found["review"][part], report[part], "{part}");
    }
    let near = |part: &str, limit: f64| (found[part].as_f64().unwrap() - limit).abs() < 1e-6;
    assert!(near("doubtful", 0.05) && near("bad", 0.15), "{found}");
    assert_eq!(found["curve"].as_array().unwrap().len(), 12);

    // Nothing is looked at again, and another game is another review.
    let again = server.get(&session.path("/review")).is(200);
    assert_eq!(again, found);
    assert_eq!(
        server.post(&session.path("/review"), &json!(null)).is(200),
        found
    );
    session.play(9);
    let other = server.get(&session.path("/review")).is(200);
    assert_ne!(other["key"], found["key"]);
    assert_eq!((&other["done"], &other["total"]), (&0.into(), &4.into()));
    assert_eq!(other["review"], json!(null));
}

/// The page, the terminal and a file have one review: none of them works it out again.
#[test]
fn a_text_carries_its_review_between_page_and_terminal() {
    let server = Server::start();
    let mut session = server.session();
    let moves = "76 11 65 77x 89 13 44 78 33 82 82";
    let load = |text: &str| json!({"type": "load", "text": text, "seats": null});
    let text = |session: &Session<'_>| session.state["texts"]["game"].as_str().unwrap().to_owned();
    session.act(&load(moves));
    assert_eq!(session.state["reviewed"], false);
    let found = reviewed(&session);
    session.state = server.get(&session.path("")).is(200);
    assert_eq!(session.state["reviewed"], true);
    let kept = text(&session);
    assert!(kept.contains("[EngineReview \"1 expert "), "{kept}");
    let handed = found["carried"].clone();
    assert!(kept.contains(handed.as_str().unwrap()), "{kept}");

    // The terminal takes it, and writes the same.
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.txt");
    let terminal = |text: &str, more: &[&str]| {
        std::fs::write(&game, text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_play"))
            .args(["review", "--json", game.to_str().unwrap()])
            .args(more)
            .output()
            .unwrap();
        assert!(output.stderr.is_empty(), "{output:?}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report, std::fs::read_to_string(&game).unwrap())
    };
    let (report, _) = terminal(&kept, &["--no-save"]);
    assert_eq!(found["review"]["moves"], report["moves"]);
    let (_, written) = terminal(moves, &["--annotate"]);
    assert!(written.contains(handed.as_str().unwrap()), "{written}");

    // Another page has it from the text, without a look.
    let mut other = server.session();
    other.act(&load(&written));
    assert_eq!(other.state["reviewed"], true);
    assert_eq!(server.get(&other.path("/review")).is(200), found);
    // Taken back, it is of other moves; played on, it is forgotten.
    other.act(&json!({"type": "jump", "ply": 7}));
    assert_eq!(other.state["reviewed"], false);
    assert!(!text(&other).contains("[EngineReview"));
    let whole = server.get(&other.path("/review")).is(200);
    assert_eq!(whole["review"], found["review"]);
    let hole = other.legal().into_iter().find(|&hole| hole != 7);
    other.play(hole.unwrap());
    let begun = server.get(&other.path("/review")).is(200);
    assert_eq!(
        (&begun["done"], &begun["ignored"]),
        (&0.into(), &false.into())
    );

    // What a browser has kept is handed over; nonsense is not taken.
    let mut third = server.session();
    third.act(&load(moves));
    let hand = |carried: &Value| {
        let body = json!({"carried": carried});
        server.post(&third.path("/review"), &body)
    };
    assert_eq!(hand(&json!("1 expert nonsense")).is(200)["done"], 1);
    assert_eq!(hand(&handed).is(200), found);
    assert_eq!(hand(&json!(7)).status, 400);

    // A damaged one is told, and nothing is searched until somebody asks.
    let mut fourth = server.session();
    fourth.act(&load(
        &written.replace("[EngineReview \"1 expert", "[EngineReview \"1 club"),
    ));
    let view = server.get(&fourth.path("/review")).is(200);
    assert_eq!((&view["done"], &view["ignored"]), (&0.into(), &true.into()));
}

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

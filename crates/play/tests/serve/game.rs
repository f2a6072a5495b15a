//! Games over the API: after every action the state is that of the rules.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use togyz_rules::{Game, Move, Variant};

use crate::common::Server;

const BEGINNERS: &str = r#"{"bastaushy": "level:beginner", "kostaushy": "level:beginner"}"#;

fn seats(bastaushy: Option<&str>, kostaushy: Option<&str>) -> Value {
    json!({"bastaushy": bastaushy, "kostaushy": kostaushy})
}

/// Random moves, steps back and jumps: the server's state is that of a game kept here.
#[test]
fn state_and_rules_agree_after_every_action() {
    let server = Server::start();
    let mut session = server.session();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut line: Vec<u64> = Vec::new();
    let mut ply = 0;
    for _ in 0..150 {
        let legal = session.legal();
        match rng.random_range(0..10) {
            0 if ply > 0 => {
                session.act(&json!({"type": "undo"}));
                ply -= 1;
            }
            1 if ply < line.len() => {
                session.act(&json!({"type": "redo"}));
                ply += 1;
            }
            2 => {
                ply = rng.random_range(0..=line.len());
                session.act(&json!({"type": "jump", "ply": ply}));
            }
            _ if legal.is_empty() => {
                session.act(&json!({"type": "jump", "ply": 0}));
                ply = 0;
            }
            _ => {
                let hole = legal[rng.random_range(0..legal.len())];
                session.play(hole);
                line.truncate(ply);
                line.push(hole);
                ply += 1;
            }
        }
        let mut game = Game::new(Variant::Togyz);
        for &hole in &line[..ply] {
            game.play(Move::from_number(u32::try_from(hole).unwrap()).unwrap())
                .unwrap();
        }
        assert_eq!(session.compact(), game.position().to_compact());
        assert_eq!(session.ply(), ply as u64);
        let listed: Vec<u64> = session.state["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|played| played["hole"].as_u64().unwrap())
            .collect();
        assert_eq!(listed, line);
        assert_eq!(session.state["result"].is_null(), game.outcome().is_none());
    }
}

#[test]
fn the_computer_answers_and_undo_crosses_its_move() {
    let server = Server::start();
    let mut session = server.session_of(&seats(None, Some("level:beginner")));
    session.play(7);
    assert_eq!(session.state["computer"], true);
    // Its side is not the person's to play.
    let answer = session.attempt(&json!({"type": "play", "hole": 1})).is(422);
    assert_eq!(answer["code"], "computers-turn");
    session.think();
    assert_eq!(
        (session.ply(), &session.state["computer"]),
        (2, &json!(false))
    );
    session.act(&json!({"type": "undo"}));
    assert_eq!(session.ply(), 0);
    session.act(&json!({"type": "redo"}));
    assert_eq!(session.ply(), 2);
    // Asked when it is not its turn, it does nothing.
    session.think();
    assert_eq!(session.ply(), 2);
}

#[test]
fn two_levels_play_a_whole_game() {
    let server = Server::start();
    let mut session = server.session_of(&serde_json::from_str(BEGINNERS).unwrap());
    for _ in 0..1000 {
        if session.state["computer"] == false {
            break;
        }
        let ply = session.ply();
        session.think();
        assert_eq!(session.ply(), ply + 1);
    }
    let result = &session.state["result"];
    let score = &result["score"];
    let (first, second) = (
        score["bastaushy"].as_u64().unwrap(),
        score["kostaushy"].as_u64().unwrap(),
    );
    assert!(
        first + second <= 162 && result["text"].as_str().unwrap().len() > 10,
        "{result}"
    );
    assert_eq!(
        session.attempt(&json!({"type": "resign"})).is(422)["code"],
        "play"
    );
}

#[test]
fn an_older_board_is_not_acted_on() {
    let server = Server::start();
    let mut session = server.session();
    let old = session.state.clone();
    session.play(7);
    session.state = old;
    let answer = session.attempt(&json!({"type": "play", "hole": 3}));
    assert_eq!(answer.is(409)["code"], "stale");
}

#[test]
fn what_is_illegal_is_told_in_the_page_s_language() {
    let server = Server::start();
    let mut session = server.session();
    for hole in [1, 1] {
        session.play(hole);
    }
    let body = json!({"seen": session.state["revision"], "action": {"type": "play", "hole": 1}});
    session.play(1);
    session.play(1);
    let empty = session.state["board"]["rows"]["bastaushy"][0].as_u64();
    assert_eq!(empty, Some(0));
    for (lang, told) in [
        ("en", "Hole 1 is empty."),
        ("kk", "1-отау бос."),
        ("ru", "Лунка 1 пуста."),
    ] {
        let mut body = body.clone();
        body["seen"] = session.state["revision"].clone();
        let path = session.path(&format!("/act?lang={lang}"));
        assert_eq!(server.post(&path, &body).is(422)["message"], told);
    }
}

/// The editor is refused with the very error of the setup.
#[test]
fn the_editor_says_what_cannot_be() {
    let server = Server::start();
    let mut session = server.session();
    let row = [9, 9, 9, 9, 9, 9, 9, 9, 9];
    let good = json!({
        "rows": {"bastaushy": row, "kostaushy": row}, "kazans": {"bastaushy": 0, "kostaushy": 0},
        "tuzdiks": {"bastaushy": null, "kostaushy": null}, "side_to_move": "kostaushy",
    });
    let wrong: [(&str, Value, &str); 7] = [
        (
            "/kazans/bastaushy",
            json!(1),
            "There are 163 balls in all, not 162.",
        ),
        (
            "/kazans/kostaushy",
            json!(200),
            "The kazans hold 200 balls, but there are only 162.",
        ),
        (
            "/tuzdiks/bastaushy",
            json!(9),
            "The tuzdik of Bastaushy is on hole 9; the last hole is never one.",
        ),
        (
            "/tuzdiks/kostaushy",
            json!(3),
            "Hole 3 of Bastaushy is a tuzdik, but holds 9 balls.",
        ),
        (
            "/tuzdiks/kostaushy",
            json!(12),
            "The request is not understood: no hole has the number 12: holes are numbered 1 to 9.",
        ),
        (
            "/rows/bastaushy",
            json!(vec![9; 10]),
            "The request is not understood: a row of 10 holes.",
        ),
        (
            "/rows/bastaushy/0",
            json!(0),
            "There are 153 balls in all, not 162.",
        ),
    ];
    for (place, value, told) in wrong {
        let mut setup = good.clone();
        *setup.pointer_mut(place).unwrap() = value;
        let action = json!({"type": "new", "variant": "togyz", "seats": seats(None, None), "setup": setup, "clock": null});
        let answer = session.attempt(&action);
        assert!((400..500).contains(&answer.status), "{answer:?}");
        assert_eq!(answer.json()["message"], told);
    }
    session.act(&json!({"type": "new", "variant": "togyz", "seats": seats(None, None), "setup": good, "clock": null}));
    assert_eq!(session.state["board"]["turn"], "kostaushy");
}

#[test]
fn every_notation_is_loaded_and_saved() {
    let server = Server::start();
    let mut session = server.session();
    for hole in [7, 1, 6, 7, 8, 1, 4] {
        session.play(hole);
    }
    let texts = session.state["texts"].clone();
    let compact = session.compact().to_owned();
    for form in ["game", "pairs", "fen", "compact"] {
        session.act(&json!({"type": "load", "text": texts[form], "seats": null}));
        assert_eq!(session.compact(), compact, "{form}");
    }
    session.act(&json!({"type": "load", "text": "7 1 6 7 8 1 4", "seats": null}));
    assert_eq!(session.compact(), compact);
    let answer = session.attempt(&json!({"type": "load", "text": "76 12", "seats": null}));
    assert!(
        answer.is(422)["message"].as_str().unwrap().contains("`12`"),
        "{answer:?}"
    );
    assert_eq!(session.compact(), compact);
}

#[test]
fn variants_are_played_by_the_classical_search() {
    let server = Server::start();
    let mut session = server.session();
    for (variant, holes) in [("bestemshe", 5), ("qozdatu", 7), ("historic", 9)] {
        let new = |id| json!({"type": "new", "variant": variant, "seats": seats(None, Some(id)), "setup": null, "clock": null});
        assert_eq!(
            session.attempt(&new("level:club")).is(422)["code"],
            "no-player"
        );
        session.act(&new("classical"));
        assert_eq!(session.legal().len(), holes);
        session.play(1);
        session.think();
        assert_eq!(session.ply(), 2);
        let hint = server.post(&session.path("/hint"), &json!(null)).is(200);
        assert_eq!(hint["by"], "classical");
    }
}

#[test]
fn a_hint_has_a_reason() {
    let server = Server::start();
    let mut session = server.session_of(&seats(None, Some("level:beginner")));
    let hint = server
        .post(&session.path("/hint?lang=kk"), &json!(null))
        .is(200);
    assert_eq!(hint["by"], "expert");
    let reason = hint["reasons"][0].as_str().unwrap();
    assert!(
        reason.starts_with(&format!("{}-отау: ", hint["moves"][0]["hole"])),
        "{reason}"
    );
    assert_eq!(hint["moves"].as_array().unwrap().len(), 9);
    // The same again, from the same search.
    assert_eq!(
        server
            .post(&session.path("/hint?lang=kk"), &json!(null))
            .is(200),
        hint
    );
    session.play(7);
    let line = server.post(&session.path("/line"), &json!([1, 2])).is(200);
    assert_eq!(line.as_array().unwrap().len(), 2);
}

#[test]
fn a_clock_runs_and_a_flag_is_only_believed_when_it_fell() {
    let server = Server::start();
    let mut session = server.session();
    let clock = json!({"minutes": 1, "seconds": 2});
    session.act(&json!({"type": "new", "variant": "togyz", "seats": seats(None, None), "setup": null, "clock": clock}));
    assert_eq!(session.state["clock"]["running"], json!(null));
    session.play(7);
    assert_eq!(session.state["clock"]["running"], "kostaushy");
    assert_eq!(
        session.attempt(&json!({"type": "flag"})).is(422)["code"],
        "not-time"
    );
    let left = session.state["clock"]["left"]["kostaushy"]
        .as_u64()
        .unwrap();
    assert!((59_000..=60_000).contains(&left), "{left}");
    assert_eq!(session.state["clock"]["control"], clock);
    // Who looks back or pauses is not charged, until the game goes on.
    for action in [json!({"type": "pause"}), json!({"type": "jump", "ply": 0})] {
        session.act(&action);
        assert_eq!(session.state["clock"]["running"], json!(null), "{action}");
        session.act(&json!({"type": "go-on"}));
        let mover = &session.state["board"]["turn"];
        assert_eq!(&session.state["clock"]["running"], mover, "{action}");
    }
    session.act(&json!({"type": "resign"}));
    assert_eq!(session.state["result"]["winner"], "kostaushy");
    assert_eq!(session.state["clock"]["running"], json!(null));
    // What a browser has kept brings the clocks back.
    let kept = json!({"control": clock, "left": {"bastaushy": 7_000, "kostaushy": 8_000}});
    let load =
        |clock: &Value| json!({"type": "load", "text": "76 11", "seats": null, "clock": clock});
    session.act(&load(&kept));
    assert_eq!(session.state["clock"]["left"], kept["left"]);
    session.play(6);
    assert_eq!(session.state["clock"]["left"]["bastaushy"], 9_000);
    assert_eq!(session.state["clock"]["running"], "kostaushy");
    let wrong = json!({"control": {"minutes": 0, "seconds": 2}, "left": kept["left"]});
    assert_eq!(session.attempt(&load(&wrong)).is(400)["code"], "request");
    session.act(&json!({"type": "resign"}));
    session.act(&json!({"type": "undo"}));
    assert_eq!(session.state["result"], json!(null));
}

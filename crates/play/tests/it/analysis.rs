//! `play analyze --json` with requests on the standard input.

use serde_json::{Value, json};

use crate::binary::{expect, play};

/// The answers to the lines, by line of the input.
#[track_caller]
fn answers(arguments: &[&str], input: &str) -> Vec<Value> {
    let arguments = [&["analyze", "--json"], arguments].concat();
    let text = expect(&play(&arguments, input), 0);
    let mut answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    answers.sort_by_key(|answer| (answer["line"].as_u64(), answer["ply"].as_u64()));
    answers
}

const QUICK: [&str; 2] = ["--engine", "classical,nodes=2000"];

#[test]
fn a_position_is_answered_whatever_its_form() {
    let input = "\
startpos
# a comment, and a blank line

9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1
{\"id\": \"a\", \"moves\": \"7 98\", \"maxMoves\": 2, \"nodes\": 500}
{\"id\": 7, \"moves\": [7, \"98\"], \"plies\": [0, 1, 2], \"depth\": 2}
{\"position\": \"0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0/81,80/-1,-1/0\"}
{\"variant\": \"bestemshe\", \"position\": \"startpos\", \"moves\": []}
";
    let found = answers(&QUICK, input);
    assert_eq!(found.len(), 8);
    let [start, fen, two, ply0, ply1, ply2, over, small] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(start["schema"], 1);
    assert_eq!(start["id"], Value::Null);
    assert_eq!((&start["line"], &fen["line"]), (&json!(1), &json!(4)));
    assert_eq!(start["position"], fen["position"]);
    assert_eq!(start["moves"], fen["moves"]);
    assert_eq!(start["moves"].as_array().unwrap().len(), 9);
    assert_eq!(start["engine"], "classical,nodes=2000");
    assert_eq!(two["id"], "a");
    assert_eq!(
        (&two["ply"], &two["side_to_move"]),
        (&json!(2), &json!("bastaushy"))
    );
    assert_eq!(two["moves"].as_array().unwrap().len(), 2);
    assert!(two["nodes"].as_u64().unwrap() <= 500);
    for (ply, answer) in [ply0, ply1, ply2].into_iter().enumerate() {
        assert_eq!((&answer["id"], &answer["ply"]), (&json!(7), &json!(ply)));
        assert!(answer["depth"].as_u64().unwrap() <= 2);
    }
    assert_eq!(over["outcome"]["winner"], Value::Null);
    assert_eq!(over["outcome"]["reason"], "no-move");
    assert!(over.get("moves").is_none());
    assert_eq!(small["variant"], "bestemshe");
}

#[test]
fn what_is_wrong_is_answered_and_stops_nothing() {
    let cases = [
        ("nonsense", Value::Null, "position"),
        ("{", Value::Null, "request"),
        ("{\"id\": 1} trailing", Value::Null, "request"),
        (
            "{\"id\": 2, \"postion\": \"startpos\"}",
            json!(2),
            "request",
        ),
        ("{\"id\": 3, \"sims\": -1}", json!(3), "request"),
        ("{\"id\": 4, \"sims\": 0}", json!(4), "limit"),
        ("{\"id\": 5, \"maxMoves\": 10}", json!(5), "limit"),
        ("{\"id\": 6, \"moves\": \"7 x\"}", json!(6), "move"),
        ("{\"id\": 7, \"moves\": [7, 0]}", json!(7), "move"),
        ("{\"id\": 8, \"moves\": \"98(12)\"}", json!(8), "move"),
        ("{\"id\": 9, \"moves\": {}}", json!(9), "request"),
        ("{\"id\": 10, \"plies\": [1]}", json!(10), "ply"),
        ("{\"id\": [11]}", Value::Null, "request"),
        ("{\"id\": 12, \"variant\": \"chess\"}", json!(12), "request"),
        (
            "{\"id\": \"13\", \"position\": \"9,9\"}",
            json!("13"),
            "position",
        ),
    ];
    let mut input: String = cases.iter().map(|(line, ..)| format!("{line}\n")).collect();
    input += &format!("{}\nstartpos\n", "9".repeat(70_000));
    let found = answers(&QUICK, &input);
    assert_eq!(found.len(), cases.len() + 2);
    for (answer, (line, id, kind)) in found.iter().zip(&cases) {
        assert_eq!(&answer["id"], id, "{line}: {answer}");
        assert_eq!(answer["error"]["kind"], *kind, "{line}: {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(found[cases.len()]["error"]["kind"], "length");
    assert!(found[cases.len() + 1].get("error").is_none());
    assert_eq!(
        found[3]["error"]["message"]
            .as_str()
            .unwrap()
            .matches("postion")
            .count(),
        1
    );
}

#[test]
fn a_player_that_cannot_be_had_is_told_each_time() {
    let input = "startpos\n{\"id\": 1, \"variant\": \"qozdatu\"}\n";
    let found = answers(&["--engine", "level:beginner"], input);
    assert!(found[0].get("error").is_none(), "{found:?}");
    assert_eq!(found[1]["error"]["kind"], "player");
}

/// Many threads answer in any order, but each answer is that of one thread.
#[test]
fn threads_change_no_answer() {
    let input: String = (0..24)
        .map(|ply| {
            format!(
                "{{\"id\": {ply}, \"moves\": \"7 6 5 4 3 2 1 9 8\", \"plies\": [{}]}}\n",
                ply % 10
            )
        })
        .collect();
    let spec = ["--engine", "level:club,sims=60"];
    let alone = answers(&spec, &input);
    let many = answers(&[&spec[..], &["--threads", "3"]].concat(), &input);
    assert_eq!(alone.len(), 24);
    assert_eq!(alone, many);
    assert_eq!(
        alone[0]["moves"], alone[10]["moves"],
        "what came before changes nothing"
    );
}

#[test]
fn without_json_a_position_is_needed() {
    let output = play(&["analyze"], "startpos\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(expect(&play(&["analyze", "--json"], ""), 0), "");
}

//! The vectors of an independent implementation, copied into `tests/data`; see the README there.

use serde_json::Value;
use togyz_rules::{EndReason, Game, GameResult, Position, Side, Variant, perft, perft_divide};

use crate::{hole, position};

const GAMES: &str = include_str!("../data/games.jsonl");
const MOVES: &str = include_str!("../data/moves.jsonl");
const PERFT: &str = include_str!("../data/perft.jsonl");

fn lines(text: &str) -> impl Iterator<Item = (Value, Variant)> + '_ {
    text.lines().map(|line| {
        let value: Value = serde_json::from_str(line).expect("a line of JSON");
        let variant = value["variant"]
            .as_str()
            .expect("a variant")
            .parse()
            .expect("a variant");
        (value, variant)
    })
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn texts(value: &Value) -> Vec<&str> {
    let values = value.as_array().expect("a list");
    values
        .iter()
        .map(|text| text.as_str().expect("a text"))
        .collect()
}

#[test]
fn every_game_is_replayed_position_by_position() {
    let mut seen = 0;
    for (vector, variant) in lines(GAMES) {
        let mut game = Game::new(variant);
        for mv in vector["moves"].as_array().expect("moves") {
            game.play(hole(number(mv)))
                .expect("a legal move of an unfinished game");
        }
        let positions: Vec<String> = game.positions().map(Position::to_compact).collect();
        assert_eq!(positions, texts(&vector["positions"]));
        assert_eq!(game.pairs(), texts(&vector["pairs"]));

        let outcome = game.outcome().expect("each game was played to its end");
        let reason = match outcome.reason {
            EndReason::NoMove => "no move",
            EndReason::Majority => "majority",
            other => panic!("no vector ends by {other:?}"),
        };
        assert_eq!(reason, vector["stopped"]);
        let score = [outcome.score.bastaushy, outcome.score.kostaushy];
        assert_eq!(serde_json::json!(score), vector["score"]);
        assert_eq!(GameResult::from(outcome).to_string(), vector["result"]);
        seen += 1;
    }
    assert_eq!(seen, 60);
}

#[test]
fn every_single_move_does_what_its_vector_says() {
    for (vector, variant) in lines(MOVES) {
        let name = &vector["name"];
        let before = position(vector["position"].as_str().expect("a position"), variant);
        if vector["move"].is_null() {
            assert_eq!(vector["over"], before.is_over(), "{name}");
            assert_eq!(vector["over"], before.outcome().is_some(), "{name}");
            if vector["over"] == true {
                // The vectors count every ball with the row it lies in, also after a majority.
                let all = Side::ALL.map(|side| before.kazan(side) + before.row_balls(side));
                assert_eq!(serde_json::json!(all), vector["final"], "{name}");
                let outcome = before.outcome().expect("over");
                let ahead = all[0].cmp(&all[1]);
                assert_eq!(
                    outcome.score.bastaushy.cmp(&outcome.score.kostaushy),
                    ahead,
                    "{name}"
                );
            }
            continue;
        }
        let (after, played) = before.play(hole(number(&vector["move"]))).expect("legal");
        assert_eq!(after.to_compact(), vector["expected"], "{name}");
        assert_eq!(
            u32::from(played.landing.hole.number()),
            number(&vector["landing"]),
            "{name}"
        );
        assert_eq!(vector["tuzdik"], played.made_tuzdik, "{name}");
    }
}

#[test]
fn perft_counts_every_vector() {
    for (vector, variant) in lines(PERFT) {
        let text = vector["position"].as_str().expect("a position");
        let root = position(text, variant);
        for (depth, count) in (1..).zip(vector["perft"].as_array().expect("counts")) {
            let expected = count.as_u64().expect("a count");
            assert_eq!(
                perft(&root, depth),
                expected,
                "{variant} {text} depth {depth}"
            );
        }
        let divided = perft_divide(&root, 3);
        assert_eq!(divided.len(), root.legal_moves().len());
        assert_eq!(
            divided.iter().map(|(_, count)| count).sum::<u64>(),
            perft(&root, 3)
        );
    }
}

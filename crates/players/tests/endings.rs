//! Endgame tables behind every player, and proofs with the whole line.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_players::{Budget, Clock, Hint, Library, Player, Proof, Thought, build, solve};
use togyz_rules::{EndReason, Game, Position, Side, Variant};
use togyz_tables::{Probe, TableSet};

fn game(text: &str) -> Game {
    Game::from_position(Position::from_compact(text, Variant::Togyz).expect("a position"))
}

fn player(spec: &str) -> Box<dyn Player> {
    let library = Library::embedded().expect("the built-in levels");
    build(&spec.parse().expect("a spec"), &library, Variant::Togyz, 1).expect("a player")
}

fn think(player: &mut dyn Player, game: &Game) -> Thought {
    let clock = Clock {
        elapsed: &|| Duration::ZERO,
        stop: &AtomicBool::new(false),
    };
    let thought = player.think(game, &Budget::default(), &clock);
    thought.expect("a game that is not over")
}

/// Five balls, no tuzdik, and the mover needs most of them.
const ENDING: &str = "0,0,0,0,0,0,0,2,1/0,0,0,0,0,0,1,0,1/78,79/-1,-1/0";

#[test]
fn players_are_exact_where_tables_are() {
    for spec in ["classical,nodes=100", "level:expert,sims=10,temperature=0"] {
        let game = game(ENDING);
        let thought = think(player(spec).as_mut(), &game);
        assert!(thought.exact && thought.proven.is_some(), "{spec}");
        let hint = Hint::from_thought(&game, &thought).expect("a hint");
        assert!(hint.exact);
        // Both sides play the line that is told: it ends with the margin that is told.
        let mut end = game.clone();
        for &mv in &hint.line {
            end.play(mv).expect("a legal line");
        }
        let outcome = end.outcome().expect("a line to the end");
        assert_ne!(outcome.reason, EndReason::Repetition);
        assert_eq!(
            outcome.winner.is_none(),
            thought.proven == Some(Proof::Draw)
        );
    }
}

#[test]
fn tables_can_be_left_out() {
    let game = game(ENDING);
    for spec in [
        "classical,nodes=100,tables=0",
        "classical,nodes=100,tables=4",
    ] {
        assert!(!think(player(spec).as_mut(), &game).exact, "{spec}");
    }
}

#[test]
fn the_studies_are_solved_with_the_small_tables() {
    let studies = [
        (
            "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0",
            Proof::Win,
            6,
        ),
        (
            "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0/77,76/2,0/0",
            Proof::Draw,
            7,
        ),
        (
            "0,0,0,0,0,3,3,3,3/0,0,0,2,0,0,0,0,1/74,73/-1,3/0",
            Proof::Win,
            6,
        ),
    ];
    for (text, proof, first) in studies {
        let tables = Probe::new(TableSet::small(Variant::Togyz));
        let clock = Clock {
            elapsed: &|| Duration::ZERO,
            stop: &AtomicBool::new(false),
        };
        let solution = solve(&game(text), &tables, &Budget::default(), &clock);
        assert_eq!(solution.proven, Some(proof), "{text}");
        assert_eq!(solution.game.plies()[0].mv.number(), first, "{text}");
        let outcome = solution.game.outcome().expect("the whole line");
        let winner = (proof == Proof::Win).then_some(Side::Bastaushy);
        assert_eq!(outcome.winner, winner, "{text}");
    }
}

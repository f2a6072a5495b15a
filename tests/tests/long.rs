//! Games and searches without an end: nothing recurses by the length of a game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_players::{Budget, Clock, Library, build};
use togyz_rules::{Game, GameRecord, Position, Variant};

/// Two balls that can walk round the board behind one another for ever.
const ROUND: &str = "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0";
const PLIES: usize = 4000;
/// A frame of the stack for each half-move, or each node of a line, would not fit.
const STACK: usize = 512 << 10;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.expect("a thread").join().expect("no overflow");
}

fn round() -> Game {
    let position = Position::from_compact(ROUND, Variant::Togyz).expect("a position");
    Game::from_position(position)
}

#[test]
fn a_long_game_is_played_written_and_read() {
    on_a_small_stack(|| {
        let mut game = round();
        while game.plies().len() < PLIES {
            // The moves that keep both balls on the board.
            let next = game.position().legal_moves().iter().find(|&mv| {
                game.position().play(mv).is_ok_and(|(next, _)| {
                    next.balls_on_board() == 2 && !next.legal_moves().is_empty()
                })
            });
            game.play_on(next.expect("a way on")).expect("legal");
        }
        assert!(game.outcome().is_some(), "a third repetition");
        let text = GameRecord::new(game.clone()).to_string();
        let read = GameRecord::parse(&text, Variant::Togyz).expect("as written");
        assert!(read.game == game);
    });
}

#[test]
fn an_endless_line_is_searched() {
    on_a_small_stack(|| {
        let library = Library::embedded().expect("the built-in levels");
        let never = AtomicBool::new(false);
        let clock = Clock {
            elapsed: &|| Duration::ZERO,
            stop: &never,
        };
        for spec in [
            "classical,depth=64,tables=0",
            "level:novice,sims=20000,tables=0",
        ] {
            let spec = spec.parse().expect("a spec");
            let mut player = build(&spec, &library, Variant::Togyz, 1).expect("a player");
            let thought = player.think(&round(), &Budget::default(), &clock);
            let legal = round().position().legal_moves();
            assert!(legal.contains(thought.expect("a move").mv), "{spec}");
        }
    });
}

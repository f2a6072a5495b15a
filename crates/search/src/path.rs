//! The positions on the way to where the search stands, for repetition.

use togyz_rules::{Game, Position};

/// One position of the way.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    /// Balls in the holes: a capture makes them fewer for good.
    balls: u8,
}

/// The game so far and the line being searched.
///
/// Balls only move forward and no ball passes a tuzdik, so with a tuzdik no position comes again;
/// captures are never undone, so only the steps since the last one matter.
pub(crate) struct Path {
    steps: Vec<Step>,
    /// Where the root stands in `steps`.
    root: usize,
}

impl Path {
    /// The way of a game up to, not including, its present position.
    pub(crate) fn of(game: &Game) -> Path {
        let now = game.position();
        let mut steps: Vec<Step> = game
            .positions()
            .rev()
            .skip(1)
            .take_while(|past| past.balls_on_board() == now.balls_on_board() && !now.has_tuzdik())
            .map(|past| Step {
                key: past.key(),
                balls: past.balls_on_board(),
            })
            .collect();
        steps.reverse();
        let root = steps.len();
        Path { steps, root }
    }

    /// Steps into a position that has this key.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, key: u64) {
        self.steps.push(Step {
            key,
            balls: position.balls_on_board(),
        });
    }

    /// Steps back out of it.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether the position, not yet pushed, is to be scored as a draw: it stood on the board in
    /// the searched line, where one side may have it again as often as it likes, or twice before in
    /// the game.
    #[inline]
    pub(crate) fn repeats(&self, position: &Position, key: u64) -> bool {
        if position.has_tuzdik() {
            return false;
        }
        let balls = position.balls_on_board();
        let mut before_root = 0;
        for (index, step) in self.steps.iter().enumerate().rev() {
            if step.balls != balls {
                return false;
            }
            if step.key == key {
                before_root += 1;
                if index >= self.root || before_root >= 2 {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use togyz_rules::Variant;

    /// Random play of the smallest position that can come again, until it has.
    fn repeated(times: usize) -> Game {
        let text = "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/79,81/-1,-1/0";
        let start = Position::from_compact(text, Variant::Togyz).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..100_000 {
            let mut game = Game::from_position(start);
            while game.outcome().is_none() && game.plies().len() < 200 {
                if game.repetitions() == times {
                    return game;
                }
                let moves = game.position().legal_moves();
                let index = rng.random_range(0..moves.len());
                game.play(moves.iter().nth(index).unwrap()).unwrap();
            }
            if game.repetitions() == times {
                return game;
            }
        }
        panic!("no game came back {times} times");
    }

    #[test]
    fn the_second_time_counts_in_the_line_and_the_third_in_the_game() {
        for (times, is_draw) in [(1, false), (2, false), (3, true)] {
            let game = repeated(times);
            let now = game.position();
            let mut path = Path::of(&game);
            assert_eq!(path.repeats(now, now.key()), is_draw, "{times}");
            path.push(now, now.key());
            assert!(path.repeats(now, now.key()), "it stands in the line");
            path.pop();
            assert_eq!(path.repeats(now, now.key()), is_draw, "{times}");
        }
    }

    #[test]
    fn positions_before_a_capture_are_forgotten() {
        let mut game = Game::new(Variant::Togyz);
        let start = *game.position();
        game.play(togyz_rules::Move::from_index(8).unwrap())
            .unwrap();
        let path = Path::of(&game);
        assert!(path.steps.is_empty());
        assert!(!path.repeats(&start, start.key()));
    }
}

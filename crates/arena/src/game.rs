//! One game between two players.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_players::{Budget, Clock, Player, PlayerError, Thought};
use togyz_rules::{Game, Move, Side, Variant};

use crate::record::{GameLine, Reason};
use crate::tally::{BySeat, Pace, Seat};

/// What all games of a match have in common.
pub(crate) struct Table<'a> {
    pub(crate) variant: Variant,
    pub(crate) budget: Budget,
    pub(crate) max_plies: u32,
    /// A monotonic clock.
    pub(crate) clock: fn() -> Duration,
    /// Set to give up the game.
    pub(crate) halt: &'a AtomicBool,
}

/// How a game ended.
struct Ending {
    winner: Option<Side>,
    reason: Reason,
    message: Option<String>,
    score: [u8; 2],
}

impl Ending {
    fn forfeit(game: &Game, loser: Side, reason: Reason, message: String) -> Ending {
        Ending {
            winner: Some(loser.other()),
            reason,
            message: Some(message),
            score: kazans(game),
        }
    }
}

impl Table<'_> {
    /// Plays a game to its end, or gives `None` when it was to be given up.
    ///
    /// A player that panics, gives an error or picks an illegal move loses.
    pub(crate) fn play(
        &self,
        number: u32,
        first: Seat,
        opening: &[Move],
        players: &mut BySeat<Box<dyn Player>>,
        seeds: BySeat<u64>,
    ) -> Option<GameLine> {
        let mut game = Game::new(self.variant);
        for &mv in opening {
            game.play(mv).ok()?;
        }
        let opening_plies = game.plies().len();
        players.a.new_game();
        players.b.new_game();
        let mut pace = BySeat::<Pace>::default();
        let ending = loop {
            if let Some(ending) = self.ending(&game) {
                break ending;
            }
            let side = game.position().side_to_move();
            let seat = match side {
                Side::Bastaushy => first,
                Side::Kostaushy => first.other(),
            };
            let begun = (self.clock)();
            let thought = self.think(players.get_mut(seat).as_mut(), &game, begun);
            pace.get_mut(seat).add((self.clock)().saturating_sub(begun));
            if self.halt.load(Ordering::Relaxed) {
                return None;
            }
            let forfeit = |reason, message| Ending::forfeit(&game, side, reason, message);
            match thought {
                Err(message) => break forfeit(Reason::Crash, message),
                Ok(Err(error)) => break forfeit(Reason::Error, error.to_string()),
                Ok(Ok(thought)) => {
                    if let Err(error) = game.play(thought.mv) {
                        let message = format!("{}: {error}", thought.mv);
                        break Ending::forfeit(&game, side, Reason::IllegalMove, message);
                    }
                }
            }
        };
        Some(GameLine {
            game: number,
            first,
            moves: game.pairs().join(" "),
            opening_plies: u32::try_from(opening_plies).unwrap_or(u32::MAX),
            result: GameLine::result_text(ending.winner).to_owned(),
            reason: ending.reason,
            message: ending.message,
            score: ending.score,
            seeds,
            pace,
        })
    }

    /// Asks for a move; the outer error is what a panic said.
    fn think(
        &self,
        player: &mut dyn Player,
        game: &Game,
        begun: Duration,
    ) -> Result<Result<Thought, PlayerError>, String> {
        let elapsed = || (self.clock)().saturating_sub(begun);
        let clock = Clock {
            elapsed: &elapsed,
            stop: self.halt,
        };
        // The players of a game are dropped after it, so what a panic left in them is never seen.
        catch_unwind(AssertUnwindSafe(|| {
            player.think(game, &self.budget, &clock)
        }))
        .map_err(|panic| panic_text(panic.as_ref()))
    }

    fn ending(&self, game: &Game) -> Option<Ending> {
        if let Some(outcome) = game.outcome() {
            return Some(Ending {
                winner: outcome.winner,
                reason: outcome.reason.into(),
                message: None,
                score: [outcome.score.bastaushy, outcome.score.kostaushy],
            });
        }
        (game.plies().len() >= self.max_plies as usize).then(|| Ending {
            winner: None,
            reason: Reason::PlyLimit,
            message: None,
            score: kazans(game),
        })
    }
}

fn kazans(game: &Game) -> [u8; 2] {
    Side::ALL.map(|side| game.position().kazan(side))
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}

//! A game: a start, the moves played, and the rule that needs both, repetition.

use crate::hole::Move;
use crate::notation::pair_text;
use crate::outcome::{EndReason, Outcome};
use crate::played::{IllegalMove, Played};
use crate::position::Position;
use crate::side::BySide;
use crate::variant::Variant;

/// How often a position must stand on the board for a draw.
const REPETITIONS: usize = 3;

/// A game in progress or finished.
///
/// # Examples
/// ```
/// use togyz_rules::{Game, Move, Variant};
/// let mut game = Game::new(Variant::Togyz);
/// for hole in [7, 1, 6, 7, 8, 1, 4, 7, 3, 8, 8] {
///     game.play(Move::from_number(hole)?)?;
/// }
/// // The shortest game there is: eleven half-moves to 82 balls.
/// let outcome = game.outcome().expect("82 balls");
/// assert_eq!((outcome.score.bastaushy, outcome.score.kostaushy), (82, 16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    /// `positions[i]` stands after ply `i + 1`.
    positions: Vec<Position>,
    plies: Vec<Played>,
}

/// The move cannot be added to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game has a result already.
    #[error("the game is over")]
    Over,
}

impl Game {
    /// A game from the variant's start.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// A game from any position.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        Game {
            start,
            positions: Vec::new(),
            plies: Vec::new(),
        }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// The position the game began with.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played, with what each did.
    #[must_use]
    pub fn plies(&self) -> &[Played] {
        &self.plies
    }

    /// The position before ply `ply` (0 is the start), or after the last one.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.positions.get(index),
        }
    }

    /// Every position that has stood on the board, the start first.
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        std::iter::once(&self.start).chain(&self.positions)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] if the game is over or the move is illegal; the game is left as it was.
    pub fn play(&mut self, mv: Move) -> Result<Played, PlayError> {
        if self.outcome().is_some() {
            return Err(PlayError::Over);
        }
        Ok(self.play_on(mv)?)
    }

    /// Plays a move although the game may be decided by majority or repetition: for scores, and for
    /// games of players who play to the natural end.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules do not allow the move; the game is left as it was.
    pub fn play_on(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let (next, played) = self.position().play(mv)?;
        self.push(next, played);
        Ok(played)
    }

    /// Adds a move that was played elsewhere, from [`Game::position`].
    pub(crate) fn push(&mut self, next: Position, played: Played) {
        self.positions.push(next);
        self.plies.push(played);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        self.positions.pop();
        self.plies.pop().map(|played| played.mv)
    }

    /// How often the present position has stood on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        if now.has_tuzdik() {
            return 1;
        }
        // A capture is never undone: only positions with the same kazans can be equal, and they
        // stand at the end of the game without a gap.
        // Every other one has the same side to move.
        let balls = now.balls_on_board();
        self.positions()
            .rev()
            .step_by(2)
            .take_while(|past| past.balls_on_board() == balls)
            .filter(|past| *past == now)
            .count()
    }

    /// The moves played, in pair notation.
    ///
    /// # Examples
    /// ```
    /// use togyz_rules::{Game, Move, Variant};
    /// let mut game = Game::new(Variant::Togyz);
    /// game.play(Move::from_number(7)?)?;
    /// game.play(Move::from_number(1)?)?;
    /// assert_eq!(game.pairs(), ["76(10)", "11(10)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pairs(&self) -> Vec<String> {
        let after = self.plies.iter().zip(&self.positions);
        after
            .map(|(played, position)| pair_text(played, position.kazan(played.side)))
            .collect()
    }

    /// The result, if the game is over: by majority, by atsyz kalu, or by a third repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        position.outcome().or_else(|| {
            (self.repetitions() >= REPETITIONS).then(|| {
                let score = BySide::from_fn(|side| position.kazan(side));
                Outcome::draw(EndReason::Repetition, score)
            })
        })
    }
}

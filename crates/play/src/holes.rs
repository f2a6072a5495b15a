//! Games as the numbers of holes alone, beside those in records.

use togyz_rules::{Game, GameError, GameRecord, IllegalMove, Move, Variant, collection};

/// A move of a list of hole numbers that cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("half-move {number}: `{mv}`: {source}")]
pub(crate) struct HolesError {
    /// Which, from 1.
    pub(crate) number: usize,
    /// The move.
    pub(crate) mv: Move,
    /// Why.
    pub(crate) source: IllegalMove,
}

/// Why a text is no game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoGame {
    /// In hole numbers.
    #[error(transparent)]
    Holes(#[from] HolesError),
    /// In a record.
    #[error(transparent)]
    Record(#[from] GameError),
}

/// The game of a text that has nothing but hole numbers; `None` if it has anything else, or nothing.
pub(crate) fn game(text: &str, variant: Variant) -> Option<Result<Game, HolesError>> {
    let words = text.split_whitespace();
    let moves: Vec<Move> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    if moves.is_empty() {
        return None;
    }
    let mut game = Game::new(variant);
    for (index, mv) in moves.into_iter().enumerate() {
        if let Err(source) = game.play_on(mv) {
            let number = index + 1;
            return Some(Err(HolesError { number, mv, source }));
        }
    }
    Some(Ok(game))
}

/// The games of a text: one in hole numbers, or a collection of records.
pub(crate) fn games(
    text: &str,
    variant: Variant,
) -> Box<dyn Iterator<Item = Result<GameRecord, NoGame>> + '_> {
    match game(text, variant) {
        Some(game) => Box::new(std::iter::once(
            game.map(GameRecord::new).map_err(NoGame::from),
        )),
        None => Box::new(collection(text, variant).map(|game| game.map_err(NoGame::from))),
    }
}

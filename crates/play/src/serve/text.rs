//! A game or a position from a text that somebody pasted.

use togyz_rules::{Game, GameRecord, Headers, Position, PositionError, Variant};

use super::refusal::Refusal;
use crate::holes;

/// Reads a game with or without headers, moves by their numbers, or a position in any notation.
pub(crate) fn read(text: &str, variant: Variant) -> Result<(Game, Option<Headers>), Refusal> {
    let text = text.trim();
    // 1. Hole numbers alone.
    if let Some(game) = holes::game(text, variant) {
        return Ok((game.map_err(Refusal::Holes)?, None));
    }
    // 2. A position. One that is recognized as one but is wrong is told as such.
    match Position::parse(text, variant) {
        Ok(position) => return Ok((Game::from_position(position), None)),
        Err(error @ PositionError::Setup(_)) => return Err(error.into()),
        Err(error) if is_one_line_of_fields(text) => return Err(error.into()),
        Err(_) => {}
    }
    // 3. A game.
    let record = GameRecord::parse(text, variant).map_err(Refusal::Game)?;
    Ok((record.game, Some(record.headers)))
}

/// Whether the text was meant as a position: commas and slashes, no header, one line.
fn is_one_line_of_fields(text: &str) -> bool {
    text.contains('/') && text.contains(',') && !text.contains(['[', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        let game = Game::new(Variant::Togyz);
        let start = game.position().to_compact();
        for (text, plies) in [
            ("startpos", 0),
            (start.as_str(), 0),
            (
                "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
                0,
            ),
            ("7 1 6", 3),
            ("76 11 65", 3),
            ("1. 76(10) 11(10) 2. 65", 3),
            ("[White \"A\"]\n\n1. 76 11 *", 2),
        ] {
            let (game, _) = read(text, Variant::Togyz).unwrap();
            assert_eq!(game.plies().len(), plies, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, told) in [
            ("9,9/9", "Position"),
            ("7 7 7 7 7", "Holes"),
            ("76 99", "Game"),
            ("hello", "Game"),
            ("8,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0", "Setup"),
        ] {
            let refusal = read(text, Variant::Togyz).unwrap_err();
            let found = format!("{refusal:?}");
            assert!(found.starts_with(told), "{text}: {found}");
        }
    }
}

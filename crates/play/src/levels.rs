//! The table of levels.

use std::fmt::Write as _;

use togyz_players::{Levels, Source};

/// The levels, weakest first, with what was measured for them.
#[must_use]
pub(crate) fn levels_table(levels: &Levels, source: &Source) -> String {
    let mut text = "level      simulations   Elo (95 % interval)      games  model\n".to_owned();
    for level in &levels.0 {
        let (elo, games) = match &level.elo {
            None => ("not measured".to_owned(), "-".to_owned()),
            Some(measured) => (
                format!(
                    "{:>5.0}  ({:.0} to {:.0})",
                    measured.elo, measured.low, measured.high
                ),
                measured.games.to_string(),
            ),
        };
        let _ = writeln!(
            text,
            "{:<10} {:>11}   {elo:<22} {games:>7}  {}, generation {} of {}",
            level.name, level.simulations, level.model, level.generation, level.run
        );
    }
    let _ = writeln!(text, "Levels and models: {source}.");
    text
}

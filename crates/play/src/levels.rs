//! The table of levels.

use std::fmt::Write as _;

use togyz_players::{Levels, Source};

use crate::i18n::Messages;
use crate::style::widened;

/// The levels, weakest first, with what was measured for them.
#[must_use]
pub(crate) fn levels_table(levels: &Levels, source: &Source, messages: &Messages) -> String {
    let head = [
        "level-name",
        "level-simulations",
        "level-elo",
        "level-games",
    ];
    let head = head.map(|key| messages.text(key));
    let widths = widened([10, 11, 22, 7], &head);
    let row = |cells: &[String; 4], model: &str| {
        let [name, simulations, elo, games] = cells;
        let [a, b, c, d] = widths;
        format!("{name:<a$} {simulations:>b$}   {elo:<c$} {games:>d$}  {model}\n")
    };
    let mut text = row(&head, &messages.text("level-model"));
    for level in &levels.0 {
        let (elo, games) = match &level.elo {
            None => (messages.text("level-not-measured"), "-".to_owned()),
            Some(measured) => (
                format!(
                    "{:>5.0}  ({:.0} .. {:.0})",
                    measured.elo, measured.low, measured.high
                ),
                measured.games.to_string(),
            ),
        };
        let cells = [
            level.name.clone(),
            level.simulations.to_string(),
            elo,
            games,
        ];
        let from = [
            ("model", level.model.clone().into()),
            ("generation", level.generation.into()),
            ("run", level.run.clone().into()),
        ];
        text += &row(&cells, &messages.format("level-from", &from));
    }
    let source = [("source", source.to_string().into())];
    let _ = writeln!(text, "{}", messages.format("level-source", &source));
    text
}

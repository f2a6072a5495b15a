//! The canonical text of a game.

use std::fmt;

use super::GameRecord;
use crate::notation::PairToken;
use crate::position::Position;
use crate::side::Side;

/// Lines of moves are broken before this column.
const WIDTH: usize = 80;

impl fmt::Display for GameRecord {
    /// Headers in a fixed order, an empty line, the moves in lines of at most 80 characters with
    /// `{zero}` where the mover has none left, the result. It ends with a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers = &self.headers;
        for (name, value) in [
            ("Event", &headers.event),
            ("Site", &headers.site),
            ("Date", &headers.date),
            ("White", &headers.white),
            ("Black", &headers.black),
        ] {
            if !value.is_empty() {
                header(f, name, value)?;
            }
        }
        header(f, "Result", &headers.result.to_string())?;
        let start = self.game.start();
        header(f, "Variant", start.variant().rules().name)?;
        if *start != Position::start(start.variant()) {
            header(f, "Position", &start.to_compact())?;
        }
        for (name, value) in &headers.others {
            header(f, name, value)?;
        }
        writeln!(f)?;
        self.write_moves(f)
    }
}

impl GameRecord {
    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        let mut word = |f: &mut fmt::Formatter<'_>, text: &str| {
            let fits = column + 1 + text.len() <= WIDTH;
            let gap = match column {
                0 => "",
                _ if fits => " ",
                _ => "\n",
            };
            column = if fits { column + gap.len() } else { 0 } + text.len();
            write!(f, "{gap}{text}")
        };
        let mut number = 1;
        for (ply, played) in self.game.plies().iter().enumerate() {
            let after = self.game.position_at(ply + 1);
            let kazan = after.map_or(0, |position| position.kazan(played.side));
            let token = PairToken::of(played, kazan);
            match played.side {
                Side::Bastaushy => word(f, &format!("{number}. {token}"))?,
                Side::Kostaushy if ply == 0 => word(f, &format!("{number}... {token}"))?,
                Side::Kostaushy => word(f, &token.to_string())?,
            }
            number += played.side.index();
        }
        if self.game.position().legal_moves().is_empty() && !self.game.plies().is_empty() {
            word(f, "{zero}")?;
        }
        word(f, &self.headers.result.to_string())?;
        writeln!(f)
    }
}

/// One header. A line break in a value would end it, so it becomes a space.
pub(super) fn header(f: &mut impl fmt::Write, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' | '\r' => f.write_str(" ")?,
            _ => write!(f, "{c}")?,
        }
    }
    writeln!(f, "\"]")
}

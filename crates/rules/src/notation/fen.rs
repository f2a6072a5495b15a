//! FEN as PlayStrategy writes it.

use std::fmt;

use super::{PositionError, number, quoted};
use crate::hole::{Hole, MAX_HOLES};
use crate::position::Position;
use crate::setup::{Place, Setup};
use crate::side::{BySide, Side};
use crate::variant::Variant;

const FORM: &str = "a FEN";

/// A position with the move number that a FEN carries beside it.
///
/// ```text
/// 13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4
/// north's holes 9 to 1          south's holes 1 to 9           |  |  | move number
///                                               south's kazan -+  |  +- S or N to move
///                                                  north's kazan -+
/// ```
///
/// A bare digit is a run of empty holes. `t` is a tuzdik; it belongs to the side across the board,
/// because nobody has one in the own row. Bastaushy is south.
///
/// # Source
/// The server of playstrategy.org writes `t` in either row and reads a tuzdik's owner from the row;
/// its browser client also writes `T`, again in either row. So the case of the letter carries no
/// meaning, both are read, and `t` is written. `_` for a space, as in addresses, is read as well.
/// The move number grows after north's move.
///
/// # Examples
/// ```
/// use togyz_rules::{Fen, Hole, Side, Variant};
/// let text = "2,t,24S,2S,9S,3S,9S,9S/2S,11S,2S,t,2,9S,9S,4S 30 39 S 16";
/// let fen = Fen::parse(text, Variant::Togyz)?;
/// assert_eq!(fen.move_number, 16);
/// assert_eq!(fen.position.kazan(Side::Bastaushy), 30);
/// assert_eq!(fen.position.tuzdik(Side::Bastaushy), Hole::from_index(6));
/// assert_eq!(fen.to_string(), text);
/// # Ok::<(), togyz_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// The number of the move that comes next: a pair of half-moves, counted from 1.
    pub move_number: u32,
}

impl Fen {
    /// Reads a FEN; a missing move number is 1.
    ///
    /// # Errors
    /// [`PositionError`] with the first part that is wrong.
    pub fn parse(text: &str, variant: Variant) -> Result<Fen, PositionError> {
        let text = text.replace('_', " ");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, south, north, side, move_number) = match *fields.as_slice() {
            [board, south, north, side] => (board, south, north, side, "1"),
            [board, south, north, side, move_number] => (board, south, north, side, move_number),
            _ => return Err(count("fields", fields.len(), 5)),
        };
        let rows: Vec<&str> = board.split('/').collect();
        let &[north_row, south_row] = rows.as_slice() else {
            return Err(count("rows", rows.len(), 2));
        };
        let mut setup = Setup {
            variant,
            rows: BySide::default(),
            kazans: BySide::new(
                number(south, "balls in a kazan")?,
                number(north, "balls in a kazan")?,
            ),
            tuzdiks: BySide::default(),
            side_to_move: match side {
                "S" | "s" => Side::Bastaushy,
                "N" | "n" => Side::Kostaushy,
                _ => {
                    return Err(PositionError::SideToMove {
                        text: quoted(side),
                        expected: "S or N",
                    });
                }
            },
        };
        let move_number = number(move_number, "a move")?;
        read_row(&mut setup, Side::Kostaushy, north_row.split(',').rev())?;
        read_row(&mut setup, Side::Bastaushy, south_row.split(','))?;
        Ok(Fen {
            position: setup.build()?,
            move_number,
        })
    }
}

/// Reads the holes of one row in order of their numbers.
fn read_row<'a>(
    setup: &mut Setup,
    row: Side,
    texts: impl Iterator<Item = &'a str>,
) -> Result<(), PositionError> {
    let mut at = 0;
    for text in texts {
        let hole = text.trim_end_matches(['S', 's']);
        if text == "t" || text == "T" {
            if let Some(hole) = Hole::from_index(at) {
                setup.tuzdiks[row.other()].push(Place { row, hole });
            }
            at += 1;
        } else if hole.len() + 1 == text.len() {
            let balls = number(hole, "balls in a hole")?;
            if let Some(hole) = setup.rows[row].get_mut(at) {
                *hole = balls;
            }
            at += 1;
        } else {
            match text.parse::<usize>() {
                Ok(run @ 1..=MAX_HOLES) if text.len() == 1 => at += run,
                _ => return Err(PositionError::Hole(quoted(text))),
            }
        }
    }
    if at == setup.variant.holes() {
        return Ok(());
    }
    Err(PositionError::HoleCount {
        row,
        found: at,
        expected: setup.variant.holes(),
        variant: setup.variant,
    })
}

fn count(parts: &'static str, found: usize, expected: usize) -> PositionError {
    PositionError::PartCount {
        form: FORM,
        parts,
        found,
        expected,
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        write_row(
            f,
            position,
            Side::Kostaushy,
            position.variant().all_holes().rev(),
        )?;
        f.write_str("/")?;
        write_row(f, position, Side::Bastaushy, position.variant().all_holes())?;
        let side = match position.side_to_move() {
            Side::Bastaushy => 'S',
            Side::Kostaushy => 'N',
        };
        write!(
            f,
            " {} {} {side} {}",
            position.kazan(Side::Bastaushy),
            position.kazan(Side::Kostaushy),
            self.move_number
        )
    }
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    row: Side,
    holes: impl Iterator<Item = Hole>,
) -> fmt::Result {
    let mut empty = 0;
    let mut comma = "";
    for hole in holes {
        let balls = position.balls(row, hole);
        let tuzdik = position.tuzdik(row.other()) == Some(hole);
        if balls == 0 && !tuzdik {
            empty += 1;
            continue;
        }
        if empty > 0 {
            write!(f, "{comma}{empty}")?;
            comma = ",";
            empty = 0;
        }
        if tuzdik {
            write!(f, "{comma}t")?;
        } else {
            write!(f, "{comma}{balls}S")?;
        }
        comma = ",";
    }
    if empty > 0 {
        write!(f, "{comma}{empty}")?;
    }
    Ok(())
}

impl Position {
    /// Writes the FEN with move number 1; [`Fen`] carries another.
    #[must_use]
    pub fn to_fen(&self) -> String {
        Fen {
            position: *self,
            move_number: 1,
        }
        .to_string()
    }

    /// Reads a FEN and drops its move number; [`Fen::parse`] keeps it.
    ///
    /// # Errors
    /// [`PositionError`] with the first part that is wrong.
    pub fn from_fen(text: &str, variant: Variant) -> Result<Position, PositionError> {
        Ok(Fen::parse(text, variant)?.position)
    }
}

//! The compact position: `w1,..,w9/b1,..,b9/kw,kb/tw,tb/side`.

use std::fmt::Write as _;

use super::{PositionError, number, quoted};
use crate::hole::{Hole, MAX_HOLES};
use crate::position::Position;
use crate::setup::{Place, Setup};
use crate::side::{BySide, Side};
use crate::variant::Variant;

const FORM: &str = "a compact position";

impl Position {
    /// Writes the compact form: Bastaushy's row, Kostaushy's row, the kazans, the tuzdiks as
    /// indices from 0 in the other's row or -1, and the side to move, 0 or 1.
    ///
    /// # Examples
    /// ```
    /// use togyz_rules::{Position, Variant};
    /// let text = "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0";
    /// let study = Position::from_compact(text, Variant::Togyz)?;
    /// assert_eq!(study.to_compact(), text);
    /// # Ok::<(), togyz_rules::PositionError>(())
    /// ```
    #[must_use]
    pub fn to_compact(&self) -> String {
        let mut text = String::with_capacity(64);
        for side in Side::ALL {
            for hole in self.variant().all_holes() {
                let comma = if hole.index() == 0 { "" } else { "," };
                let _ = write!(text, "{comma}{}", self.balls(side, hole));
            }
            text.push('/');
        }
        let kazans = BySide::from_fn(|side| self.kazan(side));
        let tuzdiks = BySide::from_fn(|side| match self.tuzdik(side) {
            Some(hole) => i16::from(hole.number()) - 1,
            None => -1,
        });
        let _ = write!(
            text,
            "{},{}/{},{}/{}",
            kazans.bastaushy,
            kazans.kostaushy,
            tuzdiks.bastaushy,
            tuzdiks.kostaushy,
            self.side_to_move().index()
        );
        text
    }

    /// Reads the compact form.
    ///
    /// # Errors
    /// [`PositionError`] with the first part that is wrong.
    pub fn from_compact(text: &str, variant: Variant) -> Result<Position, PositionError> {
        let parts: Vec<&str> = text.trim().split('/').collect();
        let &[white, black, kazans, tuzdiks, side] = parts.as_slice() else {
            return Err(count("parts", parts.len(), 5));
        };
        let (first, second) = pair(kazans, "kazans")?;
        let kazans = BySide::new(
            number(first, "balls in a kazan")?,
            number(second, "balls in a kazan")?,
        );
        let (first, second) = pair(tuzdiks, "tuzdiks")?;
        let tuzdiks = BySide::new(
            tuzdik(first, Side::Bastaushy)?,
            tuzdik(second, Side::Kostaushy)?,
        );
        let side_to_move = match side {
            "0" => Side::Bastaushy,
            "1" => Side::Kostaushy,
            _ => {
                return Err(PositionError::SideToMove {
                    text: quoted(side),
                    expected: "0 or 1",
                });
            }
        };
        let rows = BySide::new(
            row(white, Side::Bastaushy, variant)?,
            row(black, Side::Kostaushy, variant)?,
        );
        let setup = Setup {
            variant,
            rows,
            kazans,
            tuzdiks,
            side_to_move,
        };
        Ok(setup.build()?)
    }
}

fn count(parts: &'static str, found: usize, expected: usize) -> PositionError {
    PositionError::PartCount {
        form: FORM,
        parts,
        found,
        expected,
    }
}

fn pair<'a>(text: &'a str, parts: &'static str) -> Result<(&'a str, &'a str), PositionError> {
    let found = text.split(',').count();
    match text.split_once(',') {
        Some(pair) if found == 2 => Ok(pair),
        _ => Err(count(parts, found, 2)),
    }
}

fn row(text: &str, row: Side, variant: Variant) -> Result<[u16; MAX_HOLES], PositionError> {
    let found = text.split(',').count();
    if found != variant.holes() {
        return Err(PositionError::HoleCount {
            row,
            found,
            expected: variant.holes(),
            variant,
        });
    }
    let mut balls = [0; MAX_HOLES];
    for (hole, text) in balls.iter_mut().zip(text.split(',')) {
        *hole = number(text, "balls in a hole")?;
    }
    Ok(balls)
}

/// A compact position can only name holes of the other's row.
fn tuzdik(text: &str, owner: Side) -> Result<Vec<Place>, PositionError> {
    if text == "-1" {
        return Ok(Vec::new());
    }
    let hole = number::<usize>(text, "a tuzdik")
        .ok()
        .and_then(Hole::from_index)
        .ok_or_else(|| PositionError::Tuzdik {
            owner,
            text: quoted(text),
        })?;
    Ok(vec![Place {
        row: owner.other(),
        hole,
    }])
}

//! The board as text.
//!
//! Two rows of holes, the kazans between them. The upper row runs from hole 9 to hole 1, so that
//! sowing goes round counter-clockwise: left along the top, down, right along the bottom, up. A
//! count is followed by one dot if it is odd and by two if it is even.

use std::fmt;

use togyz_rules::{BySide, Hole, Played, Position, Side};

use crate::i18n::{Messages, Told, Value};
use crate::style::{Layout, Role, Style};

/// Explains the marks; shown once, and by `help`.
pub(crate) fn legend(messages: &Messages) -> String {
    let letters = [
        ("first", letter(Side::Bastaushy, messages).into()),
        ("second", letter(Side::Kostaushy, messages).into()),
    ];
    messages.format("board-legend", &letters)
}

/// Columns of a hole, without its walls.
const CELL: usize = 5;
/// Columns left of the frame.
const INDENT: &str = "   ";
/// Columns that a kazan's line needs beside its bar: name, count, and spaces.
const KAZAN_TEXT: usize = 16;

/// A position to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// What stands on the board.
    pub position: &'a Position,
    /// Whose row is drawn at the bottom, from hole 1 at the left.
    pub bottom: Side,
    /// The move that led here.
    pub last: Option<&'a Played>,
    /// What the two sides are called, such as `you`.
    pub names: &'a BySide<String>,
    /// Layout and colour.
    pub style: Style,
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style.layout {
            Layout::Box | Layout::Text => self.draw(f),
            Layout::Lines => self.tell(f),
            Layout::Hidden => Ok(()),
        }
    }
}

impl Board<'_> {
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let glyphs = self.style.glyphs();
        let (near, far) = (self.bottom, self.bottom.other());
        writeln!(f, "{INDENT}{}", self.title(far))?;
        self.numbers(f, far)?;
        self.rule(f, &glyphs.top)?;
        self.row(f, far)?;
        self.rule(f, &glyphs.upper)?;
        self.kazan(f, far)?;
        self.kazan(f, near)?;
        self.rule(f, &glyphs.lower)?;
        self.row(f, near)?;
        self.rule(f, &glyphs.bottom)?;
        self.numbers(f, near)?;
        writeln!(f, "{INDENT}{}", self.title(near))
    }

    /// `Kostaushy (club), tuzdik in hole 3 of Bastaushy, to move`.
    fn title(&self, side: Side) -> String {
        let messages = self.style.messages();
        let mut title = format!("{} ({})", side.told(messages), self.names[side]);
        if let Some(hole) = self.position.tuzdik(side) {
            title += &format!(", {}", self.tuzdik(hole, side.other()));
        }
        let moves = side == self.position.side_to_move() && !self.position.is_over();
        if moves {
            title += &format!(", {}", messages.text("board-to-move"));
        }
        let role = if moves { Role::Strong } else { Role::Plain };
        self.style.paint(role, &title)
    }

    /// Where a tuzdik is.
    fn tuzdik(&self, hole: Hole, row: Side) -> String {
        let messages = self.style.messages();
        let place = [
            ("hole", hole.number().into()),
            ("side", row.told(messages).into()),
        ];
        messages.format("board-tuzdik", &place)
    }

    /// The holes of a row from left to right.
    fn holes(&self, side: Side) -> Vec<Hole> {
        let mut holes: Vec<Hole> = (0..self.position.variant().holes())
            .filter_map(Hole::from_index)
            .collect();
        if side != self.bottom {
            holes.reverse();
        }
        holes
    }

    /// The numbers of a row's holes, with arrows between them.
    fn numbers(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let glyphs = self.style.glyphs();
        let arrow = if side == self.bottom {
            glyphs.right
        } else {
            glyphs.left
        };
        let arrow = self.style.paint(Role::Faint, arrow);
        let playable = |hole: Hole| {
            side == self.position.side_to_move()
                && !self.position.is_over()
                && self.position.balls(side, hole) > 0
        };
        let numbers: Vec<String> = self
            .holes(side)
            .into_iter()
            .map(|hole| {
                let role = if playable(hole) {
                    Role::Strong
                } else {
                    Role::Plain
                };
                format!("  {}  ", self.style.paint(role, &hole.to_string()))
            })
            .collect();
        writeln!(f, "{INDENT} {}", numbers.join(&arrow).trim_end())
    }

    fn rule(&self, f: &mut fmt::Formatter<'_>, ends: &[&str; 3]) -> fmt::Result {
        let [left, joint, right] = ends;
        let parts = vec![self.style.glyphs().across.repeat(CELL); self.position.variant().holes()];
        let line = format!("{left}{}{right}", parts.join(joint));
        writeln!(f, "{INDENT}{}", self.style.paint(Role::Faint, &line))
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let wall = self.style.paint(Role::Faint, self.style.glyphs().wall);
        write!(f, "{INDENT}{wall}")?;
        for hole in self.holes(side) {
            write!(f, "{}{wall}", self.cell(side, hole))?;
        }
        writeln!(f)
    }

    /// Five columns: the mark of the last move, then the count and its dots, or the tuzdik.
    fn cell(&self, row: Side, hole: Hole) -> String {
        let glyphs = self.style.glyphs();
        let landed = self
            .last
            .is_some_and(|last| last.landing.row == row && last.landing.hole == hole);
        let played = self
            .last
            .is_some_and(|last| last.side == row && last.mv.0 == hole);
        let mark = match (landed, played) {
            (true, _) => "*",
            (false, true) => "o",
            (false, false) => " ",
        };
        let balls = self.position.balls(row, hole);
        let owner = row.other();
        let (text, role) = if self.position.tuzdik(owner) == Some(hole) {
            let role = if owner == self.bottom {
                Role::Near
            } else {
                Role::Far
            };
            (format!("T({})", letter(owner, self.style.messages())), role)
        } else if balls == 0 {
            ("  0 ".to_owned(), Role::Faint)
        } else if balls % 2 == 1 {
            (format!("{balls:>3}{}", glyphs.odd), Role::Odd)
        } else {
            (format!("{balls:>3}{}", glyphs.even), Role::Even)
        };
        let mark_role = if landed { Role::Landing } else { Role::Strong };
        let mark = if mark == " " {
            mark.to_owned()
        } else {
            self.style.paint(mark_role, mark)
        };
        format!("{mark}{}", self.style.paint(role, &text))
    }

    /// A kazan: its balls, and how far they are on the way to the majority.
    fn kazan(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let glyphs = self.style.glyphs();
        let variant = self.position.variant();
        let inside = variant.holes() * (CELL + 1) - 1;
        let length = inside - KAZAN_TEXT;
        let balls = usize::from(self.position.kazan(side));
        let full = (balls * length / usize::from(variant.majority())).min(length);
        let role = if side == self.bottom {
            Role::Near
        } else {
            Role::Far
        };
        let wall = self.style.paint(Role::Faint, glyphs.wall);
        let bar = self.style.paint(role, &glyphs.full.repeat(full));
        let rest = self
            .style
            .paint(Role::Faint, &glyphs.open.repeat(length - full));
        let name = side.told(self.style.messages());
        let count = self.style.paint(role, &format!("{balls:>3}"));
        let (down, up) = (
            self.style.paint(Role::Faint, glyphs.down),
            self.style.paint(Role::Faint, glyphs.up),
        );
        writeln!(
            f,
            " {down} {wall} {name:<9} {count} {bar}{rest} {wall} {up}"
        )
    }

    /// The board in sentences.
    fn tell(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, messages) = (self.position, self.style.messages());
        let of = |name, side: Side| (name, Value::from(side.told(messages)));
        let holes = position.variant().holes();
        for side in [self.bottom.other(), self.bottom] {
            let tuzdik = position.tuzdik(side).map_or_else(
                || messages.text("board-no-tuzdik"),
                |hole| self.tuzdik(hole, side.other()),
            );
            let row = [
                of("side", side),
                ("name", self.names[side].clone().into()),
                ("count", position.kazan(side).into()),
                ("tuzdik", tuzdik.into()),
            ];
            writeln!(f, "{}", messages.format("board-row", &row))?;
            let counts: Vec<String> = (0..holes)
                .filter_map(Hole::from_index)
                .map(|hole| {
                    if position.tuzdik(side.other()) == Some(hole) {
                        messages.text("board-hole-tuzdik")
                    } else {
                        position.balls(side, hole).to_string()
                    }
                })
                .collect();
            let counts = [
                of("side", side),
                ("holes", holes.into()),
                ("counts", counts.join(", ").into()),
            ];
            writeln!(f, "{}", messages.format("board-holes", &counts))?;
        }
        if let Some(last) = self.last {
            let values = [
                of("side", last.side),
                ("hole", last.mv.number().into()),
                ("landing", last.landing.hole.number().into()),
                of("row", last.landing.row),
            ];
            writeln!(f, "{}", messages.format("board-last", &values))?;
        }
        if position.is_over() {
            return Ok(());
        }
        let turn = messages.format("ui-turn", &[of("side", position.side_to_move())]);
        writeln!(f, "{turn}.")
    }
}

/// The letter of a side in its tuzdik.
fn letter(side: Side, messages: &Messages) -> String {
    messages.text(match side {
        Side::Bastaushy => "board-letter-first",
        Side::Kostaushy => "board-letter-second",
    })
}

//! The board as text.
//!
//! Two rows of holes, the kazans between them. The upper row runs from hole 9 to hole 1, so that
//! sowing goes round counter-clockwise: left along the top, down, right along the bottom, up. A
//! count is followed by one dot if it is odd and by two if it is even.

use std::fmt;

use togyz_rules::{BySide, Hole, Played, Position, Side};

use crate::style::{Layout, Role, Style};

/// Explains the marks; shown once, and by `help`.
pub const LEGEND: &str = "\
9. odd   10: even   o the hole last played   * where its last ball fell
T(B), T(K) a tuzdik of Bastaushy, of Kostaushy   < v > ^ the way of sowing";

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
        let mut title = format!("{side} ({})", self.names[side]);
        if let Some(hole) = self.position.tuzdik(side) {
            title += &format!(", tuzdik in hole {hole} of {}", side.other());
        }
        let moves = side == self.position.side_to_move() && !self.position.is_over();
        if moves {
            title += ", to move";
        }
        let role = if moves { Role::Strong } else { Role::Plain };
        self.style.paint(role, &title)
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
            (format!("T({})", initial(owner)), role)
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
        let name = side.to_string();
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
        let position = self.position;
        for side in [self.bottom.other(), self.bottom] {
            let tuzdik = position.tuzdik(side).map_or_else(
                || "no tuzdik".to_owned(),
                |hole| format!("tuzdik in hole {hole} of {}", side.other()),
            );
            writeln!(
                f,
                "{side} ({}): kazan {}, {tuzdik}.",
                self.names[side],
                position.kazan(side)
            )?;
            let counts: Vec<String> = (0..position.variant().holes())
                .filter_map(Hole::from_index)
                .map(|hole| {
                    if position.tuzdik(side.other()) == Some(hole) {
                        "tuzdik".to_owned()
                    } else {
                        position.balls(side, hole).to_string()
                    }
                })
                .collect();
            writeln!(
                f,
                "{side}, holes 1 to {}: {}.",
                position.variant().holes(),
                counts.join(", ")
            )?;
        }
        if let Some(last) = self.last {
            writeln!(
                f,
                "Last move: {} played {}, last ball in hole {} of {}.",
                last.side, last.mv, last.landing.hole, last.landing.row
            )?;
        }
        if position.is_over() {
            return Ok(());
        }
        writeln!(f, "{} to move.", position.side_to_move())
    }
}

/// B or K.
fn initial(side: Side) -> char {
    match side {
        Side::Bastaushy => 'B',
        Side::Kostaushy => 'K',
    }
}

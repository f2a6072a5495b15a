//! How text looks: the layout of the board, its glyphs, colour, and the language.

use std::fmt;
use std::str::FromStr;

use crate::i18n::{Language, Messages};

/// How the board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Drawn with box characters, for a terminal that shows Unicode.
    Box,
    /// Drawn with ASCII, the same everywhere.
    Text,
    /// Told in sentences that always stand in the same order, for a screen reader.
    Lines,
    /// Not at all: a screen shows it elsewhere.
    Hidden,
}

impl Layout {
    /// Every layout that shows the board.
    pub const ALL: [Layout; 3] = [Layout::Box, Layout::Text, Layout::Lines];

    /// The name that is read and written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Box => "box",
            Layout::Text => "text",
            Layout::Lines => "lines",
            Layout::Hidden => "hidden",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown layout `{0}`: expected box, text or lines")]
pub struct UnknownLayout(pub String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<Layout, UnknownLayout> {
        Layout::ALL
            .into_iter()
            .find(|layout| layout.name() == text)
            .ok_or_else(|| UnknownLayout(text.to_owned()))
    }
}

/// Whether escape codes for colour are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Escape codes are written.
    On,
    /// Only the text is written; everything that colour says is also said by a character.
    Off,
}

/// Layout, colour and language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How the board is written.
    pub layout: Layout,
    /// Whether in colour.
    pub colour: Colour,
    /// In which language.
    pub language: Language,
}

impl Style {
    /// English in ASCII without colour: what programs get.
    pub const PLAIN: Style = Style {
        layout: Layout::Text,
        colour: Colour::Off,
        language: Language::English,
    };

    /// What is said in its language.
    pub(crate) fn messages(self) -> &'static Messages {
        Messages::of(self.language)
    }

    /// The text in the colour of its role.
    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        match self.colour {
            Colour::Off => text.to_owned(),
            Colour::On if role == Role::Plain => text.to_owned(),
            Colour::On => format!("\x1b[{}m{text}\x1b[0m", role.code()),
        }
    }

    pub(crate) const fn glyphs(self) -> &'static Glyphs {
        match self.layout {
            Layout::Box => &BOX,
            Layout::Text | Layout::Lines | Layout::Hidden => &TEXT,
        }
    }
}

/// What a piece of text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing in particular.
    Plain,
    /// Lines, arrows, empty holes.
    Faint,
    /// The side to move and the holes it can play.
    Strong,
    /// An odd number of balls: one more makes it even.
    Odd,
    /// An even number of balls.
    Even,
    /// Where the last ball fell.
    Landing,
    /// A tuzdik of the side at the bottom, and that side's kazan.
    Near,
    /// A tuzdik of the side at the top, and that side's kazan.
    Far,
    /// Something went wrong.
    Error,
}

impl Role {
    /// The parameters of the escape code: the sixteen colours that every terminal has and themes
    /// keep readable.
    const fn code(self) -> &'static str {
        match self {
            Role::Plain => "0",
            Role::Faint => "2",
            Role::Strong => "1",
            Role::Odd => "33",
            Role::Even => "36",
            Role::Landing => "1;7",
            Role::Near => "1;32",
            Role::Far => "1;35",
            Role::Error => "1;31",
        }
    }
}

/// The characters of a drawing.
pub(crate) struct Glyphs {
    /// Left end, joint and right end of the top line.
    pub(crate) top: [&'static str; 3],
    /// The same of the lines inside: above the kazans, below them, and the bottom line.
    pub(crate) upper: [&'static str; 3],
    pub(crate) lower: [&'static str; 3],
    pub(crate) bottom: [&'static str; 3],
    pub(crate) across: &'static str,
    pub(crate) wall: &'static str,
    /// Sowing goes left along the top row, down, right along the bottom row, up.
    pub(crate) left: &'static str,
    pub(crate) down: &'static str,
    pub(crate) right: &'static str,
    pub(crate) up: &'static str,
    pub(crate) full: &'static str,
    pub(crate) open: &'static str,
    pub(crate) odd: &'static str,
    pub(crate) even: &'static str,
}

const TEXT: Glyphs = Glyphs {
    top: ["+", "+", "+"],
    upper: ["+", "+", "+"],
    lower: ["+", "+", "+"],
    bottom: ["+", "+", "+"],
    across: "-",
    wall: "|",
    left: "<",
    down: "v",
    right: ">",
    up: "^",
    full: "#",
    open: ".",
    odd: ".",
    even: ":",
};

/// Columns in which the head of each has room: a word may be wider than its numbers.
pub(crate) fn widened<const N: usize>(widths: [usize; N], head: &[String; N]) -> [usize; N] {
    std::array::from_fn(|column| widths[column].max(head[column].chars().count()))
}

const BOX: Glyphs = Glyphs {
    top: ["╭", "┬", "╮"],
    upper: ["├", "┴", "┤"],
    lower: ["├", "┬", "┤"],
    bottom: ["╰", "┴", "╯"],
    across: "─",
    wall: "│",
    left: "◂",
    down: "▾",
    right: "▸",
    up: "▴",
    full: "█",
    open: "░",
    odd: "·",
    even: ":",
};

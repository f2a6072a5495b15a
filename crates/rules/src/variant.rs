//! The four rule sets, as data.

use std::fmt;
use std::str::FromStr;

use crate::hole::Hole;

/// A rule set of the game.
///
/// # Source
/// Togyz: the federation's tournament rules. Qozdatu: the simplified form of Shambayev's programs.
/// Bestemshe: the youth form. Historic: Pantusov 1906, before the unification of 1949.
///
/// # Examples
/// ```
/// use togyz_rules::Variant;
/// let variant: Variant = "bestemshe".parse()?;
/// assert_eq!(variant.rules().holes, 5);
/// assert_eq!(variant.total(), 50);
/// # Ok::<(), togyz_rules::UnknownVariant>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Two rows of nine holes, nine balls each, tuzdiks: the tournament game.
    #[default]
    Togyz,
    /// Two rows of seven holes, seven balls each, no tuzdik.
    Qozdatu,
    /// Two rows of five holes, five balls each, no tuzdik.
    Bestemshe,
    /// The tournament board, but sowing starts in the hole after the origin.
    Historic,
}

/// What a rule set says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name that is read and written.
    pub name: &'static str,
    /// Holes in a row.
    pub holes: u8,
    /// Balls in each hole at the start.
    pub balls: u8,
    /// Whether a tuzdik can be made.
    pub tuzdik: bool,
    /// Whether the first ball of several goes back into the hole they came from.
    pub resows_origin: bool,
}

const TOGYZ: Rules = Rules {
    name: "togyz",
    holes: 9,
    balls: 9,
    tuzdik: true,
    resows_origin: true,
};
const QOZDATU: Rules = Rules {
    name: "qozdatu",
    holes: 7,
    balls: 7,
    tuzdik: false,
    resows_origin: true,
};
const BESTEMSHE: Rules = Rules {
    name: "bestemshe",
    holes: 5,
    balls: 5,
    tuzdik: false,
    resows_origin: true,
};
const HISTORIC: Rules = Rules {
    name: "historic",
    holes: 9,
    balls: 9,
    tuzdik: true,
    resows_origin: false,
};

/// Looked up, because every search asks for it at every node.
const MAJORITY: [u8; 4] = [
    Variant::Togyz.total() / 2 + 1,
    Variant::Qozdatu.total() / 2 + 1,
    Variant::Bestemshe.total() / 2 + 1,
    Variant::Historic.total() / 2 + 1,
];

impl Variant {
    /// Every variant, the default first.
    pub const ALL: [Variant; 4] = [
        Variant::Togyz,
        Variant::Qozdatu,
        Variant::Bestemshe,
        Variant::Historic,
    ];

    /// The rules as data.
    #[must_use]
    pub const fn rules(self) -> &'static Rules {
        match self {
            Variant::Togyz => &TOGYZ,
            Variant::Qozdatu => &QOZDATU,
            Variant::Bestemshe => &BESTEMSHE,
            Variant::Historic => &HISTORIC,
        }
    }

    /// Holes in a row.
    #[must_use]
    pub const fn holes(self) -> usize {
        self.rules().holes as usize
    }

    /// Balls in the game: 162, 98, 50 or 162.
    #[must_use]
    pub const fn total(self) -> u8 {
        2 * self.rules().holes * self.rules().balls
    }

    /// The fewest balls that are more than half: 82, 50, 26 or 82.
    #[must_use]
    pub const fn majority(self) -> u8 {
        MAJORITY[self as usize]
    }

    /// The holes of a row, by number.
    pub fn all_holes(self) -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator {
        (0..self.rules().holes).map(Hole::nth)
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn from_index(index: u8) -> Variant {
        match index {
            1 => Variant::Qozdatu,
            2 => Variant::Bestemshe,
            3 => Variant::Historic,
            _ => Variant::Togyz,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().name)
    }
}

/// The text names no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant `{0}`: expected togyz, qozdatu, bestemshe or historic")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.rules().name == text)
            .ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}

//! The one door through which arbitrary positions come in.

use crate::hole::{Hole, MAX_HOLES};
use crate::position::Position;
use crate::row::{KAZAN, NO_TUZDIK, Row, TUZDIK};
use crate::side::{BySide, Side};
use crate::variant::Variant;

/// A hole on the board: whose row, and which hole of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Whose row.
    pub row: Side,
    /// Which hole of it.
    pub hole: Hole,
}

/// A position as somebody describes it, not yet checked.
///
/// # Examples
/// ```
/// use togyz_rules::{Setup, SetupError, Side, Variant};
/// let mut setup = Setup::start(Variant::Togyz);
/// assert!(setup.build().is_ok());
/// setup.kazans[Side::Bastaushy] = 1;
/// assert_eq!(setup.build(), Err(SetupError::WrongTotal { found: 163, expected: 162 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule set.
    pub variant: Variant,
    /// Balls in each hole of each row; only the variant's holes count, the rest must be 0.
    pub rows: BySide<[u16; MAX_HOLES]>,
    /// Balls in each kazan.
    pub kazans: BySide<u16>,
    /// The places that each side calls its tuzdik: none or one in a valid position.
    pub tuzdiks: BySide<Vec<Place>>,
    /// Whose turn it is.
    pub side_to_move: Side,
}

/// Why a described position cannot stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Balls in a hole that the variant does not have.
    #[error("hole {hole} of {row} holds balls, but a row has {holes} holes")]
    NoSuchHole {
        /// Whose row.
        row: Side,
        /// Which hole.
        hole: Hole,
        /// Holes in a row of the variant.
        holes: u8,
    },
    /// The kazans hold more balls than there are.
    #[error("the kazans hold {found} balls of only {total}")]
    KazansAboveTotal {
        /// Balls in both kazans.
        found: u32,
        /// Balls in the game.
        total: u32,
    },
    /// Balls were lost or added.
    #[error("there are {found} balls in all, not {expected}")]
    WrongTotal {
        /// Balls on the board and in the kazans.
        found: u32,
        /// Balls in the game.
        expected: u32,
    },
    /// A tuzdik in a variant that has none.
    #[error("{owner} has a tuzdik, but {variant} is played without")]
    VariantHasNoTuzdik {
        /// Who is said to own it.
        owner: Side,
        /// The variant.
        variant: Variant,
    },
    /// Two tuzdiks of one side.
    #[error("{owner} has two tuzdiks; one is the most")]
    SecondTuzdik {
        /// Who is said to own them.
        owner: Side,
    },
    /// A tuzdik in its owner's own row.
    #[error("the tuzdik of {owner} is on the own side (hole {hole})")]
    TuzdikOnOwnSide {
        /// Who is said to own it.
        owner: Side,
        /// Where.
        hole: Hole,
    },
    /// A tuzdik on the last hole of a row, or beyond.
    #[error("the tuzdik of {owner} is on hole {hole}; the last hole is never one")]
    TuzdikOnLastHole {
        /// Who is said to own it.
        owner: Side,
        /// Where.
        hole: Hole,
    },
    /// Both tuzdiks on holes of the same number.
    #[error("both tuzdiks are on hole {hole}; they are never opposite each other")]
    TuzdiksOpposite {
        /// The number they share.
        hole: Hole,
    },
    /// Balls lie in a tuzdik.
    #[error("hole {hole} of {row} is a tuzdik, but holds {balls} balls")]
    BallsInTuzdik {
        /// Whose row.
        row: Side,
        /// Which hole.
        hole: Hole,
        /// How many balls.
        balls: u16,
    },
}

impl Setup {
    /// The description of the starting position.
    #[must_use]
    pub fn start(variant: Variant) -> Setup {
        Position::start(variant).into()
    }

    /// Checks the description and makes the position.
    ///
    /// # Errors
    /// The first rule that the description breaks, see [`SetupError`].
    pub fn build(&self) -> Result<Position, SetupError> {
        self.check_totals()?;
        let tuzdiks = self.check_tuzdiks()?;
        let row = |side: Side| {
            let mut row = Row::empty(side, self.variant);
            for (index, &balls) in self.rows[side].iter().enumerate() {
                row = row.plus(index, narrow(balls));
            }
            let tuzdik = tuzdiks[side].map_or(NO_TUZDIK, |hole| hole.number() - 1);
            row.plus(KAZAN, narrow(self.kazans[side]))
                .minus(TUZDIK, NO_TUZDIK)
                .plus(TUZDIK, tuzdik)
        };
        Ok(Position::from_rows(
            row(self.side_to_move),
            row(self.side_to_move.other()),
        ))
    }

    fn check_totals(&self) -> Result<(), SetupError> {
        let holes = self.variant.holes();
        for row in Side::ALL {
            for (index, &balls) in self.rows[row].iter().enumerate().skip(holes) {
                if let (Some(hole), 1..) = (Hole::from_index(index), balls) {
                    let holes = self.variant.rules().holes;
                    return Err(SetupError::NoSuchHole { row, hole, holes });
                }
            }
        }
        let total = u32::from(self.variant.total());
        let kazans: u32 = Side::ALL
            .iter()
            .map(|&side| u32::from(self.kazans[side]))
            .sum();
        if kazans > total {
            return Err(SetupError::KazansAboveTotal {
                found: kazans,
                total,
            });
        }
        let board = |side: Side| {
            self.rows[side]
                .iter()
                .map(|&balls| u32::from(balls))
                .sum::<u32>()
        };
        let found = kazans + board(Side::Bastaushy) + board(Side::Kostaushy);
        if found != total {
            return Err(SetupError::WrongTotal {
                found,
                expected: total,
            });
        }
        Ok(())
    }

    fn check_tuzdiks(&self) -> Result<BySide<Option<Hole>>, SetupError> {
        let mut found = BySide::new(None, None);
        for owner in Side::ALL {
            let Some(&place) = self.tuzdiks[owner].first() else {
                continue;
            };
            let hole = place.hole;
            if !self.variant.rules().tuzdik {
                return Err(SetupError::VariantHasNoTuzdik {
                    owner,
                    variant: self.variant,
                });
            }
            if self.tuzdiks[owner].len() > 1 {
                return Err(SetupError::SecondTuzdik { owner });
            }
            if place.row == owner {
                return Err(SetupError::TuzdikOnOwnSide { owner, hole });
            }
            if hole.index() + 1 >= self.variant.holes() {
                return Err(SetupError::TuzdikOnLastHole { owner, hole });
            }
            let balls = self.rows[place.row][hole.index()];
            if balls > 0 {
                return Err(SetupError::BallsInTuzdik {
                    row: place.row,
                    hole,
                    balls,
                });
            }
            found[owner] = Some(hole);
        }
        match (found.bastaushy, found.kostaushy) {
            (Some(a), Some(b)) if a == b => Err(SetupError::TuzdiksOpposite { hole: a }),
            _ => Ok(found),
        }
    }
}

/// The total was checked to fit a byte, so each part of it does.
fn narrow(balls: u16) -> u8 {
    u8::try_from(balls).unwrap_or(u8::MAX)
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            variant: position.variant(),
            rows: BySide::from_fn(|side| {
                std::array::from_fn(|index| {
                    Hole::from_index(index).map_or(0, |hole| position.balls(side, hole).into())
                })
            }),
            kazans: BySide::from_fn(|side| position.kazan(side).into()),
            tuzdiks: BySide::from_fn(|side| {
                position
                    .tuzdik(side)
                    .map(|hole| Place {
                        row: side.other(),
                        hole,
                    })
                    .into_iter()
                    .collect()
            }),
            side_to_move: position.side_to_move(),
        }
    }
}

//! What a page can ask for, as JSON.

use serde::Deserialize;
use togyz_rules::{BySide, Hole, MAX_HOLES, Place, Position, Setup, Side, Variant};

use super::clock::{KeptClock, TimeControl};
use super::refusal::Refusal;

/// An action and the board that it was meant for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The revision that the page showed.
    pub(crate) seen: u64,
    /// What to do.
    pub(crate) action: Action,
}

/// What to do.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Sow a hole.
    Play {
        /// Its number.
        hole: u32,
    },
    /// Take moves back to where a person was to move.
    Undo {},
    /// Play them again.
    Redo {},
    /// Go to the position after so many half-moves, forward or back.
    Jump {
        /// How many.
        ply: usize,
    },
    /// Another game.
    New(NewGame),
    /// Other players in the same game.
    Seats {
        /// `null` is a person.
        seats: BySide<Option<String>>,
    },
    /// The game or the position of a text.
    Load {
        /// In any notation.
        text: String,
        /// Other players, as in `new`.
        seats: Option<BySide<Option<String>>>,
        /// The clocks that were kept with the game.
        clock: Option<KeptClock>,
    },
    /// Nothing goes on for now: searches end and clocks stand.
    Pause {},
    /// It goes on.
    GoOn {},
    /// The person gives up.
    Resign {},
    /// A clock has run out.
    Flag {},
}

/// How a game begins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// The rules.
    pub(crate) variant: Variant,
    /// Ids of players; `null` is a person.
    pub(crate) seats: BySide<Option<String>>,
    /// A position of the editor instead of the start.
    pub(crate) setup: Option<SetupText>,
    /// A clock, if one is wanted.
    pub(crate) clock: Option<TimeControl>,
}

/// A position as the editor describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupText {
    rows: BySide<Vec<u16>>,
    kazans: BySide<u16>,
    /// The number of the hole of the other row.
    tuzdiks: BySide<Option<u32>>,
    side_to_move: Side,
}

impl SetupText {
    /// The position that is described.
    pub(crate) fn build(&self, variant: Variant) -> Result<Position, Refusal> {
        let mut rows = BySide::new([0; MAX_HOLES], [0; MAX_HOLES]);
        for side in Side::ALL {
            let row: &Vec<u16> = &self.rows[side];
            if row.len() > MAX_HOLES {
                let told = format!("a row of {} holes", row.len());
                return Err(Refusal::Request(told));
            }
            rows[side][..row.len()].copy_from_slice(row);
        }
        let mut tuzdiks = BySide::new(Vec::new(), Vec::new());
        for owner in Side::ALL {
            if let Some(number) = self.tuzdiks[owner] {
                let hole = Hole::from_number(number);
                let hole = hole.map_err(|error| Refusal::Request(error.to_string()))?;
                tuzdiks[owner].push(Place {
                    row: owner.other(),
                    hole,
                });
            }
        }
        let setup = Setup {
            variant,
            rows,
            kazans: self.kazans,
            tuzdiks,
            side_to_move: self.side_to_move,
        };
        Ok(setup.build()?)
    }
}

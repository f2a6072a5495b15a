//! The file of a match: one line a game, after a line that says which match it is.

use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};
use togyz_files::ContentHash;
use togyz_rules::{EndReason, Side, Variant};

use crate::lines::Lines;
use crate::openings::Openings;
use crate::selection::Selection;
use crate::tally::{BySeat, Pace, Seat};

/// The version of the lines.
const FORMAT: u32 = 1;

/// What makes two runs the same match, so that one continues the other. The number of games is not
/// part of it: a match can be made longer.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub(crate) format: u32,
    /// The specs.
    pub(crate) a: String,
    pub(crate) b: String,
    /// The models behind them: a path may come to hold another.
    pub(crate) models: BySeat<Option<ContentHash>>,
    pub(crate) variant: Variant,
    pub(crate) openings: Openings,
    #[serde(default, skip_serializing_if = "Selection::is_any")]
    pub(crate) selection: Selection,
    /// The budget of both, as text.
    pub(crate) budget: String,
    pub(crate) max_plies: u32,
}

impl Header {
    pub(crate) fn new(
        [a, b]: [String; 2],
        models: BySeat<Option<ContentHash>>,
        variant: Variant,
        openings: Openings,
        selection: Selection,
        budget: String,
        max_plies: u32,
    ) -> Header {
        Header {
            format: FORMAT,
            a,
            b,
            models,
            variant,
            openings,
            selection,
            budget,
            max_plies,
        }
    }

    /// The first thing in which the two differ.
    fn difference(&self, other: &Header) -> Option<(&'static str, String, String)> {
        let hash = |one: &Option<ContentHash>| one.map_or("none".to_owned(), |hash| hash.short());
        [
            ("format", self.format.to_string(), other.format.to_string()),
            (
                "the first player",
                who(&self.a, &self.models.a),
                who(&other.a, &other.models.a),
            ),
            (
                "the second player",
                who(&self.b, &self.models.b),
                who(&other.b, &other.models.b),
            ),
            (
                "the first player's model",
                hash(&self.models.a),
                hash(&other.models.a),
            ),
            (
                "the second player's model",
                hash(&self.models.b),
                hash(&other.models.b),
            ),
            (
                "the variant",
                self.variant.to_string(),
                other.variant.to_string(),
            ),
            (
                "the openings",
                self.selection.name(&self.openings),
                other.selection.name(&other.openings),
            ),
            (
                "the seed",
                self.openings.seed.to_string(),
                other.openings.seed.to_string(),
            ),
            ("the budget", self.budget.clone(), other.budget.clone()),
            (
                "the limit of plies",
                self.max_plies.to_string(),
                other.max_plies.to_string(),
            ),
        ]
        .into_iter()
        .find(|(_, one, other)| one != other)
    }
}

/// A player without the place of its file: a run may be moved, or its folder named in another way.
/// What the file holds is compared by its hash.
fn who(spec: &str, model: &Option<ContentHash>) -> String {
    let (player, settings) = spec.split_once(',').unwrap_or((spec, ""));
    match player.split_once(':') {
        Some((kind @ ("checkpoint" | "model"), _)) if model.is_some() => {
            format!("{kind} with {settings}")
        }
        _ => spec.to_owned(),
    }
}

/// Why a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A side has more than half of the balls.
    Majority,
    /// The side to move has no move.
    NoMove,
    /// A draw: the third occurrence of a position.
    Repetition,
    /// A draw: the limit of plies.
    PlyLimit,
    /// Endgame tables told the result.
    Tables,
    /// The loser panicked.
    Crash,
    /// The loser gave an error instead of a move.
    Error,
    /// The loser played a move that the rules do not allow.
    IllegalMove,
}

impl From<EndReason> for Reason {
    fn from(reason: EndReason) -> Reason {
        match reason {
            EndReason::Majority => Reason::Majority,
            EndReason::NoMove => Reason::NoMove,
            EndReason::Repetition => Reason::Repetition,
            EndReason::PlyLimit => Reason::PlyLimit,
            EndReason::Tables => Reason::Tables,
        }
    }
}

/// One game of a match, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The number of the game, from 0; games 2n and 2n + 1 are a pair with one opening.
    pub game: u32,
    /// The player with the first move, Bastaushy.
    pub first: Seat,
    /// The moves in pair notation, the opening's first.
    pub moves: String,
    /// How many of the plies are the opening.
    pub opening_plies: u32,
    /// `1-0`, `0-1` or `1/2-1/2`, Bastaushy's points first.
    #[serde(deserialize_with = "known_result")]
    pub result: String,
    /// Why the game ended.
    pub reason: Reason,
    /// What an error or a crash said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The balls of Bastaushy and Kostaushy; those left on the board count after atsyz kalu.
    pub score: [u8; 2],
    /// The seeds of the players.
    pub seeds: BySeat<u64>,
    /// The time that the players took.
    pub pace: BySeat<Pace>,
}

/// A result as this program writes it: any other text would count as a draw.
fn known_result<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "1-0" | "0-1" | "1/2-1/2" => Ok(text),
        _ => Err(D::Error::custom(format!(
            "`{text}` is no result: expected `1-0`, `0-1` or `1/2-1/2`"
        ))),
    }
}

impl GameLine {
    /// Who won, or nobody.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        match self.result.as_str() {
            "1-0" => Some(self.first),
            "0-1" => Some(self.first.other()),
            _ => None,
        }
    }

    /// The result as it is written.
    pub(crate) fn result_text(winner: Option<Side>) -> &'static str {
        match winner {
            Some(Side::Bastaushy) => "1-0",
            Some(Side::Kostaushy) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Why the file of a match cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refused.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not what it should be.
    #[error("{}, line {line}: not a {expected}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
        /// Why it is not.
        source: serde_json::Error,
    },
    /// The file belongs to another match.
    #[error("{} holds another match: {what} is `{found}` there and `{expected}` here", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// In what they differ.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A game is there twice.
    #[error("{}: game {game} is there twice", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// Its number.
        game: u32,
    },
}

/// The open file of a match.
#[derive(Debug)]
pub(crate) struct Record {
    path: PathBuf,
    lines: Lines,
}

impl Record {
    /// Opens the file of a match, or begins it, and gives the games that are there already.
    ///
    /// A last line without an end was being written when the program was stopped: it is cut off.
    pub(crate) fn open(
        path: &Path,
        header: &Header,
    ) -> Result<(Record, Vec<GameLine>), RecordError> {
        let io = |source| RecordError::Io {
            path: path.to_owned(),
            source,
        };
        let (mut lines, text) = Lines::open(path).map_err(io)?;
        let games = read(path, &text, header)?;
        lines.cut().map_err(io)?;
        let mut record = Record {
            path: path.to_owned(),
            lines,
        };
        if text.is_empty() {
            record.line(header)?;
        }
        Ok((record, games))
    }

    /// Adds a game.
    pub(crate) fn append(&mut self, game: &GameLine) -> Result<(), RecordError> {
        self.line(game)
    }

    fn line(&mut self, value: &impl serde::Serialize) -> Result<(), RecordError> {
        self.lines.append(value).map_err(|source| RecordError::Io {
            path: self.path.clone(),
            source,
        })
    }
}

fn read(path: &Path, text: &str, header: &Header) -> Result<Vec<GameLine>, RecordError> {
    let wrong = |line, expected, source| RecordError::Line {
        path: path.to_owned(),
        line,
        expected,
        source,
    };
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else {
        return Ok(Vec::new());
    };
    let found: Header =
        serde_json::from_str(first).map_err(|source| wrong(1, "header of a match", source))?;
    if let Some((what, found, expected)) = found.difference(header) {
        return Err(RecordError::OtherMatch {
            path: path.to_owned(),
            what,
            found,
            expected,
        });
    }
    let mut seen = std::collections::HashSet::new();
    let mut games = Vec::new();
    for (index, line) in lines {
        let game: GameLine =
            serde_json::from_str(line).map_err(|source| wrong(index + 1, "game", source))?;
        if !seen.insert(game.game) {
            return Err(RecordError::Twice {
                path: path.to_owned(),
                game: game.game,
            });
        }
        games.push(game);
    }
    Ok(games)
}

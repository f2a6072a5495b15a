//! A line of the input as a request: a pure function.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use togyz_players::Budget;
use togyz_rules::{Game, Position, PositionError, Variant};

use crate::causes::with_causes;
use crate::moves::{MoveError, MoveText};

/// The most characters of a wrong text that an error repeats.
const QUOTED: usize = 40;

/// A request, understood.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The game whose positions are asked for.
    pub game: Game,
    /// After how many half-moves.
    pub plies: Vec<usize>,
    /// Limits of its own.
    pub budget: Budget,
    /// The most moves to tell.
    pub most: Option<u8>,
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// No JSON object, or not one of this form.
    #[error("not a request: {0}")]
    Json(#[from] serde_json::Error),
    /// The id is a list or an object.
    #[error("an id is a text or a number")]
    Id,
    /// The text is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// One of the moves is none.
    #[error("move {number}: `{text}` is no move: expected the number of a hole or pair notation")]
    NoMove {
        /// Which, from 1.
        number: usize,
        /// What stands there.
        text: String,
    },
    /// One of the moves cannot be played.
    #[error("move {number}: {source}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        source: MoveError,
    },
    /// A limit outside its range.
    #[error("`{key}` is {found}: expected {least} to {most}")]
    Limit {
        /// Which.
        key: &'static str,
        /// What was asked for.
        found: u64,
        /// The range.
        least: u64,
        /// The range.
        most: u64,
    },
    /// The game is not that long.
    #[error("`plies` asks for {found}: the game has {last} half-moves")]
    Ply {
        /// What was asked for.
        found: usize,
        /// The last there is.
        last: usize,
    },
    /// More bytes than are read.
    #[error("the line is longer than {0} bytes and was not read")]
    TooLong(u64),
}

impl RequestError {
    /// One word for programs.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            RequestError::Json(_) | RequestError::Id => "request",
            RequestError::Position(_) => "position",
            RequestError::NoMove { .. } | RequestError::Move { .. } => "move",
            RequestError::Limit { .. } => "limit",
            RequestError::Ply { .. } => "ply",
            RequestError::TooLong(_) => "length",
        }
    }
}

/// The JSON form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Fields {
    #[serde(rename = "id")]
    _id: Option<Value>,
    position: Option<String>,
    moves: Option<Moves>,
    plies: Option<Vec<usize>>,
    variant: Option<Variant>,
    ms: Option<u64>,
    sims: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u64>,
    max_moves: Option<u64>,
}

/// Moves as a text or one by one.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "`moves` is a text, or a list of numbers or texts"
)]
enum Moves {
    Text(String),
    List(Vec<Item>),
}

/// A move.
#[derive(Deserialize)]
#[serde(untagged)]
enum Item {
    Number(u64),
    Text(String),
}

/// The id of a line, to be told with whatever is answered, and what the line asks for. `None` for a
/// blank line or a comment.
pub(crate) fn parse(
    line: &str,
    variant: Variant,
) -> Option<(Value, Result<Request, RequestError>)> {
    let line = line.trim().trim_start_matches('\u{feff}');
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    if !line.starts_with('{') {
        let request = Position::parse(line, variant).map(|position| Request {
            game: Game::from_position(position),
            plies: vec![0],
            budget: Budget::default(),
            most: None,
        });
        return Some((Value::Null, request.map_err(RequestError::from)));
    }
    Some(match serde_json::from_str::<Map<String, Value>>(line) {
        Err(error) => (Value::Null, Err(error.into())),
        Ok(fields) => match fields.get("id").cloned().unwrap_or_default() {
            Value::Array(_) | Value::Object(_) => (Value::Null, Err(RequestError::Id)),
            id => (id, read(fields, variant)),
        },
    })
}

/// How many positions a line asks about, or why it is no request; `None` for a blank line or a
/// comment.
///
/// # Errors
/// The message that the line is answered with.
///
/// # Examples
/// ```
/// use togyz_play::requested;
/// use togyz_rules::Variant;
/// let line = r#"{"id": 1, "moves": "7 1", "plies": [0, 2]}"#;
/// assert_eq!(requested(line, Variant::Togyz), Some(Ok(2)));
/// assert!(requested("{", Variant::Togyz).is_some_and(|found| found.is_err()));
/// ```
#[must_use]
pub fn requested(line: &str, variant: Variant) -> Option<Result<usize, String>> {
    let (_, request) = parse(line, variant)?;
    let count = request.map(|request| request.plies.len());
    Some(count.map_err(|error| with_causes(&error)))
}

fn read(fields: Map<String, Value>, variant: Variant) -> Result<Request, RequestError> {
    let fields: Fields = serde_json::from_value(Value::Object(fields))?;
    // 1. The game.
    let variant = fields.variant.unwrap_or(variant);
    let start = match &fields.position {
        Some(text) => Position::parse(text, variant)?,
        None => Position::start(variant),
    };
    let mut game = Game::from_position(start);
    for (index, text) in texts(fields.moves).iter().enumerate() {
        play(&mut game, index + 1, text)?;
    }
    // 2. Which of its positions; the last, if nothing is said.
    let last = game.plies().len();
    let plies = fields.plies.unwrap_or_else(|| vec![last]);
    if let Some(&found) = plies.iter().find(|&&ply| ply > last) {
        return Err(RequestError::Ply { found, last });
    }
    // 3. The limits.
    let sims = within("sims", fields.sims, 100_000_000)?;
    let depth = within("depth", fields.depth, 64)?;
    let most = within("maxMoves", fields.max_moves, 9)?;
    Ok(Request {
        game,
        plies,
        budget: Budget {
            simulations: sims.and_then(|sims| u32::try_from(sims).ok()),
            nodes: within("nodes", fields.nodes, 1_000_000_000_000)?,
            depth: depth.and_then(|depth| u8::try_from(depth).ok()),
            time: within("ms", fields.ms, 86_400_000)?.map(Duration::from_millis),
        },
        most: most.and_then(|most| u8::try_from(most).ok()),
    })
}

fn texts(moves: Option<Moves>) -> Vec<String> {
    match moves {
        None => Vec::new(),
        Some(Moves::Text(text)) => text.split_whitespace().map(str::to_owned).collect(),
        Some(Moves::List(items)) => items
            .into_iter()
            .map(|item| match item {
                Item::Number(number) => number.to_string(),
                Item::Text(text) => text,
            })
            .collect(),
    }
}

fn play(game: &mut Game, number: usize, text: &str) -> Result<(), RequestError> {
    let mv: MoveText = text.parse().map_err(|_| RequestError::NoMove {
        number,
        text: text.chars().take(QUOTED).collect(),
    })?;
    mv.play(game)
        .map_err(|source| RequestError::Move { number, source })
}

fn within(key: &'static str, value: Option<u64>, most: u64) -> Result<Option<u64>, RequestError> {
    match value {
        Some(found) if !(1..=most).contains(&found) => Err(RequestError::Limit {
            key,
            found,
            least: 1,
            most,
        }),
        value => Ok(value),
    }
}

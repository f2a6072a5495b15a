//! A line of the protocol as a typed command: a pure function, and the one place where text from
//! outside is understood.

use super::go::{Go, go};
use crate::moves::MoveText;

/// The most characters of a wrong word that an error repeats.
const QUOTED: usize = 40;

/// Which words the other side speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `ugi` and `ugiok`.
    Ugi,
    /// `uci` and `uciok`.
    Uci,
}

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Hello(Dialect),
    /// Are you there?
    IsReady,
    /// Another game begins.
    NewGame,
    /// A setting.
    SetOption {
        /// Its name, as written.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// The game so far.
    Position {
        /// `startpos`, or a position in any notation.
        start: String,
        /// The moves from there.
        moves: Vec<MoveText>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking, and tell the best move.
    Stop,
    /// A question about the position.
    Query(Query),
    /// Show the position to a person.
    Print,
    /// Leave.
    Quit,
    /// A command of UCI that means nothing here: `debug`, `register`, `ponderhit`.
    Nothing,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it the first player's turn?
    FirstPlayersTurn,
    /// Is the game over?
    GameOver,
    /// Who won?
    Result,
}

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No command begins with this word.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// Something must follow.
    #[error("`{after}` must be followed by {expected}")]
    Missing {
        /// What it must follow.
        after: String,
        /// What must follow.
        expected: &'static str,
    },
    /// Not a number.
    #[error("`{key} {found}`: expected a whole number")]
    Number {
        /// The limit.
        key: String,
        /// What stands there.
        found: String,
    },
    /// `go` has no such limit.
    #[error("`go` has no limit `{0}`")]
    Limit(String),
    /// No such question.
    #[error("no query `{0}`: expected p1turn, gameover or result")]
    Query(String),
    /// Not a move.
    #[error("move {number}: `{text}` is no move: expected the number of a hole")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What stands there.
        text: String,
    },
    /// More bytes than any command has.
    #[error("the line is longer than {0} bytes and was not read")]
    TooLong(u64),
}

/// Understands a line; `None` if it is blank.
///
/// # Errors
/// [`CommandError`] with the first word that is wrong.
///
/// # Examples
/// ```
/// use togyz_play::ugi::{Command, Query, parse};
/// assert_eq!(parse("query gameover")?, Some(Command::Query(Query::GameOver)));
/// assert_eq!(parse("mate 3").unwrap_err().to_string(), "unknown command `mate`");
/// # Ok::<(), togyz_play::ugi::CommandError>(())
/// ```
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok(Some(match word {
        "" => return Ok(None),
        "ugi" => Command::Hello(Dialect::Ugi),
        "uci" => Command::Hello(Dialect::Uci),
        "isready" => Command::IsReady,
        "uginewgame" | "ucinewgame" => Command::NewGame,
        "setoption" => set_option(rest)?,
        "position" => position(rest)?,
        "go" => Command::Go(go(rest)?),
        "stop" => Command::Stop,
        "query" => Command::Query(query(rest)?),
        "d" | "print" | "show" => Command::Print,
        "quit" | "exit" => Command::Quit,
        "debug" | "register" | "ponderhit" => Command::Nothing,
        _ => return Err(CommandError::Unknown(quoted(word))),
    }))
}

pub(super) fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

pub(super) fn missing(after: &str, expected: &'static str) -> CommandError {
    CommandError::Missing {
        after: after.to_owned(),
        expected,
    }
}

/// `name NAME [value VALUE]`; both may hold spaces.
fn set_option(text: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ["name", words @ ..] = words.as_slice() else {
        return Err(missing("setoption", "`name NAME value VALUE`"));
    };
    let at = words.iter().position(|word| *word == "value");
    let name = words[..at.unwrap_or(words.len())].join(" ");
    if name.is_empty() {
        return Err(missing("setoption name", "the name of an option"));
    }
    Ok(Command::SetOption {
        name,
        value: at.map(|at| words[at + 1..].join(" ")),
    })
}

/// `startpos [moves ...]`, `fen TEXT [moves ...]`.
fn position(text: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(at.unwrap_or(words.len()));
    let start = match start {
        [] => return Err(missing("position", "`startpos` or `fen POSITION`")),
        ["fen"] => return Err(missing("position fen", "a position")),
        ["fen", start @ ..] => start.join(" "),
        start => start.join(" "),
    };
    let moves = moves
        .iter()
        .skip(1)
        .enumerate()
        .map(|(index, text)| {
            text.parse().map_err(|_| CommandError::Move {
                number: index + 1,
                text: quoted(text),
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(Command::Position { start, moves })
}

fn query(text: &str) -> Result<Query, CommandError> {
    match text.trim() {
        "p1turn" => Ok(Query::FirstPlayersTurn),
        "gameover" => Ok(Query::GameOver),
        "result" => Ok(Query::Result),
        "" => Err(missing("query", "p1turn, gameover or result")),
        text => Err(CommandError::Query(quoted(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_positions_keep_their_spaces() {
        assert_eq!(
            parse("setoption name Move Overhead value  a  b"),
            Ok(Some(Command::SetOption {
                name: "Move Overhead".to_owned(),
                value: Some("a b".to_owned()),
            }))
        );
        let Ok(Some(Command::Position { start, moves })) =
            parse("position fen a b S 1 moves 7 98(10)")
        else {
            panic!("a position");
        };
        assert_eq!((start.as_str(), moves.len()), ("a b S 1", 2));
        assert!(matches!(moves[1], MoveText::Pair(_)));
    }

    #[test]
    fn every_error_has_its_words() {
        for (line, text) in [
            ("xyzzy", "unknown command `xyzzy`"),
            (
                "setoption",
                "`setoption` must be followed by `name NAME value VALUE`",
            ),
            (
                "setoption name value 3",
                "`setoption name` must be followed by the name of an option",
            ),
            (
                "position",
                "`position` must be followed by `startpos` or `fen POSITION`",
            ),
            (
                "position fen moves 1",
                "`position fen` must be followed by a position",
            ),
            (
                "position startpos moves 7 e2e4",
                "move 2: `e2e4` is no move: expected the number of a hole",
            ),
            (
                "go movetime",
                "`movetime` must be followed by a whole number",
            ),
            ("go movetime ten", "`movetime ten`: expected a whole number"),
            ("go ponder", "`go` has no limit `ponder`"),
            (
                "query",
                "`query` must be followed by p1turn, gameover or result",
            ),
            (
                "query moves",
                "no query `moves`: expected p1turn, gameover or result",
            ),
        ] {
            assert_eq!(
                parse(line).map_err(|error| error.to_string()),
                Err(text.to_owned())
            );
        }
        assert_eq!(parse(" \t "), Ok(None));
    }
}

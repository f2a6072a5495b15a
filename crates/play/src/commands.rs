//! What a person can type at the prompt.
//!
//! The table beside this file names every command; here a line becomes one.

mod error;
mod table;

pub use error::CommandError;
pub(crate) use error::unknown;
pub(crate) use table::{COMMANDS, find, nearest};

use std::path::PathBuf;

use togyz_rules::{Move, PairToken, Side};

use crate::i18n::Language;
use crate::style::Layout;
use table::Entry;

/// The most characters of a wrong word that a message repeats.
const QUOTED: usize = 40;

/// A line at the prompt, understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Play the hole.
    Play(Move),
    /// Play a move in pair notation, which also says what it must do.
    PlayPair(PairToken),
    /// Draw the board again.
    Show,
    /// The best move and why.
    Hint,
    /// The best moves, at most so many.
    Analyze(Option<usize>),
    /// Who stands better.
    Eval,
    /// Take back so many of the person's moves, with the replies to them.
    Undo(usize),
    /// Play them again.
    Redo(usize),
    /// Start over.
    New,
    /// Sit on this side, or on the other one.
    Side(Option<Side>),
    /// Turn the board round on the screen.
    Flip,
    /// Play against this level; without a name, tell which it is.
    Level(Option<String>),
    /// List the levels.
    Levels,
    /// Play against the player that a spec names.
    Engine(String),
    /// People play both sides.
    Both,
    /// The computer plays both sides.
    Watch,
    /// The computer moves now.
    Go,
    /// Show the position as text, or play on from one.
    Position(Option<String>),
    /// Keep the game in a file; without one, in the file it is kept in already.
    Save {
        /// Where.
        path: Option<PathBuf>,
        /// Whether another file of that name may go.
        replace: Replace,
    },
    /// Open a game of a file.
    Load {
        /// Where.
        path: PathBuf,
        /// Which of its games, from 1.
        game: usize,
    },
    /// List the moves.
    Moves,
    /// Write the position and the game in one of the notations, or in all.
    Notation(Option<Form>),
    /// How the board is written.
    Layout(Layout),
    /// Tell the languages, or speak this one.
    Language(Option<Language>),
    /// Give the game up.
    Resign,
    /// Explain a command, or all.
    Help(Option<String>),
    /// Leave.
    Quit,
}

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Only one that this game was saved to or loaded from.
    OnlyOwn,
    /// Any.
    Any,
}

/// A way to write a position or a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The position as `w/b/kazans/tuzdiks/side`.
    Compact,
    /// The position as PlayStrategy writes it.
    Fen,
    /// The moves in pair notation.
    Pairs,
    /// The whole game with headers, as `save` writes it.
    Game,
}

/// Every form with the word for it.
pub(crate) const FORMS: [(&str, Form); 4] = [
    ("compact", Form::Compact),
    ("fen", Form::Fen),
    ("pairs", Form::Pairs),
    ("game", Form::Game),
];

/// What was typed, as far as a message repeats it.
fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// Understands a line; `None` if it is blank or a comment (`#`).
///
/// # Errors
/// [`CommandError`] says what was typed and what would have been right.
///
/// # Examples
/// ```
/// use togyz_play::{Command, parse_command};
/// assert_eq!(parse_command(" undo 2 ")?, Some(Command::Undo(2)));
/// assert!(parse_command("hnit").unwrap_err().to_string().contains("did you mean `hint`?"));
/// # Ok::<(), togyz_play::CommandError>(())
/// ```
pub fn parse_command(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if word.is_empty() || word.starts_with('#') {
        return Ok(None);
    }
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        return play(word, rest).map(Some);
    }
    let lower = word.to_lowercase();
    let Some(entry) = find(&lower) else {
        return Err(CommandError::Unknown {
            nearest: nearest(&lower),
            word: quoted(word),
        });
    };
    let arguments = Arguments { entry, rest };
    let command = match entry.name {
        "hint" => arguments.none(Command::Hint)?,
        "undo" => Command::Undo(arguments.count(999)?.unwrap_or(1)),
        "redo" => Command::Redo(arguments.count(999)?.unwrap_or(1)),
        "eval" => arguments.none(Command::Eval)?,
        "analyze" => Command::Analyze(arguments.count(9)?),
        "new" => arguments.none(Command::New)?,
        "side" => Command::Side(arguments.optional().map(side).transpose()?),
        "flip" => arguments.none(Command::Flip)?,
        "level" => Command::Level(arguments.optional().map(str::to_lowercase)),
        "levels" => arguments.none(Command::Levels)?,
        "engine" => Command::Engine(arguments.required()?.to_owned()),
        "both" => arguments.none(Command::Both)?,
        "watch" => arguments.none(Command::Watch)?,
        "go" => arguments.none(Command::Go)?,
        "position" => Command::Position(
            arguments
                .optional()
                .filter(|text| *text != "show")
                .map(str::to_owned),
        ),
        "notation" => Command::Notation(arguments.optional().map(form).transpose()?),
        "moves" => arguments.none(Command::Moves)?,
        "save" => save(&lower, arguments)?,
        "load" => load(arguments.required()?),
        "board" => match arguments.optional() {
            Some(word) => Command::Layout(layout(word)?),
            None => Command::Show,
        },
        "language" => Command::Language(arguments.optional().map(language).transpose()?),
        "resign" => arguments.none(Command::Resign)?,
        "help" => Command::Help(arguments.optional().map(str::to_lowercase)),
        _ => arguments.none(Command::Quit)?,
    };
    Ok(Some(command))
}

fn play(word: &str, rest: &str) -> Result<Command, CommandError> {
    if !rest.is_empty() {
        return Err(CommandError::NoArgument {
            name: word.to_owned(),
            found: quoted(rest),
        });
    }
    if let Ok(mv) = word.parse::<Move>() {
        return Ok(Command::Play(mv));
    }
    word.parse()
        .map(Command::PlayPair)
        .map_err(|_| CommandError::NoHole(quoted(word)))
}

fn side(word: &str) -> Result<Side, CommandError> {
    parse_side(word).ok_or_else(|| CommandError::Word {
        found: quoted(word),
        expected: "bastaushy, south, white, kostaushy, north, black".to_owned(),
    })
}

/// The side that a word names: by its Kazakh name, its colour, or its place on the board.
#[must_use]
pub(crate) fn parse_side(word: &str) -> Option<Side> {
    match word.to_lowercase().as_str() {
        "bastaushy" | "south" | "white" => Some(Side::Bastaushy),
        "kostaushy" | "north" | "black" => Some(Side::Kostaushy),
        _ => None,
    }
}

fn form(word: &str) -> Result<Form, CommandError> {
    FORMS
        .into_iter()
        .find(|(name, _)| *name == word.to_lowercase())
        .map(|(_, form)| form)
        .ok_or_else(|| CommandError::Word {
            found: quoted(word),
            expected: FORMS.map(|(name, _)| name).join(", "),
        })
}

fn layout(word: &str) -> Result<Layout, CommandError> {
    word.parse().map_err(|_| CommandError::Word {
        found: quoted(word),
        expected: Layout::ALL.map(Layout::name).join(", "),
    })
}

fn language(word: &str) -> Result<Language, CommandError> {
    word.parse().map_err(|_| CommandError::Word {
        found: quoted(word),
        expected: Language::codes(None),
    })
}

fn save(word: &str, arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let replace = if word == "save!" {
        Replace::Any
    } else {
        Replace::OnlyOwn
    };
    let path = match (replace, arguments.optional()) {
        (Replace::Any, None) => Some(arguments.required()?),
        (_, path) => path,
    };
    Ok(Command::Save {
        path: path.map(PathBuf::from),
        replace,
    })
}

/// A last word that is a number says which game; every other space belongs to the path.
fn load(text: &str) -> Command {
    let numbered = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(path, number)| Some((path.trim_end(), number.parse().ok()?)))
        .filter(|(_, game)| *game > 0);
    let (path, game) = numbered.unwrap_or((text, 1));
    Command::Load {
        path: PathBuf::from(path),
        game,
    }
}

/// What follows the word of a command.
#[derive(Clone, Copy)]
struct Arguments<'a> {
    entry: &'static Entry,
    rest: &'a str,
}

impl<'a> Arguments<'a> {
    fn none(self, command: Command) -> Result<Command, CommandError> {
        match self.optional() {
            None => Ok(command),
            Some(found) => Err(CommandError::NoArgument {
                name: self.entry.name.to_owned(),
                found: quoted(found),
            }),
        }
    }

    fn optional(self) -> Option<&'a str> {
        (!self.rest.is_empty()).then_some(self.rest)
    }

    fn required(self) -> Result<&'a str, CommandError> {
        self.optional().ok_or(CommandError::Missing {
            name: self.entry.name,
            usage: self.entry.usage,
        })
    }

    fn count(self, most: usize) -> Result<Option<usize>, CommandError> {
        let Some(text) = self.optional() else {
            return Ok(None);
        };
        text.parse()
            .ok()
            .filter(|count| (1..=most).contains(count))
            .map(Some)
            .ok_or_else(|| CommandError::Count {
                found: quoted(text),
                most,
                usage: self.entry.usage,
            })
    }
}

//! Every command with its usage and what it does: what the parser, `help` and the guess at a
//! mistyped word read.

/// How alike two words must be, from 0 to 1, for one to be taken for the other mistyped.
const LIKENESS: f64 = 0.5;

/// A command as `help` shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The word that is typed.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// How it is written.
    pub usage: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
}

const fn entry(
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    about: &'static str,
) -> Entry {
    Entry {
        name,
        aliases,
        usage,
        about,
    }
}

/// Everything that can be typed, in the order of `help`.
pub(crate) const COMMANDS: [Entry; 24] = [
    entry(
        "1 to 9",
        &[],
        "1 to 9",
        "play that hole; pair notation such as 76 or 36x is understood too",
    ),
    entry(
        "hint",
        &["h"],
        "hint",
        "the best move, what it gains, and why",
    ),
    entry(
        "undo",
        &["u", "back"],
        "undo [N]",
        "take back your last N moves and the replies to them",
    ),
    entry("redo", &["r"], "redo [N]", "play what was taken back again"),
    entry(
        "eval",
        &["e"],
        "eval",
        "who stands better: win chance and expected margin",
    ),
    entry(
        "analyze",
        &["a", "analyse"],
        "analyze [N]",
        "the best N moves with win chance, margin and line",
    ),
    entry(
        "new",
        &["n"],
        "new",
        "start over; `undo` brings the old game back",
    ),
    entry(
        "side",
        &[],
        "side [bastaushy|kostaushy]",
        "change sides, or take the side named",
    ),
    entry("flip", &[], "flip", "turn the board round"),
    entry(
        "level",
        &[],
        "level [NAME]",
        "play against another level; alone, tell which it is",
    ),
    entry(
        "levels",
        &[],
        "levels",
        "list the levels with their measured strength",
    ),
    entry(
        "engine",
        &[],
        "engine SPEC",
        "play against any player: classical,depth=8  model:FILE  random",
    ),
    entry("both", &["people"], "both", "people play both sides"),
    entry(
        "watch",
        &[],
        "watch",
        "the computer plays both sides; Ctrl-C stops it",
    ),
    entry(
        "go",
        &[],
        "go",
        "let the computer move now, for you if it is your turn",
    ),
    entry(
        "position",
        &["pos"],
        "position [TEXT|show]",
        "play on from a compact position, a FEN or `startpos`",
    ),
    entry(
        "notation",
        &[],
        "notation [compact|fen|pairs|game]",
        "write position and game to copy them",
    ),
    entry("moves", &["m"], "moves", "list the moves"),
    entry(
        "save",
        &["save!"],
        "save [FILE]",
        "keep the game in a file; `save! FILE` replaces another one",
    ),
    entry(
        "load",
        &["open"],
        "load FILE [N]",
        "open a game, the N-th of its file",
    ),
    entry(
        "board",
        &["b", "show"],
        "board [box|text|lines]",
        "show the board; change how it is written",
    ),
    entry("resign", &[], "resign", "give the game up"),
    entry("help", &["?"], "help [COMMAND]", "this list"),
    entry(
        "quit",
        &["q", "exit"],
        "quit",
        "leave; so does the end of the input",
    ),
];

/// The entry of a word or alias.
#[must_use]
pub(crate) fn find(word: &str) -> Option<&'static Entry> {
    COMMANDS
        .iter()
        .find(|entry| entry.name == word || entry.aliases.contains(&word))
}

/// The command that a mistyped word resembles.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    COMMANDS
        .iter()
        .map(|entry| {
            (
                strsim::normalized_damerau_levenshtein(word, entry.name),
                entry.name,
            )
        })
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

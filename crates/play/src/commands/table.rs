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
    /// The message that tells what it does, in a line.
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
pub(crate) const COMMANDS: [Entry; 25] = [
    entry("1-9", &[], "1-9", "help-holes"),
    entry("hint", &["h"], "hint", "help-hint"),
    entry("undo", &["u", "back"], "undo [N]", "help-undo"),
    entry("redo", &["r"], "redo [N]", "help-redo"),
    entry("eval", &["e"], "eval", "help-eval"),
    entry("analyze", &["a", "analyse"], "analyze [N]", "help-analyze"),
    entry("new", &["n"], "new", "help-new"),
    entry("side", &[], "side [bastaushy|kostaushy]", "help-side"),
    entry("flip", &[], "flip", "help-flip"),
    entry("level", &[], "level [NAME]", "help-level"),
    entry("levels", &[], "levels", "help-levels"),
    entry("engine", &[], "engine SPEC", "help-engine"),
    entry("both", &["people"], "both", "help-both"),
    entry("watch", &[], "watch", "help-watch"),
    entry("go", &[], "go", "help-go"),
    entry(
        "position",
        &["pos"],
        "position [TEXT|show]",
        "help-position",
    ),
    entry(
        "notation",
        &[],
        "notation [compact|fen|pairs|game]",
        "help-notation",
    ),
    entry("moves", &["m"], "moves", "help-moves"),
    entry("save", &["save!"], "save [FILE]", "help-save"),
    entry("load", &["open"], "load FILE [N]", "help-load"),
    entry(
        "board",
        &["b", "show"],
        "board [box|text|lines]",
        "help-board",
    ),
    entry("language", &["lang"], "language [CODE]", "help-language"),
    entry("resign", &[], "resign", "help-resign"),
    entry("help", &["?"], "help [COMMAND]", "help-help"),
    entry("quit", &["q", "exit"], "quit", "help-quit"),
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

//! A view as the lines of a screen: a pure function.

use crate::i18n::Messages;
use crate::session::View;

/// The least room that a board needs.
const COLUMNS: usize = 62;
const ROWS: usize = 18;
/// Where the list of moves begins, and the room it needs.
const LIST: usize = 64;
const LIST_COLUMNS: usize = 22;

/// Columns and rows of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Characters in a line.
    pub columns: usize,
    /// Lines.
    pub rows: usize,
}

/// The lines of a screen, from the top, and where the cursor stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// No more of them than there are rows, and none wider than the screen.
    pub lines: Vec<String>,
    /// Column and row of the cursor, from 0.
    pub cursor: (usize, usize),
}

/// Draws what there is to see: the board with the moves beside it, the evaluation if somebody asked,
/// what was told last, and the prompt with what is typed. A text that does not fit below the board
/// takes its place until the next command.
#[must_use]
pub fn draw(view: &View, told: &str, typed: &str, size: Size) -> Frame {
    let messages = Messages::of(view.language);
    let told = wrapped(told, size.columns);
    let above = if size.columns < COLUMNS || size.rows < ROWS {
        let needed = [("columns", COLUMNS.into()), ("rows", ROWS.into())];
        let told = messages.format("game-small", &needed);
        vec![shortened(&told, size.columns)]
    } else {
        board(view, size)
    };
    let room = size.rows.saturating_sub(2);
    let mut lines = if above.len() + 1 + told.len() <= room {
        let mut lines = above;
        lines.push(String::new());
        lines.extend(told);
        lines
    } else {
        page(told, room, size.columns, messages)
    };
    lines.push(String::new());
    let (prompt, column) = prompt(&view.prompt, typed, size.columns);
    lines.push(prompt);
    // A screen of a line or two shows the prompt, whatever else.
    let lines = lines.split_off(lines.len().saturating_sub(size.rows.max(1)));
    let row = lines.len() - 1;
    Frame {
        lines,
        cursor: (column, row),
    }
}

/// The board, with the last moves beside it or in a line below, and the evaluation.
fn board(view: &View, size: Size) -> Vec<String> {
    let mut lines: Vec<String> = view.board.lines().map(str::to_owned).collect();
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    if widest > size.columns {
        // A board in sentences, which has no colour.
        lines = wrapped(&view.board, size.columns);
    }
    if size.columns >= LIST + LIST_COLUMNS && widest < LIST {
        let hidden = view.moves.len().saturating_sub(lines.len());
        for (line, text) in lines.iter_mut().zip(&view.moves[hidden..]) {
            let gap = LIST.saturating_sub(width(line));
            let room = size.columns - LIST;
            *line = format!(
                "{line}{}{}",
                " ".repeat(gap),
                shortened(text.trim_end(), room)
            );
        }
    } else if let Some(last) = view.moves.last() {
        lines.push(shortened(last.trim_end(), size.columns));
    }
    if let Some(evaluation) = &view.evaluation {
        lines.push(String::new());
        for line in evaluation.lines() {
            if width(line) > size.columns {
                lines.extend(wrapped(line, size.columns));
            } else {
                lines.push(line.to_owned());
            }
        }
    }
    lines
}

/// As much of a long text as fits, and how much does not.
fn page(mut told: Vec<String>, room: usize, columns: usize, messages: &Messages) -> Vec<String> {
    if told.len() > room {
        let kept = room.saturating_sub(1);
        let more = told.len() - kept;
        told.truncate(kept);
        let more = messages.format("game-more-lines", &[("count", more.into())]);
        told.push(shortened(&more, columns));
    }
    told
}

/// The prompt with the end of what is typed, and the column behind it.
fn prompt(prompt: &str, typed: &str, columns: usize) -> (String, usize) {
    let text: Vec<char> = format!("{prompt}{typed}").chars().collect();
    // The cursor needs a column too.
    let hidden = (text.len() + 1).saturating_sub(columns.max(1));
    let shown: String = text[hidden..].iter().collect();
    (shown, text.len() - hidden)
}

/// A text in lines that fit, without what would move the cursor; empty lines at its ends are gone.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.trim_matches('\n').lines() {
        let safe: Vec<char> = line.chars().filter(|c| !c.is_control()).collect();
        if safe.is_empty() {
            lines.push(String::new());
        }
        let mut rest = safe.as_slice();
        while !rest.is_empty() {
            let (part, after) = rest.split_at(broken(rest, columns.max(1)));
            lines.push(part.iter().collect::<String>().trim_end().to_owned());
            rest = after;
        }
    }
    lines
}

/// Where a line is broken: after the last space that fits, or where the columns end.
fn broken(line: &[char], columns: usize) -> usize {
    if line.len() <= columns {
        return line.len();
    }
    let space = line[..columns].iter().rposition(|c| *c == ' ');
    space.map_or(columns, |at| at + 1)
}

fn shortened(text: &str, columns: usize) -> String {
    text.chars().take(columns).collect()
}

/// The columns of a text, without its escape codes for colour.
fn width(text: &str) -> usize {
    let mut count = 0;
    let mut is_code = false;
    for c in text.chars() {
        match c {
            '\x1b' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            _ => count += 1,
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_at_spaces_and_lose_what_moves_the_cursor() {
        assert_eq!(
            wrapped("\n\none two three\n\nfour\n", 8),
            ["one two", "three", "", "four"]
        );
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("a\x1b[2Jb\x07", 9), ["a[2Jb"]);
        assert_eq!(width("\x1b[1;32m███\x1b[0m 9."), 6);
    }

    #[test]
    fn the_end_of_a_long_line_is_seen() {
        assert_eq!(prompt("> ", "12345678", 6), ("45678".to_owned(), 5));
        assert_eq!(prompt("> ", "7", 6), ("> 7".to_owned(), 3));
    }
}

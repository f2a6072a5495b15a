//! The text of games cut into tokens.

use super::GameResult;

/// One token of a collection.
#[derive(Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value still escaped.
    Header { name: &'a str, value: &'a str },
    /// A bracket that opens no header.
    BadHeader,
    /// `12.` or `12...`, or dots alone.
    Number { first: bool },
    /// `{text}`.
    Comment(&'a str),
    /// A brace that is not closed before the next game.
    OpenComment,
    /// `1-0` and its like.
    Result(GameResult),
    /// Anything else: a move, or a fault.
    Word(&'a str),
}

/// A cursor over the text.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    /// The byte where the next token is looked for.
    pub(super) at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        // A byte order mark is no part of the first token.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Tokens { text, at }
    }

    /// The next token and the byte it starts at; [`Tokens::at`] is then behind it.
    pub(super) fn next(&mut self) -> Option<(usize, Token<'a>)> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            match *bytes.get(start)? {
                byte if byte.is_ascii_whitespace() => self.at += 1,
                b';' => self.at = self.line_end(start),
                b'[' => return Some((start, self.header(start))),
                b'{' => return Some((start, self.comment(start))),
                b'$' => {
                    self.at += 1 + leading_digits(&bytes[start + 1..]);
                }
                _ => return Some((start, self.word(start))),
            }
        }
    }

    fn line_end(&self, start: usize) -> usize {
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        start + length.unwrap_or(rest.len())
    }

    /// `[Name "value"]`; a faulty one is taken to the end of its line.
    fn header(&mut self, start: usize) -> Token<'a> {
        let end = self.line_end(start);
        let line = &self.text[start..end];
        match split_header(line) {
            Some((name, value, length)) => {
                self.at = start + length;
                Token::Header { name, value }
            }
            None => {
                self.at = end;
                Token::BadHeader
            }
        }
    }

    fn comment(&mut self, start: usize) -> Token<'a> {
        let rest = &self.text[start + 1..];
        let close = rest.find('}');
        let inside = &rest[..close.unwrap_or(rest.len())];
        // A forgotten brace must not swallow the games below: it ends at the next header line.
        let mut line_start = 0;
        for line in inside.split_inclusive('\n') {
            if line_start > 0 && split_header(line).is_some() {
                self.at = start + 1 + line_start;
                return Token::OpenComment;
            }
            line_start += line.len();
        }
        self.at = start + 1 + inside.len() + usize::from(close.is_some());
        match close {
            Some(_) => Token::Comment(inside),
            None => Token::OpenComment,
        }
    }

    fn word(&mut self, start: usize) -> Token<'a> {
        let bytes = &self.text.as_bytes()[start..];
        // A number may be glued to its move, so it ends behind its dots.
        let digits = leading_digits(bytes);
        let dots = bytes[digits..]
            .iter()
            .take_while(|&&byte| byte == b'.')
            .count();
        if dots > 0 {
            self.at = start + digits + dots;
            let first = dots == 1 && &bytes[..digits] == b"1";
            return Token::Number { first };
        }
        let ends =
            |&byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'{' | b'[' | b';' | b'$');
        let length = bytes.iter().position(ends).unwrap_or(bytes.len());
        self.at = start + length;
        let word = &self.text[start..self.at];
        match GameResult::from_text(word) {
            Some(result) => Token::Result(result),
            None => Token::Word(word),
        }
    }
}

fn leading_digits(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}

/// The name and the escaped value of a header at the beginning of `line`, and its length.
fn split_header(line: &str) -> Option<(&str, &str, usize)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let name_end = inside.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = inside.split_at(name_end);
    let rest = rest.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    let value_end = rest.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })?;
    // The line ends at the line feed, so a carriage return inside is a break as well.
    let value = Some(&rest[..value_end]).filter(|value| !value.contains('\r'))?;
    let tail = rest[value_end + 1..].trim_start().strip_prefix(']')?;
    (!name.is_empty()).then_some((name, value, line.len() - tail.len()))
}

/// A header's value with `\"` and `\\` undone.
pub(super) fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            _ => text.push(c),
        }
    }
    text
}

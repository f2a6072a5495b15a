//! Reading one game after the other.

use std::ops::Range;

use super::error::{GameError, GameErrorKind, MovePlace};
use super::tokens::{Token, Tokens, unescaped};
use super::{GameRecord, GameResult, Headers};
use crate::game::Game;
use crate::notation::PairToken;
use crate::position::Position;
use crate::variant::{UnknownVariant, Variant};

/// The longest wrong token that an error repeats, in characters.
const QUOTED: usize = 40;

/// Reads the games of a text one by one. `variant` holds where no header names another.
///
/// A broken game gives an error and does not stop the games after it.
///
/// # Examples
/// ```
/// use togyz_rules::{Variant, collection};
/// let text = "1. 76(10) 11 1-0\n1. 75 11 1-0\n1. 98 11 *\n";
/// let games: Vec<_> = collection(text, Variant::Togyz).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// assert_eq!(
///     games[1].as_ref().unwrap_err().to_string(),
///     "game 2, line 2, column 4, move 1 of Bastaushy: `75`: the last ball falls in hole 6, not 5"
/// );
/// ```
#[must_use]
pub fn collection(text: &str, variant: Variant) -> Collection<'_> {
    Collection {
        tokens: Tokens::new(text),
        variant,
        games: 0,
        line: LineCounter::default(),
        places: Places::default(),
    }
}

/// The games of a text: see [`collection`].
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    tokens: Tokens<'a>,
    variant: Variant,
    games: usize,
    line: LineCounter,
    pub(super) places: Places<'a>,
}

/// Where the last game stands in the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Places<'a> {
    /// The byte where its first token begins.
    pub(super) start: usize,
    /// Each header by name with its bytes.
    pub(super) headers: Vec<(&'a str, Range<usize>)>,
}

/// Counts lines up to a place that only moves on, so that a file is counted through once.
#[derive(Clone, Debug, Default)]
struct LineCounter {
    newlines: usize,
    line_start: usize,
}

impl LineCounter {
    /// Line and column of the byte `at`, from 1.
    fn place(&mut self, text: &str, at: usize) -> (usize, usize) {
        while let Some(length) = text[self.line_start..at].find('\n') {
            self.newlines += 1;
            self.line_start += length + 1;
        }
        let column = text[self.line_start..at].chars().count() + 1;
        (self.newlines + 1, column)
    }
}

impl Iterator for Collection<'_> {
    type Item = Result<GameRecord, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = Draft::new(self.variant);
        self.places = Places::default();
        loop {
            let before = self.tokens.at;
            let Some((at, token)) = self.tokens.next() else {
                break;
            };
            let (in_moves, was_begun) = (draft.moves_begun, draft.begun);
            match token {
                Token::Header { .. } | Token::BadHeader if in_moves => {
                    self.tokens.at = before;
                    break;
                }
                Token::Number { first: true } if draft.words > 0 => {
                    self.tokens.at = before;
                    break;
                }
                Token::Header { name, value } => {
                    self.places.headers.push((name, at..self.tokens.at));
                    draft.header(at, name, value);
                }
                Token::BadHeader => draft.fault(at, GameErrorKind::Header),
                Token::Number { .. } => draft.begin_moves(),
                Token::Comment(text) if text.trim() == "zero" => draft.zero(at),
                Token::Comment(_) => {}
                Token::OpenComment => draft.fault(at, GameErrorKind::Comment),
                Token::Word(word) => draft.word(at, word),
                Token::Result(result) => {
                    draft.close(at, result);
                    if !was_begun {
                        self.places.start = at;
                    }
                    break;
                }
            }
            if !was_begun && draft.begun {
                self.places.start = at;
            }
        }
        if !draft.begun {
            return None;
        }
        self.games += 1;
        Some(draft.finish().map_err(|fault| self.error(fault)))
    }
}

impl Collection<'_> {
    fn error(&mut self, fault: Fault) -> GameError {
        let text = self.tokens.text;
        let (line, column) = self.line.place(text, fault.at);
        let mut tokens = Tokens { text, at: fault.at };
        let end = tokens.next().map_or(fault.at, |_| tokens.at);
        let token = text[fault.at..end].trim_end();
        GameError {
            game: self.games,
            line,
            column,
            at_move: fault.at_move,
            plies: fault.plies,
            token: token
                .lines()
                .next()
                .unwrap_or("")
                .chars()
                .take(QUOTED)
                .collect::<String>()
                .into(),
            kind: fault.kind,
        }
    }

    /// The error of a text in which one game was looked for and none found.
    pub(super) fn missing(&self) -> GameError {
        GameError {
            game: 1,
            line: 1,
            column: 1,
            at_move: None,
            plies: 0,
            token: Box::default(),
            kind: GameErrorKind::NoGame,
        }
    }

    /// The error of a text in which another game follows.
    pub(super) fn surplus(&mut self) -> Option<GameError> {
        let mut ahead = self.tokens.clone();
        let at = loop {
            match ahead.next()? {
                (_, Token::Comment(_)) => {}
                (at, _) => break at,
            }
        };
        self.games += 1;
        Some(self.error(Fault {
            at,
            at_move: None,
            plies: 0,
            kind: GameErrorKind::SecondGame,
        }))
    }
}

/// What is wrong, with its place as a byte of the text.
struct Fault {
    at: usize,
    at_move: Option<MovePlace>,
    plies: usize,
    kind: GameErrorKind,
}

/// A game while it is read. After the first fault the rest is only passed over.
struct Draft<'a> {
    headers: Headers,
    variant: Variant,
    /// The start as a header describes it, read when the variant is known.
    start: Option<(usize, &'a str)>,
    game: Game,
    begun: bool,
    moves_begun: bool,
    /// Words where moves belong, right or wrong.
    words: usize,
    fault: Option<Fault>,
}

impl<'a> Draft<'a> {
    fn new(variant: Variant) -> Draft<'a> {
        Draft {
            headers: Headers::default(),
            variant,
            start: None,
            game: Game::new(variant),
            begun: false,
            moves_begun: false,
            words: 0,
            fault: None,
        }
    }

    fn fault(&mut self, at: usize, kind: GameErrorKind) {
        self.begun = true;
        if self.fault.is_some() {
            return;
        }
        let plies = self.game.plies().len();
        // A game from a set-up start may begin with Kostaushy's half of a move.
        let halves = plies + self.game.start().side_to_move().index();
        self.fault = Some(Fault {
            at,
            at_move: self.moves_begun.then(|| MovePlace {
                number: halves / 2 + 1,
                side: self.game.position().side_to_move(),
            }),
            plies,
            kind,
        });
    }

    fn header(&mut self, at: usize, name: &str, value: &'a str) {
        self.begun = true;
        let text = unescaped(value);
        let headers = &mut self.headers;
        match name.to_ascii_lowercase().as_str() {
            "event" => headers.event = text,
            "site" => headers.site = text,
            "date" => headers.date = text,
            "white" => headers.white = text,
            "black" => headers.black = text,
            "result" => match GameResult::from_text(text.trim()) {
                Some(result) => headers.result = result,
                // People write scores and words here; that is worth keeping, and no fault.
                None => headers.others.push((name.to_owned(), text)),
            },
            "variant" => match variant_named(&text) {
                Ok(variant) => self.variant = variant,
                Err(error) => self.fault(at, error.into()),
            },
            "position" | "fen" => self.start = Some((at, value)),
            _ => headers.others.push((name.to_owned(), text)),
        }
    }

    /// The headers are over: the start is known.
    fn begin_moves(&mut self) {
        if self.moves_begun {
            return;
        }
        self.begun = true;
        match self.start {
            None => self.game = Game::new(self.variant),
            Some((at, text)) => match Position::parse(text, self.variant) {
                Ok(start) => self.game = Game::from_position(start),
                Err(error) => self.fault(at, error.into()),
            },
        }
        self.moves_begun = true;
    }

    fn word(&mut self, at: usize, word: &str) {
        self.begin_moves();
        self.words += 1;
        if self.fault.is_none()
            && let Err(kind) = self.play(word)
        {
            self.fault(at, kind);
        }
    }

    /// Plays one token, or leaves the game as it was.
    fn play(&mut self, word: &str) -> Result<(), GameErrorKind> {
        let token: PairToken = word.trim_end_matches(['!', '?']).parse()?;
        let position = self.game.position();
        if position.legal_moves().is_empty() {
            return Err(GameErrorKind::Over);
        }
        let (next, played) = position.play(token.mv)?;
        token.check(&played, next.kazan(played.side))?;
        self.game.push(next, played);
        Ok(())
    }

    fn zero(&mut self, at: usize) {
        if !self.moves_begun {
            return;
        }
        match self.game.position().legal_moves().len() {
            0 => {}
            holes => self.fault(at, GameErrorKind::NotZero(holes)),
        }
    }

    fn close(&mut self, at: usize, result: GameResult) {
        self.begin_moves();
        match self.headers.result {
            GameResult::Open => self.headers.result = result,
            header if result == header || result == GameResult::Open => {}
            header => self.fault(at, GameErrorKind::Result { header }),
        }
    }

    fn finish(mut self) -> Result<GameRecord, Fault> {
        self.begin_moves();
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(GameRecord {
                headers: self.headers,
                game: self.game,
            }),
        }
    }
}

/// The variant of a header: our names, and those that sites give to the tournament game.
fn variant_named(text: &str) -> Result<Variant, UnknownVariant> {
    let name: String = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    match name.as_str() {
        "togyzkumalak" | "togyzqumalaq" | "togyzkumalaq" | "toguzkorgool" | "toguzkorgol"
        | "toguzkumalak" => Ok(Variant::Togyz),
        _ => name.parse().map_err(|_| UnknownVariant(text.to_owned())),
    }
}

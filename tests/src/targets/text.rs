//! What people and programs type, and files of text.

use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_arena::{
    Entrant, GameLine, MatchConfig, Openings, Selection, SprtConfig, Tally, play_pairs,
};
use togyz_files::ContentHash;
use togyz_play::{Layout, parse_command, with_causes};
use togyz_players::{EvaluationKind, Levels, Library, PlayerSpec, build};
use togyz_rules::{
    Fen, GameRecord, Move, PairToken, Position, Setup, Variant, collection, with_headers,
};

/// Text as the programs get it: what is not UTF-8 is replaced.
pub(super) fn text_of(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Reads a word; what is accepted is written as it is read.
fn word<T: FromStr<Err: Error + 'static> + Display + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string();
            assert!(
                again.parse::<T>().is_ok_and(|back| back == value),
                "`{text}` is written as `{again}`, which is another"
            );
        }
        Err(error) => assert!(!with_causes(&error).is_empty()),
    }
}

/// Positions in every notation and variant; what is accepted is valid and survives both forms.
///
/// # Panics
/// If it is not or does not.
pub fn positions(bytes: &[u8]) {
    let text = text_of(bytes);
    for variant in Variant::ALL {
        let read = [
            Position::parse(&text, variant),
            Position::from_compact(&text, variant),
            Position::from_fen(&text, variant),
        ];
        for position in read {
            match position {
                Ok(position) => {
                    assert_eq!(Setup::from(position).build(), Ok(position), "{text:?}");
                    for again in [position.to_compact(), position.to_fen()] {
                        assert_eq!(Position::parse(&again, variant), Ok(position), "{text:?}");
                    }
                }
                Err(error) => assert!(!with_causes(&error).is_empty()),
            }
        }
        if let Ok(fen) = Fen::parse(&text, variant) {
            assert_eq!(Fen::parse(&fen.to_string(), variant), Ok(fen), "{text:?}");
        }
    }
}

/// Moves and the words beside them, one a line.
///
/// # Panics
/// If one is written as another.
pub fn moves(bytes: &[u8]) {
    for line in text_of(bytes).lines() {
        word::<PairToken>(line);
        word::<Move>(line);
        word::<Variant>(line);
        word::<ContentHash>(line);
    }
}

/// Collections of games in every variant; what is accepted comes back from its own text, and what
/// is not is told with a place in the text.
///
/// # Panics
/// If it does not or is not.
pub fn games(bytes: &[u8]) {
    let text = text_of(bytes);
    for variant in Variant::ALL {
        for game in collection(&text, variant) {
            match game {
                Ok(record) => {
                    let again = GameRecord::parse(&record.to_string(), variant);
                    assert_eq!(again.as_ref(), Ok(&record), "{text:?}");
                    let _ = record.result_conflict();
                }
                Err(error) => {
                    let line = text.split('\n').nth(error.line - 1);
                    let columns = line.expect("the line is there").chars().count() + 1;
                    assert!(error.column <= columns, "{text:?}: {error}");
                    assert!(!with_causes(&error).is_empty());
                }
            }
        }
        let _ = GameRecord::parse(&text, variant);
        headers(&text, variant);
    }
}

/// A header goes into each right game, and changes nothing else of any.
fn headers(text: &str, variant: Variant) {
    let games: Vec<_> = collection(text, variant).collect();
    let right = games.iter().enumerate().filter(|(_, game)| game.is_ok());
    let values = right
        .map(|(index, _)| (index + 1, index.to_string()))
        .collect();
    let set = with_headers(text, variant, "Note", &values);
    let again: Vec<_> = collection(&set, variant).collect();
    assert_eq!(games.len(), again.len(), "{text:?}");
    for (index, (old, new)) in games.into_iter().zip(again).enumerate() {
        let (Ok(mut old), Ok(mut new)) = (old, new) else {
            continue;
        };
        let value = ("Note".to_owned(), index.to_string());
        assert!(new.headers.others.contains(&value), "{text:?}");
        for record in [&mut old, &mut new] {
            let others = &mut record.headers.others;
            others.retain(|(name, _)| !name.eq_ignore_ascii_case("note"));
        }
        assert_eq!(old, new, "{text:?}");
    }
    assert_eq!(
        with_headers(&set, variant, "Note", &values),
        set,
        "{text:?}"
    );
}

/// Reviews that games carry in their text; what is accepted is written as it is read.
///
/// # Panics
/// If it is not.
pub fn reviews(bytes: &[u8]) {
    togyz_play::review::rehearse(&text_of(bytes));
}

/// Player specs, one a line; what is accepted is written as it is read.
///
/// # Panics
/// If one is written as another.
pub fn specs(bytes: &[u8]) {
    for line in text_of(bytes).lines() {
        word::<PlayerSpec>(line);
    }
}

/// Values of options, one a line.
///
/// # Panics
/// If one is written as another.
pub fn options(bytes: &[u8]) {
    for line in text_of(bytes).lines() {
        word::<Selection>(line);
        word::<SprtConfig>(line);
        word::<EvaluationKind>(line);
        match Openings::parse(line, 1) {
            Ok((openings, selection)) => {
                let again = Openings::parse(&selection.name(&openings), 1);
                assert_eq!(again, Ok((openings, selection)), "{line:?}");
            }
            Err(error) => assert!(!with_causes(&error).is_empty()),
        }
        let _ = line.parse::<Layout>();
    }
}

/// A file of levels; what is accepted comes back from its own text.
///
/// # Panics
/// If it does not.
pub fn levels(bytes: &[u8]) {
    match Levels::parse(&text_of(bytes)) {
        Ok(levels) => {
            let text = levels.to_toml().expect("numbers that came from TOML");
            let again = Levels::parse(&text).expect("as written");
            assert_eq!(again, levels);
        }
        Err(error) => assert!(!with_causes(&error).is_empty()),
    }
}

/// The commands of the prompt, one a line.
pub fn commands(bytes: &[u8]) {
    for line in text_of(bytes).lines() {
        if let Err(error) = parse_command(line) {
            let _ = with_causes(&error);
        }
    }
}

/// A file of match results, read as its match goes on from it: its line of identity, then games.
/// What is accepted is counted; an error names the file.
///
/// # Panics
/// If it does not.
pub fn records(bytes: &[u8]) {
    // 1. The lines by themselves, whatever match they are of.
    let text = text_of(bytes);
    let lines: Vec<GameLine> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let tally = Tally::of(&lines);
    assert_eq!(tally.games(), lines.len() as u64);
    let _ = (tally.score(), tally.elo());
    for seat in [&tally.pace.a, &tally.pace.b] {
        let _ = seat.mean_ms();
    }

    // 2. The file, in a match that has no further game to play.
    let folder = super::scratch();
    let path = folder.path().join("match.jsonl");
    std::fs::write(&path, bytes).expect("a temporary file takes bytes");
    if let Err(error) = continue_match(&path) {
        let (told, name) = (with_causes(&error), path.display().to_string());
        assert!(told.contains(&name), "`{told}` does not name {name}");
    }
}

/// Opens the file of a match of greedy against random.
fn continue_match(path: &std::path::Path) -> Result<(), togyz_arena::ArenaError> {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::embedded().expect("the built-in levels"));
    let player = |spec: PlayerSpec| move |seed| build(&spec, &LIBRARY, Variant::Togyz, seed);
    let specs = ["greedy", "random"].map(|name| name.parse().expect("a spec"));
    let [greedy, random] = specs.map(player);
    let (a, b) = (
        Entrant {
            name: "greedy",
            make: &greedy,
        },
        Entrant {
            name: "random",
            make: &random,
        },
    );
    let config = MatchConfig {
        games: 0,
        ..MatchConfig::new(a, b)
    };
    let clock = || Duration::ZERO;
    let stop = AtomicBool::new(true);
    play_pairs(
        &config,
        Variant::Togyz,
        clock,
        Some(path),
        &mut |_| {},
        &stop,
    )
    .map(drop)
}

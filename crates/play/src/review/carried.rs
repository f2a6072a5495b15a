//! A review that a game's own text carries, in a header that other programs pass over.
//!
//! ```text
//! [EngineReview "1 expert 5f0c… 8d21… 77aa… 0.52,3.25,761 =1,66,9 …"]
//! ```
//!
//! The version; who judged; hashes of the game, of all that the review depends on ([`Key::hash`]) and
//! of the rest of the line; then a word for every position that was looked at: the expected result and
//! margin of the side to move, behind `=` if they are exact, and the holes of the best line. What is
//! told of a move follows from these, so a text cannot contradict its own moves.

use std::fmt::Write as _;

use togyz_files::ContentHash;
use togyz_players::Budget;
use togyz_rules::{Game, GameRecord, Headers, Move, PairToken, Position, Side, Variant};

use super::judge::Worth;
use super::looks::Looks;
use super::report::Review;
use super::store::{Key, game_hash};

/// The header's name.
pub(crate) const HEADER: &str = "EngineReview";
/// The version of its text; it grows when an older program must not read it.
const VERSION: &str = "1";
/// Digits of a hash that are written: enough that no two of a collection are equal by chance.
const DIGITS: usize = 24;

/// Why a review that a game carries is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CarriedError {
    /// The text is another program's, of a later version, or damaged.
    #[error("its review is damaged, or of a version that is not read here")]
    Damaged,
    /// The moves are not those that were judged.
    #[error("the review in its text is of other moves")]
    Moves,
    /// Another player judged, or with other limits.
    #[error("the review in its text is by {by}, with another model, other limits or tables")]
    Engine {
        /// Who judged.
        by: String,
    },
}

/// What a game's headers carry.
pub(crate) fn of(headers: &Headers) -> Option<&str> {
    let mut others = headers.others.iter();
    others
        .find(|(name, _)| name.eq_ignore_ascii_case(HEADER))
        .map(|(_, value)| value.as_str())
}

/// Leaves out what a game's headers carry.
pub(crate) fn forget(headers: &mut Headers) {
    headers
        .others
        .retain(|(name, _)| !name.eq_ignore_ascii_case(HEADER));
}

/// Leaves out of a record what its headers carry of other moves, and puts in what is known now.
pub(crate) fn renew(record: &mut GameRecord, known: Option<String>) {
    let game = &record.game;
    let others = &mut record.headers.others;
    others.retain(|(name, value)| {
        !name.eq_ignore_ascii_case(HEADER) || (known.is_none() && is_of(value, game))
    });
    others.extend(known.map(|value| (HEADER.to_owned(), value)));
}

/// Whether these moves were judged, as far as can be told without looking at the rest.
fn is_of(value: &str, game: &Game) -> bool {
    value.split(' ').nth(2) == Some(short(&game_hash(game)).as_str())
}

fn short(hash: &str) -> String {
    hash.chars().take(DIGITS).collect()
}

fn check(text: &str) -> String {
    short(&ContentHash::of(text.as_bytes()).to_string())
}

/// The header's value for a whole review.
pub(crate) fn written(key: &Key, by: &str, game: &Game, review: &Review) -> String {
    let by: String = by
        .chars()
        .map(|c| {
            if c.is_whitespace() || c.is_control() {
                '_'
            } else {
                c
            }
        })
        .collect();
    let by = if by.is_empty() { "_" } else { &by };
    let mut looks = String::new();
    for one in &review.moves {
        let line = one.best_line.iter();
        let holes = line.filter_map(|token| token.parse::<PairToken>().ok());
        look(&mut looks, one.before, holes.map(|token| token.mv));
    }
    if review.outcome.is_none() {
        let last = review.moves.last().map(|one| one.side.other());
        let worth = match last.unwrap_or(game.start().side_to_move()) {
            Side::Bastaushy => review.end,
            Side::Kostaushy => review.end.turned(),
        };
        look(&mut looks, worth, std::iter::empty());
    }
    let (game, key) = (short(&key.game), short(&key.hash()));
    let sum = check(&format!("{by} {game} {key}{looks}"));
    format!("{VERSION} {by} {game} {key} {sum}{looks}")
}

fn look(text: &mut String, worth: Worth, line: impl Iterator<Item = Move>) {
    let exact = if worth.exact { "=" } else { "" };
    // The shortest text of a number is read back as the same number.
    let _ = write!(text, " {exact}{},{},", worth.expected, worth.margin);
    for mv in line {
        let _ = write!(text, "{mv}");
    }
}

/// What a game carries, checked against its moves and against who would judge it now.
pub(crate) fn read(value: &str, key: &Key, game: &Game) -> Result<Looks, CarriedError> {
    let damaged = CarriedError::Damaged;
    let (head, looks) = match value.match_indices(' ').nth(4) {
        Some((at, _)) => value.split_at(at),
        None => (value, ""),
    };
    let [version, by, of_game, of_key, sum] = head
        .split(' ')
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| damaged.clone())?;
    if version != VERSION || check(&format!("{by} {of_game} {of_key}{looks}")) != sum {
        return Err(damaged);
    }
    if of_game != short(&key.game) {
        return Err(CarriedError::Moves);
    }
    if of_key != short(&key.hash()) {
        return Err(CarriedError::Engine { by: by.to_owned() });
    }
    let mut found = Looks::new(game);
    for word in looks.split(' ').skip(1) {
        let position = *found.next().ok_or(damaged.clone())?.position();
        let (worth, line) = looked(word, &position).ok_or(damaged.clone())?;
        found.put(worth, line);
    }
    match found.next() {
        None => Ok(found),
        Some(_) => Err(damaged),
    }
}

/// What a word says of a position.
fn looked(word: &str, position: &Position) -> Option<(Worth, Vec<Move>)> {
    let (numbers, exact) = match word.strip_prefix('=') {
        Some(numbers) => (numbers, true),
        None => (word, false),
    };
    let mut parts = numbers.split(',');
    let expected: f32 = parts.next()?.parse().ok()?;
    let margin: f32 = parts.next()?.parse().ok()?;
    let holes = parts.next()?;
    let balls = f32::from(position.variant().total());
    let is_right = parts.next().is_none()
        && (0.0..=1.0).contains(&expected)
        && (-balls..=balls).contains(&margin);
    let mut line = Vec::new();
    let mut at = *position;
    for hole in holes.chars() {
        let mv = Move::from_number(hole.to_digit(10)?).ok()?;
        (at, _) = at.play(mv).ok()?;
        line.push(mv);
    }
    let worth = Worth {
        expected,
        margin,
        exact,
    };
    is_right.then_some((worth, line))
}

/// Reads what the text of a small game says it carries, as it is and with its hashes made right; what is
/// accepted is written as it was read. For those who send nonsense.
///
/// # Panics
/// If it is not.
pub fn rehearse(value: &str) {
    let moves = "1. 76 11 2. 65 77x 3. 89 13";
    let Ok(record) = GameRecord::parse(moves, Variant::Togyz) else {
        return;
    };
    let game = record.game;
    let key = Key::new(&game, "level:expert", None, &Budget::default(), 5);
    let looks = value
        .match_indices(' ')
        .nth(4)
        .map_or("", |(at, _)| &value[at..]);
    let (of_game, of_key) = (short(&key.game), short(&key.hash()));
    let sum = check(&format!("x {of_game} {of_key}{looks}"));
    let right = format!("{VERSION} x {of_game} {of_key} {sum}{looks}");
    for value in [value, &right] {
        if let Ok(found) = read(value, &key, &game)
            && let Some(review) = found.judged()
        {
            let again = written(&key, "x", &game, &review);
            let back = read(&again, &key, &game).map(|looks| looks.judged());
            assert_eq!(back, Ok(Some(review)), "{value}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game {
        GameRecord::parse(text, Variant::Togyz).unwrap().game
    }

    fn key(game: &Game) -> Key {
        Key::new(game, "level:expert", None, &Budget::default(), 5)
    }

    /// Looks with numbers that are hard to write down.
    fn looks(game: &Game) -> Looks {
        let mut looks = Looks::new(game);
        let mut count = 0.0_f32;
        while let Some(past) = looks.next() {
            let position = *past.position();
            count += 1.0;
            let worth = Worth {
                expected: (count.sin() + 1.0) / 2.0,
                margin: -162.0 / count.powi(3),
                exact: position.legal_moves().iter().count() % 2 == 0,
            };
            let line = position.legal_moves().iter().last();
            looks.put(worth, line.into_iter().collect());
        }
        looks
    }

    const GAMES: [&str; 4] = [
        "76 11 65 77x 89 13 44",
        "76 11 65 77x 89 13 44 78 33 82 82",
        "[FEN \"0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,1,0/80,80/-1,-1/1\"] 89",
        "[FEN \"0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,1,0/80,80/-1,-1/1\"]",
    ];

    #[test]
    fn a_review_comes_back_to_the_bit() {
        for text in GAMES {
            let game = game(text);
            let review = looks(&game).judged().unwrap();
            let value = written(&key(&game), "Aibek the Great", &game, &review);
            let again = read(&value, &key(&game), &game).unwrap();
            assert_eq!(again.judged().unwrap(), review, "{text}");
            assert!(is_of(&value, &game) && value.contains("Aibek_the_Great"));
        }
    }

    #[test]
    fn what_is_damaged_or_cut_off_is_refused() {
        let game = game(GAMES[0]);
        let review = looks(&game).judged().unwrap();
        let value = written(&key(&game), "expert", &game, &review);
        for length in 0..value.len() {
            assert!(
                read(&value[..length], &key(&game), &game).is_err(),
                "{length}"
            );
        }
        for at in 0..value.len() {
            for bit in 0..8 {
                let mut bytes = value.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let damaged = String::from_utf8_lossy(&bytes);
                assert!(read(&damaged, &key(&game), &game).is_err(), "{damaged}");
            }
        }
    }

    #[test]
    fn other_moves_and_other_engines_are_told_apart() {
        let (one, other) = (game(GAMES[0]), game(GAMES[1]));
        let value = written(&key(&one), "club", &one, &looks(&one).judged().unwrap());
        assert_eq!(
            read(&value, &key(&other), &other).err(),
            Some(CarriedError::Moves)
        );
        let by = |player: &str, budget| Key::new(&one, player, None, &budget, 5);
        let fast = Budget {
            simulations: Some(1),
            ..Budget::default()
        };
        for key in [
            by("level:club", Budget::default()),
            by("level:expert", fast),
        ] {
            let error = read(&value, &key, &one).unwrap_err();
            assert_eq!(
                error,
                CarriedError::Engine {
                    by: "club".to_owned()
                }
            );
        }
        assert!(!is_of(&value, &other));
    }

    /// A right sum makes no nonsense right.
    #[test]
    fn nonsense_under_a_right_sum_is_refused() {
        let game = game(GAMES[3]);
        for (looks, is_right) in [
            (" 0.5,1,8", true),
            (" =1,-2,", true),
            ("", false),
            (" 0.5,1,8 0.5,1,8", false),
            (" 1.5,1,8", false),
            (" NaN,1,8", false),
            (" 0.5,inf,8", false),
            (" 0.5,163,8", false),
            (" 0.5,1,7", false),
            (" 0.5,1,0", false),
            (" 0.5,1,8,1", false),
            (" 0.5,1", false),
            (" ", false),
        ] {
            let found = read(&right(looks, &game), &key(&game), &game);
            assert_eq!(found.is_ok(), is_right, "{looks}: {found:?}");
        }
    }

    fn right(looks: &str, game: &Game) -> String {
        let (of, by) = (short(&key(game).game), short(&key(game).hash()));
        format!(
            "1 x {of} {by} {}{looks}",
            check(&format!("x {of} {by}{looks}"))
        )
    }
}

//! A header put into games that stay as they are.

use std::collections::BTreeMap;

use super::read::collection;
use super::write::header;
use crate::variant::Variant;

/// The text of games with a header set in some of them, which are counted from 1.
///
/// All else stays as it is written: comments, other headers, numbers, broken games. A header of that
/// name in such a game, in any case of letters, goes; the new one stands on the first line of its game.
///
/// # Examples
/// ```
/// use std::collections::BTreeMap;
/// use togyz_rules::{Variant, with_headers};
/// let text = "[White \"Aibek\"]\n\n76 {a try} 11 1-0\n\n1. 98 11 *\n";
/// let values = BTreeMap::from([(1, "kept".to_owned()), (2, "too".to_owned())]);
/// let set = with_headers(text, Variant::Togyz, "Note", &values);
/// assert_eq!(
///     set,
///     "[Note \"kept\"]\n[White \"Aibek\"]\n\n76 {a try} 11 1-0\n\n[Note \"too\"]\n\n1. 98 11 *\n"
/// );
/// assert_eq!(with_headers(&set, Variant::Togyz, "note", &BTreeMap::new()), set);
/// ```
#[must_use]
pub fn with_headers(
    text: &str,
    variant: Variant,
    name: &str,
    values: &BTreeMap<usize, String>,
) -> String {
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut edited = String::with_capacity(text.len());
    let mut copied = 0;
    let mut games = collection(text, variant);
    let mut number = 0;
    while games.next().is_some() {
        number += 1;
        let Some(value) = values.get(&number) else {
            continue;
        };
        let places = &games.places;
        edited += &text[copied..places.start];
        copied = places.start;
        // A game may begin in the middle of a line.
        if !edited.is_empty() && !edited.ends_with('\n') && !edited.ends_with('\u{feff}') {
            edited += line_break;
        }
        let mut line = String::new();
        // Writing into a string cannot fail.
        let _ = header(&mut line, name, value);
        edited += line.trim_end();
        edited += line_break;
        let others = places.headers.iter();
        let (old, others): (Vec<_>, Vec<_>) =
            others.partition(|(other, _)| other.eq_ignore_ascii_case(name));
        if others.is_empty() {
            edited += line_break;
        }
        for (_, place) in old {
            edited += &text[copied..place.start];
            copied = place.end + rest_of_line(&text[place.end..], &edited);
            if others.is_empty() {
                // So does the empty line below it.
                let gap = text[copied..].len() - text[copied..].trim_start().len();
                copied += gap;
            }
        }
    }
    edited + &text[copied..]
}

/// The bytes to the end of a line of which nothing else is left.
fn rest_of_line(rest: &str, before: &str) -> usize {
    let is_alone = before.is_empty() || before.ends_with('\n');
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let end = rest[blank..].strip_prefix("\r\n").map(|_| blank + 2);
    let end = end.or_else(|| rest[blank..].strip_prefix('\n').map(|_| blank + 1));
    end.filter(|_| is_alone).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameRecord;

    fn set(text: &str, value: &str) -> String {
        let values = BTreeMap::from([(1, value.to_owned())]);
        with_headers(text, Variant::Togyz, "Note", &values)
    }

    #[test]
    fn a_header_is_set_again_and_the_rest_stays() {
        for (text, once) in [
            ("76 11", "[Note \"a\"]\n\n76 11"),
            ("\u{feff}76 11", "\u{feff}[Note \"a\"]\n\n76 11"),
            ("{before} 76 11", "{before} \n[Note \"a\"]\n\n76 11"),
            (
                "[White \"x\"] [Black \"y\"]\n76",
                "[Note \"a\"]\n[White \"x\"] [Black \"y\"]\n76",
            ),
            (
                "[White \"x\"]\r\n\r\n76\r\n",
                "[Note \"a\"]\r\n[White \"x\"]\r\n\r\n76\r\n",
            ),
            (
                "[White \"x\"]\n[note \"z\"]\n76 {[Note \"z\"]}\n",
                "[Note \"a\"]\n[White \"x\"]\n76 {[Note \"z\"]}\n",
            ),
            ("1-0", "[Note \"a\"]\n\n1-0"),
        ] {
            assert_eq!(set(text, "a"), once, "{text:?}");
            assert_eq!(set(&once.replace("\"a\"", "\"b\""), "a"), once, "{text:?}");
            let record = GameRecord::parse(once, Variant::Togyz).unwrap();
            assert_eq!(record.headers.others[0].1, "a", "{text:?}");
        }
    }

    #[test]
    fn a_second_game_on_a_line_gets_a_line_of_its_own() {
        let values = BTreeMap::from([(2, "say \"so\"\nhere".to_owned())]);
        assert_eq!(
            with_headers("1. 76 1-0 1. 76 0-1\n", Variant::Togyz, "Note", &values),
            "1. 76 1-0 \n[Note \"say \\\"so\\\" here\"]\n\n1. 76 0-1\n"
        );
    }
}

//! The limits of `go`.

use std::time::Duration;

use togyz_rules::{BySide, Side};

use super::command::{CommandError, missing, quoted};

/// The longest time that is told apart from "for ever".
///
/// # Units
/// Milliseconds; about eleven days.
const LONGEST: u64 = 1_000_000_000;
/// The deepest search that can be asked for; more is taken for this.
const DEEPEST: u8 = 64;

/// What a search may spend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// What the clocks show, of a side that has one.
    pub clocks: BySide<Option<Duration>>,
    /// What a move adds to them.
    pub increments: BySide<Duration>,
    /// Moves until the clocks are set again.
    pub moves_to_go: Option<u32>,
    /// The time of this move.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u8>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Simulations of a tree search.
    pub simulations: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
}

/// Reads what follows `go`.
pub(super) fn go(text: &str) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = text.split_whitespace();
    while let Some(key) = words.next() {
        if key == "infinite" {
            go.infinite = true;
            continue;
        }
        let known = [
            "wtime",
            "btime",
            "winc",
            "binc",
            "p1time",
            "p2time",
            "p1inc",
            "p2inc",
            "movestogo",
            "movetime",
            "depth",
            "nodes",
            "sims",
        ];
        if !known.contains(&key) {
            return Err(CommandError::Limit(quoted(key)));
        }
        let found = words.next().ok_or_else(|| missing(key, "a whole number"))?;
        let number = whole(found).ok_or_else(|| CommandError::Number {
            key: key.to_owned(),
            found: quoted(found),
        })?;
        let time = Duration::from_millis(number.min(LONGEST));
        let small = u32::try_from(number).unwrap_or(u32::MAX).max(1);
        match key {
            "wtime" | "p1time" => go.clocks[Side::Bastaushy] = Some(time),
            "btime" | "p2time" => go.clocks[Side::Kostaushy] = Some(time),
            "winc" | "p1inc" => go.increments[Side::Bastaushy] = time,
            "binc" | "p2inc" => go.increments[Side::Kostaushy] = time,
            "movestogo" => go.moves_to_go = Some(small),
            "movetime" => go.move_time = Some(time),
            "depth" => {
                go.depth = Some(u8::try_from(number).map_or(DEEPEST, |n| n.clamp(1, DEEPEST)))
            }
            "nodes" => go.nodes = Some(number.max(1)),
            // The last of the keys that are known.
            _ => go.simulations = Some(small),
        }
    }
    Ok(go)
}

/// A whole number; one below zero, as clocks that have run out are written, counts as zero.
fn whole(text: &str) -> Option<u64> {
    let (minus, digits) = text
        .strip_prefix('-')
        .map_or((false, text), |digits| (true, digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if minus {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_clock() {
        let ms = Duration::from_millis;
        for text in [
            "wtime 1000 btime -5 winc 10 binc 20 movestogo 7",
            "  p1time 1000 p2time 0 p1inc 10 p2inc 20 movestogo 7  ",
        ] {
            let expected = Go {
                clocks: BySide::new(Some(ms(1_000)), Some(ms(0))),
                increments: BySide::new(ms(10), ms(20)),
                moves_to_go: Some(7),
                ..Go::default()
            };
            assert_eq!(go(text), Ok(expected), "{text}");
        }
        let huge = "nodes 99999999999999999999 depth 1000 movetime 99999999999999 sims 0 infinite";
        let expected = Go {
            nodes: Some(u64::MAX),
            depth: Some(DEEPEST),
            move_time: Some(ms(LONGEST)),
            simulations: Some(1),
            infinite: true,
            ..Go::default()
        };
        assert_eq!(go(huge), Ok(expected));
    }
}

//! Which openings a match is played from.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_rules::{Game, Move, Variant};
use togyz_search::{Limits, Searcher, TableEvaluation};

use crate::late::{LateStart, LateStartError};
use crate::openings::{Openings, distinct};

/// What random play must lead to, to be an opening of a match.
///
/// # Examples
/// ```
/// use togyz_arena::{Openings, Selection};
/// use togyz_rules::Variant;
/// let openings = Openings { plies: 4, seed: 1 };
/// let starts = Selection::Balanced.generate(openings, Variant::Togyz, 10);
/// assert!(starts.iter().all(|moves| moves.len() == 4));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Selection {
    /// Whatever comes.
    #[default]
    Any,
    /// Few balls on the board.
    Late(LateStart),
    /// Neither side is ahead, as the classical search sees it.
    ///
    /// A good player wins a decided opening with the better side and loses it with the other,
    /// whoever the opponent is: such a pair costs two games and tells nothing.
    Balanced,
}

/// What the classical search looks at to tell whether an opening is balanced.
const JUDGE_NODES: u64 = 20_000;
/// Its table, in bytes.
const JUDGE_TABLE: usize = 1 << 20;
/// An opening is balanced while neither side's win chance is larger: about four balls ahead.
const MOST: f64 = 0.6;

impl Selection {
    /// The moves of the first `count` openings, in different positions as long as there are such.
    #[must_use]
    pub fn generate(&self, openings: Openings, variant: Variant, count: usize) -> Vec<Vec<Move>> {
        match self {
            Selection::Any => openings.generate(variant, count),
            Selection::Late(late) => late.generate(openings, variant, count),
            Selection::Balanced => {
                let mut judge = Searcher::new(TableEvaluation::default(), JUDGE_TABLE);
                distinct(openings.seed, count, |rng| {
                    let game = openings.random(variant, rng)?;
                    is_balanced(&mut judge, &game).then_some(game)
                })
            }
        }
    }

    pub(crate) fn is_any(&self) -> bool {
        *self == Selection::Any
    }

    /// Both as they are written in an option, see [`Openings::parse`].
    #[must_use]
    pub fn name(&self, openings: &Openings) -> String {
        match self {
            Selection::Any => openings.to_string(),
            Selection::Late(late) if openings.plies == 0 => format!("balls:{late}"),
            Selection::Late(late) => format!("{openings} and balls:{late}"),
            Selection::Balanced => format!("balanced:{}", openings.plies),
        }
    }
}

fn is_balanced(judge: &mut Searcher<TableEvaluation>, game: &Game) -> bool {
    judge.clear();
    judge
        .search(
            game,
            &Limits::nodes(JUDGE_NODES),
            &|| Duration::ZERO,
            &AtomicBool::new(false),
        )
        .map(|report| report.score.win_chance())
        .is_some_and(|chance| chance.max(1.0 - chance) <= MOST)
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Any => f.write_str("any"),
            Selection::Late(late) => write!(f, "balls:{late}"),
            Selection::Balanced => f.write_str("balanced"),
        }
    }
}

impl FromStr for Selection {
    type Err = LateStartError;

    fn from_str(text: &str) -> Result<Selection, LateStartError> {
        match text {
            "any" => Ok(Selection::Any),
            "balanced" => Ok(Selection::Balanced),
            _ => text
                .strip_prefix("balls:")
                .unwrap_or(text)
                .parse()
                .map(Selection::Late),
        }
    }
}

impl TryFrom<String> for Selection {
    type Error = LateStartError;

    fn try_from(text: String) -> Result<Selection, LateStartError> {
        text.parse()
    }
}

impl From<Selection> for String {
    fn from(selection: Selection) -> String {
        selection.to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn balanced_openings_are_those_of_random_play_that_nobody_has_won() {
        let openings = Openings { plies: 4, seed: 5 };
        let balanced = Selection::Balanced.generate(openings, Variant::Togyz, 20);
        assert_eq!(balanced.iter().collect::<HashSet<_>>().len(), 20);
        let mut judge = Searcher::new(TableEvaluation::default(), JUDGE_TABLE);
        let mut is_kept = |moves: &Vec<Move>| {
            let mut game = Game::new(Variant::Togyz);
            for &mv in moves {
                game.play(mv).expect("a legal move");
            }
            is_balanced(&mut judge, &game)
        };
        let any = openings.generate(Variant::Togyz, 40);
        let kept: Vec<_> = any.into_iter().filter(|moves| is_kept(moves)).collect();
        assert!(kept.len() < 30, "{} of 40 are balanced", kept.len());
        assert!(balanced.starts_with(&kept[..kept.len().min(20)]));
    }

    #[test]
    fn other_variants_have_balanced_openings_too() {
        for variant in Variant::ALL {
            let openings = Openings { plies: 3, seed: 5 };
            assert_eq!(Selection::Balanced.generate(openings, variant, 5).len(), 5);
        }
    }

    #[test]
    fn texts_come_back() {
        for text in ["any", "balanced", "balls:20..40"] {
            let selection: Selection = text.parse().expect("a selection");
            assert_eq!(selection.to_string(), text);
        }
        assert!("balls:0".parse::<Selection>().is_err());
    }
}

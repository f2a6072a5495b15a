//! What a position is worth, and what of it is proven.

use std::fmt;

use togyz_tables::Verdict;

use crate::evaluation::win_chance_scale;

/// The value of a win at the root; a win `n` plies away is worth `n` less.
const WIN: i32 = 32_000;

/// A win that a table knows, without its length, counts as one after so many plies more: longer than
/// any that is found by searching.
const TABLE_PLIES: u32 = 1_000;

/// No heuristic value is larger, so that proven values stay apart.
const HEURISTIC_LIMIT: i32 = 25_000;

/// A score, always from the side to move's view.
///
/// Zero is kept for the proven draw: a heuristic score is never 0 (see [`Score::heuristic`]). A
/// proven win is worth more the sooner it comes, a proven loss the later.
///
/// # Units
/// Heuristic scores: 1/100 ball, -25,000 to 25,000. Proven wins: 32,000 less the plies to the end,
/// at least [`Score::PROVEN_FLOOR`]; losses are their negatives.
///
/// # Examples
/// ```
/// use togyz_search::{Proof, Score};
/// let ahead = Score::heuristic(550);
/// assert!(ahead > Score::DRAW && ahead < Score::win_in(7));
/// assert_eq!(ahead.turned(), Score::heuristic(-550));
/// assert_eq!(ahead.proven(), None);
/// assert_eq!(Score::loss_in(4).proven(), Some(Proof::Loss));
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(ahead.win_chance() > 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A result that is certain, whatever is played against it; the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither side can do better than a draw.
    Draw,
}

impl Score {
    /// The proven draw.
    pub const DRAW: Score = Score(0);

    /// Scores from here on are proven wins, scores down from its negative proven losses.
    pub const PROVEN_FLOOR: Score = Score(30_000);

    /// Above every score: the upper end of an open window.
    pub(crate) const INFINITE: Score = Score(32_500);

    /// A score by judgement; 0 becomes 1, for 0 is the proven draw.
    ///
    /// # Units
    /// 1/100 ball; cut to the heuristic range.
    #[inline]
    #[must_use]
    pub const fn heuristic(centiballs: i32) -> Score {
        if centiballs == 0 {
            Score(1)
        } else if centiballs > HEURISTIC_LIMIT {
            Score(HEURISTIC_LIMIT)
        } else if centiballs < -HEURISTIC_LIMIT {
            Score(-HEURISTIC_LIMIT)
        } else {
            Score(centiballs)
        }
    }

    /// A proven win.
    ///
    /// # Units
    /// Plies until the game is over; more than 2,000 count as 2,000.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        let most = (WIN - Score::PROVEN_FLOOR.0) as u32;
        #[expect(clippy::cast_possible_wrap, reason = "at most 2,000")]
        Score(WIN - if plies < most { plies } else { most } as i32)
    }

    /// A proven loss.
    ///
    /// # Units
    /// Plies until the game is over; more than 2,000 count as 2,000.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score::win_in(plies).turned()
    }

    /// The value of an ending that a table has, `ply` plies from the root.
    #[inline]
    pub(crate) const fn by_table(verdict: Verdict, ply: u32) -> Score {
        match verdict {
            Verdict::Win => Score::win_in(TABLE_PLIES + ply),
            Verdict::Draw => Score::DRAW,
            Verdict::Loss => Score::loss_in(TABLE_PLIES + ply),
        }
    }

    /// Whether a table knows that the mover wins. It does not know how soon, so nothing is to be
    /// gained from looking for a quicker win.
    #[inline]
    pub(crate) const fn is_table_win(self) -> bool {
        self.0 >= Score::PROVEN_FLOOR.0 && self.0 <= Score::win_in(TABLE_PLIES).0
    }

    /// The same score from the other side's view.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Score {
        Score(-self.0)
    }

    /// The bare number.
    ///
    /// # Units
    /// See [`Score`].
    #[inline]
    #[must_use]
    pub const fn centiballs(self) -> i32 {
        self.0
    }

    /// What is certain about the position, if anything is.
    #[must_use]
    pub const fn proven(self) -> Option<Proof> {
        if self.0 >= Score::PROVEN_FLOOR.0 {
            Some(Proof::Win)
        } else if self.0 <= -Score::PROVEN_FLOOR.0 {
            Some(Proof::Loss)
        } else if self.0 == 0 {
            Some(Proof::Draw)
        } else {
            None
        }
    }

    /// How many plies away the proven win or loss is, unless only an endgame table knows of it.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        match self.proven() {
            Some(Proof::Win | Proof::Loss) => {
                let plies = (WIN - self.0.abs()).unsigned_abs();
                if plies < TABLE_PLIES {
                    Some(plies)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// The result to be expected, a draw counted as half.
    ///
    /// # Units
    /// 0 to 1, exactly 0, 0.5 and 1 for proven scores.
    ///
    /// # Source
    /// The logistic scale fitted together with the table evaluation, see `data/evaluation.txt`.
    #[must_use]
    pub fn win_chance(self) -> f64 {
        match self.proven() {
            Some(Proof::Win) => 1.0,
            Some(Proof::Loss) => 0.0,
            Some(Proof::Draw) => 0.5,
            None => 1.0 / (1.0 + (-f64::from(self.0) / win_chance_scale()).exp()),
        }
    }

    /// The heuristic score whose [`Score::win_chance`] this is, for evaluations that say chances.
    ///
    /// # Units
    /// 0 to 1; what is nearer than 0.0001 to an end is moved there, so that the score is finite.
    ///
    /// # Examples
    /// ```
    /// use togyz_search::Score;
    /// let score = Score::of_win_chance(0.75);
    /// assert!((score.win_chance() - 0.75).abs() < 1e-3);
    /// ```
    #[must_use]
    pub fn of_win_chance(chance: f64) -> Score {
        let chance = chance.clamp(1e-4, 1.0 - 1e-4);
        let centiballs = (chance / (1.0 - chance)).ln() * win_chance_scale();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a logit of at most 10 times a scale of some thousands"
        )]
        Score::heuristic(centiballs.round() as i32)
    }

    /// Whether the score is a proven win or loss, which margins must not be added to.
    #[inline]
    pub(crate) const fn is_decided(self) -> bool {
        self.0 >= Score::PROVEN_FLOOR.0 || self.0 <= -Score::PROVEN_FLOOR.0
    }

    /// The score shifted by a margin, within the open window. For windows, not for values.
    #[inline]
    pub(crate) fn shifted(self, centiballs: i32) -> Score {
        Score((self.0 + centiballs).clamp(-Score::INFINITE.0, Score::INFINITE.0))
    }

    /// Root distance to node distance, for the transposition table.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "scores fit 16 bits")]
    pub(crate) const fn to_table(self, ply: u32) -> i16 {
        let ply = ply.cast_signed();
        let value = if self.0 >= Score::PROVEN_FLOOR.0 {
            self.0 + ply
        } else if self.0 <= -Score::PROVEN_FLOOR.0 {
            self.0 - ply
        } else {
            self.0
        };
        value as i16
    }

    /// Node distance to root distance.
    #[inline]
    pub(crate) const fn from_table(value: i16, ply: u32) -> Score {
        let (value, ply) = (value as i32, ply.cast_signed());
        if value >= Score::PROVEN_FLOOR.0 {
            Score(value - ply)
        } else if value <= -Score::PROVEN_FLOOR.0 {
            Score(value + ply)
        } else {
            Score(value)
        }
    }
}

impl fmt::Display for Score {
    /// `+5.50` in balls, `win in 7`, `loss in 4`, `win` by a table, or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.proven(), self.plies_to_end()) {
            (Some(Proof::Win), Some(plies)) => write!(f, "win in {plies}"),
            (Some(Proof::Loss), Some(plies)) => write!(f, "loss in {plies}"),
            (Some(Proof::Win), None) => f.write_str("win"),
            (Some(Proof::Loss), None) => f.write_str("loss"),
            (Some(Proof::Draw), _) => f.write_str("draw"),
            (None, _) => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_scores_survive_the_table_at_any_ply() {
        for ply in [0, 1, 7, 128] {
            for score in [
                Score::win_in(ply + 9),
                Score::loss_in(ply + 3),
                Score::DRAW,
                Score::heuristic(-321),
            ] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        // Stored at ply 5 as "4 plies from here", read at ply 2: 6 from the root.
        let stored = Score::win_in(9).to_table(5);
        assert_eq!(Score::from_table(stored, 2), Score::win_in(6));
    }

    #[test]
    fn scores_are_ordered_from_the_quickest_loss_to_the_quickest_win() {
        let ordered = [
            Score::INFINITE.turned(),
            Score::loss_in(1),
            Score::loss_in(9),
            Score::loss_in(1_000_000),
            Score::heuristic(i32::MIN + 1),
            Score::heuristic(-1),
            Score::DRAW,
            Score::heuristic(0),
            Score::heuristic(99_999),
            Score::win_in(1_000_000),
            Score::win_in(2),
            Score::INFINITE,
        ];
        assert!(ordered.is_sorted());
        let chances: Vec<f64> = ordered[1..11].iter().map(|s| s.win_chance()).collect();
        assert!(chances.is_sorted());
    }

    #[test]
    fn scores_are_written_in_balls() {
        let cases = [
            (Score::heuristic(1234), "+12.34"),
            (Score::heuristic(-50), "-0.50"),
            (Score::DRAW, "draw"),
            (Score::win_in(3), "win in 3"),
            (Score::loss_in(12), "loss in 12"),
            (Score::by_table(Verdict::Win, 3), "win"),
            (Score::by_table(Verdict::Draw, 3), "draw"),
            (Score::by_table(Verdict::Loss, 3), "loss"),
        ];
        for (score, text) in cases {
            assert_eq!(score.to_string(), text);
        }
    }
}

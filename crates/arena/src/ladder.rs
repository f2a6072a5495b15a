//! A table of many players, from matches among them.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_files::ContentHash;
use togyz_players::{Library, PlayerSpec};
use togyz_rules::Variant;

use crate::matches::{ArenaError, MatchConfig, MatchReport, play_match};
use crate::rating::{Encounter, Rating, rate};
use crate::tally::Tally;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// Each meets the `reach` next ones in the order they are named: for players that are far
    /// apart at the ends, where a match of all against nothing says little.
    Neighbours {
        /// How many.
        reach: usize,
    },
}

/// A ladder.
#[derive(Clone, Debug)]
pub struct LadderConfig {
    /// The players.
    pub specs: Vec<PlayerSpec>,
    /// The index of the one whose strength is 0.
    pub anchor: usize,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How each match is played; its games are those of one match.
    pub terms: MatchConfig<()>,
}

/// One player of the table.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Standing {
    /// Its spec.
    pub spec: String,
    /// Its strength.
    #[serde(flatten)]
    pub rating: Rating,
    /// Its games.
    pub games: u64,
    /// Its share of their points, 0 to 1.
    pub score: f64,
}

/// One match of the ladder.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LadderMatch {
    /// The first player's spec.
    pub a: String,
    /// The second player's.
    pub b: String,
    /// What it came to.
    #[serde(flatten)]
    pub report: MatchReport,
}

/// The table, the strongest first, and the matches.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LadderReport {
    /// The players by strength; empty while some are not tied to the anchor by games.
    pub standings: Vec<Standing>,
    /// The matches in the order they were played.
    pub matches: Vec<LadderMatch>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl LadderConfig {
    fn pairings(&self) -> Vec<(usize, usize)> {
        let players = self.specs.len();
        let reach = match self.pairing {
            Pairing::RoundRobin => players,
            Pairing::Neighbours { reach } => reach.max(1),
        };
        // The near ones first: they say most, and a stopped ladder has them.
        let distances = 1..=reach.min(players.saturating_sub(1));
        distances
            .flat_map(|distance| (distance..players).map(move |b| (b - distance, b)))
            .collect()
    }

    fn check(&self) -> Result<(), ArenaError> {
        let wrong = |text: String| Err(ArenaError::Ladder(text));
        if self.specs.len() < 2 {
            return wrong("a ladder needs at least two players".to_owned());
        }
        if self.anchor >= self.specs.len() {
            return wrong("the anchor is not one of the players".to_owned());
        }
        for (index, spec) in self.specs.iter().enumerate() {
            if self.specs[..index].contains(spec) {
                return wrong(format!("`{spec}` is named twice"));
            }
        }
        Ok(())
    }
}

/// Plays a ladder.
///
/// With `folder`, each match has its file there, so that a stopped ladder is continued by the same
/// call, and a player can be added to it. `progress` is told the match and its tally.
///
/// # Errors
/// [`ArenaError`] if the ladder makes no sense or one of its matches cannot be played.
pub fn play_ladder(
    config: &LadderConfig,
    library: &Library,
    variant: Variant,
    clock: fn() -> Duration,
    folder: Option<&Path>,
    progress: &mut dyn FnMut(&MatchConfig, &Tally),
    stop: &AtomicBool,
) -> Result<LadderReport, ArenaError> {
    config.check()?;
    let mut encounters = Vec::new();
    let mut matches = Vec::new();
    let mut interrupted = false;
    for (a, b) in config.pairings() {
        let game = config
            .terms
            .between(config.specs[a].clone(), config.specs[b].clone());
        let path = folder.map(|folder| folder.join(file_name(&game)));
        let report = play_match(
            &game,
            library,
            variant,
            clock,
            path.as_deref(),
            &mut |tally| progress(&game, tally),
            stop,
        )?;
        encounters.push(Encounter {
            a,
            b,
            pentanomial: report.tally.pentanomial,
        });
        interrupted = report.interrupted;
        matches.push(LadderMatch {
            a: game.a.to_string(),
            b: game.b.to_string(),
            report,
        });
        if interrupted {
            break;
        }
    }
    let standings = rate(config.specs.len(), config.anchor, &encounters)
        .map(|ratings| standings(config, &ratings, &matches))
        .unwrap_or_default();
    Ok(LadderReport {
        standings,
        matches,
        interrupted,
    })
}

/// The file of a match: readable, and its own even where only unreadable signs differ.
fn file_name(game: &MatchConfig) -> PathBuf {
    let plain = |spec: &PlayerSpec| -> String {
        let text = spec.to_string();
        let plain = text.chars().map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '=' => c,
            _ => '-',
        });
        plain.take(60).collect()
    };
    let name = format!("{}\n{}", game.a, game.b);
    let hash = ContentHash::of(name.as_bytes()).short();
    format!("{}_{}_{hash}.jsonl", plain(&game.a), plain(&game.b)).into()
}

fn standings(config: &LadderConfig, ratings: &[Rating], matches: &[LadderMatch]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = config
        .specs
        .iter()
        .zip(ratings)
        .map(|(spec, &rating)| {
            let spec = spec.to_string();
            let (mut games, mut points) = (0, 0.0);
            for one in matches {
                let tally = &one.report.tally;
                let share = match () {
                    () if one.a == spec => tally.score(),
                    () if one.b == spec => 1.0 - tally.score(),
                    () => continue,
                };
                games += tally.games();
                points += share * tally.games() as f64;
            }
            Standing {
                spec,
                rating,
                games,
                score: points / games.max(1) as f64,
            }
        })
        .collect();
    standings.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
    standings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(specs: &[&str], pairing: Pairing) -> LadderConfig {
        LadderConfig {
            specs: specs
                .iter()
                .map(|spec| spec.parse().expect("a spec"))
                .collect(),
            anchor: 0,
            pairing,
            terms: MatchConfig::new((), ()),
        }
    }

    #[test]
    fn pairings_are_complete_and_the_near_ones_come_first() {
        let specs = ["random", "greedy", "classical", "classical,depth=2"];
        assert_eq!(
            config(&specs, Pairing::RoundRobin).pairings(),
            [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)]
        );
        assert_eq!(
            config(&specs, Pairing::Neighbours { reach: 1 }).pairings(),
            [(0, 1), (1, 2), (2, 3)]
        );
    }

    #[test]
    fn senseless_ladders_are_refused() {
        for (specs, expected) in [
            (&["random"][..], "at least two"),
            (&["random", "greedy", "random"], "named twice"),
        ] {
            let error = config(specs, Pairing::RoundRobin).check();
            let error = error.expect_err("refused").to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn files_differ_where_specs_do() {
        let name = |a: &str, b: &str| {
            file_name(&MatchConfig::new(
                a.parse().expect("a spec"),
                b.parse().expect("a spec"),
            ))
        };
        assert_ne!(name("model:a/b", "random"), name("model:a-b", "random"));
        let plain = name("level:club,sims=50", "random");
        let plain = plain.display().to_string();
        assert!(plain.starts_with("level-club-sims=50_random_"), "{plain}");
    }
}

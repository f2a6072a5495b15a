//! How strong a checkpoint is: matches against opponents that do not change.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use togyz_arena::{ArenaError, MatchConfig, MatchReport, Openings, OpeningsError, play_match};
use togyz_players::{Library, LibraryError, PlayerError, PlayerSpec, SpecError, build};
use togyz_rules::Variant;

use crate::checkpoint::{Checkpoint, CheckpointError, checkpoint_dir};
use crate::config::TrainConfig;
use crate::host::{Host, Observer};
use crate::metrics::{Metric, MetricKind, read_metrics};
use crate::seed::{Purpose, number};

/// The name of the checkpoint before in metrics.
pub(crate) const PREVIOUS: &str = "previous";

/// A checkpoint cannot be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// A match cannot be played.
    #[error(transparent)]
    Arena(#[from] Box<ArenaError>),
    /// The players' models cannot be found.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The openings are none.
    #[error("evaluation.openings")]
    Openings(#[from] OpeningsError),
    /// An anchor is no player spec.
    #[error("evaluation.anchors: {anchor}")]
    Anchor {
        /// The anchor.
        anchor: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// An anchor's model or level is not there.
    #[error("evaluation.anchors: {anchor}")]
    NoPlayer {
        /// The anchor.
        anchor: String,
        /// Why it cannot play.
        source: Box<PlayerError>,
    },
    /// The folder of matches cannot be made.
    #[error("{}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The checkpoint before cannot be found.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

fn parse_anchor(anchor: &str) -> Result<PlayerSpec, EvaluationError> {
    anchor.parse().map_err(|source| EvaluationError::Anchor {
        anchor: anchor.to_owned(),
        source,
    })
}

/// One opponent of a generation.
struct Opponent {
    name: String,
    spec: PlayerSpec,
}

/// The evaluation of one generation.
pub(crate) struct Evaluation<'a> {
    pub config: &'a TrainConfig,
    pub run: &'a Path,
    pub variant: Variant,
    pub generation: u32,
    /// Whether this is the run's last generation.
    pub last: bool,
    pub workers: usize,
}

impl Evaluation<'_> {
    /// Opens every anchor once, so that a missing one is told before the first game and not after a
    /// generation.
    pub(crate) fn check_anchors(
        config: &TrainConfig,
        variant: Variant,
    ) -> Result<(), EvaluationError> {
        let library = Library::find(None)?;
        for anchor in &config.evaluation.anchors {
            let spec = parse_anchor(anchor)?;
            build(&spec, &library, variant, 0).map_err(|source| EvaluationError::NoPlayer {
                anchor: anchor.clone(),
                source: Box::new(source),
            })?;
        }
        Ok(())
    }

    /// Whether this generation is evaluated at all.
    pub(crate) fn is_due(&self) -> bool {
        let every = self.config.evaluation.every;
        every > 0 && (self.last || (self.generation + 1).is_multiple_of(every))
    }

    /// Plays the matches that are not finished; gives each result to `report` as it comes in.
    /// Returns whether all were played to their end.
    pub(crate) fn run(
        &self,
        host: &Host,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Metric),
    ) -> Result<bool, EvaluationError> {
        let folder = self.run.join("matches");
        std::fs::create_dir_all(&folder).map_err(|source| EvaluationError::Folder {
            path: folder.clone(),
            source,
        })?;
        // Anchors may be levels: those that are built in.
        let library = Library::find(None)?;
        let opponents = self.opponents()?;
        let games = self.games();
        observer.begin("evaluation", u64::from(games) * opponents.len() as u64);
        let mut before = 0;
        for opponent in &opponents {
            let results = folder.join(format!(
                "{:04}-{}.jsonl",
                self.generation,
                slug(&opponent.name)
            ));
            let played = play_match(
                &self.match_config(opponent, games)?,
                &library,
                self.variant,
                host.clock,
                Some(&results),
                &mut |tally| {
                    let note = format!("{}: {:.0} %", opponent.name, 100.0 * tally.score());
                    observer.progress(before + tally.games(), &note);
                },
                stop,
            )
            .map_err(Box::new)?;
            if played.interrupted {
                observer.end("stopped; the games played are kept");
                return Ok(false);
            }
            before += u64::from(games);
            let forfeits = played.tally.forfeits;
            if forfeits.a + forfeits.b > 0 {
                observer.warn(&format!(
                    "against {}: {} games lost by a fault of the model, {} by one of the opponent",
                    opponent.name, forfeits.a, forfeits.b
                ));
            }
            report(metric_of(&opponent.name, &played));
        }
        observer.end("");
        Ok(true)
    }

    fn games(&self) -> u32 {
        if self.last {
            self.config.evaluation.games_last
        } else {
            self.config.evaluation.games
        }
    }

    fn checkpoint_spec(&self, generation: u32) -> PlayerSpec {
        let mut spec = PlayerSpec::checkpoint(checkpoint_dir(self.run, generation));
        spec.settings_mut().simulations = Some(self.config.evaluation.simulations);
        spec
    }

    fn match_config(&self, opponent: &Opponent, games: u32) -> Result<MatchConfig, OpeningsError> {
        // The same openings for every generation: differences are the model's.
        let seed = number(self.config.run.seed, 0, Purpose::Match);
        let (openings, selection) = Openings::parse(&self.config.evaluation.openings, seed)?;
        Ok(MatchConfig {
            games,
            openings,
            selection,
            max_plies: self.config.evaluation.max_plies,
            concurrency: self.workers,
            ..MatchConfig::new(self.checkpoint_spec(self.generation), opponent.spec.clone())
        })
    }

    fn opponents(&self) -> Result<Vec<Opponent>, EvaluationError> {
        let beaten = self.clearly_beaten();
        let mut opponents = Vec::new();
        for anchor in &self.config.evaluation.anchors {
            let spec = parse_anchor(anchor)?;
            if !beaten.contains(anchor) {
                opponents.push(Opponent {
                    name: anchor.clone(),
                    spec,
                });
            }
        }
        if self.config.evaluation.previous && self.generation > 0 {
            // The one evaluated before, not the one of the generation before: it is further away.
            let before = Checkpoint::all(self.run)?.into_iter().rfind(|&g| {
                g < self.generation && (g + 1).is_multiple_of(self.config.evaluation.every)
            });
            if let Some(generation) = before {
                opponents.push(Opponent {
                    name: PREVIOUS.to_owned(),
                    spec: self.checkpoint_spec(generation),
                });
            }
        }
        Ok(opponents)
    }

    /// The anchors that were beaten so clearly before that they tell no more until the end.
    fn clearly_beaten(&self) -> Vec<String> {
        let limit = self.config.evaluation.skip_above;
        if self.last || limit >= 1.0 {
            return Vec::new();
        }
        // Only a saving of time: metrics that cannot be read leave nobody out.
        read_metrics(self.run)
            .unwrap_or_default()
            .into_iter()
            .filter(|metric| {
                metric.kind == MetricKind::Match && metric.generation < self.generation
            })
            .filter(|metric| metric.score.is_some_and(|score| score > limit))
            .filter_map(|metric| metric.anchor)
            .collect()
    }
}

fn metric_of(anchor: &str, played: &MatchReport) -> Metric {
    let elo = played.tally.elo();
    Metric {
        anchor: Some(anchor.to_owned()),
        match_games: Some(played.tally.games()),
        score: Some(played.tally.score()),
        elo: Some(elo.elo),
        elo_low: Some(elo.low),
        elo_high: Some(elo.high),
        ..Metric::new(MetricKind::Match)
    }
}

/// A spec as part of a file name.
fn slug(spec: &str) -> String {
    spec.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

//! What a run measured: one JSON object a line, and the same as a table.

mod log;

use serde::{Deserialize, Serialize};

pub use log::{MetricsError, MetricsLog, read_metrics};

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MetricKind {
    /// A stretch of learner steps.
    Learn,
    /// The self-play of a generation.
    Selfplay,
    /// A match against an anchor.
    Match,
    /// A whole generation.
    Generation,
}

/// One line of metrics; what does not belong to its kind is left out.
///
/// # Units
/// Losses in nats (margin: Huber in units of 40 balls), times in seconds, memory in MiB, Elo as the
/// model's lead over the anchor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Metric {
    /// What the line is about.
    pub kind: MetricKind,
    /// The generation.
    pub generation: u32,
    /// Steps of the run so far.
    pub step: u64,
    /// Wall-clock seconds of the run so far.
    pub seconds: f64,
    /// The weighted sum of the losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Cross entropy of the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy_loss: Option<f64>,
    /// Cross entropy of win, draw and loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_loss: Option<f64>,
    /// Loss of the margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_loss: Option<f64>,
    /// Cross entropy of the opponent's reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_loss: Option<f64>,
    /// Cross entropy of the yields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yields_loss: Option<f64>,
    /// The learning rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// The norm of the gradient before clipping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient_norm: Option<f64>,
    /// Learner steps a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps_per_second: Option<f64>,
    /// Games played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Samples made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// Samples in the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// Samples that left the window for their age alone, where `replay.max_staleness` limits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stale: Option<u64>,
    /// Half-moves a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_per_game: Option<f64>,
    /// The share of games that Bastaushy won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_win_share: Option<f64>,
    /// The share of draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_share: Option<f64>,
    /// Games a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_per_second: Option<f64>,
    /// Simulations a second, all workers together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulations_per_second: Option<f64>,
    /// Seconds of the stage or generation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage_seconds: Option<f64>,
    /// Resident memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    /// The anchor's spec.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Games of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_games: Option<u64>,
    /// Points of the model, 0 to 1 a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The model's lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_low: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_high: Option<f64>,
}

/// The columns of `metrics.csv`.
const COLUMNS: [&str; 30] = [
    "kind",
    "generation",
    "step",
    "seconds",
    "loss",
    "policy_loss",
    "value_loss",
    "margin_loss",
    "reply_loss",
    "yields_loss",
    "rate",
    "gradient_norm",
    "steps_per_second",
    "games",
    "samples",
    "window",
    "stale",
    "plies_per_game",
    "first_win_share",
    "draw_share",
    "games_per_second",
    "simulations_per_second",
    "stage_seconds",
    "memory_mib",
    "anchor",
    "match_games",
    "score",
    "elo",
    "elo_low",
    "elo_high",
];

impl Default for Metric {
    fn default() -> Metric {
        Metric::new(MetricKind::Generation)
    }
}

impl Metric {
    /// An empty line of a kind.
    #[must_use]
    pub fn new(kind: MetricKind) -> Metric {
        Metric {
            kind,
            generation: 0,
            step: 0,
            seconds: 0.0,
            loss: None,
            policy_loss: None,
            value_loss: None,
            margin_loss: None,
            reply_loss: None,
            yields_loss: None,
            rate: None,
            gradient_norm: None,
            steps_per_second: None,
            games: None,
            samples: None,
            window: None,
            stale: None,
            plies_per_game: None,
            first_win_share: None,
            draw_share: None,
            games_per_second: None,
            simulations_per_second: None,
            stage_seconds: None,
            memory_mib: None,
            anchor: None,
            match_games: None,
            score: None,
            elo: None,
            elo_low: None,
            elo_high: None,
        }
    }

    /// The line of `metrics.csv`.
    fn csv(&self) -> Result<String, serde_json::Error> {
        let value = serde_json::to_value(self)?;
        let cell = |name: &&str| match value.get(*name) {
            None | Some(serde_json::Value::Null) => String::new(),
            Some(serde_json::Value::String(text)) => quoted(text),
            Some(other) => other.to_string(),
        };
        Ok(COLUMNS.iter().map(cell).collect::<Vec<_>>().join(","))
    }
}

/// A cell of a table, in quotes where it needs them (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

//! What a run measured: one JSON object a line, and the same as a table.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

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
const COLUMNS: [&str; 29] = [
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

/// The metrics files of a run.
#[derive(Debug)]
pub struct MetricsLog {
    json: File,
    csv: File,
}

/// The metrics cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("metrics file {}", path.display())]
pub struct MetricsError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl MetricsLog {
    /// Opens `metrics.jsonl` and `metrics.csv` of a run to go on with them.
    ///
    /// # Errors
    /// [`MetricsError`] if one cannot be opened.
    pub fn open(run: &Path) -> Result<MetricsLog, MetricsError> {
        let open = |name: &str| {
            let path = run.join(name);
            whole_lines(&path).map_err(|source| MetricsError { path, source })
        };
        let (json, mut csv) = (open("metrics.jsonl")?, open("metrics.csv")?);
        let empty = csv.metadata().map(|data| data.len() == 0);
        empty
            .and_then(|empty| {
                if empty {
                    writeln!(csv, "{}", COLUMNS.join(","))?;
                }
                Ok(())
            })
            .map_err(|source| MetricsError {
                path: run.join("metrics.csv"),
                source,
            })?;
        Ok(MetricsLog { json, csv })
    }

    /// Adds a line to both.
    ///
    /// # Errors
    /// [`MetricsError`] if it cannot be written.
    pub fn write(&mut self, metric: &Metric) -> Result<(), MetricsError> {
        let lines = serde_json::to_string(metric).and_then(|json| Ok((json, metric.csv()?)));
        lines
            .map_err(io::Error::from)
            .and_then(|(json, csv)| {
                self.json.write_all(format!("{json}\n").as_bytes())?;
                self.csv.write_all(format!("{csv}\n").as_bytes())
            })
            .map_err(|source| MetricsError {
                path: PathBuf::from("metrics.jsonl, metrics.csv"),
                source,
            })
    }
}

/// Opens a text file to append to it, without the torn last line that a kill may have left.
fn whole_lines(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Reads the metrics of a run; lines of another version are passed over. What was done twice,
/// because a stage was cut short and begun again, is there once, as it was done last.
///
/// # Errors
/// [`MetricsError`] if `metrics.jsonl` cannot be read.
pub fn read_metrics(run: &Path) -> Result<Vec<Metric>, MetricsError> {
    let path = run.join("metrics.jsonl");
    let text = std::fs::read_to_string(&path).map_err(|source| MetricsError { path, source })?;
    let mut metrics: Vec<Metric> = Vec::new();
    for line in text.lines() {
        let Ok(metric) = serde_json::from_str::<Metric>(line) else {
            continue;
        };
        let same = |old: &Metric| {
            (old.kind, old.generation, &old.anchor)
                == (metric.kind, metric.generation, &metric.anchor)
                && (metric.kind != MetricKind::Learn || old.step >= metric.step)
        };
        metrics.retain(|old| !same(old));
        metrics.push(metric);
    }
    Ok(metrics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_its_column_and_lines_survive_a_kill() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path();
        let mut metric = Metric::new(MetricKind::Match);
        metric.anchor = Some("classical,nodes=100".to_owned());
        metric.elo = Some(12.5);
        MetricsLog::open(run).unwrap().write(&metric).unwrap();
        // A kill in the middle of a line.
        for name in ["metrics.jsonl", "metrics.csv"] {
            let mut file = OpenOptions::new()
                .append(true)
                .open(run.join(name))
                .unwrap();
            file.write_all(b"{\"kind\":\"le").unwrap();
        }
        metric.elo = Some(20.0);
        MetricsLog::open(run).unwrap().write(&metric).unwrap();

        let csv = std::fs::read_to_string(run.join("metrics.csv")).unwrap();
        let lines: Vec<_> = csv.lines().collect();
        assert_eq!(lines.len(), 3, "{csv}");
        assert!(
            lines[2].contains("\"classical,nodes=100\"") && lines[2].contains("20.0"),
            "{csv}"
        );
        // The same match again replaces the first.
        assert_eq!(read_metrics(run).unwrap(), vec![metric]);

        let full = Metric {
            loss: Some(1.0),
            policy_loss: Some(1.0),
            value_loss: Some(1.0),
            margin_loss: Some(1.0),
            reply_loss: Some(1.0),
            yields_loss: Some(1.0),
            rate: Some(1.0),
            gradient_norm: Some(1.0),
            steps_per_second: Some(1.0),
            games: Some(1),
            samples: Some(1),
            window: Some(1),
            plies_per_game: Some(1.0),
            first_win_share: Some(1.0),
            draw_share: Some(1.0),
            games_per_second: Some(1.0),
            simulations_per_second: Some(1.0),
            stage_seconds: Some(1.0),
            memory_mib: Some(1.0),
            anchor: Some(String::new()),
            match_games: Some(1),
            score: Some(1.0),
            elo: Some(1.0),
            elo_low: Some(1.0),
            elo_high: Some(1.0),
            ..Metric::new(MetricKind::Learn)
        };
        let value = serde_json::to_value(full).unwrap();
        let names: Vec<&str> = value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let mut columns = COLUMNS.to_vec();
        columns.sort_unstable();
        let mut names = names;
        names.sort_unstable();
        assert_eq!(names, columns);
    }
}

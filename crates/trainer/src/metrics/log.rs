//! The two files of metrics: appended to while a run goes on, and rewound when it is resumed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use togyz_files::{FileError, write_atomic};

use super::{COLUMNS, Metric};

const JSON: &str = "metrics.jsonl";
const CSV: &str = "metrics.csv";

/// The metrics files of a run.
#[derive(Debug)]
pub struct MetricsLog {
    json: Appended,
    csv: Appended,
    lines: usize,
}

/// A file that grows at its end.
#[derive(Debug)]
struct Appended {
    path: PathBuf,
    file: File,
}

impl Appended {
    fn add(&mut self, line: &str) -> Result<(), MetricsError> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|source| io_error(&self.path, source))
    }
}

/// The metrics cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The operating system refuses.
    #[error("metrics file {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// They cannot be rewound.
    #[error(transparent)]
    Rewind(#[from] FileError),
}

impl MetricsLog {
    /// Opens `metrics.jsonl` and `metrics.csv` of a run to go on with them, rewound to the
    /// first `lines`: what a session measured after the manifest was last saved is measured again,
    /// and a kill may have left half a line.
    ///
    /// # Errors
    /// [`MetricsError`] if one cannot be written.
    pub fn open(run: &Path, lines: usize) -> Result<MetricsLog, MetricsError> {
        let kept: Vec<Metric> = match read_metrics(run) {
            Ok(metrics) => metrics.into_iter().take(lines).collect(),
            Err(MetricsError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        let mut json = String::new();
        let mut csv = COLUMNS.join(",") + "\n";
        for metric in &kept {
            let (json_line, csv_line) = both_lines(metric).map_err(|e| io_error(run, e.into()))?;
            json += &json_line;
            csv += &csv_line;
        }
        let open = |name: &str, text: &str| {
            let path = run.join(name);
            write_atomic(&path, text.as_bytes())?;
            match OpenOptions::new().append(true).open(&path) {
                Ok(file) => Ok(Appended { path, file }),
                Err(source) => Err(io_error(&path, source)),
            }
        };
        Ok(MetricsLog {
            json: open(JSON, &json)?,
            csv: open(CSV, &csv)?,
            lines: kept.len(),
        })
    }

    /// How many lines each file has, besides the header of one.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Adds a line to both.
    ///
    /// # Errors
    /// [`MetricsError`] if it cannot be written.
    pub fn write(&mut self, metric: &Metric) -> Result<(), MetricsError> {
        let lines = both_lines(metric);
        let (json, csv) = lines.map_err(|source| io_error(&self.json.path, source.into()))?;
        self.json.add(&json)?;
        self.csv.add(&csv)?;
        self.lines += 1;
        Ok(())
    }
}

/// The line of either file.
fn both_lines(metric: &Metric) -> Result<(String, String), serde_json::Error> {
    let json = serde_json::to_string(metric)?;
    Ok((format!("{json}\n"), format!("{}\n", metric.csv()?)))
}

fn io_error(path: &Path, source: io::Error) -> MetricsError {
    MetricsError::Io {
        path: path.to_owned(),
        source,
    }
}

/// Reads the metrics of a run; lines that are none are passed over.
///
/// # Errors
/// [`MetricsError`] if `metrics.jsonl` cannot be read.
pub fn read_metrics(run: &Path) -> Result<Vec<Metric>, MetricsError> {
    let path = run.join(JSON);
    let text = fs::read_to_string(&path).map_err(|source| io_error(&path, source))?;
    Ok(text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::MetricKind;

    #[test]
    fn a_resume_goes_on_where_the_manifest_stands() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path();
        let line = |seconds| Metric {
            seconds,
            anchor: Some("classical,nodes=100".to_owned()),
            elo: Some(12.5),
            ..Metric::new(MetricKind::Match)
        };
        let mut log = MetricsLog::open(run, 0).unwrap();
        for seconds in [1.0, 2.0, 3.0] {
            log.write(&line(seconds)).unwrap();
        }
        // A kill in the middle of a line.
        for name in [JSON, CSV] {
            let mut file = OpenOptions::new()
                .append(true)
                .open(run.join(name))
                .unwrap();
            file.write_all(b"{\"kind\":\"le").unwrap();
        }
        // The manifest was saved after the second.
        let mut log = MetricsLog::open(run, 2).unwrap();
        log.write(&line(4.0)).unwrap();
        let expected: Vec<Metric> = [1.0, 2.0, 4.0].map(line).into();
        assert_eq!(read_metrics(run).unwrap(), expected);

        let csv = fs::read_to_string(run.join(CSV)).unwrap();
        let lines: Vec<_> = csv.lines().collect();
        assert_eq!(lines.len(), 4, "{csv}");
        assert!(
            lines[3].contains("\"classical,nodes=100\"") && lines[3].contains("4.0"),
            "{csv}"
        );
    }

    #[test]
    fn every_field_has_its_column() {
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
            stale: Some(1),
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

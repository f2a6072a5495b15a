//! A run as one HTML page: what it learnt, what it cost, how it was set.

mod chart;

use std::fmt::Write as _;

use crate::config::TrainConfig;
use crate::metrics::{Metric, MetricKind};
use chart::{Chart, Point, Series, escaped, short};

const STYLE: &str = include_str!("style.css");

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The run's name.
    pub name: &'a str,
    /// Its config.
    pub config: &'a TrainConfig,
    /// Its metrics, in order.
    pub metrics: &'a [Metric],
}

impl Report<'_> {
    /// The page: self-contained, for light and dark, without scripts.
    ///
    /// # Errors
    /// [`crate::ConfigError`] if the config cannot be written as text.
    pub fn html(&self) -> Result<String, crate::ConfigError> {
        let name = escaped(self.name);
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Training run {name}</title>\n<style>\n{STYLE}</style></head><body>\n\
             <h1>Training run {name}</h1>\n"
        );
        self.summary(&mut html);
        html.push_str("<main>\n");
        for chart in self.charts() {
            html.push_str(&chart.figure());
        }
        html.push_str("</main>\n");
        self.matches(&mut html);
        let _ = write!(
            html,
            "<h2>Config</h2>\n<pre>{}</pre>\n</body></html>\n",
            escaped(&self.config.to_text()?)
        );
        Ok(html)
    }

    fn of(&self, kind: MetricKind) -> impl Iterator<Item = &Metric> {
        self.metrics
            .iter()
            .filter(move |metric| metric.kind == kind)
    }

    fn summary(&self, html: &mut String) {
        let generations = self.of(MetricKind::Generation).count();
        let games: u64 = self.of(MetricKind::Selfplay).filter_map(|m| m.games).sum();
        let samples: u64 = self
            .of(MetricKind::Selfplay)
            .filter_map(|m| m.samples)
            .sum();
        let last = self.metrics.last();
        let minutes = last.map_or(0.0, |metric| metric.seconds / 60.0);
        let steps = self.metrics.iter().map(|metric| metric.step).max();
        let _ = writeln!(
            html,
            "<p class=\"summary\">{generations} of {} generations, {games} games, {samples} samples, \
             {} steps, {minutes:.1} minutes of wall clock. Intervals are 95 %.</p>",
            self.config.run.generations,
            steps.unwrap_or(0)
        );
    }

    fn line(&self, kind: MetricKind, name: &str, value: impl Fn(&Metric) -> Option<f64>) -> Series {
        let point = |metric: &Metric| {
            Some(Point {
                x: metric.seconds / 60.0,
                y: value(metric).filter(|y| y.is_finite())?,
                interval: None,
                generation: metric.generation,
            })
        };
        Series {
            name: name.to_owned(),
            points: self.of(kind).filter_map(point).collect(),
        }
    }

    fn charts(&self) -> Vec<Chart> {
        let chart = |title, y_label, from_zero, series| Chart {
            title,
            y_label,
            x_label: "minutes of wall clock",
            from_zero,
            series,
        };
        let learn =
            |name, value: fn(&Metric) -> Option<f64>| self.line(MetricKind::Learn, name, value);
        let play =
            |name, value: fn(&Metric) -> Option<f64>| self.line(MetricKind::Selfplay, name, value);
        let losses = vec![
            learn("policy", |m| m.policy_loss),
            learn("win/draw/loss", |m| m.value_loss),
            learn("margin", |m| m.margin_loss),
            learn("reply", |m| m.reply_loss),
            learn("yields", |m| m.yields_loss),
        ];
        let shares = vec![
            play("first player wins", |m| m.first_win_share),
            play("draws", |m| m.draw_share),
        ];
        vec![
            chart("Elo against the anchors", "Elo lead", false, self.elo()),
            chart("Losses", "loss", true, losses),
            chart(
                "Weighted loss",
                "loss",
                false,
                vec![learn("loss", |m| m.loss)],
            ),
            chart(
                "Learning rate",
                "rate",
                true,
                vec![learn("rate", |m| m.rate)],
            ),
            chart("Games", "games in all", true, vec![self.games()]),
            chart(
                "Speed of self-play",
                "simulations a second",
                true,
                vec![play("simulations/s", |m| m.simulations_per_second)],
            ),
            chart(
                "Length of games",
                "half-moves a game",
                true,
                vec![play("half-moves", |m| m.plies_per_game)],
            ),
            chart("Results of self-play", "share of games", true, shares),
            chart(
                "Memory",
                "MiB",
                true,
                vec![self.line(MetricKind::Generation, "memory", |m| m.memory_mib)],
            ),
        ]
    }

    fn elo(&self) -> Vec<Series> {
        let mut series: Vec<Series> = Vec::new();
        for metric in self.of(MetricKind::Match) {
            let (Some(anchor), Some(elo)) = (&metric.anchor, metric.elo) else {
                continue;
            };
            let point = Point {
                x: metric.seconds / 60.0,
                y: elo,
                interval: metric.elo_low.zip(metric.elo_high),
                generation: metric.generation,
            };
            match series.iter_mut().find(|one| one.name == *anchor) {
                Some(one) => one.points.push(point),
                None => series.push(Series {
                    name: anchor.clone(),
                    points: vec![point],
                }),
            }
        }
        series
    }

    /// Games of the whole run so far.
    fn games(&self) -> Series {
        let mut series = self.line(MetricKind::Selfplay, "games", |m| {
            m.games.map(|games| {
                #[expect(clippy::cast_precision_loss, reason = "far below 2^53 games")]
                let games = games as f64;
                games
            })
        });
        let mut sum = 0.0;
        for point in &mut series.points {
            sum += point.y;
            point.y = sum;
        }
        series
    }

    /// The matches as a table: the figures of the first chart.
    fn matches(&self, html: &mut String) {
        html.push_str(
            "<h2>Matches</h2>\n<table><thead><tr><th>generation</th><th>minutes</th><th>against</th>\
             <th>games</th><th>score</th><th>Elo lead</th><th>95 %</th></tr></thead><tbody>\n",
        );
        for metric in self.of(MetricKind::Match) {
            let number =
                |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:+.0}"));
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{:.1}</td><td>{}</td><td>{}</td><td>{} %</td><td>{}</td><td>{} to {}</td></tr>",
                metric.generation,
                metric.seconds / 60.0,
                escaped(metric.anchor.as_deref().unwrap_or("")),
                metric.match_games.unwrap_or(0),
                short(metric.score.unwrap_or(0.0) * 100.0),
                number(metric.elo),
                number(metric.elo_low),
                number(metric.elo_high)
            );
        }
        html.push_str("</tbody></table>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ConfigSource;

    #[test]
    fn the_page_has_every_figure_and_needs_nothing_else() {
        let config = TrainConfig::load(&ConfigSource::Quick, &[]).unwrap();
        let mut metrics = Vec::new();
        for generation in 0..3 {
            let base = |kind| Metric {
                generation,
                step: 100 * u64::from(generation),
                seconds: 60.0 * f64::from(generation + 1),
                ..Metric::new(kind)
            };
            metrics.push(Metric {
                games: Some(10),
                samples: Some(1000),
                plies_per_game: Some(120.0),
                simulations_per_second: Some(1e6),
                ..base(MetricKind::Selfplay)
            });
            metrics.push(Metric {
                policy_loss: Some(2.0),
                loss: Some(f64::NAN),
                ..base(MetricKind::Learn)
            });
            metrics.push(Metric {
                anchor: Some("classical,nodes=100".to_owned()),
                match_games: Some(20),
                score: Some(0.55),
                elo: Some(35.0),
                elo_low: Some(-20.0),
                elo_high: Some(90.0),
                ..base(MetricKind::Match)
            });
            metrics.push(base(MetricKind::Generation));
        }
        let report = Report {
            name: "a & b",
            config: &config,
            metrics: &metrics,
        };
        let html = report.html().unwrap();
        for expected in [
            "Training run a &amp; b",
            "30 games",
            "Elo against the anchors",
            "Losses",
            "Speed of self-play",
            "Length of games",
            "<svg",
            "prefers-color-scheme: dark",
            "+35",
            "samples_per_row",
        ] {
            assert!(html.contains(expected), "{expected}");
        }
        assert_eq!(html.matches("<figure>").count(), 9);
        for forbidden in ["http://", "https://", "<script", "NaN", "inf\""] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        // The cumulative games: 10, 20, 30.
        assert!(html.contains("games, generation 2: 30"));
    }
}

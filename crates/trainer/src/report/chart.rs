//! Line charts with error bars as SVG text.
//!
//! Colours are CSS variables of the page, so that one drawing serves light and dark.

use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;
/// Lines in different colours; more would not be told apart.
pub(super) const COLOURS: usize = 8;

/// A point, with an interval where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
    pub interval: Option<(f64, f64)>,
    /// Shown when the pointer rests on it.
    pub generation: u32,
}

/// A named line.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

/// One drawing.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub title: &'static str,
    /// What the values are, with their unit.
    pub y_label: &'static str,
    pub x_label: &'static str,
    /// Whether 0 belongs to the axis.
    pub from_zero: bool,
    pub series: Vec<Series>,
}

/// A linear scale from values to the drawing.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round values to mark: at most about `most`.
    fn ticks(&self, most: f64) -> Vec<f64> {
        let step = nice_step((self.high - self.low) / most);
        let first = (self.low / step).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few ticks"
        )]
        let count = ((self.high - self.low) / step) as u32 + 1;
        (0..=count)
            .map(|i| (first + f64::from(i)) * step)
            .filter(|tick| *tick <= self.high + step * 1e-6)
            .collect()
    }
}

/// 1, 2 or 5 times a power of ten, not below `step`.
fn nice_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|m| m * power >= step * 0.999);
    nice.unwrap_or(10.0) * power
}

/// A number as short as it can be read.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    match size {
        s if s >= 1e6 => format!("{:.3} M", value / 1e6).replace(".000", ""),
        s if s >= 1e4 => format!("{:.1} k", value / 1e3).replace(".0 ", " "),
        s if !(1e-12..100.0).contains(&s) => format!("{value:.0}"),
        s if s >= 1.0 => trimmed(&format!("{value:.2}")),
        s if s >= 1e-3 => trimmed(&format!("{value:.4}")),
        _ => format!("{value:.1e}"),
    }
}

fn trimmed(text: &str) -> String {
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text made safe for HTML and SVG.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

impl Chart {
    /// Whether there is anything to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.points.is_empty())
    }

    fn scales(&self) -> (Scale, Scale) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let (_, x_high) = range(&mut points().map(|p| p.x));
        let (mut low, mut high) = range(&mut points().flat_map(|p| {
            let (low, high) = p.interval.unwrap_or((p.y, p.y));
            [low, high]
        }));
        if self.from_zero {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        let room = ((high - low) * 0.05).max(high.abs() * 1e-3).max(1e-9);
        let low = if self.from_zero && low >= 0.0 {
            0.0
        } else {
            low - room
        };
        (
            Scale {
                low: 0.0,
                high: x_high.max(1e-9),
                from: LEFT,
                to: WIDTH - RIGHT,
            },
            Scale {
                low,
                high: high + room,
                from: HEIGHT - BOTTOM,
                to: TOP,
            },
        )
    }

    /// The figure: title, legend, drawing.
    pub(super) fn figure(&self) -> String {
        let mut html = format!("<figure>\n<figcaption>{}</figcaption>\n", self.title);
        if self.is_empty() {
            html.push_str("<p class=\"none\">Nothing measured yet.</p>\n</figure>\n");
            return html;
        }
        let (x, y) = self.scales();
        let _ = writeln!(
            html,
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            self.title
        );
        self.axes(&mut html, &x, &y);
        for (index, series) in self.series.iter().enumerate() {
            draw_series(&mut html, series, index % COLOURS, &x, &y);
        }
        html.push_str("</svg>\n");
        if self.series.len() > 1 {
            html.push_str("<p class=\"legend\">");
            for (index, series) in self.series.iter().enumerate() {
                let name = escaped(&series.name);
                let colour = index % COLOURS;
                let _ = write!(html, "<span><i class=\"b{colour}\"></i>{name}</span> ");
            }
            html.push_str("</p>\n");
        }
        html.push_str("</figure>\n");
        html
    }

    fn axes(&self, html: &mut String, x: &Scale, y: &Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in y.ticks(6.0) {
            let at = y.at(tick);
            let zero = if tick.abs() < 1e-12 && !self.from_zero {
                " zero"
            } else {
                ""
            };
            let _ = writeln!(
                html,
                "<line class=\"grid{zero}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                at + 4.0,
                short(tick)
            );
        }
        for tick in x.ticks(8.0) {
            let at = x.at(tick);
            let _ = writeln!(
                html,
                "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                short(tick)
            );
        }
        let middle = f64::midpoint(TOP, bottom);
        let _ = writeln!(
            html,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(14 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(LEFT, right),
            HEIGHT - 8.0,
            escaped(self.x_label),
            escaped(self.y_label)
        );
    }
}

fn draw_series(html: &mut String, series: &Series, colour: usize, x: &Scale, y: &Scale) {
    let place = |p: &Point| format!("{:.1},{:.1}", x.at(p.x), y.at(p.y));
    let line: Vec<String> = series.points.iter().map(place).collect();
    let _ = writeln!(
        html,
        "<polyline class=\"c{colour}\" points=\"{}\"/>",
        line.join(" ")
    );
    // Dots help to see few points and hide many.
    let dots = series.points.len() <= 60;
    for point in &series.points {
        let at = x.at(point.x);
        if let Some((low, high)) = point.interval {
            let (low, high) = (y.at(low), y.at(high));
            let _ = writeln!(
                html,
                "<path class=\"c{colour} bar\" d=\"M{at:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h6M{:.1} {high:.1}h6\"/>",
                at - 3.0,
                at - 3.0
            );
        }
        if dots {
            let interval = point.interval.map_or_else(String::new, |(low, high)| {
                format!(" ({} to {})", short(low), short(high))
            });
            let _ = writeln!(
                html,
                "<circle class=\"f{colour}\" cx=\"{at:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}, generation {}: {}{interval}</title></circle>",
                y.at(point.y),
                escaped(&series.name),
                point.generation,
                short(point.y)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_ticks_are_round() {
        let cases = [
            (0.0, "0"),
            (1.5, "1.5"),
            (0.0015, "0.0015"),
            (250.0, "250"),
            (12_500.0, "12.5 k"),
            (3_000_000.0, "3 M"),
            (1e-5, "1.0e-5"),
        ];
        for (value, expected) in cases {
            assert_eq!(short(value), expected);
        }
        let scale = Scale {
            low: -37.0,
            high: 130.0,
            from: 0.0,
            to: 1.0,
        };
        assert_eq!(scale.ticks(6.0), [0.0, 50.0, 100.0]);
    }

    #[test]
    fn one_point_is_drawn_and_none_is_said() {
        let mut chart = Chart {
            title: "Elo",
            y_label: "Elo",
            x_label: "minutes",
            from_zero: false,
            series: vec![Series {
                name: "a<b".to_owned(),
                points: vec![Point {
                    x: 1.0,
                    y: 5.0,
                    interval: Some((4.0, 6.0)),
                    generation: 2,
                }],
            }],
        };
        let figure = chart.figure();
        assert!(
            figure.contains("a&lt;b, generation 2: 5 (4 to 6)"),
            "{figure}"
        );
        assert!(
            !figure.contains("NaN") && !figure.contains("inf"),
            "{figure}"
        );
        chart.series[0].points.clear();
        assert!(chart.figure().contains("Nothing measured"));
    }
}

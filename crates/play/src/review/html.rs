//! Reviews as one page that needs no other file.

use std::fmt::Write as _;

use togyz_rules::Side;

use super::report::{Report, Reviewed};
use super::text::{HEAD as COLUMNS, remarks, rule, side_sum};
use crate::i18n::{Language, Messages, Told};

/// The graph, in its own units.
const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 240.0;
/// Room for the labels.
const LEFT: f32 = 40.0;
const FOOT: f32 = 24.0;

const HEAD: &str = "<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<style>
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #8a8a8a; --doubtful: #8a5a00; --bad: #b00020; --mark: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #171717; --line: #9a9a9a; --doubtful: #ffc861; --bad: #ff8a8f; --mark: #8ec5ff; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 0 auto; padding: 1rem; }
svg { width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .15rem .5rem; text-align: end; border-bottom: 1px solid #8884; }
th:nth-child(-n+3), td:nth-child(-n+3), td:last-child, th:last-child { text-align: start; }
.doubtful { color: var(--doubtful); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.wrap { overflow-x: auto; }
</style>
</head>
<body>
";

/// The page, in a language.
pub(crate) fn page(reports: &[Report], language: Language) -> String {
    let messages = Messages::of(language);
    let review = messages.text("ui-review");
    let mut text = format!(
        "<!doctype html>\n<html lang=\"{}\" dir=\"{}\">\n<head>\n<title>{}: {review}</title>\n{HEAD}<h1>{review}</h1>\n",
        language.code(),
        language.direction().word(),
        messages.text("ui-title"),
    );
    for report in reports {
        text += &section(report, messages);
    }
    text + "</body>\n</html>\n"
}

fn section(report: &Report, messages: &Messages) -> String {
    let mut text = format!(
        "<h2>{}</h2>\n<p>{}, {}</p>\n{}",
        escaped(&report.title(messages)),
        escaped(&report.file),
        report.game,
        graph(report, messages)
    );
    for side in Side::ALL {
        let _ = writeln!(text, "<p>{}</p>", side_sum(report, side, messages));
    }
    let [mv, win, margin] = COLUMNS.map(|key| messages.text(key));
    let _ = writeln!(
        text,
        "<p>{}</p>\n<div class=\"wrap\"><table>\n<tr><th>#</th><th></th><th>{mv}</th><th>{win}</th><th>{margin}</th>\
         <th></th></tr>",
        escaped(&rule(report, messages))
    );
    for one in &report.review.moves {
        text += &row(one, messages);
    }
    text + "</table></div>\n"
}

fn row(one: &Reviewed, messages: &Messages) -> String {
    format!(
        "<tr class=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        one.judgement.word(),
        one.ply,
        one.side.told(messages),
        escaped(&one.notation),
        messages.percent(one.before.expected, 1),
        messages.signed(one.before.margin, 1),
        escaped(&remarks(one, messages).join("; "))
    )
}

/// What Bastaushy could expect, half-move by half-move, with the turning points.
fn graph(report: &Report, messages: &Messages) -> String {
    let curve = report.review.curve();
    let last = curve.len().saturating_sub(1).max(1) as f32;
    let x = |ply: usize| LEFT + (WIDTH - LEFT) * ply as f32 / last;
    let y = |expected: f32| (HEIGHT - FOOT) * (1.0 - expected);
    let points: Vec<String> = curve
        .iter()
        .enumerate()
        .map(|(ply, &expected)| format!("{:.1},{:.1}", x(ply), y(expected)))
        .collect();
    let chances = messages.text("ui-win-chance");
    let mut text = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{chances}\" dir=\"ltr\">\n"
    );
    for (expected, label) in [(1.0, "100%"), (0.5, "50%"), (0.0, "0%")] {
        let at = y(expected);
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{WIDTH}\" y2=\"{at:.1}\" stroke=\"var(--line)\" stroke-width=\"1\"/>\
             <text x=\"0\" y=\"{:.1}\" font-size=\"12\" fill=\"var(--ink)\">{label}</text>",
            (at + 4.0).max(12.0)
        );
    }
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"var(--mark)\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for &ply in &report.review.turning_points {
        let one = ply
            .checked_sub(1)
            .and_then(|index| report.review.moves.get(index));
        let (Some(one), Some(&after)) = (one, curve.get(ply)) else {
            continue;
        };
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"var(--bad)\"><title>{} {} {}</title></circle>",
            x(ply),
            y(after),
            one.ply,
            one.side.told(messages),
            escaped(&one.notation)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"12\" fill=\"var(--ink)\">{chances}, 0 - {last}</text>\n</svg>",
        HEIGHT - 6.0
    );
    text
}

/// Names come from files of anybody.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(
            super::escaped("<a href=\"x\">&'"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"
        );
    }
}

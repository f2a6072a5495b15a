//! Reviews as one page that needs no other file.

use std::fmt::Write as _;

use togyz_rules::Side;

use super::judge::{BAD, DOUBTFUL, Judgement};
use super::report::{Report, Reviewed};
use super::text::{side_sum, within};

/// The graph, in its own units.
const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 240.0;
/// Room for the labels.
const LEFT: f32 = 40.0;
const FOOT: f32 = 24.0;

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<title>Togyz Kumalak: review</title>
<style>
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #8a8a8a; --doubtful: #8a5a00; --bad: #b00020; --mark: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #171717; --line: #9a9a9a; --doubtful: #ffc861; --bad: #ff8a8f; --mark: #8ec5ff; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 0 auto; padding: 1rem; }
svg { width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .15rem .5rem; text-align: right; border-bottom: 1px solid #8884; }
th:nth-child(-n+3), td:nth-child(-n+3), td:last-child, th:last-child { text-align: left; }
.doubtful { color: var(--doubtful); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.wrap { overflow-x: auto; }
</style>
</head>
<body>
<h1>Review</h1>
";

/// The page.
pub(crate) fn page(reports: &[Report]) -> String {
    let mut text = HEAD.to_owned();
    let _ = writeln!(
        text,
        "<p>A move is doubtful if it loses {:.0}% of the expected result (win chance and half the chance of a draw) \
         or more, and bad from {:.0}% on. Chances and margins are those of the side that moves.</p>",
        DOUBTFUL * 100.0,
        BAD * 100.0
    );
    for report in reports {
        text += &section(report);
    }
    text + "</body>\n</html>\n"
}

fn section(report: &Report) -> String {
    let mut text = format!(
        "<h2>{}</h2>\n<p>Game {} of {}, by {}{}.</p>\n{}",
        escaped(&report.title()),
        report.game,
        escaped(&report.file),
        escaped(&report.engine),
        escaped(&within(&report.budget)),
        graph(report)
    );
    for side in Side::ALL {
        let _ = writeln!(text, "<p>{}.</p>", side_sum(report, side));
    }
    text += "<div class=\"wrap\"><table>\n<tr><th>#</th><th>Side</th><th>Move</th><th>Win</th><th>Margin</th>\
             <th>Lost chance</th><th>Lost balls</th><th>Remarks</th></tr>\n";
    for one in &report.review.moves {
        text += &row(one);
    }
    text + "</table></div>\n"
}

fn row(one: &Reviewed) -> String {
    let word = one.judgement.word();
    let mut remarks = Vec::new();
    if one.judgement != Judgement::Good {
        remarks.push(format!("{word}; better {}", one.best_line.join(" ")));
    }
    if one.turning_point {
        remarks.push("turning point".to_owned());
    }
    if one.before.exact && one.after.exact {
        remarks.push("exact".to_owned());
    }
    format!(
        "<tr class=\"{word}\"><td>{}</td><td>{}</td><td>{}</td><td>{:.1}%</td><td>{:+.1}</td><td>{:.1}%</td>\
         <td>{:.1}</td><td>{}</td></tr>\n",
        one.ply,
        one.side,
        escaped(&one.notation),
        one.before.expected * 100.0,
        one.before.margin,
        one.loss_chance * 100.0,
        one.loss_balls,
        escaped(&remarks.join("; "))
    )
}

/// What Bastaushy could expect, half-move by half-move, with the turning points.
fn graph(report: &Report) -> String {
    let curve = report.review.curve();
    let last = curve.len().saturating_sub(1).max(1) as f32;
    let x = |ply: usize| LEFT + (WIDTH - LEFT) * ply as f32 / last;
    let y = |expected: f32| (HEIGHT - FOOT) * (1.0 - expected);
    let points: Vec<String> = curve
        .iter()
        .enumerate()
        .map(|(ply, &expected)| format!("{:.1},{:.1}", x(ply), y(expected)))
        .collect();
    let mut text = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"The chances of Bastaushy, half-move by half-move\">\n"
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
        let (Some(one), Some(&after)) = (report.review.moves.get(ply - 1), curve.get(ply)) else {
            continue;
        };
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"var(--bad)\"><title>{} {} {}</title></circle>",
            x(ply),
            y(after),
            one.ply,
            one.side,
            escaped(&one.notation)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"12\" fill=\"var(--ink)\">Chances of Bastaushy; half-moves 0 to {last}</text>\n</svg>",
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

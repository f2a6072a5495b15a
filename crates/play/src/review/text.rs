//! A review as text, in the language of whoever reads it.

use std::fmt::Write as _;

use togyz_rules::Side;

use super::judge::{BAD, DOUBTFUL, Judgement};
use super::report::{Report, Reviewed};
use crate::i18n::{Messages, Told};
use crate::style::{Role, Style, widened};

/// Half-moves of the best line that are shown.
const LINE: usize = 6;

/// The whole review: each move, both sides, the turning points, the rule.
pub(crate) fn told(report: &Report, style: Style) -> String {
    let messages = style.messages();
    let title = style.paint(Role::Strong, &report.title(messages));
    let mut text = format!("{title} ({}, {})\n\n", report.file, report.game);
    let none = String::new;
    let [mv, win, margin] = HEAD.map(|key| messages.text(key));
    let sides = Side::ALL.map(|side| side.told(messages).chars().count());
    let side = " ".repeat(sides.into_iter().max().unwrap_or(0));
    let head = [none(), side, mv, win, margin];
    let widths = widened([4, 0, 8, 7, 7], &head);
    let _ = writeln!(text, "{}", columns(&head, widths));
    for one in &report.review.moves {
        text += &row(one, widths, style);
    }
    text.push('\n');
    for side in Side::ALL {
        let _ = writeln!(text, "{}", side_sum(report, side, messages));
    }
    text += &turning_points(report, messages);
    let _ = writeln!(text, "{}", rule(report, messages));
    text
}

/// What stands above the columns of moves, chances and margins.
pub(super) const HEAD: [&str; 3] = ["eval-move", "eval-win", "eval-margin"];

/// Words to the left, numbers to the right.
fn columns(cells: &[String; 5], widths: [usize; 5]) -> String {
    let [ply, side, mv, win, margin] = cells;
    let [a, b, c, d, e] = widths;
    format!("  {ply:>a$}  {side:<b$}  {mv:<c$} {win:>d$} {margin:>e$}")
}

fn row(one: &Reviewed, widths: [usize; 5], style: Style) -> String {
    let messages = style.messages();
    let role = match one.judgement {
        Judgement::Good => Role::Plain,
        Judgement::Doubtful => Role::Odd,
        Judgement::Bad => Role::Error,
    };
    let cells = [
        one.ply.to_string(),
        one.side.told(messages),
        one.notation.clone(),
        messages.percent(one.before.expected, 1),
        messages.signed(one.before.margin, 1),
    ];
    let remarks = style.paint(role, &remarks(one, messages).join("; "));
    let row = format!("{}  {remarks}", columns(&cells, widths));
    format!("{}\n", row.trim_end())
}

/// What is to be said of a move: nothing of the best one.
pub(super) fn remarks(one: &Reviewed, messages: &Messages) -> Vec<String> {
    let mut remarks = Vec::new();
    let word = match one.judgement {
        Judgement::Good => None,
        Judgement::Doubtful => Some("ui-review-doubtful"),
        Judgement::Bad => Some("ui-review-bad"),
    };
    remarks.extend(word.map(|word| messages.text(word)));
    if one.hole != one.best {
        remarks.push(loss(one.loss_chance, one.loss_balls, messages));
    }
    if word.is_some() {
        let line = &one.best_line[..one.best_line.len().min(LINE)];
        let hole = ("hole", line.join(" ").into());
        remarks.push(messages.format("ui-review-best", &[hole]));
    }
    if one.turning_point {
        remarks.push(messages.text("ui-review-turning"));
    }
    if one.before.exact && one.after.exact {
        remarks.push(messages.text("ui-exact"));
    }
    remarks
}

fn loss(chance: f32, balls: f32, messages: &Messages) -> String {
    let values = [
        ("percent", messages.percent(chance, 1).into()),
        ("balls", messages.number(balls, 1).into()),
    ];
    messages.format("ui-review-loss", &values)
}

/// What a side's moves came to, and a move on average, in a line.
pub(super) fn side_sum(report: &Report, side: Side, messages: &Messages) -> String {
    let sum = &report.review.sides[side];
    let values = [
        ("side", side.told(messages).into()),
        ("good", sum.good.into()),
        ("doubtful", sum.doubtful.into()),
        ("bad", sum.bad.into()),
    ];
    let loss = loss(sum.mean_loss_chance, sum.mean_loss_balls, messages);
    let mean = messages.format("review-mean", &[("loss", loss.into())]);
    let moves = messages.format("ui-review-sum", &values);
    format!("{moves} ({mean})")
}

/// Who judged, and from where on a move is doubtful or bad.
pub(super) fn rule(report: &Report, messages: &Messages) -> String {
    let limits = match report.budget.as_str() {
        "" => String::new(),
        budget => format!(", {budget}"),
    };
    let values = [
        ("name", format!("{}{limits}", report.engine).into()),
        ("doubtful", messages.percent(DOUBTFUL, 0).into()),
        ("bad", messages.percent(BAD, 0).into()),
    ];
    messages.format("ui-review-rule", &values)
}

fn turning_points(report: &Report, messages: &Messages) -> String {
    let points: Vec<String> = report
        .review
        .moves
        .iter()
        .filter(|one| one.turning_point)
        .map(|one| format!("{} ({} {})", one.ply, one.side.told(messages), one.notation))
        .collect();
    match points.as_slice() {
        [] => String::new(),
        points => format!(
            "{}: {}\n",
            messages.text("ui-review-turning"),
            points.join(", ")
        ),
    }
}

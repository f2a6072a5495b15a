//! A review as text.

use std::fmt::Write as _;

use togyz_rules::Side;

use super::judge::{BAD, DOUBTFUL, Judgement};
use super::report::{Report, Reviewed};
use crate::style::{Role, Style};

/// Half-moves of the best line that are shown.
const LINE: usize = 6;

/// The whole review: each move, both sides, the turning points.
pub(crate) fn told(report: &Report, style: Style) -> String {
    let mut text = format!(
        "{} (game {} of {})\nby {}{}\n\n",
        style.paint(Role::Strong, &report.title()),
        report.game,
        report.file,
        report.engine,
        within(&report.budget),
    );
    text += "  move  side       played      win  margin  lost: chance  balls\n";
    for one in &report.review.moves {
        text += &row(one, style);
    }
    text.push('\n');
    for side in Side::ALL {
        let _ = writeln!(text, "{}", side_sum(report, side));
    }
    text += &turning_points(report);
    let _ = writeln!(
        text,
        "doubtful: a move that loses {:.0}% of the expected result or more; bad: {:.0}% or more",
        DOUBTFUL * 100.0,
        BAD * 100.0
    );
    text
}

pub(super) fn within(budget: &str) -> String {
    match budget {
        "" => String::new(),
        budget => format!(" ({budget} a position)"),
    }
}

fn row(one: &Reviewed, style: Style) -> String {
    let role = match one.judgement {
        Judgement::Good => Role::Plain,
        Judgement::Doubtful => Role::Odd,
        Judgement::Bad => Role::Error,
    };
    let mut row = format!(
        "  {:>4}  {:<9}  {:<8} {:>6.1}% {:>+7.1} {:>12.1}% {:>6.1}",
        one.ply,
        one.side.to_string(),
        one.notation,
        one.before.expected * 100.0,
        one.before.margin,
        one.loss_chance * 100.0,
        one.loss_balls,
    );
    if one.judgement != Judgement::Good {
        let line: Vec<&str> = one
            .best_line
            .iter()
            .take(LINE)
            .map(String::as_str)
            .collect();
        let word = style.paint(role, one.judgement.word());
        let _ = write!(row, "  {word}; better {}", line.join(" "));
    }
    if one.turning_point {
        row += "  <- turning point";
    }
    if one.before.exact && one.after.exact {
        row += "  (exact)";
    }
    row + "\n"
}

/// What a side's moves came to, in a line.
pub(super) fn side_sum(report: &Report, side: Side) -> String {
    let sum = &report.review.sides[side];
    format!(
        "{side}: {} moves, {} good, {} doubtful, {} bad; a move lost {:.1}% and {:.1} balls on average",
        sum.moves,
        sum.good,
        sum.doubtful,
        sum.bad,
        sum.mean_loss_chance * 100.0,
        sum.mean_loss_balls
    )
}

fn turning_points(report: &Report) -> String {
    let points: Vec<String> = report
        .review
        .moves
        .iter()
        .filter(|one| one.turning_point)
        .map(|one| format!("{} ({} {})", one.ply, one.side, one.notation))
        .collect();
    match points.as_slice() {
        [] => "turning points: none\n".to_owned(),
        points => format!("turning points: {}\n", points.join(", ")),
    }
}

//! A thought as text: chances, the bar, the table of moves, the hint.

use std::fmt::Write as _;

use togyz_players::{Hint, Proof, Thought};
use togyz_rules::{BySide, Position, Side};

use crate::i18n::{Messages, Told};
use crate::moves::pairs_of;
use crate::style::{Role, Style, widened};

/// Half-moves of a line that a table shows.
const LINE: usize = 8;
/// Characters of the bar.
const BAR: usize = 30;

/// The hint: the move and the reason in a sentence, then what it gains and where it leads.
#[must_use]
pub(crate) fn told_hint(hint: &Hint, position: &Position, messages: &Messages) -> String {
    let line: Vec<_> = hint.line.iter().copied().take(LINE).collect();
    let facts = [
        ("gain", gain(hint.gain, messages).into()),
        ("win", messages.percent(hint.win, 0).into()),
        ("margin", told_margin(hint, messages).into()),
    ];
    let line = [("line", pairs_of(position, &line).join(" ").into())];
    format!(
        "{}: {}\n  {}\n  {}\n",
        messages.text("ui-hint"),
        hint.told(messages),
        messages.format("eval-hint", &facts),
        messages.format("eval-line", &line),
    )
}

/// Chances of both sides with a bar, each named, so that nobody has to know whose view a number is.
#[must_use]
pub(crate) fn told_evaluation(
    thought: &Thought,
    position: &Position,
    names: &BySide<String>,
    style: Style,
) -> String {
    let messages = style.messages();
    let mover = position.side_to_move();
    let of_mover = BySide::from_fn(|side| {
        if side == mover {
            thought.win
        } else {
            thought.loss
        }
    });
    let first = of_mover[Side::Bastaushy] + thought.draw / 2.0;
    let full = portion(first, BAR);
    let glyphs = style.glyphs();
    let bar = format!(
        "{}{}",
        style.paint(Role::Near, &glyphs.full.repeat(full)),
        style.paint(Role::Faint, &glyphs.open.repeat(BAR - full))
    );
    let ahead = if thought.margin >= 0.0 {
        mover
    } else {
        mover.other()
    };
    let expected = [
        ("side", ahead.told(messages).into()),
        ("name", names[ahead].clone().into()),
        ("balls", messages.number(thought.margin.abs(), 1).into()),
        ("draw", messages.percent(thought.draw, 0).into()),
        ("effort", effort(thought, messages).into()),
    ];
    let mut text = format!(
        "{} {:>4} {bar} {:<4} {}\n{}\n",
        Side::Bastaushy.told(messages),
        messages.percent(first, 0),
        messages.percent(1.0 - first, 0),
        Side::Kostaushy.told(messages),
        messages.format("eval-ahead", &expected)
    );
    if let Some(proof) = thought.proven {
        let key = if thought.exact {
            "eval-exact"
        } else {
            "eval-certain"
        };
        let told = [("told", certain(proof, mover, messages).into())];
        let _ = writeln!(text, "{}", messages.format(key, &told));
    }
    text
}

/// The best moves as a table, from the view of the side to move.
#[must_use]
pub(crate) fn table(thought: &Thought, position: &Position, most: usize, style: Style) -> String {
    let messages = style.messages();
    let mover = position.side_to_move().told(messages);
    let head = ["eval-move", "eval-win", "eval-margin", "eval-share"].map(|key| messages.text(key));
    let widths = widened([4, 6, 7, 5], &head);
    let mut text = messages.format("eval-moves-of", &[("side", mover.into())]) + "\n";
    text += &style.paint(Role::Strong, &row(&head, widths, &messages.text("ui-line")));
    text.push('\n');
    for candidate in thought.candidates.iter().take(most) {
        let line: Vec<_> = candidate.line.iter().copied().take(LINE).collect();
        let margin = match candidate.proven {
            Some(Proof::Win) => messages.text("ui-won"),
            Some(Proof::Draw) => messages.text("ui-drawn"),
            Some(Proof::Loss) => messages.text("ui-lost"),
            None => messages.signed(candidate.margin, 1),
        };
        let cells = [
            candidate.mv.number().to_string(),
            messages.percent(candidate.win, 1),
            margin,
            messages.percent(candidate.share, 0),
        ];
        let line = pairs_of(position, &line).join(" ");
        text += row(&cells, widths, &line).trim_end();
        text.push('\n');
    }
    let left = thought.candidates.len().saturating_sub(most);
    if left > 0 {
        let more = messages.format("eval-more", &[("count", left.into())]);
        let _ = writeln!(text, "  {more}");
    }
    let _ = writeln!(text, "  {}", effort(thought, messages));
    text
}

fn row(cells: &[String; 4], widths: [usize; 4], line: &str) -> String {
    let mut row = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let _ = write!(row, "  {cell:>width$}");
    }
    format!("{row}  {line}")
}

/// What changes hands at once.
fn gain(balls: i16, messages: &Messages) -> String {
    let count = [("count", balls.unsigned_abs().into())];
    match balls {
        0 => messages.text("eval-gains-nothing"),
        1.. => messages.format("eval-gains", &count),
        _ => messages.format("eval-gives", &count),
    }
}

/// How much was searched for it.
fn effort(thought: &Thought, messages: &Messages) -> String {
    if thought.exact {
        return messages.text("eval-tables");
    }
    let mut text = match thought.simulations {
        0 => messages.format("eval-nodes", &[("count", thought.nodes.into())]),
        simulations => messages.format("eval-simulations", &[("count", simulations.into())]),
    };
    if let Some(depth) = thought.depth {
        let depth = messages.format("eval-depth", &[("depth", depth.into())]);
        let _ = write!(text, ", {depth}");
    }
    text
}

fn certain(proof: Proof, mover: Side, messages: &Messages) -> String {
    let wins = |side: Side| messages.format("eval-wins", &[("side", side.told(messages).into())]);
    match proof {
        Proof::Win => wins(mover),
        Proof::Loss => wins(mover.other()),
        Proof::Draw => messages.text("eval-draw"),
    }
}

fn told_margin(hint: &Hint, messages: &Messages) -> String {
    let margin = match hint.proven {
        Some(Proof::Draw) => messages.text("eval-certain-draw"),
        _ => messages.format(
            "eval-balls",
            &[("balls", messages.signed(hint.margin, 1).into())],
        ),
    };
    if hint.exact {
        messages.format("eval-exactly", &[("margin", margin.into())])
    } else {
        margin
    }
}

/// The part of `whole` that a share of it makes up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share is 0 to 1 and a bar has a few dozen characters"
)]
fn portion(share: f32, whole: usize) -> usize {
    ((share.clamp(0.0, 1.0) * whole as f32).round() as usize).min(whole)
}

//! A thought as text: chances, the bar, the table of moves, the hint.

use std::fmt::Write as _;

use togyz_players::{Candidate, Hint, Proof, Thought};
use togyz_rules::{BySide, Position, Side};

use crate::narrate::pairs_of;
use crate::style::{Role, Style};

/// Half-moves of a line that a table shows.
const LINE: usize = 8;
/// Characters of the bar.
const BAR: usize = 30;

/// The hint: the move and the reason in a sentence, then what it gains and where it leads.
#[must_use]
pub(crate) fn told_hint(hint: &Hint, position: &Position) -> String {
    let line: Vec<_> = hint.line.iter().copied().take(LINE).collect();
    format!(
        "Hint: {hint}.\n  {}; win chance {}; expected margin {}\n  line: {}\n",
        gain(hint.gain),
        percent(hint.win),
        told_margin(hint),
        pairs_of(position, &line).join(" "),
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
    let mut text = format!(
        "Bastaushy {:>4} {bar} {:<4} Kostaushy\n",
        percent(first),
        percent(1.0 - first)
    );
    let ahead = if thought.margin >= 0.0 {
        mover
    } else {
        mover.other()
    };
    let _ = writeln!(
        text,
        "{ahead} ({}) is expected to end {} ahead; draw {}; {}",
        names[ahead],
        plain_balls(thought.margin.abs(), 1),
        percent(thought.draw),
        effort(thought),
    );
    if let Some(proof) = thought.proven {
        let word = if thought.exact { "Exact" } else { "Certain" };
        let _ = writeln!(text, "{word}: {}.", certain(proof, mover));
    }
    text
}

/// The best moves as a table, from the view of the side to move.
#[must_use]
pub(crate) fn table(thought: &Thought, position: &Position, most: usize, style: Style) -> String {
    let mut text = format!("Moves of {}, best first:\n", position.side_to_move());
    text += &style.paint(Role::Strong, "  move     win   margin  share  line");
    text.push('\n');
    for candidate in thought.candidates.iter().take(most) {
        text += &row(candidate, position);
    }
    let left = thought.candidates.len().saturating_sub(most);
    if left > 0 {
        let _ = writeln!(text, "  ({left} more)");
    }
    let _ = writeln!(text, "  {}", effort(thought));
    text
}

fn row(candidate: &Candidate, position: &Position) -> String {
    let line: Vec<_> = candidate.line.iter().copied().take(LINE).collect();
    let margin = match candidate.proven {
        Some(Proof::Win) => "won".to_owned(),
        Some(Proof::Draw) => "draw".to_owned(),
        Some(Proof::Loss) => "lost".to_owned(),
        None => signed(candidate.margin),
    };
    let row = format!(
        "  {:>4}  {:>6}  {margin:>7}  {:>5}  {}",
        candidate.mv.number(),
        precise_percent(candidate.win),
        percent(candidate.share),
        pairs_of(position, &line).join(" ")
    );
    format!("{}\n", row.trim_end())
}

/// What changes hands at once.
fn gain(balls: i16) -> String {
    match balls {
        0 => "gains nothing at once".to_owned(),
        1.. => format!("gains {}", plain_balls(balls.into(), 0)),
        _ => format!("gives {}", plain_balls(f32::from(balls).abs(), 0)),
    }
}

/// How much was searched for it.
fn effort(thought: &Thought) -> String {
    if thought.exact {
        return "exact, by endgame tables".to_owned();
    }
    let mut text = match thought.simulations {
        0 => format!("{} nodes", thought.nodes),
        simulations => format!("{simulations} simulations"),
    };
    if let Some(depth) = thought.depth {
        let _ = write!(text, ", depth {depth}");
    }
    text
}

fn certain(proof: Proof, mover: Side) -> String {
    match proof {
        Proof::Win => format!("{mover} wins by force"),
        Proof::Loss => format!("{} wins by force", mover.other()),
        Proof::Draw => "a draw with best play".to_owned(),
    }
}

fn told_margin(hint: &Hint) -> String {
    let by = if hint.exact { ", exactly" } else { "" };
    match hint.proven {
        Some(Proof::Draw) => format!("none, a certain draw{by}"),
        _ => format!("{} balls{by}", signed(hint.margin)),
    }
}

/// With its sign, and none for what rounds to nothing.
fn signed(balls: f32) -> String {
    let tenths = (balls * 10.0).round();
    let tenths = if tenths.abs() < 0.5 { 0.0 } else { tenths };
    format!("{:+.1}", tenths / 10.0)
}

fn plain_balls(balls: f32, digits: usize) -> String {
    format!("{balls:.digits$} balls")
}

fn percent(share: f32) -> String {
    format!("{:.0}%", share * 100.0)
}

fn precise_percent(share: f32) -> String {
    format!("{:.1}%", share * 100.0)
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

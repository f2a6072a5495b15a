//! What a search has found, as the protocol writes it.

use std::time::Duration;

use togyz_players::Thought;
use togyz_rules::Move;

/// `info depth 9 score cp 320 wdl 612 20 368 nodes 20000 nps 812000 time 24 pv 7 3 9`, or of so many
/// of the best moves a line with `multipv`.
///
/// All from the view of the side to move: `cp` hundredths of a ball of the expected final
/// difference, `wdl` the chances in thousandths. A tree has no depth; its is the length of the line.
pub(super) fn told(thought: &Thought, spent: Duration, lines: usize) -> Vec<String> {
    let [win, draw, loss] = thousandths(thought.win, thought.loss);
    let chances = format!(" wdl {win} {draw} {loss}");
    if lines < 2 {
        let alone = [thought.mv];
        let line = thought.chosen().map_or(&alone[..], |chosen| &chosen.line);
        return vec![line_of(thought, spent, "", thought.margin, &chances, line)];
    }
    let best = thought.candidates.iter().take(lines).enumerate();
    best.map(|(index, one)| {
        let rank = format!(" multipv {}", index + 1);
        // Of the other moves only what is expected after them is known.
        let (margin, chances) = match index {
            0 => (thought.margin, chances.as_str()),
            _ => (one.margin, ""),
        };
        line_of(thought, spent, &rank, margin, chances, &one.line)
    })
    .collect()
}

fn line_of(
    thought: &Thought,
    spent: Duration,
    rank: &str,
    margin: f32,
    chances: &str,
    line: &[Move],
) -> String {
    let depth = thought.depth.map_or(line.len(), usize::from);
    let nodes = thought.nodes;
    let micros = spent.as_micros().max(1);
    let speed = u128::from(nodes) * 1_000_000 / micros;
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    format!(
        "info depth {depth}{rank} score cp {}{chances} nodes {nodes} nps {speed} time {} pv {}",
        centiballs(margin),
        spent.as_millis(),
        moves.join(" ")
    )
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a margin is at most 162 balls, and a cast saturates"
)]
fn centiballs(margin: f32) -> i32 {
    (margin * 100.0).round() as i32
}

/// The chances to win, draw and lose in thousandths that add up to a thousand.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a chance is 0 to 1, and a cast saturates"
)]
fn thousandths(win: f32, loss: f32) -> [u32; 3] {
    let part = |chance: f32| (chance.clamp(0.0, 1.0) * 1_000.0).round() as u32;
    let (win, loss) = (part(win), part(loss));
    let loss = loss.min(1_000 - win.min(1_000));
    [win, 1_000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        for (win, loss) in [
            (0.3334, 0.3333),
            (1.0, 0.0),
            (0.4996, 0.5004),
            (0.0005, 0.0005),
        ] {
            let parts = thousandths(win, loss);
            assert_eq!(parts.iter().sum::<u32>(), 1_000, "{win} {loss}: {parts:?}");
        }
    }
}

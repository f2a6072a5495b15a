//! What the endgame tables say, in the words of every player.

use togyz_rules::{Game, Move, Position};
use togyz_tables::{Exact, Probe, Verdict};

use crate::thought::{Candidate, Proof, Thought};

/// Half-moves of a line that are told.
const LINE: usize = 64;

/// The thought of a position that the tables have; nothing is left to judgement in it.
///
/// `None` if they do not have it, or the game is over.
pub(crate) fn thought(game: &Game, tables: &mut Probe) -> Option<Thought> {
    tables.begin(game);
    let position = game.position();
    if position.is_over() {
        return None;
    }
    let moves = tables.moves(position)?;
    let best = moves.first()?;
    let candidates = moves
        .iter()
        .enumerate()
        .map(|(place, one)| Candidate {
            mv: one.mv,
            share: if place == 0 { 1.0 } else { 0.0 },
            win: points(one.exact),
            margin: f32::from(one.exact.margin()),
            line: line(position, one.mv, tables),
            proven: Some(one.exact.verdict.into()),
        })
        .collect();
    let exact = best.exact;
    let chance = |verdict| f32::from(u8::from(exact.verdict == verdict));
    Some(Thought {
        mv: best.mv,
        candidates,
        win: chance(Verdict::Win),
        draw: chance(Verdict::Draw),
        loss: chance(Verdict::Loss),
        margin: f32::from(exact.margin()),
        proven: Some(exact.verdict.into()),
        exact: true,
        depth: None,
        nodes: moves.len() as u64,
        simulations: 0,
    })
}

fn points(exact: Exact) -> f32 {
    match exact.verdict {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss => 0.0,
    }
}

/// A move and the best ones after it, to the end of the game.
fn line(position: &Position, mv: Move, tables: &Probe) -> Vec<Move> {
    let mut line = vec![mv];
    extend(position, &mut line, tables);
    line
}

/// Goes on with a line that ends in the tables, by the best moves of both sides.
pub(crate) fn extend(position: &Position, line: &mut Vec<Move>, tables: &Probe) {
    let mut now = *position;
    for &mv in line.iter() {
        if !now.legal_moves().contains(mv) {
            return;
        }
        now = now.play_unchecked(mv);
    }
    while line.len() < LINE && !now.is_over() {
        let moves = tables.moves(&now);
        let Some(best) = moves.and_then(|moves| moves.first().copied()) else {
            return;
        };
        line.push(best.mv);
        now = now.play_unchecked(best.mv);
    }
}

impl From<Verdict> for Proof {
    fn from(verdict: Verdict) -> Proof {
        match verdict {
            Verdict::Win => Proof::Win,
            Verdict::Draw => Proof::Draw,
            Verdict::Loss => Proof::Loss,
        }
    }
}

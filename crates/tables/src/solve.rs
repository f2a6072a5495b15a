//! From the values of fewer balls to those of one more.

use togyz_rules::{MoveSet, Position};

use crate::index::{Shape, Walk};
use crate::layer::{Bounds, Layer, Moment};
use crate::pair::Pair;

/// What is known of boards with fewer balls: asked for each capture.
pub(crate) trait Fewer {
    /// The bounds of a position with fewer balls than the layer that is being solved.
    fn bounds(&self, position: &Position, balls: u8) -> Bounds;
}

/// A layer that was solved.
pub(crate) struct Solved {
    pub(crate) layer: Layer,
    /// Positions whose moves were looked at, as often as they were.
    pub(crate) evaluated: u64,
}

/// Solves all boards of a pair with `balls` balls. `None` if the pair has no such layer: balls that
/// the variant does not have.
pub(crate) fn solve(shape: &Shape, pair: Pair, balls: u8, fewer: &impl Fewer) -> Option<Solved> {
    let templates: Vec<Position> = (0..pair.forms())
        .map(|form| pair.template(shape.variant, form, balls))
        .collect::<Option<_>>()?;
    let count = shape.kind(shape.form(templates.first()?)).count(balls);
    let count = usize::try_from(count).ok()?;
    Some(match templates[..] {
        [first, second] => acyclic(shape, [first, second], balls, count, fewer),
        _ => cyclic(shape, templates[0], balls, count, fewer),
    })
}

/// A move: what it brings and gives, and where it leads.
struct Reply {
    next: Position,
    gained: u8,
    given: u8,
}

#[inline]
fn replies(position: &Position, moves: MoveSet) -> impl Iterator<Item = Reply> {
    moves.iter().map(|mv| {
        let next = position.play_unchecked(mv);
        Reply {
            gained: next.other_kazan() - position.own_kazan(),
            given: next.own_kazan() - position.other_kazan(),
            next,
        }
    })
}

/// A pair with a tuzdik. No ball passes a tuzdik without falling in, so every quiet move only takes
/// balls forward on the walk and leads to a smaller index of the other form: one pass from index 0
/// up finds each value from values that are known.
///
/// The bounds add up: they do at the end of the game, so they do before it.
fn acyclic(
    shape: &Shape,
    templates: [Position; 2],
    balls: u8,
    count: usize,
    fewer: &impl Fewer,
) -> Solved {
    let mut own = [vec![0_u8; count], vec![0_u8; count]];
    let mut walk = Walk::new(shape, &templates[0], balls);
    for index in 0..count {
        for form in 0..2 {
            let position = walk.position(&templates[form], form);
            let values = replies(&position, position.legal_moves()).map(|reply| {
                let left = balls - reply.gained - reply.given;
                let theirs = if left == balls {
                    let slot = shape.slot(&reply.next);
                    debug_assert!(slot.form != form && slot.index < index);
                    own[1 - form][slot.index]
                } else {
                    fewer.bounds(&reply.next, left).own
                };
                reply.gained + left - theirs
            });
            // Without a move nothing more comes.
            own[form][index] = values.max().unwrap_or(0);
        }
        walk.advance();
    }
    Solved {
        layer: Layer::closed(own.into(), balls),
        evaluated: 2 * count as u64,
    }
}

/// The pair without a tuzdik, where positions can come again: passes in place from 0 until nothing
/// changes.
///
/// Each step looks at one board twice, with either side to move, so that only a ball that comes round
/// from the last hole to the first leads to a step that is yet to come, as above. A board whose bounds
/// add up is settled, for neither can rise any more, and is passed by.
fn cyclic(
    shape: &Shape,
    template: Position,
    balls: u8,
    count: usize,
    fewer: &impl Fewer,
) -> Solved {
    let mut bounds = vec![Bounds::default(); count];
    let mut moments = vec![0_u8; count];
    let mut evaluated = 0;
    for pass in 0_u32.. {
        let mut changed = false;
        let mut walk = Walk::new(shape, &template, balls);
        for step in 0..count {
            let (first, second) = walk.rows();
            for turned in [false, true] {
                let (position, index) = if turned {
                    let position = template.rearranged(second, first);
                    (position, shape.slot(&position).index)
                } else {
                    (template.rearranged(first, second), step)
                };
                let was = bounds[index];
                if was.own + was.other == balls {
                    continue;
                }
                evaluated += 1;
                let now = one_step(&position, balls, |next, left| {
                    if left == balls {
                        bounds[shape.slot(next).index]
                    } else {
                        fewer.bounds(next, left)
                    }
                });
                if now.other > was.other {
                    moments[index] = Moment { pass, turned }.pack();
                }
                bounds[index] = now;
                changed |= now != was;
            }
            walk.advance();
        }
        if !changed {
            break;
        }
    }
    Solved {
        layer: Layer::of_fixpoint(&bounds, moments, balls),
        evaluated,
    }
}

/// The bounds of a position from those of the positions after its moves.
pub(crate) fn one_step(
    position: &Position,
    balls: u8,
    known: impl Fn(&Position, u8) -> Bounds,
) -> Bounds {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Bounds {
            own: 0,
            other: balls,
        };
    }
    let mut best = Bounds {
        own: 0,
        other: balls,
    };
    for reply in replies(position, moves) {
        let next = known(&reply.next, balls - reply.gained - reply.given);
        best.own = best.own.max(reply.gained + next.other);
        best.other = best.other.min(reply.given + next.own);
    }
    best
}

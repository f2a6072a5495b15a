//! Where each ball of a move falls, for the page to show: the rules themselves only need the sum.

use serde::Serialize;
use togyz_rules::{Position, Side};

/// One ball of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Drop {
    /// Whose row the hole is in.
    pub(crate) row: Side,
    /// The number of the hole.
    pub(crate) hole: u8,
    /// Whose kazan takes the ball at once, because the hole is that side's tuzdik.
    pub(crate) kazan: Option<Side>,
}

/// The balls in the order in which they fall when the hole with this index is sown.
pub(crate) fn drops(before: &Position, index: usize) -> Vec<Drop> {
    let rules = before.variant().rules();
    let holes = before.variant().holes();
    let mover = before.side_to_move();
    let balls = usize::from(before.own_holes()[index]);
    // A single ball moves on; of several the first goes back, where the rules have it so.
    let skipped = usize::from(balls == 1 || !rules.resows_origin);
    (0..balls)
        .map(|ball| {
            let place = (index + skipped + ball) % (2 * holes);
            let row = if place < holes { mover } else { mover.other() };
            let hole = place % holes;
            let owner = row.other();
            let is_tuzdik = before
                .tuzdik(owner)
                .is_some_and(|tuzdik| tuzdik.index() == hole);
            Drop {
                row,
                hole: u8::try_from(hole + 1).unwrap_or(u8::MAX),
                kazan: is_tuzdik.then_some(owner),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use togyz_rules::{BySide, Game, Variant};

    /// Random games of every variant: the balls one by one give what the rules give at once.
    #[test]
    fn balls_one_by_one_give_the_same_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for variant in Variant::ALL {
            for _ in 0..50 {
                let mut game = Game::new(variant);
                while game.outcome().is_none() && game.plies().len() < 400 {
                    let before = *game.position();
                    let moves: Vec<_> = before.legal_moves().iter().collect();
                    let mv = moves[rng.random_range(0..moves.len())];
                    let played = game.play(mv).unwrap();
                    check(&before, game.position(), &played);
                }
            }
        }
    }

    fn check(before: &Position, after: &Position, played: &togyz_rules::Played) {
        let variant = before.variant();
        let side = before.side_to_move();
        let mut rows = BySide::from_fn(|row| {
            variant
                .all_holes()
                .map(|hole| before.balls(row, hole))
                .collect::<Vec<_>>()
        });
        let mut kazans = BySide::from_fn(|side| before.kazan(side));
        rows[side][played.mv.index()] = 0;
        let drops = drops(before, played.mv.index());
        for drop in &drops {
            match drop.kazan {
                Some(owner) => kazans[owner] += 1,
                None => rows[drop.row][usize::from(drop.hole) - 1] += 1,
            }
        }
        let last = drops.last().unwrap();
        assert_eq!(last.row, played.landing.row);
        assert_eq!(last.hole, played.landing.hole.number());
        if played.captured > 0 {
            rows[last.row][usize::from(last.hole) - 1] -= played.captured;
            kazans[side] += played.captured;
        }
        for row in Side::ALL {
            let found: Vec<u8> = variant
                .all_holes()
                .map(|hole| after.balls(row, hole))
                .collect();
            assert_eq!(rows[row], found, "{variant}: {before:?} {played:?}");
            assert_eq!(kazans[row], after.kazan(row));
        }
    }
}

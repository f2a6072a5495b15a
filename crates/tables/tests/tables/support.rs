//! A second, slow implementation of the rules, and walks over all boards.

use togyz_rules::{Hole, Place, Position, Setup, Side, Variant};

/// A board from the mover's view, without kazans. The holes of the mover come first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slow {
    pub(crate) holes: Vec<u8>,
    /// The mover's tuzdik and the other's, as places in `holes`.
    pub(crate) tuzdiks: [Option<usize>; 2],
}

/// A move of a slow board: balls to the mover, to the other, and what stands then, turned.
pub(crate) struct SlowMove {
    pub(crate) gained: u8,
    pub(crate) given: u8,
    pub(crate) next: Slow,
}

impl Slow {
    pub(crate) fn balls(&self) -> u8 {
        self.holes.iter().sum()
    }

    /// Plays each hole, one ball after the other.
    pub(crate) fn moves(&self, variant: Variant) -> Vec<SlowMove> {
        let row = variant.holes();
        let playable = (0..row).filter(|&hole| self.holes[hole] > 0);
        playable.map(|hole| self.play(hole, variant)).collect()
    }

    fn play(&self, origin: usize, variant: Variant) -> SlowMove {
        let row = variant.holes();
        let places = 2 * row;
        let mut next = self.clone();
        let (mut gained, mut given) = (0, 0);
        let mut hand = std::mem::take(&mut next.holes[origin]);
        let stays = hand > 1 && variant.rules().resows_origin;
        let mut at = if stays { origin } else { (origin + 1) % places };
        loop {
            hand -= 1;
            if self.tuzdiks[0] == Some(at) {
                gained += 1;
            } else if self.tuzdiks[1] == Some(at) {
                given += 1;
            } else {
                next.holes[at] += 1;
            }
            if hand == 0 {
                break;
            }
            at = (at + 1) % places;
        }
        let is_theirs = at >= row && self.tuzdiks[0] != Some(at);
        if is_theirs && next.holes[at].is_multiple_of(2) {
            gained += std::mem::take(&mut next.holes[at]);
        } else if is_theirs && next.holes[at] == 3 && variant.rules().tuzdik {
            let is_last = at == places - 1;
            let is_opposite = self.tuzdiks[1] == Some(at - row);
            if self.tuzdiks[0].is_none() && !is_last && !is_opposite {
                next.tuzdiks[0] = Some(at);
                next.holes[at] = 0;
                gained += 3;
            }
        }
        // Turn the board.
        next.holes.rotate_left(row);
        let turn = |place: Option<usize>| place.map(|place| (place + row) % places);
        next.tuzdiks = [turn(next.tuzdiks[1]), turn(next.tuzdiks[0])];
        SlowMove {
            gained,
            given,
            next,
        }
    }

    /// The position with kazans of `own` balls and the rest; Bastaushy moves.
    pub(crate) fn position(&self, variant: Variant, own: u8) -> Position {
        let row = variant.holes();
        let mut setup = Setup::start(variant);
        for (side, holes) in Side::ALL.into_iter().zip(self.holes.chunks(row)) {
            setup.rows[side] = [0; 9];
            for (to, &balls) in setup.rows[side].iter_mut().zip(holes) {
                *to = balls.into();
            }
        }
        setup.kazans.bastaushy = own.into();
        setup.kazans.kostaushy = (variant.total() - self.balls() - own).into();
        for (owner, place) in Side::ALL.into_iter().zip(self.tuzdiks) {
            let hole = place.and_then(|place| Hole::from_index(place % row));
            let place = hole.map(|hole| Place {
                row: owner.other(),
                hole,
            });
            setup.tuzdiks[owner] = place.into_iter().collect();
        }
        setup.build().expect("a board that can stand")
    }
}

/// Every pair of tuzdiks that can stand.
pub(crate) fn all_tuzdiks(variant: Variant) -> Vec<[Option<usize>; 2]> {
    let row = variant.holes();
    let mut all = vec![[None, None]];
    if variant.rules().tuzdik {
        for a in 0..row - 1 {
            all.push([Some(row + a), None]);
            all.push([None, Some(a)]);
            all.extend(
                (0..row - 1)
                    .filter(|&b| b != a)
                    .map(|b| [Some(row + a), Some(b)]),
            );
        }
    }
    all
}

/// Every board with these tuzdiks and so many balls.
pub(crate) fn boards(variant: Variant, tuzdiks: [Option<usize>; 2], balls: u8) -> Vec<Slow> {
    let places = 2 * variant.holes();
    let mut done = Vec::new();
    let mut open = vec![(Vec::new(), balls)];
    while let Some((holes, left)) = open.pop() {
        if holes.len() == places {
            if left == 0 {
                done.push(Slow { holes, tuzdiks });
            }
            continue;
        }
        let is_tuzdik = tuzdiks.contains(&Some(holes.len()));
        let most = if is_tuzdik { 0 } else { left };
        for balls in 0..=most {
            let mut holes = holes.clone();
            holes.push(balls);
            open.push((holes, left - balls));
        }
    }
    done
}

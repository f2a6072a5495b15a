//! The rules once more, slow and obvious: arrays, one ball at a time. The kernel is held to it.

use togyz_rules::{Position, Variant};

/// A board as arrays; side 0 is Bastaushy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slow {
    pub(crate) variant: Variant,
    pub(crate) holes: [Vec<u32>; 2],
    pub(crate) kazans: [u32; 2],
    /// Indices in the OTHER side's row.
    pub(crate) tuzdiks: [Option<usize>; 2],
    pub(crate) side: usize,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlowPlayed {
    pub(crate) row: usize,
    pub(crate) hole: usize,
    pub(crate) captured: u32,
    pub(crate) made_tuzdik: bool,
}

impl Slow {
    pub(crate) fn start(variant: Variant) -> Slow {
        let row = vec![u32::from(variant.rules().balls); variant.holes()];
        Slow {
            variant,
            holes: [row.clone(), row],
            kazans: [0, 0],
            tuzdiks: [None, None],
            side: 0,
        }
    }

    /// Reads a compact position that is known to be right.
    pub(crate) fn from_compact(text: &str, variant: Variant) -> Slow {
        let parts: Vec<Vec<i32>> = text
            .split('/')
            .map(|part| {
                part.split(',')
                    .map(|n| n.parse().expect("a number"))
                    .collect()
            })
            .collect();
        let row = |part: &Vec<i32>| {
            part.iter()
                .map(|&n| u32::try_from(n).expect("balls"))
                .collect()
        };
        Slow {
            variant,
            holes: [row(&parts[0]), row(&parts[1])],
            kazans: [parts[2][0].unsigned_abs(), parts[2][1].unsigned_abs()],
            tuzdiks: [
                usize::try_from(parts[3][0]).ok(),
                usize::try_from(parts[3][1]).ok(),
            ],
            side: usize::try_from(parts[4][0]).expect("a side"),
        }
    }

    pub(crate) fn of(position: &Position) -> Slow {
        Slow::from_compact(&position.to_compact(), position.variant())
    }

    pub(crate) fn to_compact(&self) -> String {
        let row = |side: usize| {
            let balls: Vec<String> = self.holes[side].iter().map(u32::to_string).collect();
            balls.join(",")
        };
        let tuzdik = |side: usize| self.tuzdiks[side].map_or("-1".to_owned(), |at| at.to_string());
        format!(
            "{}/{}/{},{}/{},{}/{}",
            row(0),
            row(1),
            self.kazans[0],
            self.kazans[1],
            tuzdik(0),
            tuzdik(1),
            self.side
        )
    }

    /// Whose tuzdik the hole is.
    fn tuzdik_owner(&self, row: usize, hole: usize) -> Option<usize> {
        (self.tuzdiks[1 - row] == Some(hole)).then_some(1 - row)
    }

    /// The indices of the holes that can be played.
    pub(crate) fn legal(&self) -> Vec<usize> {
        (0..self.variant.holes())
            .filter(|&hole| self.tuzdik_owner(self.side, hole).is_none())
            .filter(|&hole| self.holes[self.side][hole] > 0)
            .collect()
    }

    pub(crate) fn play(&mut self, origin: usize) -> SlowPlayed {
        let count = self.variant.holes();
        let (mover, other) = (self.side, 1 - self.side);
        let next = |(row, hole): (usize, usize)| {
            if hole + 1 < count {
                (row, hole + 1)
            } else {
                (1 - row, 0)
            }
        };
        // Sow.
        let balls = std::mem::take(&mut self.holes[mover][origin]);
        let mut at = (mover, origin);
        for ball in 0..balls {
            let stays = ball == 0 && balls > 1 && self.variant.rules().resows_origin;
            if !stays {
                at = next(at);
            }
            match self.tuzdik_owner(at.0, at.1) {
                Some(owner) => self.kazans[owner] += 1,
                None => self.holes[at.0][at.1] += 1,
            }
        }
        // Capture, or make a tuzdik.
        let (row, hole) = at;
        let mut played = SlowPlayed {
            row,
            hole,
            captured: 0,
            made_tuzdik: false,
        };
        if row == other && self.tuzdik_owner(row, hole).is_none() {
            let there = self.holes[row][hole];
            let may_be_tuzdik = self.variant.rules().tuzdik
                && self.tuzdiks[mover].is_none()
                && hole != count - 1
                && self.tuzdiks[other] != Some(hole);
            if there.is_multiple_of(2) {
                played.captured = there;
            } else if there == 3 && may_be_tuzdik {
                played.captured = 3;
                played.made_tuzdik = true;
                self.tuzdiks[mover] = Some(hole);
            }
            self.kazans[mover] += played.captured;
            self.holes[row][hole] -= played.captured;
        }
        self.side = other;
        played
    }

    /// The final balls of a finished game, those left on the board with their row's side.
    pub(crate) fn end(&self, majority_ends: bool) -> Option<[u32; 2]> {
        if self.legal().is_empty() {
            let left = |side: usize| self.holes[side].iter().sum::<u32>();
            return Some([self.kazans[0] + left(0), self.kazans[1] + left(1)]);
        }
        let majority = u32::from(self.variant.majority());
        (majority_ends && self.kazans.iter().any(|&balls| balls >= majority)).then_some(self.kazans)
    }
}

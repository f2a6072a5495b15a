//! The number of a board among those with as many balls.

use std::sync::OnceLock;

use togyz_rules::{Position, Variant};

use crate::pair::{PAIRS, Pair};

/// Places of the two rows together; smaller boards leave some unused.
pub(crate) const PLACES: usize = 18;

/// The most balls that a table can have: what keeps the terms of the index in a few cache lines.
pub const MAX_BALLS: u8 = 31;

/// Terms for each number of balls.
const SUMS: usize = MAX_BALLS as usize + 1;

/// How boards of one kind are numbered. The places are walked in the direction of sowing, beginning
/// behind a tuzdik (without one, with the mover's first hole), and the balls are added up:
///
/// ```text
/// index = sum over the places j of term[j][balls in the places up to j]
/// term[j][s] = C(s + i, i + 1), where j is the i-th place that can hold balls, counted from 0
/// ```
///
/// This is the place of the board in the combinatorial number system: all numbers from 0 to
/// C(n + m - 1, n) - 1 for n balls in m places, without a gap. A place that never holds a ball, and
/// the last one, have terms of zero. A ball that moves forward makes some sums smaller and none
/// larger: so does every quiet move, and the index becomes smaller.
#[derive(Debug)]
pub(crate) struct Kind {
    terms: [[u64; SUMS]; PLACES],
    /// The places that can hold balls, in order.
    pub(crate) real: Vec<usize>,
}

impl Kind {
    fn new(is_real: impl Fn(usize) -> bool) -> Kind {
        let real: Vec<usize> = (0..PLACES).filter(|&j| is_real(j)).collect();
        let mut terms = [[0; SUMS]; PLACES];
        let last = real.len().saturating_sub(1);
        for (i, &j) in real.iter().take(last).enumerate() {
            for (s, term) in terms[j].iter_mut().enumerate() {
                *term = if s == 0 { 0 } else { choose(s + i, i + 1) };
            }
        }
        Kind { terms, real }
    }

    /// How many boards with so many balls there are.
    pub(crate) fn count(&self, balls: u8) -> u64 {
        let n = usize::from(balls);
        choose(n + self.real.len() - 1, n)
    }
}

/// `n` over `k`.
fn choose(n: usize, k: usize) -> u64 {
    let k = k.min(n - k);
    (0..k).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1))
}

/// Where a configuration is kept, and how its boards are walked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    /// Index of the pair.
    pub(crate) pair: u8,
    /// 0 or 1.
    pub(crate) form: u8,
    /// The place, from the mover's first hole, at which the walk begins.
    pub(crate) start: u8,
    /// Index of the kind.
    kind: u8,
}

/// The numbering of one variant.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) variant: Variant,
    kinds: Vec<Kind>,
    /// By the mover's tuzdik and the other's; 8 is none.
    forms: [[Form; 9]; 9],
}

/// The index of "no tuzdik" in [`Shape::forms`].
const NONE: usize = 8;

/// A board's place in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) pair: usize,
    pub(crate) form: usize,
    pub(crate) index: usize,
}

impl Shape {
    /// The numbering of a variant, made once.
    pub(crate) fn of(variant: Variant) -> &'static Shape {
        static SHAPES: [OnceLock<Shape>; 4] = [const { OnceLock::new() }; 4];
        let at = Variant::ALL.iter().position(|one| *one == variant);
        SHAPES[at.unwrap_or_default()].get_or_init(|| Shape::new(variant))
    }

    #[expect(clippy::cast_possible_truncation, reason = "below 37 and 18")]
    fn new(variant: Variant) -> Shape {
        let holes = variant.holes();
        // 1. Kinds: without a tuzdik, with one, with two that are d holes apart. Behind a tuzdik the
        //    walk ends in it (place 17), and meets the other tuzdik at place 8 + d.
        let mut kinds = vec![Kind::new(|j| j % 9 < holes)];
        if variant.rules().tuzdik {
            kinds.push(Kind::new(|j| j != 17));
            kinds.extend((1..8).map(|d| Kind::new(|j| j != 17 && j != 8 + d)));
        }
        // 2. Forms.
        let mut forms = [[Form::default(); 9]; 9];
        for pair in Pair::all(variant) {
            for form in 0..pair.forms() {
                let (low, high, kind) = match pair {
                    Pair::Free => (NONE, NONE, 0),
                    Pair::One(a) => (a.into(), NONE, 1),
                    Pair::Two(a, b) => (a.into(), b.into(), 1 + b - a),
                };
                // The lower tuzdik lies in the other row in form 0, in the mover's in form 1.
                let (own, other, start) = match (pair, form) {
                    (Pair::Free, _) => (low, high, 0),
                    (_, 0) => (low, high, 10 + low),
                    _ => (high, low, 1 + low),
                };
                forms[own][other] = Form {
                    pair: pair.index() as u8,
                    form: form as u8,
                    start: start as u8,
                    kind,
                };
            }
        }
        const { assert!(PAIRS < 256) };
        Shape {
            variant,
            kinds,
            forms,
        }
    }

    /// The form of a position's tuzdiks.
    #[inline]
    pub(crate) fn form(&self, position: &Position) -> Form {
        let index = |hole: Option<togyz_rules::Hole>| hole.map_or(NONE, |hole| hole.index().min(7));
        self.forms[index(position.own_tuzdik())][index(position.other_tuzdik())]
    }

    /// How boards of the form are numbered.
    #[inline]
    pub(crate) fn kind(&self, form: Form) -> &Kind {
        &self.kinds[usize::from(form.kind)]
    }

    /// How many boards of a pair have so many balls, by form.
    pub(crate) fn count(&self, pair: Pair, balls: u8) -> u64 {
        let kind = match pair {
            Pair::Free => 0,
            Pair::One(_) => 1,
            Pair::Two(a, b) => 1 + usize::from(b - a),
        };
        self.kinds[kind].count(balls)
    }

    /// The positions of all pairs with so many balls.
    pub(crate) fn positions(&self, balls: u8) -> u64 {
        let positions = |pair: Pair| self.count(pair, balls) * pair.forms() as u64;
        Pair::all(self.variant).map(positions).sum()
    }

    /// The memory that the tables of so many balls need at most: half a byte a position and a byte
    /// for progress, or three bytes where values do not fit half of one or do not add up.
    pub(crate) fn bytes(&self, balls: u8) -> u64 {
        let free = self.count(Pair::Free, balls);
        if balls <= 15 {
            self.positions(balls) / 2 + free
        } else {
            self.positions(balls) + 2 * free
        }
    }

    /// Where a position, of at most [`MAX_BALLS`] balls, has its value.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "as many as fit in memory")]
    pub(crate) fn slot(&self, position: &Position) -> Slot {
        let form = self.form(position);
        // The walk begins at any place and goes once round: twice the ring, and a part of it.
        let (own, other) = (position.own_holes(), position.other_holes());
        let mut ring = [0_u8; 2 * PLACES];
        for (row, holes) in [own, other, own, other].into_iter().enumerate() {
            ring[9 * row..9 * row + 9].copy_from_slice(&holes);
        }
        let start = usize::from(form.start);
        let walk: &[u8] = &ring[start..start + PLACES];
        let mut sum = 0_usize;
        let mut index = 0;
        for (term, &balls) in self.kind(form).terms.iter().zip(walk) {
            sum += usize::from(balls);
            index += term[sum & (SUMS - 1)];
        }
        Slot {
            pair: form.pair.into(),
            form: form.form.into(),
            index: index as usize,
        }
    }
}

/// The boards of a pair with so many balls, from index 0 up.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    kind: &'a Kind,
    start: usize,
    /// Balls by place from the first hole of the side that moves in form 0.
    pub(crate) ring: [u8; PLACES],
}

impl<'a> Walk<'a> {
    /// At index 0: all balls in the last place.
    pub(crate) fn new(shape: &'a Shape, template: &Position, balls: u8) -> Walk<'a> {
        let form = shape.form(template);
        let mut walk = Walk {
            kind: shape.kind(form),
            start: form.start.into(),
            ring: [0; PLACES],
        };
        if let Some(&last) = walk.kind.real.last() {
            walk.ring[walk.place(last)] = balls;
        }
        walk
    }

    #[inline]
    fn place(&self, j: usize) -> usize {
        let place = self.start + j;
        if place < PLACES {
            place
        } else {
            place - PLACES
        }
    }

    /// At the board with this index.
    pub(crate) fn at(shape: &'a Shape, template: &Position, balls: u8, index: u64) -> Walk<'a> {
        let mut walk = Walk::new(shape, template, balls);
        walk.ring = [0; PLACES];
        // From the last place down: the most balls before it whose term is not above what is left.
        let (mut left, mut sum) = (index, balls);
        let real = &walk.kind.real;
        for i in (1..real.len()).rev() {
            let terms = &walk.kind.terms[real[i - 1]];
            let before = (0..=sum)
                .rev()
                .find(|&s| terms[usize::from(s)] <= left)
                .unwrap_or(0);
            left -= terms[usize::from(before)];
            let place = walk.place(real[i]);
            walk.ring[place] = sum - before;
            sum = before;
        }
        let first = walk.place(real[0]);
        walk.ring[first] = sum;
        walk
    }

    /// Goes to the next board: one ball comes back from the first place, but the very first, that
    /// holds any, and brings all those before it along.
    pub(crate) fn advance(&mut self) {
        let mut before = 0;
        let mut last = self.place(self.kind.real[0]);
        for &j in &self.kind.real[1..] {
            let place = self.place(j);
            before += std::mem::take(&mut self.ring[last]);
            if self.ring[place] > 0 {
                self.ring[place] -= 1;
                self.ring[last] = before + 1;
                return;
            }
            last = place;
        }
        self.ring[last] = before;
    }

    /// The two rows, the first that of the mover in form 0.
    #[inline]
    pub(crate) fn rows(&self) -> ([u8; 9], [u8; 9]) {
        let row = |from: usize| std::array::from_fn(|hole| self.ring[from + hole]);
        (row(0), row(9))
    }

    /// The board as a position of a form, laid out on its template.
    #[inline]
    pub(crate) fn position(&self, template: &Position, form: usize) -> Position {
        let (first, second) = self.rows();
        if form == 0 {
            template.rearranged(first, second)
        } else {
            template.rearranged(second, first)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_number_every_board_of_every_pair() {
        for variant in Variant::ALL {
            let shape = Shape::of(variant);
            for pair in Pair::all(variant) {
                for balls in 0..=4 {
                    let templates: Vec<Position> = (0..pair.forms())
                        .map(|form| pair.template(variant, form, balls).unwrap())
                        .collect();
                    let count = shape.kind(shape.form(&templates[0])).count(balls);
                    let mut walk = Walk::new(shape, &templates[0], balls);
                    for index in 0..count {
                        for (form, template) in templates.iter().enumerate() {
                            let position = walk.position(template, form);
                            let slot = Slot {
                                pair: pair.index(),
                                form,
                                index: usize::try_from(index).unwrap(),
                            };
                            assert_eq!(shape.slot(&position), slot, "{position:?}");
                            let found = Walk::at(shape, &templates[0], balls, index);
                            assert_eq!(found.ring, walk.ring);
                        }
                        walk.advance();
                    }
                }
            }
        }
    }

    #[test]
    fn counts_are_binomials() {
        let shape = Shape::of(Variant::Togyz);
        assert_eq!(shape.kinds[0].count(9), choose(26, 9));
        assert_eq!(shape.kinds[1].count(9), choose(25, 9));
        assert_eq!(shape.kinds[2].count(9), choose(24, 9));
        assert_eq!(choose(48, 31), 4_244_421_484_512);
    }
}

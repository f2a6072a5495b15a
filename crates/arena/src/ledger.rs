//! The games of a match as they come in, and what its test makes of them.

use std::collections::BTreeMap;

use crate::matches::MatchReport;
use crate::record::GameLine;
use crate::sprt::{Sprt, SprtConfig, Verdict};
use crate::tally::{Counter, Tally};

/// The games by number, and what they say so far.
///
/// A test is judged pair by pair in the order of their numbers, not in that of their ends, so that
/// the same pair decides it whatever the concurrency is.
pub(crate) struct Ledger {
    pub(crate) games: BTreeMap<u32, GameLine>,
    counter: Counter,
    test: Option<SprtConfig>,
    /// Pairs that the test has seen, and their counts.
    judged: u32,
    pentanomial: [u64; 5],
    state: Option<Sprt>,
}

impl Ledger {
    pub(crate) fn new(test: Option<SprtConfig>) -> Ledger {
        Ledger {
            games: BTreeMap::new(),
            counter: Counter::default(),
            test,
            judged: 0,
            pentanomial: [0; 5],
            state: test.map(|test| test.evaluate(&[0; 5])),
        }
    }

    pub(crate) fn tally(&self) -> &Tally {
        &self.counter.tally
    }

    pub(crate) fn decided(&self) -> bool {
        self.state
            .is_some_and(|state| state.verdict != Verdict::Open)
    }

    pub(crate) fn add(&mut self, game: GameLine) {
        self.counter.add(&game);
        self.games.insert(game.game, game);
        let Some(test) = self.test else { return };
        while !self.decided()
            && let Some(first) = self.games.get(&(2 * self.judged))
            && let Some(second) = self.games.get(&(2 * self.judged + 1))
        {
            let pair = Tally::of([first, second]).pentanomial;
            for (count, new) in self.pentanomial.iter_mut().zip(pair) {
                *count += new;
            }
            self.judged += 1;
            self.state = Some(test.evaluate(&self.pentanomial));
        }
    }

    pub(crate) fn report(self, continued: u64, interrupted: bool) -> MatchReport {
        let tally = if self.decided() {
            Tally::of(self.games.range(..2 * self.judged).map(|(_, game)| game))
        } else {
            self.counter.tally
        };
        MatchReport {
            tally,
            sprt: self.state,
            continued,
            interrupted,
        }
    }
}

//! The search that plays, hints and analyses: no noise, no temperature.

use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_rules::Game;
use togyz_tables::Probe;

use crate::config::{Limits, MctsConfig};
use crate::evaluator::Evaluator;
use crate::helper::Helper;
use crate::owners::MOST_THREADS;
use crate::result::SearchResult;
use crate::run::Told;
use crate::search::Search;
use crate::selection::RootRule;

/// A search for play. It keeps its tree from one call to the next.
#[derive(Debug)]
pub struct PlaySearch<E> {
    search: Search<E>,
    helpers: Vec<Box<dyn Helper>>,
}

impl<E: Evaluator> PlaySearch<E> {
    /// A search with an empty tree. `config` should have passed [`MctsConfig::check`].
    #[must_use]
    pub fn new(config: MctsConfig, evaluator: E) -> PlaySearch<E> {
        PlaySearch {
            search: Search::new(config, evaluator),
            helpers: Vec::new(),
        }
    }

    /// The same search on so many threads, which grow one tree. With more than one, what is found
    /// depends on chance. Beyond 1,022 threads, more are no help.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroU32) -> PlaySearch<E>
    where
        E: Clone + Send + 'static,
    {
        let Search {
            config, evaluator, ..
        } = &self.search;
        self.helpers = (1..threads.get().min(MOST_THREADS))
            .map(|_| -> Box<dyn Helper> {
                Box::new(Search::without_tree(config.clone(), evaluator.clone()))
            })
            .collect();
        self
    }

    /// Gives the search exact values of endings, which count as proven, and forgets the tree.
    pub fn set_tables(&mut self, tables: Probe) {
        self.search.set_tables(tables);
    }

    /// Forgets the tree, so that the next search depends on nothing before it.
    pub fn clear(&mut self) {
        self.search.tree.forget();
    }

    /// Searches the game's present position; `None` if the game is over.
    ///
    /// If the game went on from the position of the last call, what was found below the moves
    /// played is kept. Once a move is proven to be a draw, simulations that prefer it look at the
    /// best other move at no cost, and both count a visit. `elapsed` tells the time since the call began.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        elapsed: &dyn Fn() -> Duration,
        stop: &AtomicBool,
    ) -> Option<SearchResult> {
        self.search_told(game, limits, elapsed, stop, None)
    }

    /// The same search, which tells `told` what it has found each time that the number of its
    /// simulations has doubled, from about a thousand on.
    pub fn search_told(
        &mut self,
        game: &Game,
        limits: &Limits,
        elapsed: &dyn Fn() -> Duration,
        stop: &AtomicBool,
        mut told: Option<&mut dyn FnMut(SearchResult)>,
    ) -> Option<SearchResult> {
        if !self.search.begin(game) {
            return None;
        }
        let rule = RootRule {
            fpu_reduction: self.search.config.root_fpu_reduction,
            forced: 0.0,
            only: None,
            pass_draws: true,
        };
        let mut tell;
        let tell: Option<Told<'_, E>> = match &mut told {
            None => None,
            Some(told) => {
                tell = |search: &Search<E>| {
                    if let Some(result) = search.result() {
                        told(result);
                    }
                };
                Some(&mut tell)
            }
        };
        let helpers = &mut self.helpers;
        self.search.run(helpers, rule, limits, elapsed, stop, tell);
        self.search.result()
    }
}

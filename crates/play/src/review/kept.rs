//! Reviews that are there already: in a file of games, or beside it.

use std::path::Path;

use togyz_players::PlayerSpec;
use togyz_rules::{Game, GameRecord};

use super::ReviewArgs;
use super::carried::{self, CarriedError};
use super::notes::{Notes, NotesError};
use super::report::Review;
use super::store::{Key, Store, StoreError};
use crate::input::Text;
use crate::serve::title;

/// Where the reviews of a file of games are kept.
pub(super) struct Kept {
    pub(super) store: Store,
    /// Why those beside the file cannot be used.
    pub(super) problem: Option<StoreError>,
    /// Those that go into the file, where that is wanted.
    pub(super) notes: Option<Notes>,
}

impl Kept {
    pub(super) fn open(file: &Path, args: &ReviewArgs, text: &Text) -> Result<Kept, NotesError> {
        let notes = args
            .annotate
            .then(|| Notes::new(file, args.variant, text))
            .transpose()?;
        let (store, problem) = Store::open(file);
        Ok(Kept {
            store,
            problem,
            notes,
        })
    }

    /// What is known of a game, and why what is kept of it is not used.
    pub(super) fn get(
        &self,
        key: &Key,
        record: &GameRecord,
    ) -> (Option<Review>, Option<CarriedError>) {
        let mut problem = None;
        for value in [carried::of(&record.headers), self.store.get(key)] {
            match value.map(|value| carried::read(value, key, &record.game)) {
                // Nothing is lost where one of the two is right.
                Some(Ok(looks)) => return (looks.judged(), None),
                Some(Err(error)) => problem = problem.or(Some(error)),
                None => {}
            }
        }
        (None, problem)
    }

    /// Keeps the review of a game: in its text if that is wanted, else, if it is a new one, beside it.
    pub(super) fn put(
        &mut self,
        number: usize,
        (key, engine): (Key, &str),
        game: &Game,
        (review, is_new): (&Review, bool),
    ) {
        let spec: Result<PlayerSpec, _> = engine.parse();
        let by = spec.map_or_else(|_| engine.to_owned(), |spec| title(&spec));
        let text = carried::written(&key, &by, game, review);
        match &mut self.notes {
            Some(notes) => notes.put(number, text),
            None if is_new => self.store.put(key, text),
            None => {}
        }
    }
}

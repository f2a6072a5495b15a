//! The review of a page's game: the same judgement as that of `play review`, a position a request, so
//! that the page shows how far it is and can stop.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Serialize;
use togyz_files::ContentHash;
use togyz_players::{Budget, Library, PlayerSpec, Thought};
use togyz_rules::Game;

use super::App;
use super::desk::Desk;
use super::pages::Page;
use super::refusal::Refusal;
use super::routes::{Spoken, answer, search};
use super::search::{Question, title};
use crate::review::{BAD, DOUBTFUL, Key, Looks, Review};

/// What was found of a game by a player.
pub(crate) struct Kept {
    key: Key,
    spec: PlayerSpec,
    looks: Looks,
}

impl Kept {
    /// What is to be searched next, and by whom.
    pub(super) fn next(&self) -> Option<(PlayerSpec, Game)> {
        Some((self.spec.clone(), self.looks.next()?.clone()))
    }

    /// Takes what was found of a position, if it is the one that comes next.
    pub(super) fn take(&mut self, spec: &PlayerSpec, game: &Game, thought: &Thought) {
        if self.spec == *spec && self.looks.next() == Some(game) {
            self.looks.take(thought);
        }
    }
}

/// A review as a page shows it, whole or so far.
#[derive(Serialize)]
struct ReviewView {
    /// Of game, player and limits: as long as it is the same nothing has to be found again.
    key: String,
    by: String,
    done: usize,
    total: usize,
    /// From these losses of expected result on a move is doubtful, or bad.
    doubtful: f32,
    bad: f32,
    /// What Bastaushy could expect, half-move by half-move.
    curve: Vec<f32>,
    review: Option<Review>,
}

impl ReviewView {
    fn new(kept: &Kept) -> ReviewView {
        let review = kept.looks.judged();
        ReviewView {
            key: kept.key.hash(),
            by: title(&kept.spec),
            done: kept.looks.done(),
            total: kept.looks.total(),
            doubtful: DOUBTFUL,
            bad: BAD,
            curve: review.as_ref().map_or_else(Vec::new, Review::curve),
            review,
        }
    }
}

/// Who reviews a page's game, and the model that judges.
struct Reviewer {
    spec: PlayerSpec,
    model: Option<ContentHash>,
}

impl Reviewer {
    /// Of the present game. A model may have to be read: nobody waits for the page's game meanwhile.
    fn of(page: &Page, library: &Library) -> Result<Reviewer, Refusal> {
        let spec = page.desk().adviser(library);
        let model = library.model_of(&spec)?.map(|model| model.hash());
        Ok(Reviewer { spec, model })
    }
}

impl Desk {
    /// The review of the present game, moves that were taken back included; another one is forgotten.
    fn reviewed(&mut self, by: &Reviewer, library: &Library) -> &Kept {
        let game = self.state.whole();
        let tables = library.tables(game.position().variant()).balls();
        let budget = Budget::default();
        let key = Key::new(&game, &by.spec.to_string(), by.model, &budget, tables);
        let kept = self.review.take().filter(|kept| kept.key == key);
        self.review.insert(kept.unwrap_or_else(|| {
            self.benches.new_review();
            Kept {
                key,
                spec: by.spec.clone(),
                looks: Looks::new(&game),
            }
        }))
    }
}

/// How far the review of the game is.
pub(super) async fn review(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Response {
    let found = || {
        let page = app.page(&id)?;
        let by = Reviewer::of(&page, &app.levels)?;
        Ok(ReviewView::new(page.desk().reviewed(&by, &app.levels)))
    };
    answer(found(), spoken.messages())
}

/// Looks at the next position of the game.
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Response {
    let found = async {
        let page = app.page(&id)?;
        let by = Reviewer::of(&page, &app.levels)?;
        page.desk().reviewed(&by, &app.levels);
        search(&app, &page, Question::Review).await?;
        Ok(ReviewView::new(page.desk().reviewed(&by, &app.levels)))
    };
    answer(found.await, spoken.messages())
}

//! The review of a page's game: the same judgement as that of `play review`, a position a request, so
//! that the page shows how far it is and can stop.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use togyz_files::ContentHash;
use togyz_players::{Budget, Library, PlayerSpec, Thought};
use togyz_rules::Game;

use super::App;
use super::desk::Desk;
use super::pages::Page;
use super::refusal::Refusal;
use super::routes::{Spoken, answer, request, search};
use super::search::{Question, title};
use crate::review::{BAD, DOUBTFUL, Key, Looks, Review, carried};

/// What was found of a game by a player.
pub(crate) struct Kept {
    key: Key,
    spec: PlayerSpec,
    looks: Looks,
    /// Whether the game's text carries a review that is of no use here.
    ignored: bool,
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

    /// Takes a whole review as a text carries it, if it is of this game and by this player.
    fn recall(&mut self, value: &str, game: &Game) -> bool {
        match carried::read(value, &self.key, game) {
            Ok(looks) => self.looks = looks,
            Err(_) => return false,
        }
        self.ignored = false;
        true
    }

    /// The whole review of a game, as its text carries it.
    pub(super) fn carried(&self, game: &Game) -> Option<String> {
        let whole = self.looks.next().is_none() && self.key.is_of(game);
        let review = self.looks.judged().filter(|_| whole)?;
        Some(carried::written(
            &self.key,
            &title(&self.spec),
            game,
            &review,
        ))
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
    /// Whether the game's text carries a review that is damaged, of other moves or by another engine.
    ignored: bool,
    /// From these losses of expected result on a move is doubtful, or bad.
    doubtful: f32,
    bad: f32,
    /// What Bastaushy could expect, half-move by half-move.
    curve: Vec<f32>,
    review: Option<Review>,
    /// The whole review as a text carries it, for the browser to keep and to hand back.
    carried: Option<String>,
}

/// What a browser has kept of a review.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Handed {
    carried: String,
}

impl ReviewView {
    fn new(kept: &Kept, game: &Game) -> ReviewView {
        let review = kept.looks.judged();
        ReviewView {
            key: kept.key.hash(),
            by: title(&kept.spec),
            done: kept.looks.done(),
            total: kept.looks.total(),
            ignored: kept.ignored,
            doubtful: DOUBTFUL,
            bad: BAD,
            curve: review.as_ref().map_or_else(Vec::new, Review::curve),
            review,
            carried: kept.carried(game),
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
    fn reviewed(&mut self, by: &Reviewer, library: &Library) -> &mut Kept {
        let game = self.state.whole();
        let tables = library.tables(game.position().variant()).balls();
        let budget = Budget::default();
        let key = Key::new(&game, &by.spec.to_string(), by.model, &budget, tables);
        let kept = self.review.take().filter(|kept| kept.key == key);
        self.review.insert(kept.unwrap_or_else(|| {
            self.benches.new_review();
            let mut kept = Kept {
                key,
                spec: by.spec.clone(),
                looks: Looks::new(&game),
                ignored: false,
            };
            if let Some(value) = self.state.headers.as_ref().and_then(carried::of) {
                kept.ignored = !kept.recall(value, &game);
            }
            kept
        }))
    }

    fn review_view(&mut self, by: &Reviewer, library: &Library) -> ReviewView {
        let game = self.state.whole();
        ReviewView::new(self.reviewed(by, library), &game)
    }

    /// Whether what a browser has kept is the review of the present game.
    fn take_review(&mut self, handed: Option<&Handed>, by: &Reviewer, library: &Library) -> bool {
        let game = self.state.whole();
        let kept = self.reviewed(by, library);
        handed.is_some_and(|handed| kept.recall(&handed.carried, &game))
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
        Ok(page.desk().review_view(&by, &app.levels))
    };
    answer(found(), spoken.messages())
}

/// Looks at the next position of the game, or takes what the browser has kept of it.
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
    body: Result<Option<Json<Option<Handed>>>, JsonRejection>,
) -> Response {
    let found = async {
        let page = app.page(&id)?;
        let handed = body.map_err(request)?.and_then(|Json(handed)| handed);
        let by = Reviewer::of(&page, &app.levels)?;
        if !page.desk().take_review(handed.as_ref(), &by, &app.levels) {
            search(&app, &page, Question::Review).await?;
        }
        Ok(page.desk().review_view(&by, &app.levels))
    };
    answer(found.await, spoken.messages())
}

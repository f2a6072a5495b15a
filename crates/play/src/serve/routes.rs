//! The requests of a page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use togyz_rules::{Move, Position};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::App;
use super::action::{Act, Action};
use super::assets::{asset, index};
use super::catalogue::{Catalogue, Entry};
use super::desk::Desk;
use super::guard::guard;
use super::live::live;
use super::pages::Page;
use super::refusal::Refusal;
use super::review::{look, review};
use super::search::{CancelOnDrop, Job, Question};
use super::view::{AdviceView, Board, View};
use crate::i18n::{Direction, Language, Messages};

/// The longest body: a long game in text is some ten thousand bytes.
const BODY: usize = 256 * 1024;
/// The longest that the computer thinks about a move or a hint.
const THINKING: Duration = Duration::from_secs(20);
/// The longest line that is shown on the board.
const LINE: usize = 200;

/// All that the server answers to.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/{file}", get(asset))
        .route("/api/hello", get(hello))
        .route("/api/sessions", post(open))
        .route("/api/sessions/{id}", get(state))
        .route("/api/sessions/{id}/act", post(act))
        .route("/api/sessions/{id}/think", post(think))
        .route("/api/sessions/{id}/hint", post(hint))
        .route("/api/sessions/{id}/review", get(review).post(look))
        .route("/api/sessions/{id}/line", post(line))
        .route("/api/sessions/{id}/live", get(live))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// The language that a page speaks.
#[derive(Debug, Deserialize)]
pub(crate) struct Spoken {
    #[serde(default)]
    lang: String,
}

impl Spoken {
    pub(crate) fn messages(&self) -> &'static Messages {
        Messages::of(Language::from_code(&self.lang).unwrap_or_default())
    }
}

/// What a page needs before it shows anything.
#[derive(Serialize)]
struct Hello {
    lang: &'static str,
    dir: Direction,
    languages: Vec<(&'static str, &'static str)>,
    messages: BTreeMap<&'static str, String>,
    players: Vec<Entry>,
    first: BTreeMap<&'static str, Option<String>>,
}

async fn hello(
    State(app): State<Arc<App>>,
    Query(spoken): Query<Spoken>,
    headers: HeaderMap,
) -> Response {
    let wish = headers
        .get(header::ACCEPT_LANGUAGE)
        .map(HeaderValue::to_str);
    let language = Language::from_code(&spoken.lang).unwrap_or_else(|| match wish {
        Some(Ok(wish)) => Language::wished(wish),
        _ => Language::default(),
    });
    let messages = Messages::of(language);
    let catalogue = app.catalogue();
    let mut texts = messages.with_places("ui-");
    texts.extend(messages.with_places("side-"));
    let variants = togyz_rules::Variant::ALL.map(|variant| {
        let first = catalogue.first(variant).map(|entry| entry.id.clone());
        (variant.rules().name, first)
    });
    Json(Hello {
        lang: language.code(),
        dir: language.direction(),
        languages: Language::ALL.map(|one| (one.code(), one.name())).to_vec(),
        messages: texts,
        players: catalogue.entries().to_vec(),
        first: variants.into_iter().collect(),
    })
    .into_response()
}

/// A new session.
#[derive(Serialize)]
struct Opened {
    id: String,
    state: View,
}

/// How a session begins: at the start, or with what the browser kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    pub(super) action: Option<Action>,
}

async fn open(
    State(app): State<Arc<App>>,
    Query(spoken): Query<Spoken>,
    body: Result<Json<Open>, JsonRejection>,
) -> Response {
    let messages = spoken.messages();
    let opened = || -> Result<Opened, Refusal> {
        let Json(body) = body.map_err(request)?;
        let now = (app.now)();
        let catalogue = app.catalogue();
        let mut desk = Desk::new(&catalogue, app.date.clone(), app.next_seed());
        if let Some(action) = body.action {
            desk.act(action, &catalogue, now)?;
        }
        let state = View::new(&desk, messages, now);
        let (id, _) = app.pages.open(desk, now)?;
        Ok(Opened { id, state })
    };
    answer(opened(), messages)
}

async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Response {
    let messages = spoken.messages();
    let page = app.page(&id);
    answer(page.map(|page| app.view(&page, messages)), messages)
}

async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
    body: Result<Json<Act>, JsonRejection>,
) -> Response {
    let messages = spoken.messages();
    let acted = || -> Result<View, Refusal> {
        let page = app.page(&id)?;
        let Json(act) = body.map_err(request)?;
        let catalogue = match &act.action {
            // A player that came after the server began is known from the list it was picked from.
            Action::New(_) | Action::Seats { .. } | Action::Load { .. } => app.catalogue(),
            _ => Catalogue::default(),
        };
        page.desk().carry_out(act, &catalogue, (app.now)())?;
        Ok(app.view(&page, messages))
    };
    answer(acted(), messages)
}

/// Lets the computer move, and answers when it has.
async fn think(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Response {
    let messages = spoken.messages();
    let thought = async {
        let page = app.page(&id)?;
        let side = page.desk().computer_to_move().map(|(side, _)| side);
        if let Some(side) = side {
            search(&app, &page, Question::Move(side)).await?;
        }
        Ok(app.view(&page, messages))
    };
    answer(thought.await, messages)
}

/// The best move and why; an analysis of the same board is used if there is one.
async fn hint(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Response {
    let messages = spoken.messages();
    let found = async {
        let page = app.page(&id)?;
        let revision = page.desk().revision;
        if page.desk().benches.advice(revision).is_none() {
            search(&app, &page, Question::Advice).await?;
        }
        let desk = page.desk();
        let advice = desk.benches.advice(revision);
        let advice = advice.filter(|_| desk.revision == revision);
        let advice = advice.ok_or(Refusal::Stale)?;
        let position = desk.game().position();
        Ok(AdviceView::new(advice, position, revision, messages))
    };
    answer(found.await, messages)
}

/// The boards of a line from the present position, to be shown.
async fn line(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
    body: Result<Json<Vec<u32>>, JsonRejection>,
) -> Response {
    let messages = spoken.messages();
    let shown = || -> Result<Vec<Board>, Refusal> {
        let page = app.page(&id)?;
        let Json(holes) = body.map_err(request)?;
        let position = *page.desk().game().position();
        boards(position, holes)
    };
    answer(shown(), messages)
}

/// The boards after each move of a line.
pub(super) fn boards(mut position: Position, holes: Vec<u32>) -> Result<Vec<Board>, Refusal> {
    let mut boards = Vec::new();
    for hole in holes.into_iter().take(LINE) {
        let mv = Move::from_number(hole);
        let mv = mv.map_err(|error| Refusal::Request(error.to_string()))?;
        let played = position.play(mv).map_err(togyz_rules::PlayError::from)?;
        position = played.0;
        boards.push(Board::new(&position, true));
    }
    Ok(boards)
}

/// Runs a search to its end, its time, or the client's.
pub(super) async fn search(
    app: &Arc<App>,
    page: &Arc<Page>,
    question: Question,
) -> Result<(), Refusal> {
    let job = page.desk().ask(question, &app.levels);
    match job {
        Some(job) => run(app, page, job).await,
        None => Ok(()),
    }
}

/// Runs a search in a thread of its own. It is cancelled where nobody waits for the answer.
async fn run(app: &Arc<App>, page: &Arc<Page>, mut job: Job) -> Result<(), Refusal> {
    let stop = job.stop.clone();
    let guard = CancelOnDrop(stop.clone());
    let permit = timeout(THINKING, Arc::clone(&app.searches).acquire_owned()).await;
    let Ok(Ok(permit)) = permit else {
        return Err(Refusal::Busy);
    };
    let (app, page) = (Arc::clone(app), Arc::clone(page));
    let mut work = spawn_blocking(move || {
        let found = job.run(&app.levels, app.now);
        drop(permit);
        let mut desk = page.desk();
        match found {
            Ok((engine, thought)) => {
                desk.answer(&job, Some(engine), Some(thought), (app.now)());
                Ok(())
            }
            Err(error) => {
                desk.answer(&job, None, None, (app.now)());
                Err(Refusal::from(error))
            }
        }
    });
    let done = match timeout(THINKING, &mut work).await {
        Ok(done) => done,
        Err(_) => {
            stop.end();
            work.await
        }
    };
    drop(guard);
    done.map_err(|_| Refusal::Busy)?
}

pub(super) fn request(rejection: JsonRejection) -> Refusal {
    Refusal::Request(rejection.body_text())
}

pub(super) fn answer<T: Serialize>(result: Result<T, Refusal>, messages: &Messages) -> Response {
    match result {
        Ok(value) => Json(value).into_response(),
        Err(refusal) => refusal.answer(messages),
    }
}

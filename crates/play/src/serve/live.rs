//! The analysis while the game goes on, over one WebSocket: it follows the board, gives what it has
//! again and again, and ends when nobody looks.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use togyz_players::{Budget, PlayerSpec, Thought};
use togyz_rules::Game;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;
use tokio_websockets::Message;

use super::App;
use super::pages::Page;
use super::refusal::Refusal;
use super::routes::Spoken;
use super::search::{Advice, CancelOnDrop, Stop, title};
use super::upgrade::{Socket, Upgrade};
use super::view::AdviceView;
use crate::i18n::Messages;
use crate::session::{Engine, Timer};

/// Analyses at once.
pub(crate) const MOST_LIVE: usize = 8;
/// Memory of one, in MiB.
const MEMORY: u32 = 64;
/// The longest message of a page: it only ever says that it is there.
const MESSAGE: usize = 1024;
/// Simulations of the first answer; each one after it doubles them.
const FIRST: u32 = 400;
/// Answers of one board at most: some hundred thousand simulations, or a depth of twenty plies.
const ANSWERS: u32 = 10;
/// The classical search answers from this depth on, two plies deeper each time.
const FIRST_DEPTH: u8 = 4;
/// The longest that one answer takes.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// A page that does not take a message for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a page is asked whether it is there while there is nothing to say.
const PING: Duration = Duration::from_secs(20);
/// Pings without any answer before a page is taken for gone.
const MISSED: u32 = 3;

/// Upgrades to a WebSocket.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(spoken): Query<Spoken>,
    upgrade: Upgrade,
) -> Response {
    let messages = spoken.messages();
    let page = match app.page(&id) {
        Ok(page) => page,
        Err(refusal) => return refusal.answer(messages),
    };
    let Ok(place) = Arc::clone(&app.looks).try_acquire_owned() else {
        return Refusal::Busy.answer(messages);
    };
    upgrade.on_upgrade(MESSAGE, async move |socket| {
        Watch::new(app, page, messages).follow(socket).await;
        drop(place);
    })
}

/// One analysis.
struct Watch {
    app: Arc<App>,
    page: Arc<Page>,
    messages: &'static Messages,
    changes: watch::Receiver<u64>,
    engine: Option<Engine>,
    silent: u32,
}

/// What happened while a page was waited for.
enum Event {
    /// The board is another one.
    Changed,
    /// The page is gone.
    Gone,
    /// The search gave an answer.
    Found(Box<Answer>),
    /// Nothing for a while.
    Quiet,
}

/// A search with the player that it was given.
struct Answer {
    engine: Engine,
    thought: Option<Thought>,
}

impl Watch {
    fn new(app: Arc<App>, page: Arc<Page>, messages: &'static Messages) -> Watch {
        Watch {
            changes: page.changes(),
            app,
            page,
            messages,
            engine: None,
            silent: 0,
        }
    }

    /// Follows the board until the page is gone.
    async fn follow(mut self, mut socket: Socket) {
        while self.look(&mut socket).await.is_some() {}
    }

    /// Looks at one board until it changes; `None` if the page is gone.
    async fn look(&mut self, socket: &mut Socket) -> Option<()> {
        // What changes from here on is told; what changed before is in the board that is read now.
        self.changes.mark_unchanged();
        let (revision, game, is_over) = {
            let desk = self.page.desk();
            (desk.revision, desk.game().clone(), desk.state.is_over())
        };
        let answers = if is_over { 0 } else { ANSWERS };
        let mut searched = 0;
        for answer in 0..answers {
            let stop = Stop::default();
            let _guard = CancelOnDrop(stop.clone());
            let mut work = self.think(&game, answer, stop.clone()).await?;
            let found = loop {
                match self.wait(socket, Some(&mut work)).await {
                    Event::Found(found) => break Some(found),
                    Event::Changed => break None,
                    Event::Gone => return None,
                    Event::Quiet => self.ping(socket).await?,
                }
            };
            let Some(found) = found else {
                // The player comes back, so that its tree serves the next board.
                stop.cancel();
                self.engine = work.await.ok().flatten().map(|answer| answer.engine);
                return Some(());
            };
            let by = title(&found.engine.spec);
            self.engine = Some(found.engine);
            let mut thought = found.thought?;
            searched += thought.simulations;
            thought.simulations = searched;
            let is_certain = thought.exact || thought.proven.is_some();
            let advice = Advice { thought, by };
            let view = AdviceView::new(&advice, game.position(), revision, self.messages);
            self.say(socket, serde_json::to_string(&view).ok()?).await?;
            let mut desk = self.page.desk();
            if desk.revision == revision {
                desk.benches.keep(revision, advice);
            }
            if is_certain {
                break;
            }
        }
        loop {
            match self.wait(socket, None).await {
                Event::Changed => return Some(()),
                Event::Gone => return None,
                Event::Found(_) | Event::Quiet => self.ping(socket).await?,
            }
        }
    }

    /// Begins a search in a thread of its own.
    async fn think(
        &mut self,
        game: &Game,
        answer: u32,
        stop: Stop,
    ) -> Option<JoinHandle<Option<Answer>>> {
        let permit = Arc::clone(&self.app.searches).acquire_owned().await.ok()?;
        let mut spec = self.page.desk().adviser(&self.app.levels);
        spec.settings_mut().memory = Some(MEMORY);
        let variant = game.position().variant();
        let same = |engine: &Engine| engine.spec == spec && engine.variant() == variant;
        let engine = self.engine.take().filter(same);
        let (app, game) = (Arc::clone(&self.app), game.clone());
        let budget = budget(answer, &spec);
        Some(spawn_blocking(move || {
            let _permit = permit;
            let mut engine = match engine {
                Some(engine) => engine,
                None => Engine::build(spec, &app.levels, variant, 1).ok()?,
            };
            let timer = Timer {
                now: app.now,
                stop: Arc::clone(&stop.stop),
            };
            let thought = timer.analyze(engine.player.as_mut(), &game, &budget).ok();
            Some(Answer { engine, thought })
        }))
    }

    /// Waits for a search, a change of the board, or the page.
    async fn wait(
        &mut self,
        socket: &mut Socket,
        work: Option<&mut JoinHandle<Option<Answer>>>,
    ) -> Event {
        let search = async {
            match work {
                Some(work) => work.await.ok().flatten(),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = self.changes.changed() => match changed {
                Ok(()) => Event::Changed,
                Err(_) => Event::Gone,
            },
            found = search => match found {
                Some(found) => Event::Found(Box::new(found)),
                None => Event::Gone,
            },
            message = socket.next() => match message {
                Some(Err(_)) | None => Event::Gone,
                Some(Ok(message)) if message.is_close() => Event::Gone,
                Some(Ok(_)) => {
                    self.silent = 0;
                    Event::Quiet
                }
            },
            () = tokio::time::sleep(PING) => Event::Quiet,
        }
    }

    /// Asks whether the page is there, unless it has just said so.
    async fn ping(&mut self, socket: &mut Socket) -> Option<()> {
        self.silent += 1;
        if self.silent > MISSED {
            return None;
        }
        if self.silent > 1 {
            let ping = socket.send(Message::ping(Vec::new()));
            timeout(PATIENCE, ping).await.ok()?.ok()?;
        }
        Some(())
    }

    async fn say(&mut self, socket: &mut Socket, text: String) -> Option<()> {
        let said = socket.send(Message::text(text));
        timeout(PATIENCE, said).await.ok()?.ok()
    }
}

/// How much is searched for an answer. What earlier ones found is kept, so each adds to it.
fn budget(answer: u32, spec: &PlayerSpec) -> Budget {
    let deeper = u8::try_from(2 * answer).unwrap_or(u8::MAX);
    // The classical search would take simulations for nodes and end too early; a tree has no depth.
    let limits = if matches!(spec, PlayerSpec::Classical { .. }) {
        Budget {
            depth: Some(FIRST_DEPTH.saturating_add(deeper)),
            ..Budget::default()
        }
    } else {
        Budget {
            simulations: Some(FIRST << answer.min(ANSWERS)),
            ..Budget::default()
        }
    };
    Budget {
        time: Some(ANSWER_TIME),
        ..limits
    }
}

//! Who thinks for a page, and how thinking ends: when it is done, when the board has changed, when
//! its time is over, or when nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_players::{Budget, Library, PlayerError, PlayerSpec, Thought};
use togyz_rules::{BySide, Game, Side};

use super::desk::{Desk, Seat};
use crate::session::{Engine, Timer, default_adviser};

/// What a player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// A move, for the side that it plays.
    Move(Side),
    /// What every move of the present board is worth.
    Advice,
    /// What every move of the position that a review comes to next is worth.
    Review,
}

/// Ends a search from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    /// The search ends with what it has.
    pub(super) stop: Arc<AtomicBool>,
    /// What it has is of no use any more.
    useless: Arc<AtomicBool>,
}

impl Stop {
    /// Ends the search with what it has.
    pub(super) fn end(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Ends the search, and whatever it found is dropped.
    pub(super) fn cancel(&self) {
        self.useless.store(true, Ordering::SeqCst);
        self.end();
    }

    pub(super) fn is_useless(&self) -> bool {
        self.useless.load(Ordering::SeqCst)
    }
}

/// Cancels a search when it is dropped: a request whose client is gone.
#[derive(Debug)]
pub(super) struct CancelOnDrop(pub(super) Stop);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// What was found of a board.
#[derive(Clone, Debug)]
pub(crate) struct Advice {
    pub(super) thought: Thought,
    /// Who found it.
    pub(super) by: String,
}

/// The players of a page and what they do.
pub(crate) struct Benches {
    seats: BySide<Option<Engine>>,
    adviser: Option<Engine>,
    /// Goes through a game from its start and hears of nothing else, so that it finds what `play
    /// review` finds.
    reviewer: Option<Engine>,
    /// Of this revision.
    advice: Option<(u64, Advice)>,
    running: Vec<(Question, Stop)>,
    seed: u64,
}

/// A search that is about to begin.
pub(super) struct Job {
    question: Question,
    revision: u64,
    pub(super) stop: Stop,
    game: Game,
    spec: PlayerSpec,
    engine: Option<Engine>,
    seed: u64,
}

impl Benches {
    pub(super) fn new(seed: u64) -> Benches {
        Benches {
            seats: BySide::new(None, None),
            adviser: None,
            reviewer: None,
            advice: None,
            running: Vec::new(),
            seed,
        }
    }

    /// Ends every search.
    pub(super) fn cancel(&mut self) {
        for (_, stop) in self.running.drain(..) {
            stop.cancel();
        }
    }

    /// Forgets what earlier games left behind.
    pub(super) fn new_game(&mut self) {
        self.cancel();
        self.seed = self.seed.wrapping_add(1);
        *self = Benches::new(self.seed);
    }

    /// Lets the players go, who come again when they are asked. One that is in the middle of a review
    /// stays: another would find other numbers.
    pub(super) fn rest(&mut self) {
        self.seats = BySide::new(None, None);
        self.adviser = None;
    }

    /// Has the adviser sit there, as a hint would.
    #[cfg(test)]
    pub(super) fn wake(&mut self, library: &Library) {
        let variant = togyz_rules::Variant::Togyz;
        let random = PlayerSpec::Random {
            settings: togyz_players::Settings::default(),
        };
        self.adviser = Engine::build(random, library, variant, 1).ok();
    }

    /// Whether somebody sits there.
    #[cfg(test)]
    pub(super) fn is_awake(&self) -> bool {
        self.adviser.is_some()
    }

    /// What is known of the board of this revision.
    pub(super) fn advice(&self, revision: u64) -> Option<&Advice> {
        let (of, advice) = self.advice.as_ref()?;
        (*of == revision).then_some(advice)
    }

    /// Keeps what was found.
    pub(super) fn keep(&mut self, revision: u64, advice: Advice) {
        self.advice = Some((revision, advice));
    }

    fn slot(&mut self, question: Question) -> &mut Option<Engine> {
        match question {
            Question::Move(side) => &mut self.seats[side],
            Question::Advice => &mut self.adviser,
            Question::Review => &mut self.reviewer,
        }
    }

    /// Ends a search that answers this question.
    fn cancel_one(&mut self, question: Question) {
        self.running.retain(|(other, stop)| {
            if *other == question {
                stop.cancel();
            }
            *other != question
        });
    }

    /// Begins another review, with a player that knows nothing yet.
    pub(super) fn new_review(&mut self) {
        self.cancel_one(Question::Review);
        self.reviewer = None;
    }
}

impl Desk {
    /// Prepares a search; `None` where there is nothing to search. One that answers the same question
    /// is ended.
    pub(super) fn ask(&mut self, question: Question, library: &Library) -> Option<Job> {
        let is_over = self.state.is_over();
        let (spec, game) = match question {
            Question::Review => self.review.as_ref()?.next()?,
            _ if is_over => return None,
            Question::Move(_) => (self.computer_to_move()?.1.spec(), self.game().clone()),
            Question::Advice => (self.adviser(library), self.game().clone()),
        };
        let stop = Stop::default();
        let benches = &mut self.benches;
        benches.cancel_one(question);
        benches.running.push((question, stop.clone()));
        let engine = benches.slot(question).take();
        let variant = game.position().variant();
        Some(Job {
            question,
            revision: self.revision,
            stop,
            game,
            engine: engine.filter(|engine| engine.spec == spec && engine.variant() == variant),
            spec,
            seed: self.benches.seed,
        })
    }

    /// Who advises: the model that is played against, else the strongest level.
    pub(super) fn adviser(&self, library: &Library) -> PlayerSpec {
        let variant = self.state.position().variant();
        let opponent = Side::ALL
            .into_iter()
            .find_map(|side| match &self.seats[side] {
                Seat::Engine(entry) => Some(entry.spec()),
                Seat::Person => None,
            });
        let opponent = opponent.unwrap_or_else(|| PlayerSpec::level(String::new()));
        default_adviser(&opponent, library, variant)
    }

    /// Takes back what a search was given and uses what it found, unless it was for nothing: plays
    /// the move, or keeps the advice.
    pub(super) fn answer(
        &mut self,
        job: &Job,
        engine: Option<Engine>,
        thought: Option<Thought>,
        now: Duration,
    ) {
        let is_this = |stop: &Stop| Arc::ptr_eq(&stop.stop, &job.stop.stop);
        self.benches.running.retain(|(_, stop)| !is_this(stop));
        // Who was stopped in a review has half a thought, which would change the next ones.
        let is_spoilt = job.question == Question::Review && job.stop.is_useless();
        let slot = self.benches.slot(job.question);
        if slot.is_none() && !is_spoilt {
            *slot = engine;
        }
        let Some(thought) = thought.filter(|_| !job.stop.is_useless()) else {
            return;
        };
        match job.question {
            Question::Move(_) => self.computer_moved(job.revision, thought.mv, now),
            Question::Advice => {
                let by = title(&job.spec);
                self.benches.keep(job.revision, Advice { thought, by });
            }
            Question::Review => {
                if let Some(kept) = &mut self.review {
                    kept.take(&job.spec, &job.game, &thought);
                    if kept.next().is_none() {
                        // Nothing more is asked of it.
                        self.benches.reviewer = None;
                    }
                }
            }
        }
    }
}

impl Job {
    /// Thinks. The player comes back with what it found.
    pub(super) fn run(
        &mut self,
        library: &Library,
        now: fn() -> Duration,
    ) -> Result<(Engine, Thought), PlayerError> {
        let variant = self.game.position().variant();
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::build(self.spec.clone(), library, variant, self.seed)?,
        };
        let timer = Timer {
            now,
            stop: Arc::clone(&self.stop.stop),
        };
        let player = engine.player.as_mut();
        let thought = match self.question {
            Question::Move(_) => timer.think(player, &self.game, &Budget::default()),
            Question::Advice | Question::Review => {
                timer.analyze(player, &self.game, &Budget::default())
            }
        }?;
        Ok((engine, thought))
    }
}

/// What people call a player: no settings, no folders.
pub(crate) fn title(spec: &PlayerSpec) -> String {
    match spec {
        PlayerSpec::Level { name, .. } => name.clone(),
        PlayerSpec::Checkpoint { path, .. }
        | PlayerSpec::Model { path, .. }
        | PlayerSpec::Hybrid { path, .. } => path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default(),
        PlayerSpec::Classical { .. } | PlayerSpec::Greedy { .. } | PlayerSpec::Random { .. } => {
            spec.kind().to_owned()
        }
    }
}

//! `play analyze --json` without a position: requests line by line from the standard input, each
//! answered by a line as soon as it is ready. See docs/analysis.md.
//!
//! A thread reads, `--threads` work, and the caller's writes. The channels between them are short,
//! so that no more is read than is worked on.

mod request;

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;
use togyz_players::{Budget, Library, Player, PlayerError, build};
use togyz_rules::{Game, Variant};

use crate::Exit;
use crate::analyze::{Analysis, SCHEMA, engine_or_strongest, game_at};
use crate::causes::with_causes;
use crate::cli::AnalyzeArgs;
use crate::lines::next_line;
use crate::session::Timer;
pub use request::requested;
use request::{RequestError, parse};

/// The longest line that is read.
const LONGEST_LINE: u64 = 64 * 1024;
/// Positions that wait for each worker.
const WAITING: usize = 2;
/// How often somebody looks whether the work was interrupted.
const LOOK: Duration = Duration::from_millis(100);

/// A position to be analysed.
struct Job {
    id: Value,
    line: usize,
    game: Game,
    ply: usize,
    budget: Budget,
    most: u8,
}

/// A line of the output.
#[derive(Serialize)]
struct Answer {
    schema: u32,
    id: Value,
    /// The line of the input, from 1.
    line: usize,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Body {
    Error {
        kind: &'static str,
        message: String,
    },
    #[serde(untagged)]
    Found {
        variant: Variant,
        engine: String,
        #[serde(flatten)]
        analysis: Box<Analysis>,
    },
}

impl Answer {
    fn error(id: Value, line: usize, kind: &'static str, message: String) -> Answer {
        let body = Body::Error { kind, message };
        Answer {
            schema: SCHEMA,
            id,
            line,
            body,
        }
    }
}

/// Answers until the input ends, or somebody interrupts.
///
/// # Errors
/// If the output fails.
pub(crate) fn run(
    args: AnalyzeArgs,
    library: Library,
    timer: &Timer,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let threads = usize::from(args.threads);
    let (jobs, work) = sync_channel(threads * WAITING);
    let (answers, done) = sync_channel(threads * WAITING);
    let (args, library, work) = (
        Arc::new(args),
        Arc::new(library),
        Arc::new(Mutex::new(work)),
    );
    // None of them is waited for when the output fails: the program ends then.
    for _ in 0..threads {
        let worker = Worker {
            args: Arc::clone(&args),
            levels: Arc::clone(&library),
            timer: timer.clone(),
            players: HashMap::new(),
        };
        let (work, answers) = (Arc::clone(&work), answers.clone());
        thread::spawn(move || worker.work(&work, &answers));
    }
    thread::spawn(move || read(&args, input, &jobs, &answers));
    loop {
        match done.recv_timeout(LOOK) {
            Ok(answer) => {
                serde_json::to_writer(&mut *out, &answer).context("the output failed")?;
                writeln!(out)?;
                out.flush()?;
            }
            Err(RecvTimeoutError::Timeout) if timer.stop.load(Ordering::SeqCst) => {
                return Ok(Exit::Interrupted);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Done),
        }
    }
}

/// Turns lines into jobs; what is none is answered at once.
fn read(
    args: &AnalyzeArgs,
    mut input: impl BufRead,
    jobs: &SyncSender<Job>,
    answers: &SyncSender<Answer>,
) {
    let mut line = 0;
    while let Ok(Some(text)) = next_line(&mut input, LONGEST_LINE) {
        line += 1;
        let parsed = if text.cut {
            Some((Value::Null, Err(RequestError::TooLong(LONGEST_LINE))))
        } else {
            parse(&text.text, args.variant)
        };
        let sent = match parsed {
            None => true,
            Some((id, Err(error))) => {
                let message = with_causes(&error);
                let answer = Answer::error(id, line, error.kind(), message);
                answers.send(answer).is_ok()
            }
            Some((id, Ok(request))) => request.plies.iter().all(|&ply| {
                let Ok(game) = game_at(&request.game, ply) else {
                    return true;
                };
                let job = Job {
                    id: id.clone(),
                    line,
                    game,
                    ply,
                    budget: request.budget.or(args.budget.budget()),
                    most: request.most.unwrap_or(args.moves),
                };
                jobs.send(job).is_ok()
            }),
        };
        if !sent {
            return;
        }
    }
}

/// Who works on jobs, one after the other.
struct Worker {
    args: Arc<AnalyzeArgs>,
    levels: Arc<Library>,
    timer: Timer,
    players: HashMap<Variant, Box<dyn Player>>,
}

impl Worker {
    fn work(mut self, work: &Mutex<Receiver<Job>>, answers: &SyncSender<Answer>) {
        loop {
            let job = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            let (id, line) = (job.id.clone(), job.line);
            let answer = match self.answer(job) {
                Ok(answer) => answer,
                Err(error) => Answer::error(id, line, "player", with_causes(&error)),
            };
            if answers.send(answer).is_err() {
                return;
            }
        }
    }

    fn answer(&mut self, job: Job) -> Result<Answer, PlayerError> {
        let variant = job.game.position().variant();
        let player = match self.players.remove(&variant) {
            Some(player) => player,
            None => self.build(variant)?,
        };
        let player = self.players.entry(variant).or_insert(player);
        let thought = if job.game.outcome().is_some() {
            None
        } else {
            // Each answer depends on its request alone, whatever was asked before and by whom.
            player.new_game();
            let thought = self.timer.analyze(player.as_mut(), &job.game, &job.budget);
            Some(thought?)
        };
        let analysis = Analysis::new(&job.game, job.ply, thought.as_ref(), job.most);
        Ok(Answer {
            schema: SCHEMA,
            id: job.id,
            line: job.line,
            body: Body::Found {
                variant,
                engine: player.name(),
                analysis: Box::new(analysis),
            },
        })
    }

    fn build(&self, variant: Variant) -> Result<Box<dyn Player>, PlayerError> {
        let spec = engine_or_strongest(self.args.engine.as_ref(), &self.levels, variant);
        build(&spec, &self.levels, variant, self.args.seed)
    }
}

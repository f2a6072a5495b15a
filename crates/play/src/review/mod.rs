//! `play review`: what each move of a game lost, and where the game turned. See docs/review.md.

mod html;
mod judge;
mod looks;
mod report;
mod store;
mod text;

pub use judge::{BAD, DOUBTFUL, Judgement};
pub(crate) use looks::Looks;
pub(crate) use report::Review;
pub(crate) use store::Key;

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use togyz_files::write_atomic;
use togyz_players::{Library, Player, PlayerError, build};
use togyz_rules::{GameRecord, Variant, collection};

use crate::Exit;
use crate::analyze::engine_or_strongest;
use crate::causes::with_causes;
use crate::choice::PlayerArgs;
use crate::cli::{BudgetArgs, LibraryArgs};
use crate::i18n::Language;
use crate::input::read_text;
use crate::session::Timer;
use crate::style::Style;
use html::page;
use report::{Report, review, told_result};
use store::Store;
use text::told;

/// The version of the JSON output; it grows when a field changes its meaning or goes.
const SCHEMA: u32 = 1;
/// What is kept of a long collection is written this often, so that a kill loses little.
const SAVE_EVERY: Duration = Duration::from_secs(20);

/// `play review`.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// Files of games, or patterns such as 'games/*.txt'; `-` is the standard input, beside which
    /// nothing is kept
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    /// Write a page with graphs to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write JSON, an object a game and line, as docs/review.md describes it
    #[arg(long)]
    pub json: bool,
    /// Who judges.
    #[command(flatten)]
    pub player: PlayerArgs,
    /// How much it may think about a position.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// Judge again what has been judged before
    #[arg(long)]
    pub again: bool,
    /// Keep nothing beside the games
    #[arg(long)]
    pub no_save: bool,
    /// The rules where a game does not name them
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Decides random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The language of text and page: en, kk, ky, ru, es, fr, ar or eu [default: that of the locale at a
    /// terminal, else English]
    #[arg(long, value_name = "CODE")]
    pub language: Option<Language>,
    /// Where levels come from.
    #[command(flatten)]
    pub levels: LibraryArgs,
}

/// Where the text goes, and how it looks.
pub(crate) struct Output<'a> {
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
    pub style: Style,
}

/// Reviews every game of every file.
///
/// # Errors
/// If a pattern is wrong or fits no file, a file cannot be read, or the output fails; the other
/// files are reviewed first.
pub(crate) fn run(
    args: &ReviewArgs,
    library: &Library,
    timer: &Timer,
    output: Output<'_>,
) -> anyhow::Result<Exit> {
    let files = files(&args.games)?;
    let mut reviewer = Reviewer {
        args,
        levels: library,
        timer,
        output,
        players: HashMap::new(),
        reports: Vec::new(),
        wrong: 0,
    };
    let mut unreadable = 0;
    let mut stopped = false;
    for file in &files {
        let text = match read_text(file) {
            Ok(text) => text.text,
            Err(error) => {
                unreadable += 1;
                writeln!(reviewer.output.err, "error: {error}")?;
                continue;
            }
        };
        stopped = !reviewer.file(file, &text)?;
        if stopped {
            break;
        }
    }
    if let Some(html) = &args.html {
        let page = page(&reviewer.reports, reviewer.output.style.language);
        write_atomic(html, page.as_bytes()).context("the page cannot be written (--html)")?;
    }
    if unreadable > 0 {
        anyhow::bail!("{unreadable} of {} files could not be read", files.len());
    }
    Ok(match (stopped, reviewer.wrong) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Done,
        (false, _) => Exit::Negative,
    })
}

/// The files that names and patterns mean, each once. A file that is there is no pattern.
fn files(games: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for game in games {
        let path = Path::new(game);
        let is_pattern = game.contains(['*', '?', '[']) && !path.exists();
        let found = if is_pattern {
            let paths = glob::glob(game).with_context(|| format!("`{game}` is no pattern"))?;
            let found: Vec<PathBuf> = paths
                .collect::<Result<_, _>>()
                .with_context(|| format!("`{game}` cannot be searched"))?;
            let games: Vec<PathBuf> = found
                .into_iter()
                .filter(|path| path.is_file() && !store::is_store(path))
                .collect();
            anyhow::ensure!(!games.is_empty(), "`{game}` fits no file");
            games
        } else {
            vec![path.to_owned()]
        };
        for file in found {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    Ok(files)
}

/// The work on all files.
struct Reviewer<'a, 'out> {
    args: &'a ReviewArgs,
    levels: &'a Library,
    timer: &'a Timer,
    output: Output<'out>,
    players: HashMap<Variant, Box<dyn Player>>,
    reports: Vec<Report>,
    /// Games that are no games.
    wrong: usize,
}

impl Reviewer<'_, '_> {
    /// Reviews the games of a file; whether nobody stopped it.
    fn file(&mut self, file: &Path, text: &str) -> anyhow::Result<bool> {
        let (mut store, problem) = Store::open(file);
        if let Some(problem) = problem {
            self.warn(&problem, "it is judged anew")?;
        }
        let mut saved = (self.timer.now)();
        let mut number = 0;
        let mut done = true;
        for game in collection(text, self.args.variant) {
            number += 1;
            let record = match game {
                Ok(record) => record,
                Err(error) => {
                    self.wrong += 1;
                    writeln!(self.output.err, "error: {}: {error}", file.display())?;
                    continue;
                }
            };
            match self.game(file, number, &record, &mut store) {
                Ok(Some(report)) => self.write(report)?,
                Ok(None) => {
                    done = false;
                    break;
                }
                Err(error) => {
                    let name = file.display();
                    return Err(error).context(format!("{name}: game {number}"));
                }
            }
            if (self.timer.now)().saturating_sub(saved) > SAVE_EVERY {
                self.save(&mut store)?;
                saved = (self.timer.now)();
            }
        }
        if number == 0 {
            self.wrong += 1;
            writeln!(
                self.output.err,
                "error: {}: there is no game",
                file.display()
            )?;
        }
        self.save(&mut store)?;
        Ok(done)
    }

    /// The review of a game, kept or new; `None` if somebody stopped it.
    fn game(
        &mut self,
        file: &Path,
        number: usize,
        record: &GameRecord,
        store: &mut Store,
    ) -> Result<Option<Report>, PlayerError> {
        let variant = record.game.start().variant();
        let player = match self.players.remove(&variant) {
            Some(player) => player,
            None => self.build(variant)?,
        };
        let player = self.players.entry(variant).or_insert(player);
        let (engine, budget) = (player.name(), self.args.budget.budget());
        let tables = self.levels.tables(variant).balls();
        let key = Key::new(&record.game, &engine, player.model_hash(), &budget, tables);
        let kept = store.get(&key).filter(|_| !self.args.again);
        let review = match kept {
            Some(review) => review.clone(),
            None => {
                let found = review(&record.game, player.as_mut(), &budget, self.timer)?;
                let Some(review) = found else {
                    return Ok(None);
                };
                store.put(key, review.clone());
                review
            }
        };
        Ok(Some(Report {
            schema: SCHEMA,
            file: file.display().to_string(),
            game: number,
            white: record.headers.white.clone(),
            black: record.headers.black.clone(),
            result: told_result(review.outcome.as_ref(), record.headers.result),
            engine,
            budget: budget.to_string(),
            review,
        }))
    }

    fn build(&self, variant: Variant) -> Result<Box<dyn Player>, PlayerError> {
        let named = self.args.player.spec();
        let spec = engine_or_strongest(named.as_ref(), self.levels, variant);
        build(&spec, self.levels, variant, self.args.seed)
    }

    fn write(&mut self, report: Report) -> anyhow::Result<()> {
        if self.args.json {
            serde_json::to_writer(&mut *self.output.out, &report).context("the output failed")?;
            writeln!(self.output.out)?;
        } else {
            writeln!(self.output.out, "{}", told(&report, self.output.style))?;
        }
        self.output.out.flush()?;
        if self.args.html.is_some() {
            self.reports.push(report);
        }
        Ok(())
    }

    fn save(&mut self, store: &mut Store) -> anyhow::Result<()> {
        if self.args.no_save || store.is_of_input() {
            return Ok(());
        }
        match store.save() {
            Ok(()) => Ok(()),
            Err(error) => self.warn(&error, "the review is not kept"),
        }
    }

    fn warn(&mut self, error: &(dyn std::error::Error + 'static), but: &str) -> anyhow::Result<()> {
        writeln!(self.output.err, "warning: {}: {but}", with_causes(error))?;
        Ok(())
    }
}

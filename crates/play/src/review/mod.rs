//! `play review`: what each move of a game lost, and where the game turned. See docs/review.md.

pub(crate) mod carried;
mod html;
mod judge;
mod kept;
mod looks;
mod notes;
mod report;
mod store;
mod text;

pub use carried::rehearse;
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
use togyz_rules::{GameRecord, Variant};

use crate::Exit;
use crate::analyze::engine_or_strongest;
use crate::causes::with_causes;
use crate::choice::PlayerArgs;
use crate::cli::{BudgetArgs, LibraryArgs};
use crate::holes::games;
use crate::i18n::Language;
use crate::input::read_text;
use crate::session::Timer;
use crate::style::Style;
use carried::CarriedError;
use html::page;
use kept::Kept;
use report::{Report, review, told_result};
use text::told;

/// The version of the JSON output; it grows when a field changes its meaning or goes.
const SCHEMA: u32 = 1;
/// What becomes of a review that cannot be used.
const ANEW: &str = "it is judged anew";
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
    /// Write each review into its game's own text, as a header, and keep nothing beside the games
    #[arg(long, conflicts_with = "no_save")]
    pub annotate: bool,
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
    let is_input = |file: &PathBuf| file.as_os_str() == "-";
    anyhow::ensure!(
        !(args.annotate && files.iter().any(is_input)),
        "the standard input is no file that a review can be written into (--annotate)"
    );
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
        let read = read_text(file).map_err(anyhow::Error::from);
        let kept = read.and_then(|text| Ok((Kept::open(file, args, &text)?, text.text)));
        let (kept, text) = match kept {
            Ok(read) => read,
            Err(error) => {
                unreadable += 1;
                writeln!(reviewer.output.err, "error: {error}")?;
                continue;
            }
        };
        stopped = !reviewer.file(file, kept, &text)?;
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
    fn file(&mut self, file: &Path, mut kept: Kept, text: &str) -> anyhow::Result<bool> {
        if let Some(problem) = kept.problem.take() {
            self.warn("", &problem, ANEW)?;
        }
        let mut saved = (self.timer.now)();
        let mut number = 0;
        let mut done = true;
        for game in games(text, self.args.variant) {
            number += 1;
            let record = match game {
                Ok(record) => record,
                Err(error) => {
                    self.wrong += 1;
                    writeln!(self.output.err, "error: {}: {error}", file.display())?;
                    continue;
                }
            };
            let place = format!("{}: game {number}", file.display());
            let report = self.game(file, number, &record, &mut kept);
            match report.with_context(|| place.clone())? {
                Some((report, problem)) => {
                    if let Some(problem) = problem {
                        self.warn(&format!("{place}: "), &problem, ANEW)?;
                    }
                    self.write(report)?;
                }
                None => {
                    done = false;
                    break;
                }
            }
            if (self.timer.now)().saturating_sub(saved) > SAVE_EVERY {
                self.save(&mut kept)?;
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
        self.save(&mut kept)?;
        Ok(done)
    }

    /// The review of a game, carried by it, kept or new, and why what it carries is not used; `None` if
    /// somebody stopped it.
    fn game(
        &mut self,
        file: &Path,
        number: usize,
        record: &GameRecord,
        kept: &mut Kept,
    ) -> Result<Option<(Report, Option<CarriedError>)>, PlayerError> {
        let GameRecord { headers, game } = record;
        let variant = game.start().variant();
        let player = match self.players.remove(&variant) {
            Some(player) => player,
            None => self.build(variant)?,
        };
        let player = self.players.entry(variant).or_insert(player);
        let (engine, budget) = (player.name(), self.args.budget.budget());
        let tables = self.levels.tables(variant).balls();
        let key = Key::new(game, &engine, player.model_hash(), &budget, tables);
        let (found, problem) = match self.args.again {
            true => (None, None),
            false => kept.get(&key, record),
        };
        let is_new = found.is_none();
        let review = match found {
            Some(review) => review,
            None => match review(game, player.as_mut(), &budget, self.timer)? {
                Some(review) => review,
                None => return Ok(None),
            },
        };
        kept.put(number, (key, &engine), game, (&review, is_new));
        let report = Report {
            schema: SCHEMA,
            file: file.display().to_string(),
            game: number,
            white: headers.white.clone(),
            black: headers.black.clone(),
            result: told_result(review.outcome.as_ref(), headers.result),
            engine,
            budget: budget.to_string(),
            review,
        };
        Ok(Some((report, problem)))
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

    fn save(&mut self, kept: &mut Kept) -> anyhow::Result<()> {
        const LOST: &str = "the review is not kept";
        if let Some(notes) = &mut kept.notes {
            return match notes.save() {
                Ok(()) => Ok(()),
                Err(error) => self.warn("", &error, LOST),
            };
        }
        if self.args.no_save || kept.store.is_of_input() {
            return Ok(());
        }
        match kept.store.save() {
            Ok(()) => Ok(()),
            Err(error) => self.warn("", &error, LOST),
        }
    }

    fn warn(
        &mut self,
        place: &str,
        error: &(dyn std::error::Error + 'static),
        but: &str,
    ) -> anyhow::Result<()> {
        let error = with_causes(error);
        writeln!(self.output.err, "warning: {place}{error}: {but}")?;
        Ok(())
    }
}

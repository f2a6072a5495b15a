//! Tables on a disk: built in parallel, a file at a time, to be stopped and gone on with.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use togyz_files::FileError;
use togyz_rules::Variant;

use crate::file::{Storage, TableError, read, write};
use crate::pair::Pair;
use crate::set::{SMALL_BALLS, TableSet, most_balls};
use crate::solve::solve;

/// A tuzdik takes three balls, so what lies behind one has three balls fewer.
const TUZDIK_BALLS: u8 = 3;

/// What is to be built.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The rule set.
    pub variant: Variant,
    /// The most balls on the board.
    pub balls: u8,
    /// How many pairs are solved at once.
    pub threads: usize,
    /// How new files are stored.
    pub storage: Storage,
}

/// A file that is done.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which tuzdiks.
    pub pair: Pair,
    /// How many balls.
    pub balls: u8,
    /// Positions in it.
    pub positions: u64,
    /// Whether it was there already.
    pub was_there: bool,
    /// Positions whose moves were looked at to solve it, as often as they were; 0 if it was there.
    pub evaluated: u64,
    /// The passes over it: one where positions cannot come again.
    pub passes: u32,
    /// Whether what the two sides are sure of adds up to all balls in every position.
    pub closed: bool,
}

/// What was built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// Files written, and those that were there.
    pub files: usize,
    /// Those that were there.
    pub found: usize,
    /// Positions in those that were written.
    pub solved: u64,
    /// How often the moves of a position were looked at for them.
    pub evaluated: u64,
    /// Positions in all of them.
    pub positions: u64,
    /// Whether it was stopped before all was done.
    pub stopped: bool,
}

impl Plan {
    /// The positions of all files to be built or found.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let shape = crate::index::Shape::of(self.variant);
        let layers = SMALL_BALLS + 1..=self.balls;
        layers.map(|balls| shape.positions(balls)).sum()
    }
}

/// Builds what a folder lacks of a plan.
///
/// Pairs with two tuzdiks come first, then those with one, then those without: a pair needs, besides
/// its own layers, only those that a new tuzdik leads to. So no more is in memory than these, for
/// each thread; and within a stage every pair is solved on its own. Each layer of a pair is a file,
/// written whole or not at all: after a kill the same call goes on with the first that is missing.
///
/// `done` is called after every file, from any thread.
///
/// # Errors
/// [`TableError`] if there are too many balls or a file cannot be written. A file that is broken is
/// built anew.
pub fn build(
    folder: &Path,
    plan: Plan,
    stop: &AtomicBool,
    done: &(dyn Fn(Progress) + Sync),
) -> Result<BuildReport, TableError> {
    let Plan {
        variant,
        balls,
        threads,
        ..
    } = plan;
    let most = most_balls(variant);
    if balls > most {
        return Err(TableError::TooManyBalls {
            variant,
            balls,
            most,
        });
    }
    fs::create_dir_all(folder).map_err(|source| TableError::Folder {
        path: folder.to_owned(),
        source,
    })?;
    // What a build that was killed had begun to write. One build at a time works in a folder.
    togyz_files::remove_unfinished(folder)?;
    let report = Mutex::new(BuildReport::default());
    let told = |progress: Progress| {
        let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
        report.files += 1;
        report.found += usize::from(progress.was_there);
        report.positions += progress.positions;
        report.evaluated += progress.evaluated;
        if !progress.was_there {
            report.solved += progress.positions;
        }
        drop(report);
        done(progress);
    };
    for tuzdiks in (0..=2).rev() {
        let stage: Vec<Pair> = Pair::all(variant)
            .filter(|pair| pair.tuzdiks() == tuzdiks)
            .collect();
        let next = AtomicUsize::new(0);
        let results: Vec<Result<(), TableError>> = thread::scope(|scope| {
            let worker = || {
                while let Some(&pair) = stage.get(next.fetch_add(1, Ordering::Relaxed)) {
                    build_pair(folder, plan, pair, stop, &told)?;
                }
                Ok(())
            };
            let workers: Vec<_> = (0..threads.clamp(1, stage.len().max(1)))
                .map(|_| scope.spawn(worker))
                .collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        });
        results.into_iter().collect::<Result<(), TableError>>()?;
    }
    let mut report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.stopped = stop.load(Ordering::Relaxed);
    Ok(report)
}

/// All layers of a pair.
fn build_pair(
    folder: &Path,
    plan: Plan,
    pair: Pair,
    stop: &AtomicBool,
    done: &(dyn Fn(Progress) + Sync),
) -> Result<(), TableError> {
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    // 1. What a new tuzdik leads to.
    let mut set = TableSet::empty(plan.variant);
    let small = TableSet::small(plan.variant);
    let behind = pair.successors(plan.variant);
    for balls in 0..=plan.balls {
        for &next in behind.iter().filter(|_| balls + TUZDIK_BALLS <= plan.balls) {
            let layer = match small.layer(next, balls) {
                Some(layer) => layer.clone(),
                None => read(folder, set.shape(), next, balls)?,
            };
            set.insert(next, balls, layer);
        }
        // 2. The pair's own layers that are always there.
        if let Some(layer) = small.layer(pair, balls) {
            set.insert(pair, balls, layer.clone());
        }
    }
    // 3. Those of the folder, and those it lacks.
    for balls in SMALL_BALLS + 1..=plan.balls {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let found = match read(folder, set.shape(), pair, balls) {
            Ok(layer) => Some(layer),
            Err(TableError::File(error @ (FileError::Io { .. } | FileError::DiskFull { .. }))) => {
                return Err(error.into());
            }
            // Missing or broken: to be built.
            Err(_) => None,
        };
        let was_there = found.is_some();
        let (layer, evaluated) = match found {
            Some(layer) => (layer, 0),
            None => match solve(set.shape(), pair, balls, &set) {
                Some(solved) => (solved.layer, solved.evaluated),
                None => return Ok(()),
            },
        };
        if !was_there {
            write(folder, plan.variant, pair, balls, &layer, plan.storage)?;
        }
        let count = set.shape().count(pair, balls);
        done(Progress {
            pair,
            balls,
            positions: count * pair.forms() as u64,
            was_there,
            evaluated,
            passes: layer.passes(count),
            closed: layer.is_closed(),
        });
        set.insert(pair, balls, layer);
    }
    Ok(())
}

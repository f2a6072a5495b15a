//! The commands of a run that spreads over machines.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use togyz_files::ContentHash;
use togyz_trainer::{
    CountedStore, Ended, EvaluatorSettings, Lease, LeaseError, OpenMode, PatientStore, Place,
    RunDir, Sharing, Store, WorkerSettings, follow, holds_run, open_store, plain_name, status,
    work,
};

use crate::args::{EvaluatorArgs, LearnerArgs, StatusArgs, StoreArgs, WorkerArgs};
use crate::commands::{needs, print, run_pipeline, settings};
use crate::machine::{cores, host, machine_name, stop_on_signals};
use crate::watch::{say, watcher};

/// Where a job's number is found, when it is not given.
const INDICES: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// `train learner`
pub(crate) fn learner(args: &LearnerArgs) -> Result<Ended> {
    // Started again by whoever watches over it, with the same words.
    let (config, root) = settings(&args.run, true)?;
    let mode = if holds_run(&root) {
        OpenMode::Resume
    } else {
        OpenMode::Fresh
    };
    let (poll, term) = (poll(&args.store)?, seconds("--term", args.term)?);
    let counted = Arc::new(CountedStore::new(open_store(&args.store.store)?));
    let store: Arc<dyn Store> = Arc::clone(&counted) as Arc<dyn Store>;
    let patience = seconds("--patience", args.patience.patience)?;
    let stop = stop_on_signals()?;
    let host = host();
    let mut observer = watcher(args.run.quiet);
    if !args.run.oversize {
        // The games lie in the store, whose room is not this machine's.
        needs(&config, args.play, &root)?.check_memory(&host)?;
    }
    let place = std::path::absolute(&root).unwrap_or_else(|_| root.clone());
    let name = machine_name();
    let holder = format!("{name}, in {}", place.display());
    // The folder first: a second start in it must not take the place of the learner that is at work.
    let run = RunDir::open(&root, mode, &config)?;
    observer.notice("learner: taking the place of the one learner");
    let lease = loop {
        match Lease::take(&store, &holder, term, host.clock, stop) {
            // A run that is gone on with had the right address: its store comes back. That of a new
            // one may be wrong, which is told at once.
            Err(LeaseError::Store(_)) if mode == OpenMode::Resume => {
                patient(Arc::clone(&store), None, patience, stop).list("lease")?;
            }
            taken => break taken?,
        }
    };
    let Some(lease) = lease else {
        return Ok(Ended::Interrupted);
    };
    let place = Some(lease.place());
    let sharing = Sharing {
        store: patient(store, place, patience, stop),
        lease,
        players: args.play,
        name: plain_name(&format!("{name}-learner")),
        evaluate: args.evaluate,
        keep_shards: args.keep_shards,
        poll,
    };
    let ended = run_pipeline(config, &run, Some(sharing), observer.as_mut(), stop)?;
    observer.notice(&format!("requests to the store: {}", counted.requests()));
    Ok(ended)
}

/// A store that is waited for while it is away.
fn patient(
    store: Arc<dyn Store>,
    place: Option<Arc<Place>>,
    patience: Duration,
    stop: &'static AtomicBool,
) -> Arc<dyn Store> {
    let stop = Arc::new(move || stop.load(Ordering::Relaxed));
    let (clock, tell) = (host().clock, Arc::new(say));
    Arc::new(PatientStore::new(store, place, patience, clock, stop, tell))
}

/// `train worker`
pub(crate) fn worker(args: &WorkerArgs) -> Result<Ended> {
    let store = open_store(&args.store.store)?;
    let index = index(args.index, &|name| std::env::var(name).ok())?;
    let name = args.name.clone().unwrap_or_else(machine_name);
    let name = plain_name(&match index {
        Some(index) => format!("{name}-{index}"),
        None => name,
    });
    let settings = WorkerSettings {
        spool: match &args.spool {
            Some(folder) => folder.clone(),
            None => scratch(&args.store, &format!("worker-{name}")),
        },
        name,
        threads: args.threads.unwrap_or_else(cores).max(1),
        tables: args.tables.clone(),
        poll: poll(&args.store)?,
    };
    let stop = stop_on_signals()?;
    let mut observer = watcher(args.quiet);
    Ok(work(&store, &settings, host(), observer.as_mut(), stop)?)
}

/// `train evaluator`
pub(crate) fn evaluator(args: &EvaluatorArgs) -> Result<Ended> {
    let stop = stop_on_signals()?;
    let patience = seconds("--patience", args.patience.patience)?;
    let store = patient(open_store(&args.store.store)?, None, patience, stop);
    let settings = EvaluatorSettings {
        folder: match &args.folder {
            Some(folder) => folder.clone(),
            None => scratch(&args.store, "evaluator"),
        },
        threads: args.threads.unwrap_or_else(cores).max(1),
        poll: poll(&args.store)?,
    };
    let mut observer = watcher(args.quiet);
    Ok(follow(
        &*store,
        &settings,
        &host(),
        observer.as_mut(),
        stop,
    )?)
}

/// `train status`
pub(crate) fn tell(args: &StatusArgs) -> Result<Ended> {
    let store = open_store(&args.store)?;
    print(&status(&*store)?.describe((host().now)()))?;
    Ok(Ended::Finished)
}

/// The worker's number: the one given, or that of the job it is part of.
fn index(given: Option<u64>, environment: &dyn Fn(&str) -> Option<String>) -> Result<Option<u64>> {
    if given.is_some() {
        return Ok(given);
    }
    for variable in INDICES {
        if let Some(text) = environment(variable) {
            let number = text
                .parse()
                .with_context(|| format!("{variable}={text}: expected a number"))?;
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// A folder for what belongs to this store and this purpose, and to no other run.
fn scratch(store: &StoreArgs, purpose: &str) -> PathBuf {
    let store = &store.store;
    // The same words may name another folder somewhere else.
    let place = match std::path::absolute(store) {
        Ok(path) if !store.contains("://") => path.display().to_string(),
        _ => store.clone(),
    };
    let store = ContentHash::of(place.as_bytes()).short();
    std::env::temp_dir().join(format!("togyz-{store}-{purpose}"))
}

fn poll(args: &StoreArgs) -> Result<Duration> {
    seconds("--poll", args.poll)
}

/// A time that is worth waiting for.
fn seconds(option: &str, value: f64) -> Result<Duration> {
    match Duration::try_from_secs_f64(value) {
        Ok(time) if (0.05..=86400.0).contains(&value) => Ok(time),
        _ => bail!("{option} {value}: expected 0.05 to 86400 seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_worker_is_its_jobs() {
        let slurm = |name: &str| (name == "SLURM_ARRAY_TASK_ID").then(|| "7".to_owned());
        let kubernetes = |name: &str| (name == "JOB_COMPLETION_INDEX").then(|| "3".to_owned());
        assert_eq!(index(None, &|_| None).unwrap(), None);
        assert_eq!(index(Some(2), &slurm).unwrap(), Some(2));
        assert_eq!(index(None, &slurm).unwrap(), Some(7));
        assert_eq!(index(None, &kubernetes).unwrap(), Some(3));
        let error = index(None, &|_| Some("x".to_owned())).unwrap_err();
        assert!(
            error.to_string().contains("SLURM_ARRAY_TASK_ID=x"),
            "{error}"
        );
    }
}

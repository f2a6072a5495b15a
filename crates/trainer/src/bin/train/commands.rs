//! What each command does, by calling the library.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use togyz_model::Model;
use togyz_players::Measured;
use togyz_trainer::{
    Checkpoint, ConfigSource, Ended, GameSize, LocalStore, MODEL, Needs, Observer, OpenMode,
    Pipeline, Report, RunDir, RunState, Sharing, TrainConfig, check_device, checkpoint_dir,
    describe, estimate, export_levels, holds_run, inherited, read_metrics,
};

use crate::args::{ExportArgs, RunArgs, TrainArgs};
use crate::machine::{cores, host, stop_on_signals};
use crate::watch::{say, watcher};

/// The config and the folder that the arguments mean.
pub(crate) fn settings(args: &RunArgs, resume: bool) -> Result<(TrainConfig, PathBuf)> {
    let mut source = match &args.config {
        Some(path) => ConfigSource::File(path.clone()),
        None => ConfigSource::Quick,
    };
    // A resume without a config takes the run's own.
    if resume && args.config.is_none() {
        let run = match &args.run {
            Some(run) => run.clone(),
            None => PathBuf::from(TrainConfig::load(&source, &args.set)?.run.dir),
        };
        if holds_run(&run) {
            source = ConfigSource::File(run.join("config.toml"));
        }
    }
    let mut config = TrainConfig::load(&source, &args.set)?;
    if let Some(run) = &args.run {
        config.run.dir = run.display().to_string();
    }
    check_device(&config)?;
    if !resume {
        inherited(&config, 0)?;
    }
    let run = PathBuf::from(&config.run.dir);
    Ok((config, run))
}

/// `train [CONFIG]`
pub(crate) fn train(args: &TrainArgs) -> Result<Ended> {
    let (config, root) = settings(&args.run, args.resume)?;
    let mode = if args.resume {
        OpenMode::Resume
    } else {
        OpenMode::Fresh
    };
    let stop = stop_on_signals()?;
    let mut observer = watcher(args.run.quiet);
    if !args.run.oversize {
        let needs = needs(&config, config.run.threads(), &root)?;
        needs.check_memory(&host())?;
        needs.check_disk(&host(), &config, &root)?;
    }
    let run = RunDir::open(&root, mode, &config)?;
    run_pipeline(config, &run, None, observer.as_mut(), stop)
}

/// What is needed for what is left of the run in a folder, of which `players` threads play here.
pub(crate) fn needs(config: &TrainConfig, players: usize, root: &Path) -> Result<Needs> {
    let state = RunState::load(&LocalStore::new(root))?;
    let from = state.map_or(0, |state| state.generation);
    Ok(Needs::of(config, players, from, GameSize::default()))
}

/// Runs the pipeline in a folder and writes the report of what it did.
pub(crate) fn run_pipeline(
    config: TrainConfig,
    run: &RunDir,
    sharing: Option<Sharing>,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Ended> {
    observer.notice(&format!(
        "run {} | seed {} | device {} | {} cores",
        run.root().display(),
        config.run.seed,
        config.run.device,
        cores()
    ));
    let ended = Pipeline::open(config, run, sharing, host(), observer, stop)?.run()?;
    let page = write_report(run.root())?;
    observer.notice(&format!("report: {}", page.display()));
    if ended == Ended::Finished {
        observer.notice(&format!(
            "done: levels in {}; play the newest: play --checkpoint {}",
            run.root().join("levels").display(),
            run.root().display()
        ));
    }
    Ok(ended)
}

/// `train --dry-run`
pub(crate) fn dry_run(args: &TrainArgs) -> Result<Ended> {
    let (config, root) = settings(&args.run, args.resume)?;
    let host = host();
    let never = AtomicBool::new(false);
    say("measuring self-play and learning for some seconds");
    let estimate = estimate(&config, &host, &never)?;
    print(&estimate.describe(&root, &host))?;
    if !args.run.oversize {
        estimate.needs.check_memory(&host)?;
        estimate.needs.check_disk(&host, &config, &root)?;
    }
    Ok(Ended::Finished)
}

/// `train export`
pub(crate) fn export(args: &ExportArgs) -> Result<Ended> {
    if let Some(file) = &args.to {
        let folder = checkpoint_folder(&args.source)?;
        let hash = Model::load(&folder.join(MODEL))?.save(file)?;
        print(&format!("{}: {hash}\n", file.display()))?;
    }
    if let Some(folder) = &args.levels {
        let config = match &args.config {
            Some(path) => TrainConfig::load(&ConfigSource::File(path.clone()), &[])?,
            None => RunDir::config(&args.source)?,
        };
        let measured = match &args.elo {
            Some(path) => measured(path)?,
            None => BTreeMap::new(),
        };
        if let Some(name) = measured
            .keys()
            .find(|name| config.levels.iter().all(|level| level.name != **name))
        {
            bail!("the config has no level `{name}`, whose Elo is given");
        }
        let levels = export_levels(&args.source, &config, folder, &|name| {
            measured.get(name).copied()
        })?;
        for level in &levels.0 {
            print(&format!(
                "{}: generation {}, {} simulations, {}\n",
                level.name,
                level.generation,
                level.simulations,
                level.hash.short()
            ))?;
        }
    }
    Ok(Ended::Finished)
}

fn measured(path: &Path) -> Result<BTreeMap<String, Measured>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| {
        format!(
            "{}: expected tables [level] with elo, low, high, games",
            path.display()
        )
    })
}

/// The folder of a checkpoint, or of a run's newest.
fn checkpoint_folder(source: &Path) -> Result<PathBuf> {
    if source.join(MODEL).is_file() {
        return Ok(source.to_owned());
    }
    match Checkpoint::all(source)?.last() {
        Some(&newest) => Ok(checkpoint_dir(source, newest)),
        None => bail!(
            "{}: neither a checkpoint nor a run with one",
            source.display()
        ),
    }
}

/// `train inspect`
pub(crate) fn inspect(path: &Path) -> Result<Ended> {
    print(&describe(path)?)?;
    Ok(Ended::Finished)
}

/// `train report`
pub(crate) fn report(run: &Path) -> Result<Ended> {
    let page = write_report(run)?;
    print(&format!("{}\n", page.display()))?;
    Ok(Ended::Finished)
}

fn write_report(run: &Path) -> Result<PathBuf> {
    let config = RunDir::config(run)?;
    let metrics = read_metrics(run)?;
    let name = run.file_name().unwrap_or(run.as_os_str()).to_string_lossy();
    let report = Report {
        name: &name,
        config: &config,
        metrics: &metrics,
    };
    let page = run.join("report.html");
    togyz_files::write_atomic(&page, report.html()?.as_bytes())?;
    Ok(page)
}

/// Text for whoever reads the output; a closed pipe is no error.
pub(crate) fn print(text: &str) -> Result<()> {
    use std::io::Write;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

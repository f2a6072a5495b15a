//! The machine as the trainer's library sees it, and the signals that stop a run.

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use togyz_trainer::Host;

use crate::INTERRUPTED;

use crate::watch::say;

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
static STOP: AtomicBool = AtomicBool::new(false);

/// This machine.
pub(crate) fn host() -> Host {
    LazyLock::force(&BEGUN);
    Host {
        clock,
        now,
        memory,
        whole_memory,
        free_disk,
    }
}

fn clock() -> Duration {
    BEGUN.elapsed()
}

fn now() -> Duration {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}

/// Cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// This machine's name among others: that of its pod in a cluster.
pub(crate) fn machine_name() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    kernel
        .or_else(|| std::env::var("HOSTNAME").ok())
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "machine".to_owned())
}

/// Resident memory; known on Linux alone.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

/// The machine's memory, or what a container's limit leaves of it.
fn whole_memory() -> Option<u64> {
    let ram = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(ram));
    let limit = system.cgroup_limits().map(|limits| limits.total_memory);
    let all = [Some(system.total_memory()), limit];
    all.into_iter().flatten().filter(|&bytes| bytes > 0).min()
}

fn free_disk(path: &Path) -> Option<u64> {
    // The folder may not be there yet: the nearest that is lies on the same disk.
    path.ancestors()
        .find(|folder| folder.exists())
        .and_then(|folder| fs4::available_space(folder).ok())
        .or_else(|| fs4::available_space(".").ok())
}

/// The first Ctrl-C or SIGTERM asks the run to save and stop, the second ends it at once.
pub(crate) fn stop_on_signals() -> Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        say("\nstopping: what is being done is saved first; once more stops at once");
    })
    .context("cannot listen to signals")?;
    Ok(&STOP)
}

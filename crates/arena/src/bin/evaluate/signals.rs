//! The clocks, memory in use, and the wish to stop.

use std::process;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
static STOP: AtomicBool = AtomicBool::new(false);

/// A monotonic clock.
pub(crate) fn clock() -> Duration {
    BEGUN.elapsed()
}

/// The processor time that this thread has used; where the system does not tell, the time on the
/// wall.
pub(crate) fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
    #[cfg(not(target_os = "linux"))]
    clock()
}

/// The most memory that this program has used, in bytes; `None` where the system does not tell.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib << 10)
}

/// Sets the flag on the first Ctrl-C or SIGTERM; the second ends the program at once.
pub(crate) fn stop_on_signal() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(crate::INTERRUPTED));
        }
    })
    .context("signals cannot be caught")?;
    Ok(&STOP)
}

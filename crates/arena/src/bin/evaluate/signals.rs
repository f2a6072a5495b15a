//! The clock, and the wish to stop.

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

//! The page in a real browser, driven by WebDriver.
//!
//! Needs `chromedriver` and Chromium (`apt-get install chromium chromium-driver` on Debian). Where they
//! are missing the tests say so and pass, unless `TOGYZ_BROWSER_TESTS=1` demands them.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; the lint spares only test functions themselves"
)]

mod driver;
mod looks;
mod pictures;
mod play;
mod study;

use std::future::Future;

use driver::{Browser, Driver};

/// Runs a test in a browser of its own, and asserts that the console stayed silent.
#[track_caller]
fn in_browser<F, T>(test: T)
where
    T: FnOnce(Browser) -> F,
    F: Future<Output = Browser>,
{
    let Some(driver) = Driver::start() else {
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let browser = Browser::open(driver).await;
        let browser = test(browser).await;
        browser.close().await;
    });
}

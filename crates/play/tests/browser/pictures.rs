//! The pictures in the documents; `UPDATE_IMAGES=1` takes them anew (those that are kept have their
//! colours reduced to a palette).

use std::path::Path;

use serde_json::json;

use crate::driver::Browser;
use crate::in_browser;

/// A game of two learners, up to where its outcome was open.
const GAME: &str = "87 87 99 91 56 57x 81 46 25x 36 38 34 95 49 81 34 91 12 41 29 92 75 18 13";

async fn take(browser: &Browser, name: &str, (width, height): (u32, u32)) {
    browser.size(width, height).await;
    let hidden = json!({"hidden": true});
    browser
        .chromium("Emulation.setScrollbarsHidden", hidden)
        .await;
    browser
        .value("document.activeElement.blur(), scrollTo(0, 0)")
        .await;
    let picture = browser.client.screenshot().await.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    std::fs::write(folder.join(name), picture).unwrap();
}

#[test]
fn the_documents_pictures() {
    if std::env::var_os("UPDATE_IMAGES").is_none() {
        return;
    }
    in_browser(|browser| async move {
        take(&browser, "start.png", (1120, 760)).await;

        // A middle game against a level, with analysis and hint.
        browser.load(GAME).await;
        browser.click("#menu").await;
        browser.click("#open-players").await;
        browser.choose("mode", "computer").await;
        browser.pick("#opponent", "level:club").await;
        browser.click("#seat").await;
        browser
            .until("!document.getElementById('dialog').open")
            .await;
        browser.press("a").await;
        let found = "document.querySelector('#look-body .lines')";
        browser.until(found).await;
        browser.press("h").await;
        browser
            .until("document.querySelector('.hole.advised')")
            .await;
        take(&browser, "middle.png", (1120, 760)).await;
        browser.press("a").await;

        // Its review, large and on a phone.
        browser.load(GAME).await;
        browser.review().await;
        take(&browser, "review.png", (1265, 880)).await;
        browser.set("theme", "dark").await;
        take(&browser, "phone.png", (390, 800)).await;
        browser
    });
}

//! The picture of a review in the documents; `UPDATE_IMAGES=1` takes it anew (the one that is kept has
//! its colours reduced to a palette).

use std::path::Path;

use crate::in_browser;

/// A game of two learners, up to where its outcome was open.
const GAME: &str = "87 87 99 91 56 57x 81 46 25x 36 38 34 95 49 81 34 91 12 41 29 92 75 18 13";

#[test]
fn a_review() {
    if std::env::var_os("UPDATE_IMAGES").is_none() {
        return;
    }
    in_browser(|browser| async move {
        browser.load(GAME).await;
        browser.click("#menu").await;
        browser.click("#open-review").await;
        let listed = "document.querySelector('#review .turning button')";
        browser.until(listed).await;
        browser.size(1265, 880).await;
        browser
            .value("document.activeElement.blur(), scrollTo(0, 0)")
            .await;
        let picture = browser.client.screenshot().await.unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/review.png");
        std::fs::write(path, picture).unwrap();
        browser
    });
}

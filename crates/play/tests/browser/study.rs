//! Analysis, review, editor, and what the browser keeps.

use crate::in_browser;

/// A game in which both sides go wrong all the time, in hole numbers.
pub(crate) const MISTAKES: &str =
    "4 6 2 8 9 3 2 2 1 7 9 6 1 5 9 7 5 4 2 6 4 1 5 6 4 4 5 5 6 3 6 8 4 4 4 9 3 3 5 1 5 6 9 5";

#[test]
fn the_analysis_starts_follows_and_stops() {
    in_browser(|browser| async move {
        let hidden = browser.text("#look-body").await;
        assert!(hidden.contains("Hidden"), "{hidden}");
        browser.press("a").await;
        browser
            .until("document.querySelectorAll('#look-body .lines tr').length === 6")
            .await;
        let text = browser.text("#look-body").await;
        assert!(
            text.contains("Expert") && text.contains('%') && text.contains("Hole"),
            "{text}"
        );
        // A line on the board, and back.
        browser.click("#look-body .lines button").await;
        browser
            .until("!document.getElementById('preview').hidden")
            .await;
        assert_ne!(browser.row("bastaushy").await, [9; 9]);
        browser.press("\u{e014}").await;
        browser.press("\u{e00c}").await;
        browser
            .until("document.getElementById('preview').hidden")
            .await;
        assert_eq!(browser.row("bastaushy").await, [9; 9]);
        browser.press("7").await;
        browser.at_ply(2).await;
        browser.until("document.querySelector('#look-body .gauge') && !document.getElementById('look-body').classList.contains('old')").await;
        browser.press("a").await;
        assert!(browser.text("#look-body").await.contains("Hidden"));
        assert_eq!(
            browser
                .value("document.getElementById('analysis').getAttribute('aria-pressed')")
                .await,
            "false"
        );
        browser
    });
}

#[test]
fn a_hint_has_a_reason() {
    in_browser(|browser| async move {
        browser.press("h").await;
        let told = browser.until("document.querySelector('.hole.advised') && document.getElementById('notice').textContent").await;
        assert!(told.as_str().unwrap().starts_with("Hole "), "{told}");
        browser
    });
}

#[test]
fn the_editor_says_what_is_wrong() {
    in_browser(|browser| async move {
        browser.click("#menu").await;
        browser.click("#open-editor").await;
        let cell = browser.find("#edit-bastaushy-1").await;
        cell.clear().await.unwrap();
        cell.send_keys("5").await.unwrap();
        assert_eq!(browser.text("#edit-count").await, "158 of 162 balls");
        browser.click("#edit-play").await;
        browser.until("document.getElementById('edit-wrong').textContent === 'There are 158 balls in all, not 162.'").await;
        let kazan = browser.find("#edit-kazan-kostaushy").await;
        kazan.clear().await.unwrap();
        kazan.send_keys("4").await.unwrap();
        browser.pick("#edit-tuzdik-bastaushy", "9").await;
        browser.click("#edit-play").await;
        browser.until("document.getElementById('edit-wrong').textContent.includes('the last hole is never one')").await;
        browser.pick("#edit-tuzdik-bastaushy", "").await;
        browser.click("#edit-play").await;
        browser
            .until("!document.getElementById('dialog').open")
            .await;
        assert_eq!(browser.row("bastaushy").await[0], 5);
        browser
    });
}

#[test]
fn wrong_text_is_told_and_right_text_is_played() {
    in_browser(|browser| async move {
        browser.click("#menu").await;
        browser.click("#open-files").await;
        let place = browser.find("#text-in").await;
        place.send_keys("76 12").await.unwrap();
        browser.click("#text-load").await;
        browser
            .until("document.getElementById('text-wrong').textContent.includes('`12`')")
            .await;
        place.clear().await.unwrap();
        place.send_keys("76 11 65").await.unwrap();
        browser.click("#text-load").await;
        browser.at_ply(3).await;
        browser.click("#menu").await;
        browser.click("#open-files").await;
        browser.choose("form", "pairs").await;
        assert_eq!(
            browser
                .value("document.getElementById('text-out').value")
                .await,
            "76(10) 11(10) 65(22)"
        );
        browser.click("#dialog-close").await;
        browser
    });
}

/// A game that was loaded goes on against the computer, and sides are swapped in the middle.
#[test]
fn players_change_in_the_middle_of_a_game() {
    in_browser(|browser| async move {
        browser.load("76 11 65").await;
        browser.click("#menu").await;
        browser.click("#open-players").await;
        browser.choose("mode", "computer").await;
        browser.click("#seat").await;
        browser.at_ply(4).await;
        browser.until("document.querySelector('.hole.legal')").await;
        browser.click("#menu").await;
        browser.click("#open-players").await;
        browser.choose("begins", "computer").await;
        browser.click("#seat").await;
        browser.at_ply(5).await;
        // The person sits below.
        let lower = "document.querySelector('.row.lower .hole').dataset.side === 'kostaushy'";
        browser.until(lower).await;
        browser
    });
}

#[test]
fn a_reload_and_another_server_restore_the_game() {
    in_browser(|browser| async move {
        browser.press("7").await;
        browser.at_ply(2).await;
        browser.until("document.querySelector('.hole.legal')").await;
        let rows = (
            browser.row("bastaushy").await,
            browser.row("kostaushy").await,
        );
        browser.client.refresh().await.unwrap();
        browser.until("document.body.dataset.ready").await;
        browser.at_ply(2).await;
        assert_eq!(
            (
                browser.row("bastaushy").await,
                browser.row("kostaushy").await
            ),
            rows
        );
        // The session is forgotten, the browser remembers.
        browser.value("sessionStorage.clear()").await;
        browser.client.refresh().await.unwrap();
        browser.until("document.body.dataset.ready").await;
        browser.at_ply(2).await;
        assert_eq!(
            (
                browser.row("bastaushy").await,
                browser.row("kostaushy").await
            ),
            rows
        );
        assert!(browser.text("#notice").await.contains("back"));
        // The opponent is still there.
        let legal = "document.querySelector('.hole.legal').dataset.hole";
        let hole = browser.value(legal).await;
        browser.press(hole.as_str().unwrap()).await;
        browser.at_ply(4).await;
        browser
    });
}

#[test]
fn a_game_is_reviewed_once() {
    in_browser(|browser| async move {
        browser.load("76 11 65 77x 89 13 44 78 33 82 82").await;
        browser.review().await;
        let text = browser.text("#review-body").await;
        for part in ["bad", "better", "5% of the expected", "Bastaushy: "] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_ne!(
            browser
                .value("document.querySelectorAll('#moves .bad').length")
                .await,
            0
        );
        let kept = "JSON.parse(localStorage.getItem('togyz.reviews')).length";
        assert_eq!(browser.value(kept).await, 1);
        // A turning point leads to the position before it.
        browser.click("#review .turning button").await;
        browser
            .until("document.querySelector('#moves .undone')")
            .await;
        // Another session of the same game shows it without a further look.
        let count = "(() => { const ask = window.fetch; window.looks = 0; window.fetch = (path, how) => { window.looks += path.includes('/review') && how.method === 'POST' && !how.body; return ask(path, how); }; })()";
        browser.before_the_page(count).await;
        browser.value("sessionStorage.clear()").await;
        browser.client.refresh().await.unwrap();
        browser.until("document.body.dataset.ready").await;
        browser.load("76 11 65 77x 89 13 44 78 33 82 82").await;
        browser.review().await;
        assert_eq!(browser.value("window.looks").await, 0);
        browser
    });
}

/// More mistakes and turning points than the list once had room for.
#[test]
fn every_turning_point_is_shown() {
    const COUNTS: &str = "(() => {
        const count = (css) => document.querySelectorAll(css).length;
        const listed = [...document.querySelectorAll('#review .turning button')];
        return {
            mistakes: count('#moves .bad, #moves .doubtful'),
            listed: listed.filter((one) => one.textContent.endsWith('turning point')).length,
            drawn: count('#review .graph .turn'),
            told: [...document.querySelectorAll('#moves button')].filter((one) => /loses \\d+% and \\d+ balls/.test(one.title) && one.getAttribute('aria-label').endsWith(one.title)).length,
        };
    })()";
    in_browser(|browser| async move {
        browser.load(MISTAKES).await;
        browser.review().await;
        let counts = browser.value(COUNTS).await;
        let count = |name: &str| counts[name].as_u64().unwrap();
        let kept = "JSON.parse(localStorage.getItem('togyz.reviews'))[0].review.moves.filter((move) => move.turning_point).length";
        let turning_points = browser.value(kept).await.as_u64().unwrap();
        assert!(count("mistakes") > 12 && turning_points > 12, "{counts}");
        assert_eq!(count("listed"), turning_points, "{counts}");
        assert_eq!(count("drawn"), turning_points, "{counts}");
        assert_eq!(count("told"), 44, "{counts}");
        browser
    });
}

/// A text that carries its review shows it as soon as it is loaded; another one is told and not used.
#[test]
fn a_loaded_text_shows_its_review() {
    in_browser(|browser| async move {
        let count = "(() => { const ask = window.fetch; window.looks = 0; window.fetch = (path, how) => { window.looks += path.includes('/review') && how.method === 'POST' && !how.body; return ask(path, how); }; })()";
        browser.before_the_page(count).await;
        browser.load("76 11 65 77x 89 13").await;
        browser.review().await;
        browser
            .until("localStorage.getItem('togyz.game').includes('[EngineReview')")
            .await;
        browser.click("#menu").await;
        browser.click("#open-files").await;
        let text = browser
            .value("document.getElementById('text-out').value")
            .await;
        let text = text.as_str().unwrap().to_owned();
        assert!(text.contains("[EngineReview \"1 expert "), "{text}");
        browser.click("#dialog-close").await;

        // Another browser and another session know nothing of it.
        for (text, shown) in [
            (text.clone(), "#review .turning button"),
            (text.replace("expert", "club"), "#review-ignored"),
        ] {
            browser.value("sessionStorage.clear()").await;
            browser.value("localStorage.clear()").await;
            browser.client.refresh().await.unwrap();
            browser.until("document.body.dataset.ready").await;
            browser.load(&text).await;
            let found = format!("document.querySelector('{shown}')?.textContent");
            let told = browser.until(&found).await;
            assert!(!told.as_str().unwrap().is_empty());
            assert_eq!(browser.value("window.looks").await, 0);
        }
        browser
    });
}

//! Games by keyboard and by mouse.

use crate::driver::Browser;
use crate::in_browser;

/// The page waits for the person, or the game is over.
const MY_TURN: &str =
    "document.querySelector('.hole.legal') || document.getElementById('dialog').open";

/// The computer may have emptied any hole.
async fn press_a_legal_hole(browser: &Browser) {
    let hole = "Number(document.querySelector('.hole.legal').dataset.hole)";
    let hole = browser.value(hole).await;
    browser.press(&hole.to_string()).await;
}

#[test]
fn a_whole_game_by_keyboard() {
    in_browser(|browser| async move {
        for _ in 0..200 {
            browser.until(MY_TURN).await;
            if browser
                .value("document.getElementById('dialog').open")
                .await
                == true
            {
                break;
            }
            let ply = browser.ply().await;
            press_a_legal_hole(&browser).await;
            let moved = format!(
                "document.getElementById('dialog').open || (document.querySelector('.hole.legal') && document.querySelectorAll('#moves button').length > {})",
                ply + 2
            );
            browser.until(&moved).await;
            // A screen reader is told each move.
            assert_ne!(
                browser
                    .value("document.getElementById('told').textContent")
                    .await,
                ""
            );
        }
        let verdict = browser.text("#verdict").await;
        // The result is told, and describes the dialog.
        let told = "document.getElementById('told').lastElementChild.textContent";
        let told = browser.value(told).await;
        assert!(told.as_str().unwrap().ends_with(&verdict), "{told}");
        let described = "document.getElementById('dialog').getAttribute('aria-describedby')";
        assert_eq!(browser.value(described).await, "verdict");
        assert!(
            verdict.contains("Bastaushy")
                || verdict.contains("Kostaushy")
                || verdict.contains("draw"),
            "{verdict}"
        );
        browser.press("\u{e00c}").await;
        browser
            .until("!document.getElementById('dialog').open")
            .await;
        browser
    });
}

#[test]
fn undo_goes_back_across_the_computer_s_move() {
    in_browser(|browser| async move {
        browser.press("7").await;
        browser.at_ply(2).await;
        browser.until(MY_TURN).await;
        press_a_legal_hole(&browser).await;
        browser.at_ply(4).await;
        browser.press("u").await;
        browser.at_ply(2).await;
        browser.press("u").await;
        browser.at_ply(0).await;
        assert_eq!(browser.row("bastaushy").await, [9; 9]);
        // A screen reader is told where each step led, and keeps both moves of before.
        let told = "[...document.getElementById('told').children].map((one) => one.textContent)";
        let told = browser.value(told).await;
        let told: Vec<&str> = told
            .as_array()
            .unwrap()
            .iter()
            .flat_map(serde_json::Value::as_str)
            .collect();
        assert!(told[0].starts_with("Bastaushy plays hole 7"), "{told:?}");
        assert!(told[1].starts_with("Kostaushy plays hole"), "{told:?}");
        let start = "Half-move 0 of 4: Bastaushy 0, Kostaushy 0. Bastaushy to move";
        assert_eq!(told.last(), Some(&start), "{told:?}");
        browser.press("rr").await;
        browser.at_ply(4).await;
        // Back and forth through the list; the computer waits meanwhile.
        browser.press("\u{e012}").await;
        browser.at_ply(3).await;
        browser.press("\u{e011}").await;
        browser.at_ply(0).await;
        browser.press("\u{e010}").await;
        browser.at_ply(4).await;
        browser
    });
}

#[test]
fn a_flipped_board_plays_the_same() {
    in_browser(|browser| async move {
        let lower = "document.querySelector('.row.lower .hole').dataset";
        assert_eq!(browser.value(&format!("{lower}.side")).await, "bastaushy");
        assert_eq!(browser.value(&format!("{lower}.hole")).await, "1");
        browser.press("f").await;
        assert_eq!(browser.value(&format!("{lower}.side")).await, "kostaushy");
        let upper = "document.querySelector('.row.upper .hole').dataset";
        assert_eq!(
            browser.value(&format!("{upper}.side + {upper}.hole")).await,
            "bastaushy9"
        );
        browser
            .click(".hole[data-side=bastaushy][data-hole='7']")
            .await;
        browser.at_ply(2).await;
        browser.press("f").await;
        assert_eq!(browser.value(&format!("{lower}.side")).await, "bastaushy");
        // Sitting on the other side, the person is below.
        new_game(&browser, "computer").await;
        browser
            .until(&format!("{lower}.side === 'kostaushy'"))
            .await;
        browser.at_ply(1).await;
        browser
    });
}

async fn new_game(browser: &Browser, begins: &str) {
    browser.press("n").await;
    browser.choose("begins", begins).await;
    browser.click("#start").await;
    browser
        .until("!document.getElementById('dialog').open")
        .await;
}

/// A tuzdik for each side: its hole has the owner's colour and takes no ball.
#[test]
fn each_side_makes_a_tuzdik() {
    in_browser(|browser| async move {
        // One move of each side from a tuzdik.
        let position = "1,0,0,0,0,0,0,0,2/2,9,9,9,9,9,9,9,3/45,46/-1,-1/0";
        browser.load(position).await;
        browser.press("9").await;
        browser.at_ply(1).await;
        let owner = |side: &str, hole: u64| {
            format!(
                "document.querySelector('.hole.tuzdik[data-side={side}][data-hole=\"{hole}\"]')?.dataset.owner"
            )
        };
        let found = owner("kostaushy", 1);
        assert_eq!(browser.until(&found).await, "bastaushy");
        assert_eq!(browser.row("kostaushy").await[0], 0);
        browser
            .load("2,2,9,9,9,9,9,9,1/0,0,0,0,0,0,0,0,2/50,51/-1,-1/1")
            .await;
        browser.press("9").await;
        browser.at_ply(1).await;
        let found = owner("bastaushy", 1);
        assert_eq!(browser.until(&found).await, "kostaushy");
        let label = "document.querySelector('.hole.tuzdik').getAttribute('aria-label')";
        assert_eq!(
            browser.value(label).await,
            "Bastaushy, hole 1: 0, tuzdik of Kostaushy"
        );
        browser
    });
}

/// Clicks and keys while balls are falling: the first ends the sowing, none is a move, and board and
/// server agree (a difference would be an error on the console).
#[test]
fn impatient_clicks_do_no_harm() {
    in_browser(|browser| async move {
        browser.load("startpos").await;
        browser.set("speed", "slow").await;
        browser.press("7").await;
        browser
            .until("document.querySelector('.hole.falling')")
            .await;
        browser.press("3").await;
        browser.at_ply(1).await;
        browser.press("5").await;
        browser.press("5552814").await;
        browser.press("uu").await;
        browser.press("rf").await;
        browser.size(500, 800).await;
        browser.press("f").await;
        browser.size(1280, 900).await;
        browser.set("speed", "off").await;
        browser.press("\u{e011}").await;
        browser.at_ply(0).await;
        assert_eq!(browser.row("kostaushy").await, [9; 9]);
        browser
    });
}

/// What cannot be played is told, a game is not lost by one click, and the menu is left by keys.
#[test]
fn mistakes_do_no_harm() {
    in_browser(|browser| async move {
        browser
            .click(".hole[data-side=kostaushy][data-hole='3']")
            .await;
        let told = "!document.getElementById('notice').hidden && document.getElementById('notice').textContent";
        assert_eq!(browser.until(told).await, "Bastaushy to move");
        let title = "document.getElementById('undo').title";
        assert_eq!(browser.value(title).await, "Take back (U)");

        let open = "!document.getElementById('menu-list').hidden";
        let focus = "document.activeElement.id";
        browser.click("#menu").await;
        browser
            .value("document.getElementById('open-keys').focus()")
            .await;
        browser.press("\u{e00c}").await;
        assert_eq!(browser.value(open).await, false);
        assert_eq!(browser.value(focus).await, "menu");
        browser.click("#menu").await;
        browser
            .value("document.getElementById('resign').focus()")
            .await;
        browser.press("\u{e004}").await;
        assert_eq!(browser.value(open).await, false);
        assert_ne!(browser.value(focus).await, "menu");

        browser.click("#menu").await;
        browser.click("#resign").await;
        browser.press("\u{e00c}").await;
        browser
            .until("!document.getElementById('dialog').open")
            .await;
        browser.press("7").await;
        browser.at_ply(2).await;
        browser
    });
}

/// Another game has the same clock, and a session that was lost gets it back.
#[test]
fn a_clock_is_kept() {
    in_browser(|browser| async move {
        browser.press("n").await;
        browser.choose("mode", "people").await;
        browser.pick("#clock", "2").await;
        browser.click("#start").await;
        let shown = "[...document.querySelectorAll('.seat .clock')].map((one) => !one.hidden && one.textContent).join()";
        browser.until(&format!("{shown} === '5:00,5:00'")).await;
        browser.press("7").await;
        browser.at_ply(1).await;
        browser.value("sessionStorage.clear()").await;
        browser.client.refresh().await.unwrap();
        browser.at_ply(1).await;
        browser.until(&format!("{shown} === '5:00,5:03'")).await;
        browser.click("#menu").await;
        browser.click("#resign").await;
        browser.click("#really-resign").await;
        browser.click("#again").await;
        browser.at_ply(0).await;
        browser.until(&format!("{shown} === '5:00,5:00'")).await;
        browser
    });
}

#[test]
fn two_computers_are_watched_and_paused() {
    in_browser(|browser| async move {
        browser.press("n").await;
        browser.choose("mode", "watch").await;
        browser.pick("#clock", "1").await;
        browser.click("#start").await;
        browser
            .until("document.querySelectorAll('#moves button').length > 3")
            .await;
        browser.click("#pause").await;
        tokio::time::sleep(std::time::Duration::from_millis(800)).await;
        let before = browser.ply().await;
        tokio::time::sleep(std::time::Duration::from_millis(800)).await;
        assert_eq!(browser.ply().await, before);
        // The clocks stand too.
        let times = "[...document.querySelectorAll('.seat .clock')].map((one) => one.hidden || one.textContent).join()";
        let shown = browser.value(times).await;
        tokio::time::sleep(std::time::Duration::from_millis(2200)).await;
        assert_eq!(browser.value(times).await, shown);
        assert!(shown.as_str().unwrap().contains(':'), "{shown}");
        browser.click("#pause").await;
        let more = format!(
            "document.querySelectorAll('#moves button').length > {}",
            before + 2
        );
        browser.until(&more).await;
        browser
    });
}

//! Languages, directions, sizes.

use serde_json::Value;

use crate::in_browser;

const SIDEWAYS: &str =
    "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// The server answers late: the clock's tick before that once hid the board for good.
#[test]
fn a_late_answer_hides_nothing() {
    in_browser(|browser| async move {
        let late = "(() => { const ask = window.fetch; window.fetch = async (...all) => { await new Promise((go) => setTimeout(go, 700)); return ask(...all); }; })()";
        browser.before_the_page(late).await;
        browser.client.refresh().await.unwrap();
        browser.until("document.body.dataset.ready").await;
        let shown = "document.getElementById('board').getBoundingClientRect().height > 300";
        browser.until(shown).await;
        assert_eq!(browser.row("bastaushy").await, [9; 9]);
        browser
    });
}

#[test]
fn every_language_is_shown() {
    in_browser(|browser| async move {
        for (code, new_game, first) in [
            ("kk", "Жаңа ойын", "Бастаушы"),
            ("ky", "Жаңы оюн", "Баштоочу"),
            ("ru", "Новая партия", "Бастаушы"),
            ("es", "Nueva partida", "Bastaushy"),
            ("fr", "Nouvelle partie", "Bastaushy"),
            ("ar", "مباراة جديدة", "باستاوشي"),
            ("eu", "Partida berria", "Bastaushy"),
            ("en", "New game", "Bastaushy"),
        ] {
            browser.speak(code).await;
            assert_eq!(browser.text("#new").await, new_game);
            let seat = format!(
                "document.querySelector('.seat[data-side=bastaushy] .who').textContent.startsWith('{first} ·')"
            );
            browser.until(&seat).await;
            // No key and no open place is seen.
            let text = browser.value("document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')).join()").await;
            let text = text.as_str().unwrap();
            assert!(
                !text.contains("ui-") && !text.contains('{'),
                "{code}: {text}"
            );
            assert_eq!(browser.value(SIDEWAYS).await, 0, "{code}");
        }
        browser
    });
}

/// Right to left, the page is mirrored, and the board is not.
#[test]
fn arabic_mirrors_the_page_and_keeps_the_board() {
    in_browser(|browser| async move {
        let left =
            |css: &str| format!("document.querySelector('{css}').getBoundingClientRect().left");
        let panel_is_right = format!("{} > {}", left(".panel"), left("#board"));
        assert_eq!(browser.value(&panel_is_right).await, true);
        browser.speak("ar").await;
        assert_eq!(browser.value("document.documentElement.dir").await, "rtl");
        browser.until(&format!("!({panel_is_right})")).await;
        let order = format!(
            "{} < {}",
            left(".row.lower .hole[data-hole=\"1\"]"),
            left(".row.lower .hole[data-hole=\"9\"]")
        );
        assert_eq!(browser.value(&order).await, true);
        browser
    });
}

/// A phone in portrait: nothing is cut off, nothing scrolls sideways, the holes can be hit.
#[test]
fn a_phone_shows_all() {
    in_browser(|browser| async move {
        browser.size(375, 760).await;
        browser.press("a").await;
        browser
            .until("document.querySelector('#look-body .lines')")
            .await;
        assert_eq!(browser.value(SIDEWAYS).await, 0);
        let holes = browser.value("[...document.querySelectorAll('.hole')].map((hole) => { const box = hole.getBoundingClientRect(); return [box.left, box.right, box.width, box.height]; })").await;
        let width = browser
            .value("document.documentElement.clientWidth")
            .await
            .as_f64()
            .unwrap();
        for hole in holes.as_array().unwrap() {
            let at = |index: usize| hole[index].as_f64().unwrap();
            assert!(
                at(0) >= 0.0 && at(1) <= width && at(2) >= 28.0 && at(3) >= 60.0,
                "{hole} of {width}"
            );
        }
        browser
            .click(".hole[data-side=bastaushy][data-hole='3']")
            .await;
        browser.at_ply(2).await;
        browser
    });
}

/// Long names of players and clocks once widened the dialogs beyond a phone.
#[test]
fn dialogs_fit_a_phone() {
    const DIALOG: &str = "(() => { const box = document.getElementById('dialog'); return box.open && box.scrollWidth - box.clientWidth; })()";
    const TOOLS: &str = "[...document.querySelectorAll('.tools > button')].map((one) => one.getBoundingClientRect()).every((box) => box.left >= 0 && box.right <= innerWidth)";
    in_browser(|browser| async move {
        for code in ["en", "ru", "fr"] {
            browser.speak(code).await;
            for width in [320, 375] {
                browser.size(width, 640).await;
                assert_eq!(browser.value(TOOLS).await, true, "{code}, {width}");
                for name in ["players", "editor", "files", "settings", "keys"] {
                    browser.click("#menu").await;
                    browser.click(&format!("#open-{name}")).await;
                    let found = browser.value(DIALOG).await;
                    assert_eq!(found, 0, "{name}: {code}, {width}");
                    browser.click("#dialog-close").await;
                }
                for mode in ["computer", "watch"] {
                    browser.press("n").await;
                    browser.choose("mode", mode).await;
                    let found = browser.value(DIALOG).await;
                    assert_eq!(found, 0, "{mode}: {code}, {width}");
                    browser.click("#dialog-close").await;
                }
            }
        }
        browser
    });
}

/// The contrast of texts with what is behind them, in both themes.
#[test]
fn contrasts_are_those_of_aa() {
    const CONTRASTS: &str = "(() => {
        const style = (element) => getComputedStyle(element);
        const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
        const light = (colour) => {
            const [r, g, b] = parts(colour).map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (element) => {
            for (let one = element; one; one = one.parentElement) {
                const colour = style(one).backgroundColor;
                if ((parts(colour)[3] ?? 1) > 0.99) return colour;
            }
            return 'rgb(255, 255, 255)';
        };
        return ['.bar h1', '#new', '#undo', '.status', '.panel h2', '.quiet', '.moves button', '.moves .n', '.first', '.second', '.lines th', '.lines td']
            .map((css) => document.querySelector(css)).filter(Boolean)
            .map((element) => {
                const [a, b] = [light(style(element).color), light(ground(element))];
                return [element.className || element.id || element.tagName, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
            });
    })()";
    in_browser(|browser| async move {
        browser.press("a").await;
        browser
            .until("document.querySelector('#look-body .lines')")
            .await;
        for theme in ["light", "dark"] {
            browser.set("theme", theme).await;
            let found = browser.value(CONTRASTS).await;
            let found: &Vec<Value> = found.as_array().unwrap();
            assert!(found.len() >= 10, "{found:?}");
            for one in found {
                assert!(one[1].as_f64().unwrap() >= 4.5, "{theme}: {one}");
            }
        }
        browser
    });
}

#[test]
fn holes_have_names_where_they_are_wanted() {
    in_browser(|browser| async move {
        browser.set("names", "kk").await;
        assert_eq!(
            browser.text(".row.lower .hole[data-hole='8'] .name").await,
            "көкмойын"
        );
        browser.set("names", "ky").await;
        assert_eq!(
            browser.text(".row.lower .hole[data-hole='9'] .name").await,
            "ооз"
        );
        browser.set("names", "none").await;
        assert_eq!(
            browser.value("document.querySelector('.hole .name')").await,
            Value::Null
        );
        browser
    });
}

//! Languages, directions, sizes.

use serde_json::{Value, json};

use crate::in_browser;
use crate::study::MISTAKES;

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

/// The contrasts of texts, and of the marks behind them, with what is behind them, for the worst case: of a
/// gradient its lightest colour, of what is see-through what comes of both.
const CONTRASTS: &str = "(() => {
    const parts = (colour) => { const found = colour.match(/[\\d.]+/g).map(Number); return [...found.slice(0, 3), found[3] ?? 1]; };
    const light = (colour) => {
        const [r, g, b] = colour.map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const over = ([r, g, b, a], below) => [r, g, b].map((one, index) => a * one + (1 - a) * below[index]);
    const lightest = (colours) => colours.reduce((best, one) => light(one) > light(best) ? one : best);
    const ground = (element) => {
        if (!element) return [255, 255, 255];
        const style = getComputedStyle(element);
        const colours = style.backgroundImage.match(/rgba?\\([^)]*\\)/g);
        if (colours) return lightest(colours.map((one) => over(parts(one), ground(element.parentElement))));
        const own = parts(style.backgroundColor);
        return own[3] > 0.99 ? own : over(own, ground(element.parentElement));
    };
    const opacity = (element) => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
    const contrast = (css) => {
        const [selector, pseudo] = css.split('::');
        const element = document.querySelector(selector);
        if (!element) return [css, 0];
        const behind = ground(element);
        const [r, g, b, a] = parts(getComputedStyle(element, pseudo ? '::' + pseudo : null).color);
        const [x, y] = [light(over([r, g, b, a * opacity(element)], behind)), light(behind)];
        return [css, (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)];
    };
    return WANTED.map(contrast);
})()";

/// What is looked at.
const TEXTS: [&str; 25] = [
    ".bar h1",
    "#new",
    "#undo",
    ".status",
    ".panel h2",
    ".quiet",
    ".moves button",
    ".moves .n",
    ".lines th",
    ".lines td",
    ".lines button",
    "#look-body .first",
    "#look-body .effort",
    ".moves button[aria-current=true]",
    ".moves button.bad[aria-current=true]::after",
    ".moves button.undone",
    ".moves button.undone.doubtful::after",
    ".moves button.undone.bad::after",
    ".tag.bad",
    ".tag.doubtful",
    ".hole .count",
    ".hole .number",
    ".hole .name",
    ".kazan .count",
    ".seat .who",
];

/// In both themes, large and on a phone, with a reviewed game that was taken back to a bad move.
#[test]
fn contrasts_are_those_of_aa() {
    in_browser(|browser| async move {
        browser.set("names", "kk").await;
        browser.load(MISTAKES).await;
        browser.review().await;
        browser
            .value("document.querySelector('#moves .bad').click()")
            .await;
        browser
            .until("document.querySelector('#moves .bad[aria-current=true]')")
            .await;
        browser.press("a").await;
        browser
            .until("document.querySelector('#look-body .lines')")
            .await;
        let contrasts = CONTRASTS.replace("WANTED", &serde_json::to_string(&TEXTS).unwrap());
        for theme in ["light", "dark"] {
            browser.set("theme", theme).await;
            for (width, height) in [(1280, 900), (320, 640)] {
                browser.size(width, height).await;
                for old in [false, true] {
                    let fade = format!(
                        "document.getElementById('look-body').classList.toggle('old', {old})"
                    );
                    browser.value(&fade).await;
                    let found = browser.value(&contrasts).await;
                    for one in found.as_array().unwrap() {
                        let place = format!("{theme}, {width}, {old}: {one}");
                        assert!(one[1].as_f64().unwrap() >= 4.5, "{place}");
                    }
                }
            }
        }
        browser
    });
}

/// On a phone a name stands where it is whole and can be read, or not at all.
#[test]
fn a_phone_names_the_hole_that_is_looked_at() {
    const SHOWN: &str = "[...document.querySelectorAll('.hole .name')].filter((one) => one.checkVisibility()).map((one) => { const box = one.getBoundingClientRect(); return [one.textContent, one.scrollWidth <= one.clientWidth && box.left >= 0 && box.right <= innerWidth && parseFloat(getComputedStyle(one).fontSize) >= 12]; })";
    in_browser(|browser| async move {
        browser.set("names", "kk").await;
        browser.size(320, 640).await;
        assert_eq!(browser.value(SHOWN).await, json!([]));
        for (hole, name) in [
            (1, "арт"),
            (2, "тектұрмас"),
            (7, "қандықақпан"),
            (9, "маңдай"),
        ] {
            let look =
                format!("document.querySelector('.row.lower .hole[data-hole=\"{hole}\"]').focus()");
            browser.value(&look).await;
            assert_eq!(browser.value(SHOWN).await, json!([[name, true]]));
            assert_eq!(browser.value(SIDEWAYS).await, 0);
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

//! The messages: the same keys and places in every language, and none that nobody uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use togyz_play::{Language, Messages};

use crate::common::Server;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Each key with the places in its text.
fn places(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let path = folder("locales").join(format!("{}.ftl", language.code()));
    let text = fs::read_to_string(path).unwrap();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut key = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let first = line.chars().next();
        if first.is_some_and(|first| first.is_ascii_lowercase()) {
            line.split_once(" =").unwrap().0.clone_into(&mut key);
            assert!(
                !found.contains_key(&key),
                "{}: {key} twice",
                language.code()
            );
            found.insert(key.clone(), BTreeSet::new());
        }
        for (at, _) in line.match_indices('$') {
            let name: String = line[at + 1..]
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            found.get_mut(&key).unwrap().insert(name);
        }
    }
    found
}

#[test]
fn every_language_has_the_same_keys_and_places() {
    let english = places(Language::English);
    for language in Language::ALL {
        assert_eq!(places(language), english, "{}", language.code());
    }
}

/// The text of all sources that use messages.
fn sources() -> String {
    let mut text = String::new();
    let mut folders = vec![folder("src"), folder("web")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                text += &fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

#[test]
fn every_key_is_used_and_every_used_key_is_there() {
    let sources = sources();
    // Keys that are put together: of a level, a variant.
    let made = ["ui-level-", "ui-variant-"];
    let english = places(Language::English);
    for key in english.keys() {
        let quoted = sources.contains(&format!("\"{key}\""));
        let is_made = made
            .iter()
            .any(|prefix| key.starts_with(prefix) && sources.contains(&format!("`{prefix}${{")));
        assert!(quoted || is_made, "{key} is used nowhere");
    }
    for prefix in [
        "ui-",
        "told-",
        "end-",
        "hint-",
        "reason-",
        "error-",
        "setup-",
        "side-",
        "game-",
        "board-",
        "eval-",
        "level-",
        "help-",
        "command-",
        "pair-",
        "notation-",
    ] {
        for (at, _) in sources.match_indices(&format!("\"{prefix}")) {
            let key = sources[at + 1..].split('"').next().unwrap();
            assert!(
                key == prefix || english.contains_key(key),
                "{key} is in no language"
            );
        }
    }
    let levels = togyz_players::Library::embedded().unwrap();
    for name in levels.levels().names() {
        assert!(english.contains_key(&format!("ui-level-{name}")), "{name}");
    }
}

/// Every message can be formatted: no place is left, no error is swallowed.
#[test]
fn every_message_is_whole() {
    for language in Language::ALL {
        let messages = Messages::of(language);
        assert_eq!(messages.keys().count(), places(language).len());
        for (key, names) in places(language) {
            let values: Vec<(&'static str, _)> = names
                .into_iter()
                .map(|name| (&*Box::leak(name.into_boxed_str()), 5.into()))
                .collect();
            let text = messages.format(&key, &values);
            assert!(
                !text.contains(['{', '}', '$']) && text != key,
                "{}: {key}: {text}",
                language.code()
            );
        }
    }
}

/// The page fills the places itself: then the text may not depend on a number.
#[test]
fn the_page_s_messages_have_no_plurals() {
    for language in Language::ALL {
        let path = folder("locales").join(format!("{}.ftl", language.code()));
        let text = fs::read_to_string(path).unwrap();
        for line in text
            .lines()
            .filter(|line| line.starts_with("ui-") || line.starts_with("side-"))
        {
            assert!(!line.contains("->"), "{}: {line}", language.code());
        }
        let open = Messages::of(language).with_places("ui-");
        assert_eq!(
            open["ui-edit-count"].matches("{found}").count(),
            1,
            "{}",
            language.code()
        );
        for (key, names) in places(language)
            .iter()
            .filter(|(key, _)| key.starts_with("ui-"))
        {
            for name in names {
                assert!(
                    open[key.as_str()].contains(&format!("{{{name}}}")),
                    "{}: {key}",
                    language.code()
                );
            }
        }
    }
}

/// What is wrong with a text is told without a word of English; what it quotes stays.
#[test]
fn wrong_texts_are_told_in_the_page_s_language() {
    let server = Server::start();
    for text in [
        "76 98 p",
        "76 12",
        "76(11)",
        "7 7 7 7 7",
        "9,9/9",
        "9,9/9/0,0/-1,-1/0",
        "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,x/0,0/-1,-1/0",
        "[White",
        "{ remark",
        "[Variant \"x\"]",
        "76 11 1-0 76",
    ] {
        let action = json!({"type": "load", "text": text, "seats": null});
        for lang in ["ru", "kk", "ky", "ar"] {
            let path = format!("/api/sessions?lang={lang}");
            let answer = server.patient(&path, &json!({"action": action}));
            let told = answer.is(422)["message"].as_str().unwrap().to_owned();
            let own: String = told.split('`').step_by(2).collect();
            let english = own.split(|c: char| !c.is_ascii_alphabetic());
            let english: Vec<&str> = english.filter(|word| word.len() > 3).collect();
            assert!(english.is_empty(), "{lang}, {text}: {told}");
        }
    }
}

#[test]
fn the_browser_s_wish_is_followed() {
    let server = Server::start();
    for (wish, lang, dir) in [
        ("ky-KG, ru;q=0.8", "ky", "ltr"),
        ("ar", "ar", "rtl"),
        ("xx, eu;q=0.3", "eu", "ltr"),
        ("de", "en", "ltr"),
        ("*", "en", "ltr"),
        ("fr-CA,en;q=0.5", "fr", "ltr"),
        (";;,", "en", "ltr"),
    ] {
        let header = format!("Accept-Language: {wish}\r\n");
        let hello = server.send("GET", "/api/hello", &header, "").is(200);
        assert_eq!(
            (&hello["lang"], &hello["dir"]),
            (&lang.into(), &dir.into()),
            "{wish}"
        );
    }
    let hello = server.get("/api/hello?lang=kk").is(200);
    assert_eq!(hello["messages"]["side-bastaushy"], "Бастаушы");
    assert_eq!(hello["languages"].as_array().unwrap().len(), 8);
}

//! What is said to people, in their language: shared by the page and whoever else talks.
//!
//! The texts are in `locales/*.ftl`, one file a language, with the same keys in each. They travel
//! inside the binary and go through Fluent, which knows the plurals of every language.

mod language;
mod notation;
mod number;
mod told;

pub use language::{Direction, Language};
pub use told::Told;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// A value that a message holds a place for.
pub type Value = FluentValue<'static>;

/// The names of the places in messages, which [`Messages::with_places`] leaves open.
const PLACES: [&str; 24] = [
    "bad", "balls", "count", "done", "doubtful", "elo", "expected", "first", "found", "good",
    "high", "hole", "holes", "lost", "low", "minutes", "name", "percent", "reason", "second",
    "seconds", "side", "total", "won",
];

/// The messages of one language.
///
/// # Examples
/// ```
/// use togyz_play::{Language, Messages};
/// let kazakh = Messages::of(Language::Kazakh);
/// assert_eq!(kazakh.text("ui-hint"), "Кеңес");
/// assert_eq!(kazakh.format("error-empty", &[("hole", 3.into())]), "3-отау бос.");
/// let russian = Messages::of(Language::Russian);
/// assert_eq!(russian.format("told-captures", &[("count", 12.into())]), "Взято: 12 шариков.");
/// ```
pub struct Messages {
    language: Language,
    bundle: FluentBundle<FluentResource>,
    keys: Vec<String>,
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages")
            .field("language", &self.language)
            .field("keys", &self.keys.len())
            .finish_non_exhaustive()
    }
}

impl Messages {
    /// The messages of a language, read once.
    #[must_use]
    pub fn of(language: Language) -> &'static Messages {
        static ALL: [OnceLock<Messages>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        ALL[language.index()].get_or_init(|| Messages::read(language))
    }

    fn read(language: Language) -> Messages {
        let text = language.source();
        let keys = text.lines().filter_map(key_of).map(str::to_owned).collect();
        // A file with a mistake gives the messages that are right; a test finds the others missing.
        let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(read, _)| read);
        let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
        // Marks around each value are for mixed directions within a line; the page sets `dir`, and
        // they would show in texts that are copied.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        Messages {
            language,
            bundle,
            keys,
        }
    }

    /// Whose messages these are.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The keys in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// A message without places.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        self.format(key, &[])
    }

    /// A message with its places filled. A key that does not exist gives itself.
    #[must_use]
    pub fn format(&self, key: &str, values: &[(&'static str, Value)]) -> String {
        let mut arguments = FluentArgs::new();
        for (name, value) in values {
            arguments.set(*name, value.clone());
        }
        self.filled(key, &arguments)
    }

    fn filled(&self, key: &str, arguments: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|found| found.value()) else {
            return key.to_owned();
        };
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(arguments), &mut errors);
        text.into_owned()
    }

    /// All messages whose key begins so, by key. Their places are left open as `{name}`, for a
    /// program that fills them itself: fit for messages without plurals.
    #[must_use]
    pub fn with_places(&self, prefix: &str) -> BTreeMap<&str, String> {
        let mut arguments = FluentArgs::new();
        for name in PLACES {
            arguments.set(name, format!("{{{name}}}"));
        }
        self.keys()
            .filter(|key| key.starts_with(prefix))
            .map(|key| (key, self.filled(key, &arguments)))
            .collect()
    }
}

/// The key of a line that begins a message.
fn key_of(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(" =")?;
    key.starts_with(|first: char| first.is_ascii_lowercase())
        .then_some(key)
}

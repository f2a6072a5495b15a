//! The languages, and the choice among them.

use std::str::FromStr;

use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use unic_langid::LanguageIdentifier;

/// A language that the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Kazakh.
    Kazakh,
    /// Kyrgyz.
    Kyrgyz,
    /// Russian.
    Russian,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Arabic.
    Arabic,
    /// Basque.
    Basque,
}

/// Which way a language is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Direction {
    /// From left to right.
    #[serde(rename = "ltr")]
    LeftToRight,
    /// From right to left.
    #[serde(rename = "rtl")]
    RightToLeft,
}

impl Direction {
    /// The word for it in HTML.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Direction::LeftToRight => "ltr",
            Direction::RightToLeft => "rtl",
        }
    }
}

impl FromStr for Language {
    type Err = String;

    /// By its code.
    fn from_str(code: &str) -> Result<Language, String> {
        Language::from_code(&code.to_lowercase())
            .ok_or_else(|| format!("expected one of {}", Language::codes(None)))
    }
}

impl Language {
    /// All, the default first.
    pub const ALL: [Language; 8] = [
        Language::English,
        Language::Kazakh,
        Language::Kyrgyz,
        Language::Russian,
        Language::Spanish,
        Language::French,
        Language::Arabic,
        Language::Basque,
    ];

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// The code of ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Kazakh => "kk",
            Language::Kyrgyz => "ky",
            Language::Russian => "ru",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::Arabic => "ar",
            Language::Basque => "eu",
        }
    }

    /// The codes of all but one, for people to choose from.
    pub(crate) fn codes(but: Option<Language>) -> String {
        let others = Language::ALL.into_iter().filter(|one| Some(*one) != but);
        others.map(Language::code).collect::<Vec<_>>().join(", ")
    }

    /// What its speakers call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Kazakh => "Қазақша",
            Language::Kyrgyz => "Кыргызча",
            Language::Russian => "Русский",
            Language::Spanish => "Español",
            Language::French => "Français",
            Language::Arabic => "العربية",
            Language::Basque => "Euskara",
        }
    }

    /// Which way it is written.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Language::Arabic => Direction::RightToLeft,
            _ => Direction::LeftToRight,
        }
    }

    /// The text of its messages.
    pub(super) const fn source(self) -> &'static str {
        match self {
            Language::English => include_str!("../../locales/en.ftl"),
            Language::Kazakh => include_str!("../../locales/kk.ftl"),
            Language::Kyrgyz => include_str!("../../locales/ky.ftl"),
            Language::Russian => include_str!("../../locales/ru.ftl"),
            Language::Spanish => include_str!("../../locales/es.ftl"),
            Language::French => include_str!("../../locales/fr.ftl"),
            Language::Arabic => include_str!("../../locales/ar.ftl"),
            Language::Basque => include_str!("../../locales/eu.ftl"),
        }
    }

    pub(super) fn identifier(self) -> LanguageIdentifier {
        self.code().parse().unwrap_or_default()
    }

    /// The language with this code.
    ///
    /// # Examples
    /// ```
    /// use togyz_play::Language;
    /// assert_eq!(Language::from_code("ky"), Some(Language::Kyrgyz));
    /// assert_eq!(Language::from_code("xx"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|one| one.code() == code)
    }

    /// The best for a wish as browsers state it (`Accept-Language`), or as a locale is named
    /// (`kk_KZ.UTF-8`).
    ///
    /// # Examples
    /// ```
    /// use togyz_play::Language;
    /// assert_eq!(Language::wished("de, kk-KZ;q=0.9, en;q=0.5"), Language::Kazakh);
    /// assert_eq!(Language::wished("ky_KG.UTF-8"), Language::Kyrgyz);
    /// assert_eq!(Language::wished("kk.UTF-8"), Language::Kazakh);
    /// assert_eq!(Language::wished("ru_RU@mod"), Language::Russian);
    /// assert_eq!(Language::wished("C"), Language::English);
    /// ```
    #[must_use]
    pub fn wished(wish: &str) -> Language {
        let is_locale = !wish.contains([',', ';']);
        let wish = match wish.split_once(['.', '@']) {
            Some((locale, _)) if is_locale => locale,
            _ => wish,
        };
        let asked: Vec<LanguageIdentifier> =
            fluent_langneg::accepted_languages::parse(&wish.replace('_', "-"));
        let known = Language::ALL.map(Language::identifier);
        let best = negotiate_languages(&asked, &known, None, NegotiationStrategy::Matching);
        let best = best
            .first()
            .and_then(|found| Language::from_code(found.language.as_str()));
        best.unwrap_or_default()
    }
}

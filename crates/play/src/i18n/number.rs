//! Numbers as a language writes them: the decimal sign, and where the percent sign stands.

use super::{Language, Messages};

/// Between a number and its percent sign, so that no line breaks there.
const SPACE: char = '\u{a0}';

impl Messages {
    /// A number with so many digits after the decimal sign.
    #[must_use]
    pub fn number(&self, value: f32, digits: usize) -> String {
        self.decimal(format!("{value:.digits$}"))
    }

    /// The same with its sign, and none for what rounds to nothing.
    #[must_use]
    pub fn signed(&self, value: f32, digits: usize) -> String {
        let text = format!("{value:+.digits$}");
        let is_nothing = !text.contains(|c: char| ('1'..='9').contains(&c));
        self.decimal(if is_nothing {
            text.replace('-', "+")
        } else {
            text
        })
    }

    /// A share, 0 to 1, in hundredths.
    ///
    /// # Source
    /// The percent patterns of the Unicode Common Locale Data Repository.
    #[must_use]
    pub fn percent(&self, share: f32, digits: usize) -> String {
        let number = self.number(100.0 * share, digits);
        match self.language() {
            Language::English | Language::Kazakh | Language::Kyrgyz | Language::Arabic => {
                format!("{number}%")
            }
            Language::Russian | Language::Spanish | Language::French => {
                format!("{number}{SPACE}%")
            }
            Language::Basque => format!("%{SPACE}{number}"),
        }
    }

    fn decimal(&self, text: String) -> String {
        match self.language() {
            // Arabic texts have Latin digits here, with their point.
            Language::English | Language::Arabic => text,
            _ => text.replace('.', ","),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_signs() {
        for (language, told) in [
            (Language::English, ["3.5", "-0.5", "+0.0", "3.5%", "50%"]),
            (Language::Kazakh, ["3,5", "-0,5", "+0,0", "3,5%", "50%"]),
            (Language::Kyrgyz, ["3,5", "-0,5", "+0,0", "3,5%", "50%"]),
            (
                Language::Russian,
                ["3,5", "-0,5", "+0,0", "3,5\u{a0}%", "50\u{a0}%"],
            ),
            (
                Language::Spanish,
                ["3,5", "-0,5", "+0,0", "3,5\u{a0}%", "50\u{a0}%"],
            ),
            (
                Language::French,
                ["3,5", "-0,5", "+0,0", "3,5\u{a0}%", "50\u{a0}%"],
            ),
            (Language::Arabic, ["3.5", "-0.5", "+0.0", "3.5%", "50%"]),
            (
                Language::Basque,
                ["3,5", "-0,5", "+0,0", "%\u{a0}3,5", "%\u{a0}50"],
            ),
        ] {
            let messages = Messages::of(language);
            let found = [
                messages.number(3.5, 1),
                messages.signed(-0.5, 1),
                messages.signed(-0.01, 1),
                messages.percent(0.035, 1),
                messages.percent(0.5, 0),
            ];
            assert_eq!(found, told, "{language:?}");
        }
    }
}

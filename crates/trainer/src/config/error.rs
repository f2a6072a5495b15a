//! What can be wrong with a config, and the nearest key that would be right.

use std::path::PathBuf;

/// Why a config cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read config {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text is not TOML, or a key is unknown, missing or of another type.
    #[error("{origin}: {message}")]
    Parse {
        /// The file, or `--set`.
        origin: String,
        /// What is wrong, with the line, and the nearest valid key.
        message: String,
    },
    /// `--set` without `key=value`.
    #[error("--set {text}: expected section.key=value, such as run.seed=7")]
    Assignment {
        /// What was given.
        text: String,
    },
    /// A value out of its range.
    #[error("{origin}: {key} = {value} is out of range: {range}")]
    Range {
        /// The file.
        origin: String,
        /// The key with its section.
        key: String,
        /// Its value.
        value: String,
        /// What is allowed.
        range: String,
    },
    /// Two values that cannot both hold.
    #[error("{origin}: {first} and {second} contradict each other: {reason}")]
    Contradiction {
        /// The file.
        origin: String,
        /// One key with its value.
        first: String,
        /// The other key with its value.
        second: String,
        /// Why.
        reason: String,
    },
}

/// The message of an unknown key with the nearest valid one, made from serde's own message, which
/// lists the valid keys: ``unknown field `x`, expected one of `a`, `b` ``.
pub(super) fn with_nearest(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    let (true, Some(wrong)) = (message.contains("unknown"), names.next()) else {
        return message.to_owned();
    };
    let nearest = names
        .map(|name| (strsim::jaro_winkler(wrong, name), name))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((_, name)) => format!("{message}; did you mean `{name}`?"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_nearest;

    #[test]
    fn nearest_key_is_named() {
        let cases = [
            (
                "unknown field `sed`, expected one of `dir`, `seed`",
                "`seed`?",
            ),
            (
                "unknown variant `flx`, expected `flex` or `cuda`",
                "`flex`?",
            ),
        ];
        for (message, expected) in cases {
            assert!(with_nearest(message).ends_with(expected), "{message}");
        }
        assert_eq!(with_nearest("missing field `seed`"), "missing field `seed`");
    }
}

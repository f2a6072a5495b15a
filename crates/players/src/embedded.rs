//! The levels that travel inside the binary, so that it plays alone.

/// The file configs/levels.toml.
pub(crate) const LEVELS: &str = include_str!("../../../configs/levels.toml");

macro_rules! models {
    ($($name:literal),+ $(,)?) => {
        /// The models of the levels by file name.
        const MODELS: &[(&str, &[u8])] = &[
            $(($name, include_bytes!(concat!("../../../data/models/", $name)))),+
        ];
    };
}

models!(
    "beginner.model",
    "novice.model",
    "learner.model",
    "amateur.model",
    "club.model",
    "candidate.model",
    "master.model",
    "expert.model",
);

/// The bytes of the model with this file name.
pub(crate) fn model(name: &str) -> Option<&'static [u8]> {
    MODELS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, bytes)| *bytes)
}

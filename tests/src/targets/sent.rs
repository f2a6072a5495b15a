//! What other programs and pages send.

use togyz_play::{Rehearsal, requested, ugi as protocol, with_causes};
use togyz_rules::Variant;

use super::text::text_of;

/// Lines of the protocol. What is understood is understood with single spaces too, and an error
/// repeats no long text.
///
/// # Panics
/// If it is not or does.
pub fn ugi(bytes: &[u8]) {
    for line in text_of(bytes).lines() {
        match protocol::parse(line) {
            Ok(command) => {
                let plain: Vec<&str> = line.split_whitespace().collect();
                assert_eq!(protocol::parse(&plain.join(" ")), Ok(command), "{line:?}");
            }
            Err(error) => {
                let told = with_causes(&error);
                assert!(
                    !told.is_empty() && told.chars().count() < 200,
                    "{line:?}: {told}"
                );
            }
        }
    }
}

/// Requests as JSON, a line each: those of `play analyze --json`, and the bodies that a page sends,
/// carried out on one game. Each is answered, by a refusal at worst.
///
/// # Panics
/// If one is not.
pub fn requests(bytes: &[u8]) {
    let mut page = Rehearsal::default();
    for line in text_of(bytes).lines() {
        if let Some(Err(message)) = requested(line, Variant::Togyz) {
            assert!(!message.is_empty());
        }
        let answer = page.answer(line);
        let is_refusal = answer["message"]
            .as_str()
            .is_some_and(|text| !text.is_empty());
        let is_state = answer["hash"].is_string();
        assert!(
            is_refusal || is_state || answer.is_array(),
            "{line:?}: {answer}"
        );
    }
}

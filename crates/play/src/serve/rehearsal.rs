//! What pages ask for, carried out without a server: for tests, and for those who send nonsense.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::action::{Act, Action};
use super::catalogue::Catalogue;
use super::desk::Desk;
use super::refusal::Refusal;
use super::routes::{Open, boards};
use super::view::View;
use crate::i18n::{Language, Messages};

/// A page's game that answers the bodies of requests as the server does. Its players are people, and
/// a second passes with each request.
///
/// # Examples
/// ```
/// let mut page = togyz_play::Rehearsal::default();
/// let state = page.answer(r#"{"seen": 1, "action": {"type": "jump", "ply": 0}}"#);
/// assert_eq!(state["revision"], 2);
/// assert_eq!(page.answer("[7, 1]").as_array().map(Vec::len), Some(2));
/// assert_eq!(page.answer("{").get("code"), Some(&"request".into()));
/// ```
pub struct Rehearsal {
    desk: Desk,
    now: Duration,
}

impl std::fmt::Debug for Rehearsal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rehearsal")
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

impl Default for Rehearsal {
    fn default() -> Rehearsal {
        Rehearsal {
            desk: desk(),
            now: Duration::ZERO,
        }
    }
}

/// The first game of a page that knows no players.
fn desk() -> Desk {
    Desk::new(&Catalogue::default(), String::new(), 1)
}

impl Rehearsal {
    /// The answer to a body: of `act`, of a new session, of a line to be shown, or an action alone,
    /// which is meant for the board that is there.
    pub fn answer(&mut self, body: &str) -> Value {
        self.now += Duration::from_secs(1);
        let messages = Messages::of(Language::English);
        let told = self
            .carry_out(body)
            .or_else(|refusal| json(&refusal.told(messages)));
        told.unwrap_or_else(|refusal| Value::String(format!("{refusal:?}")))
    }

    fn carry_out(&mut self, body: &str) -> Result<Value, Refusal> {
        if body.trim_start().starts_with('[') {
            let holes = read(body)?;
            return json(&boards(*self.desk.game().position(), holes)?);
        }
        let catalogue = Catalogue::default();
        if let Ok(act) = read::<Act>(body) {
            self.desk.carry_out(act, &catalogue, self.now)?;
        } else if let Ok(open) = read::<Open>(body) {
            let mut desk = desk();
            if let Some(action) = open.action {
                desk.act(action, &catalogue, self.now)?;
            }
            self.desk = desk;
        } else {
            self.desk.act(read::<Action>(body)?, &catalogue, self.now)?;
        }
        let messages = Messages::of(Language::English);
        json(&View::new(&self.desk, messages, self.now))
    }
}

fn read<T: serde::de::DeserializeOwned>(body: &str) -> Result<T, Refusal> {
    serde_json::from_str(body).map_err(|error| Refusal::Request(error.to_string()))
}

fn json(value: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(value).map_err(|error| Refusal::Request(error.to_string()))
}

//! Why a request is not carried out, and how that is answered.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use togyz_players::PlayerError;
use togyz_rules::{GameError, PlayError, PositionError, SetupError, Side};

use crate::causes::with_causes;
use crate::holes::HolesError;
use crate::i18n::{Messages, Told};

/// A request that cannot be carried out. Nothing has changed then.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The session is not known, or no longer.
    NoPage,
    /// The page acted on an older board.
    Stale,
    /// Too many searches.
    Busy,
    /// Too many requests.
    TooFast,
    /// Not JSON, not an action, or too long.
    Request(String),
    /// The move is not legal.
    Play(PlayError),
    /// The computer plays this side.
    ComputersTurn(Side),
    /// No move of a person to take back.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// The game is shorter.
    NoPly,
    /// No player has this id, or it does not play the variant.
    NoPlayer,
    /// The player cannot be had.
    Player(PlayerError),
    /// No position.
    Setup(SetupError),
    /// A text that was meant as a position.
    Position(PositionError),
    /// A text that is neither a game nor a position.
    Game(GameError),
    /// A list of hole numbers that is no game.
    Holes(HolesError),
    /// The computer plays both sides.
    NobodyResigns,
    /// The clock has not run out.
    NotTime,
}

/// What is answered.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    code: &'static str,
    message: String,
}

impl Refusal {
    fn code(&self) -> (&'static str, StatusCode) {
        match self {
            Refusal::NoPage => ("no-page", StatusCode::NOT_FOUND),
            Refusal::Stale => ("stale", StatusCode::CONFLICT),
            Refusal::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE),
            Refusal::TooFast => ("too-fast", StatusCode::TOO_MANY_REQUESTS),
            Refusal::Request(_) => ("request", StatusCode::BAD_REQUEST),
            Refusal::Play(_) => ("play", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::ComputersTurn(_) => ("computers-turn", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::NothingToUndo => ("nothing-to-undo", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::NothingToRedo => ("nothing-to-redo", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::NoPly => ("no-ply", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::NoPlayer => ("no-player", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::Player(_) => ("player", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::Setup(_) => ("setup", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::Position(_) | Refusal::Game(_) | Refusal::Holes(_) => {
                ("text", StatusCode::UNPROCESSABLE_ENTITY)
            }
            Refusal::NobodyResigns => ("nobody-resigns", StatusCode::UNPROCESSABLE_ENTITY),
            Refusal::NotTime => ("not-time", StatusCode::UNPROCESSABLE_ENTITY),
        }
    }

    fn message(&self, messages: &Messages) -> String {
        let text = |key, text: &str| messages.format(key, &[("text", text.to_owned().into())]);
        match self {
            Refusal::NoPage => messages.text("error-no-page"),
            Refusal::Stale => messages.text("error-stale"),
            Refusal::Busy => messages.text("error-busy"),
            Refusal::TooFast => messages.text("error-too-fast"),
            Refusal::Request(what) => text("error-request", what),
            Refusal::Play(error) => error.told(messages),
            Refusal::ComputersTurn(side) => messages.format(
                "error-computers-turn",
                &[("side", side.told(messages).into())],
            ),
            Refusal::NothingToUndo => messages.text("error-nothing-to-undo"),
            Refusal::NothingToRedo => messages.text("error-nothing-to-redo"),
            Refusal::NoPly => messages.text("error-no-ply"),
            Refusal::NoPlayer => messages.text("error-no-player"),
            Refusal::Player(error) => text("error-player", &with_causes(error)),
            Refusal::Setup(error) => error.told(messages),
            Refusal::Position(error) => text("error-text", &error.told(messages)),
            Refusal::Game(error) => text("error-text", &error.told(messages)),
            Refusal::Holes(error) => {
                let why = PlayError::from(error.source).told(messages);
                text("error-text", &format!("{}. {why}", error.number))
            }
            Refusal::NobodyResigns => messages.text("error-nobody-resigns"),
            Refusal::NotTime => messages.text("error-not-time"),
        }
    }

    /// What is answered, in the language of the page.
    pub(crate) fn told(&self, messages: &Messages) -> Answer {
        Answer {
            code: self.code().0,
            message: self.message(messages),
        }
    }

    /// The answer with its status.
    pub(crate) fn answer(&self, messages: &Messages) -> Response {
        (self.code().1, Json(self.told(messages))).into_response()
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Refusal {
        Refusal::Play(error)
    }
}

impl From<PlayerError> for Refusal {
    fn from(error: PlayerError) -> Refusal {
        Refusal::Player(error)
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Refusal {
        match error {
            PositionError::Setup(error) => Refusal::Setup(error),
            error => Refusal::Position(error),
        }
    }
}

impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Refusal {
        Refusal::Setup(error)
    }
}

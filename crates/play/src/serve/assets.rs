//! The page's files, inside the binary.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($name:literal: $kind:expr),+ $(,)?) => {
        /// Each file with its type.
        const ASSETS: &[(&str, &str, &[u8])] = &[
            $(($name, $kind, include_bytes!(concat!("../../web/", $name)))),+
        ];
    };
}

assets! {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "board.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "wood.svg": "image/svg+xml",
    "main.js": SCRIPT,
    "game.js": SCRIPT,
    "keys.js": SCRIPT,
    "menu.js": SCRIPT,
    "status.js": SCRIPT,
    "preview.js": SCRIPT,
    "voice.js": SCRIPT,
    "api.js": SCRIPT,
    "board.js": SCRIPT,
    "sowing.js": SCRIPT,
    "texts.js": SCRIPT,
    "panel.js": SCRIPT,
    "dialogs.js": SCRIPT,
    "editor.js": SCRIPT,
    "live.js": SCRIPT,
    "review.js": SCRIPT,
    "keep.js": SCRIPT,
}

/// The page.
pub(crate) async fn index() -> Response {
    find("index.html")
}

/// A file of the page.
pub(crate) async fn asset(Path(name): Path<String>) -> Response {
    find(&name)
}

fn find(name: &str) -> Response {
    let Some((_, kind, bytes)) = ASSETS.iter().find(|(known, _, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    ([(header::CONTENT_TYPE, *kind)], *bytes).into_response()
}

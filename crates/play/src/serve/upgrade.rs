//! From a request to a WebSocket: the handshake of RFC 6455.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use sha1_smol::Sha1;
use tokio_websockets::{Limits, ServerBuilder, WebSocketStream};

/// The two ends of a connection that now speaks WebSocket.
pub(crate) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// The version of the protocol, the only one there is.
const VERSION: &str = "13";
/// What the answer's key is made of, with the request's.
const GUID: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// A request to speak WebSocket from here on.
pub(crate) struct Upgrade {
    accept: HeaderValue,
    connection: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Self::Rejection> {
        let headers = &parts.headers;
        if parts.method != Method::GET {
            return Err((
                StatusCode::METHOD_NOT_ALLOWED,
                "a WebSocket begins with GET",
            ));
        }
        let asks = names(headers, &header::CONNECTION, "upgrade")
            && names(headers, &header::UPGRADE, "websocket")
            && names(headers, &header::SEC_WEBSOCKET_VERSION, VERSION);
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asks);
        let Some(key) = key else {
            return Err((StatusCode::BAD_REQUEST, "this is spoken by WebSocket alone"));
        };
        let accept = accept(key.as_bytes());
        match (
            HeaderValue::try_from(accept),
            parts.extensions.remove::<OnUpgrade>(),
        ) {
            (Ok(accept), Some(connection)) => Ok(Upgrade { accept, connection }),
            _ => Err((
                StatusCode::UPGRADE_REQUIRED,
                "this connection cannot be upgraded",
            )),
        }
    }
}

impl Upgrade {
    /// Accepts, and serves the socket in a task of its own once the answer is sent. A longer message
    /// than that many bytes ends it.
    pub(crate) fn on_upgrade<F>(
        self,
        longest: usize,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send,
    {
        let limits = Limits::default().max_payload_len(Some(longest));
        let Upgrade { accept, connection } = self;
        tokio::spawn(async move {
            // A client that left in the middle of it is nobody's fault here.
            if let Ok(upgraded) = connection.await {
                let builder = ServerBuilder::new().limits(limits);
                serve(builder.serve(TokioIo::new(upgraded))).await;
            }
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (header::SEC_WEBSOCKET_ACCEPT, accept),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}

/// The key of the answer to a request's key.
fn accept(key: &[u8]) -> String {
    let mut hash = Sha1::new();
    hash.update(key);
    hash.update(GUID);
    STANDARD.encode(hash.digest().bytes())
}

/// Whether a header names a word, alone or in a list.
fn names(headers: &HeaderMap, header: &HeaderName, word: &str) -> bool {
    let values = headers.get_all(header).iter();
    let mut words = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    words.any(|one| one.trim().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 6455, section 1.3.
    #[test]
    fn the_key_is_that_of_the_standard() {
        assert_eq!(
            accept(b"dGhlIHNhbXBsZSBub25jZQ=="),
            "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        );
    }

    #[test]
    fn words_are_found_in_lists() {
        let mut headers = HeaderMap::new();
        let browsers = HeaderValue::from_static("keep-alive, Upgrade");
        headers.insert(header::CONNECTION, browsers);
        assert!(names(&headers, &header::CONNECTION, "upgrade"));
        assert!(!names(&headers, &header::CONNECTION, "up"));
        assert!(!names(&headers, &header::UPGRADE, "upgrade"));
    }
}

//! What every request passes before it is looked at: the names that the server answers to, where the
//! page that asks comes from, and how long it may take.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;

/// The longest time from a request's header to its answer. Thinking has a shorter limit of its own.
const REQUEST_TIME: Duration = Duration::from_secs(60);

/// Nothing but what the server itself gives, no frame around it, no script or style within the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// On every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The names that the server answers to, with its port.
pub(crate) fn names(bound: SocketAddr, more: &[String]) -> Vec<String> {
    let port = bound.port();
    let own = bound.to_string();
    let named = ["localhost", "127.0.0.1", "[::1]"]
        .into_iter()
        .chain(more.iter().map(String::as_str));
    let mut names: Vec<String> = named.map(|name| format!("{name}:{port}")).collect();
    names.push(own);
    names
}

/// Refuses a request that was meant for another name (a domain that was made to point here), or
/// that another site's page makes.
fn is_ours(app: &App, request: &Request) -> bool {
    let text = |name| request.headers().get(name).map(HeaderValue::to_str);
    let known = |host: &str| app.names.iter().any(|name| name.eq_ignore_ascii_case(host));
    let Some(Ok(host)) = text(header::HOST) else {
        return false;
    };
    if !known(host) {
        return false;
    }
    match text(header::ORIGIN) {
        Some(Ok(origin)) => origin.strip_prefix("http://").is_some_and(known),
        Some(Err(_)) => false,
        // A browser names the origin where it matters: with everything that changes something, and
        // with a WebSocket. Other programs need not.
        None => {
            let is_plain =
                request.method() == Method::GET && !request.headers().contains_key(header::UPGRADE);
            is_plain || !request.headers().contains_key("sec-fetch-site")
        }
    }
}

/// The guard.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = if is_ours(&app, &request) {
        let answer = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
        answer.unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
    } else {
        StatusCode::FORBIDDEN.into_response()
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

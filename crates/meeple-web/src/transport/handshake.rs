//! What every WebSocket needs before it opens: an allowed origin, a permit, and limits on its messages.

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    guard::{Caller, Held, Permit},
};
use axum::{
    extract::ws::WebSocketUpgrade,
    http::{
        HeaderMap,
        header::{HOST, ORIGIN},
    },
};

/// The read buffer of a socket in bytes. Messages are short, and the default of 128 KiB would be allocated
/// for each socket and cleared for each read.
const READ_BUFFER_BYTES: usize = 1 << 10;

/// Checks a request for a WebSocket and sets the limits on its messages.
pub(super) fn check(
    app: &AppState,
    Caller(client): &Caller,
    headers: &HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<(WebSocketUpgrade, Permit), ApiError> {
    if !is_allowed_origin(app, headers) {
        let message = "Pages of other sites may not open a connection here.";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    let permit = client.acquire(Held::Sockets, 1)?;
    let max_bytes = app.config.limits.max_message_bytes;
    let upgrade = upgrade.max_message_size(max_bytes).max_frame_size(max_bytes);
    Ok((upgrade.read_buffer_size(READ_BUFFER_BYTES), permit))
}

/// Returns whether a page of this server makes the request, or a client that isn't a browser.
fn is_allowed_origin(app: &AppState, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
    });
    origin.is_some_and(|origin| {
        host == Some(origin) || app.config.hosts.iter().any(|known| known == origin)
    })
}

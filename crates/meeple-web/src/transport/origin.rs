//! The origin check for WebSockets: only our own pages and clients other than browsers may open one.

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
};
use axum::http::{
    HeaderMap,
    header::{HOST, ORIGIN},
};

/// Rejects a browser's request unless the page that makes it came from this server.
pub(super) fn check(app: &AppState, headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let (origin, host) = (origin.to_str().ok(), headers.get(HOST).and_then(|h| h.to_str().ok()));
    let from = origin.and_then(|origin| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
    });
    let is_ours = from.is_some_and(|from| {
        host == Some(from) || app.config.hosts.iter().any(|known| known == from)
    });
    if is_ours {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Forbidden, "Another site's page may not open a connection here."))
}

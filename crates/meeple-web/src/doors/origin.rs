//! Where a socket may be opened from: pages of ours, and whoever is no browser.

use crate::{
    app::App,
    refusal::{Code, Refusal},
};
use axum::http::{
    HeaderMap,
    header::{HOST, ORIGIN},
};

/// A browser says which page opens a socket; it must be one that this server sent.
pub(super) fn check(app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
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
    Err(Refusal::new(Code::Forbidden, "Another site's page may not open a connection here."))
}

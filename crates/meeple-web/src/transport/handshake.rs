//! What every WebSocket needs before it opens: a permit, and limits on its messages.

use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Caller, Held, Permit},
};
use axum::extract::ws::WebSocketUpgrade;

/// The read buffer of a socket in bytes. Messages are short, and the default of 128 KiB would be allocated
/// for each socket and cleared for each read.
const READ_BUFFER_BYTES: usize = 1 << 10;

/// Takes a permit for a WebSocket and sets the limits on its messages.
pub(super) fn prepare(
    app: &AppState,
    Caller(client): &Caller,
    upgrade: WebSocketUpgrade,
) -> Result<(WebSocketUpgrade, Permit), ApiError> {
    let permit = client.acquire(Held::Sockets, 1)?;
    let max_bytes = app.config.limits.max_message_bytes;
    let upgrade = upgrade.max_message_size(max_bytes).max_frame_size(max_bytes);
    Ok((upgrade.read_buffer_size(READ_BUFFER_BYTES), permit))
}

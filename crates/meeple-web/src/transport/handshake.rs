//! What every WebSocket needs before it opens: a permit, and limits on its messages.

use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Caller, Client, Held, Permit},
};
use axum::extract::ws::WebSocketUpgrade;

/// The read buffer of a socket in bytes. Messages are short, and the default of 128 KiB would be allocated
/// for each socket and cleared for each read.
const READ_BUFFER_BYTES: usize = 1 << 10;

/// What a socket may keep after a message without being charged for it: most messages are shorter.
const FREE_BUFFER_BYTES: usize = 16 << 10;

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

/// Counts the write buffer of a socket. It never becomes smaller: after a long message it keeps as much memory
/// until the socket is closed, even if the client reads everything.
pub(super) struct WriteBuffer {
    client: Client,
    kept: Option<Permit>,
    /// The number of bytes that are free or counted already.
    covered: usize,
}

impl WriteBuffer {
    /// Returns the count for a new socket of this client.
    pub(super) fn new(client: Client) -> Self {
        WriteBuffer { client, kept: None, covered: FREE_BUFFER_BYTES }
    }

    /// Counts this many bytes: those that fit into what is kept anyway until the permit is dropped, the others
    /// until the socket is closed.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<Permit, ApiError> {
        if let Some(more) = bytes.checked_sub(self.covered) {
            match &mut self.kept {
                Some(kept) => kept.grow(more as u64)?,
                kept @ None => *kept = Some(self.client.acquire(Held::Buffers, more as u64)?),
            }
            self.covered = bytes;
        }
        self.client.acquire(Held::Buffers, bytes.min(FREE_BUFFER_BYTES) as u64)
    }
}

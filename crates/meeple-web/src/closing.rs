//! Closing the server: everything that serves a client is told to end, and waited for.
//!
//! ```text
//! begin() ─► accepting       stops
//!         ─► connections     answer the request they are working on, then close
//!         ─► WebSockets      get a Close frame that says "service restart"; clients come back
//!         ─► event streams   end
//! ended() ◄─ once all of them have
//! ```

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes};
use tokio_util::{
    sync::CancellationToken,
    task::{TaskTracker, task_tracker::TaskTrackerToken},
};

/// The code of the Close frame: the service restarts, and clients should come back.
const SERVICE_RESTART: u16 = 1012;

/// Tells whether the server is being closed, and counts what still has to end. Clones share the same state.
#[derive(Clone, Default)]
pub(crate) struct Closing {
    begun: CancellationToken,
    running: TaskTracker,
}

impl Closing {
    /// Tells everything to end.
    pub(crate) fn begin(&self) {
        self.running.close();
        self.begun.cancel();
    }

    /// Returns whether the server is being closed.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun.is_cancelled()
    }

    /// Waits until the server is being closed.
    pub(crate) fn begun(&self) -> impl Future<Output = ()> + Send + 'static {
        self.begun.clone().cancelled_owned()
    }

    /// Counts something that has to end, until the returned value is dropped.
    pub(crate) fn count(&self) -> TaskTrackerToken {
        self.running.token()
    }

    /// Waits until everything that was counted has ended; the server must be closing.
    pub(crate) async fn ended(&self) {
        self.running.wait().await;
    }
}

/// Returns the last message on a WebSocket when the server closes.
pub(crate) fn farewell() -> Message {
    let reason = Utf8Bytes::from_static("The server is restarting.");
    Message::Close(Some(CloseFrame { code: SERVICE_RESTART, reason }))
}

//! A room and its log: how a room is read from it.

use super::{automation::session_config, room_log::RoomLog};
use crate::{api_error::ApiError, app_state::AppState, library::run_blocking};
use meeple_session::Session;
use std::sync::Arc;

/// A room as its log says.
pub(crate) struct StoredRoom {
    /// The room without its game.
    pub(crate) log: RoomLog,
    /// The game, if it has started. Its turn has to begin once the room is in memory.
    pub(crate) session: Option<Session>,
}

impl StoredRoom {
    /// Reads a room from its log and replays its game, which takes long for a long game: on a blocking thread.
    pub(crate) async fn read(app: &AppState, id: &str) -> Result<Self, ApiError> {
        let lines = app.read_log(id).await?;
        let (config, now) = (Arc::clone(&app.config), app.clock.now());
        let replay = move || {
            let mut log = RoomLog::replay(&lines)?;
            let session_config = session_config(&log.config, &config.limits)?;
            let game = log.game.take();
            let session = game.map(|game| Session::resume(game, &log.spent, session_config, now));
            Ok(StoredRoom { log, session })
        };
        run_blocking(replay).await?
    }
}

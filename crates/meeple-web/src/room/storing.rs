//! A room and its log: how a room is read from it, how what happens is appended, and how a room goes on after
//! its log has failed.
//!
//! ```text
//! action ──► pending ──► append ──► published
//!                           │ fails
//!                           └──► reloaded from the log, and tried again after a pause
//! ```

use super::{
    RoomPhase,
    automation::session_config,
    room_log::{RoomEvent, RoomLog},
    task::RoomTask,
};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Client, Held, Rate, run_blocking},
    log::{LogAppend, LogError},
};
use meeple_core::Event;
use meeple_session::{LogEntry, Session, Update};
use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

/// The first pause before a log that failed is tried again; each further pause is twice as long...
const FIRST_RETRY: Duration = Duration::from_millis(100);
/// ...up to this.
const LAST_RETRY: Duration = Duration::from_secs(10);

/// A room as its log says.
pub(crate) struct StoredRoom {
    /// The room without its game.
    pub(crate) log: RoomLog,
    /// The game, if it has started. Its turn has to begin once the room is in memory.
    pub(crate) session: Option<Session>,
}

impl StoredRoom {
    /// Reads a room from its log and replays its game, which takes long for a long game: on a blocking thread.
    /// This is not one of the client's turns for slow work, since others may wait for the same room.
    pub(crate) async fn read(app: &AppState, id: &str, client: &Client) -> Result<Self, ApiError> {
        let lines = app.read_log(id).await?;
        let bytes = lines.iter().map(String::len).sum::<usize>();
        let memory = client.acquire(Held::Memory, bytes as u64)?;
        let (config, now) = (Arc::clone(&app.config), app.clock.now());
        let replay = move || {
            let mut log = RoomLog::replay(&lines)?;
            let session_config = session_config(&log.config, &config.limits)?;
            let game = log.game.take();
            let session = game.map(|game| Session::resume(game, &log.spent, session_config, now));
            Ok(StoredRoom { log, session })
        };
        run_blocking(memory, replay).await?
    }
}

/// A log that failed, and will be read again. Until then nothing can be done in the room.
pub(super) struct LogRetry {
    /// When to try again.
    pub(super) at: Instant,
    /// Whether the room was restored from the log since.
    is_loaded: bool,
}

impl RoomTask {
    /// Appends what has happened to the log, then publishes it. If the log fails, nothing has happened.
    pub(super) async fn commit(&mut self) -> Result<(), ApiError> {
        let mut lines = std::mem::take(&mut self.unlogged_lines);
        let is_new_phase = !lines.is_empty();
        let Update { entries, narrated_from, .. } = std::mem::take(&mut self.pending);
        lines.extend(entries.iter().map(line));
        if lines.is_empty() {
            return Ok(());
        }
        let events = || {
            entries.iter().filter_map(|entry| match entry {
                LogEntry::Event(event) => Some(&**event),
                LogEntry::Spent(_) => None,
            })
        };
        let has_begun = events().any(|event| matches!(event, Event::Start(_)));
        let is_new_turn = events().any(begins_turn);
        let is_over = self.phase() == RoomPhase::Over;
        let summary = (is_new_phase || is_over || has_begun).then(|| self.stored_summary());
        let bytes: usize = lines.iter().map(String::len).sum();
        let (name, expected) = (Arc::clone(&self.id), self.room_log.length);
        let append = LogAppend { name, expected, lines, summary };
        match self.app.append(append).await {
            Ok(length) => {
                if !std::mem::take(&mut self.retry_pause).is_zero() {
                    tracing::info!("the log works again for a room");
                }
                self.room_log.length = length;
                self.room_log.changed = Some(SystemTime::now());
                self.room_log.bytes += bytes;
                self.owner().charge(Rate::BytesStored, bytes as u64);
                self.measure();
                let now = self.now();
                if let Some(session) = self.session.as_mut().filter(|_| is_new_turn) {
                    session.begin_turn(now); // the disk may have taken long, and nobody saw the turn before
                }
                let is_move = |event: &&Event| matches!(event, Event::Move { .. });
                self.app.metrics.moves.inc_by(events().filter(is_move).count() as u64);
                self.drive();
                // Clients run their own clocks, so spent time alone needn't be published.
                if is_new_phase || events().next().is_some() {
                    self.publish(narrated_from);
                }
                Ok(())
            }
            Err(error) => {
                tracing::error!(room = %self.id, %error, "the log cannot be written");
                self.try_later(matches!(error, LogError::Moved { .. }));
                self.reload_from_log().await;
                Err(error.into())
            }
        }
    }

    /// Plans to go on after a pause. What happened last is not in the log, so it has not happened.
    fn try_later(&mut self, is_moved: bool) {
        let mut at = self.now();
        if !is_moved {
            // If another server has written, the log works.
            self.retry_pause = (2 * self.retry_pause).clamp(FIRST_RETRY, LAST_RETRY);
            at += self.retry_pause;
        }
        self.retry = Some(LogRetry { at, is_loaded: false });
    }

    /// Restores the room from its log.
    async fn reload_from_log(&mut self) {
        match StoredRoom::read(&self.app, &self.id, self.owner()).await {
            Ok(StoredRoom { log, session }) => {
                self.room_log = RoomLog { changed: self.room_log.changed, ..log };
                self.session = session;
                let now = self.now();
                if let Some(session) = &mut self.session {
                    session.begin_turn(now); // reading took time
                }
                self.pending = Update::default();
                self.unlogged_lines.clear();
                self.bots.clear_requests();
                self.thinking = None;
                if let Some(retry) = &mut self.retry {
                    retry.is_loaded = true;
                }
                self.publish(0);
            }
            Err(error) => tracing::error!(room = %self.id, %error, "the log cannot be read"),
        }
    }

    /// Goes on after the log has failed.
    pub(super) async fn recover(&mut self) {
        if !self.is_loaded() {
            self.reload_from_log().await;
        }
        if !self.is_loaded() {
            return self.try_later(false);
        }
        self.retry = None;
        if self.advance().await.is_ok() {
            self.drive();
        }
    }

    /// Returns whether the room is as its log says.
    pub(super) fn is_loaded(&self) -> bool {
        self.retry.as_ref().is_none_or(|retry| retry.is_loaded)
    }
}

/// Returns whether a turn starts after this event.
fn begins_turn(event: &Event) -> bool {
    matches!(event, Event::Start(_) | Event::Deal { .. } | Event::Move { .. } | Event::Undo { .. })
}

/// Formats an entry as a line of the room's log.
fn line(entry: &LogEntry) -> String {
    match entry {
        LogEntry::Event(event) => event.to_string(),
        LogEntry::Spent(spent) => RoomEvent::Spent(*spent).to_line(),
    }
}

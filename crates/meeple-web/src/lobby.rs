//! The lobby: the rooms in memory by id. Asking for another room loads it from the log ("wakes" it).

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    log::{LogAppend, LogError},
    room::{
        self, Room, RoomCommand, RoomPhase, RoomSummary, not_answering,
        room_config::random_or_error,
        room_log::{RoomEvent, RoomLog},
    },
    secret,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OnceCell, oneshot};

/// How many times to ask a room that keeps falling asleep before it can answer.
const TRIES: usize = 3;

/// The rooms in memory. Clones are handles to the same rooms.
#[derive(Clone, Default)]
pub(crate) struct Lobby {
    rooms: Arc<Mutex<HashMap<String, Arc<OnceCell<Room>>>>>,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<Room>>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of rooms in memory.
    pub(crate) fn room_count(&self) -> usize {
        self.lock().len()
    }

    /// Returns summaries of the public rooms in memory whose games aren't over.
    pub(crate) fn public_rooms(&self) -> Vec<RoomSummary> {
        let rooms: Vec<Room> =
            self.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        let summaries = rooms.iter().map(Room::summary);
        summaries.filter(|summary| summary.public && summary.phase != RoomPhase::Over).collect()
    }

    /// Returns the room with this id, waking it if necessary.
    pub(crate) async fn room(&self, app: &AppState, id: &str) -> Result<Room, ApiError> {
        if !secret::is_id(id) {
            return Err(ApiError::not_found("There is no such room."));
        }
        let cell = {
            let mut rooms = self.lock();
            if !rooms.contains_key(id) && rooms.len() >= app.config.limits.max_rooms {
                return Err(ApiError::new(
                    ErrorCode::TooMany,
                    "The house is full: try again later.",
                ));
            }
            Arc::clone(rooms.entry(id.to_owned()).or_default())
        };
        let woken = cell.get_or_try_init(|| async {
            let lines = app.log.read(id).await.map_err(|error| log_error(&error))?;
            room::spawn(app, id, RoomLog::replay(&lines)?)
        });
        match woken.await {
            Ok(room) => Ok(room.clone()),
            Err(refusal) => {
                self.forget(id, &cell);
                Err(refusal)
            }
        }
    }

    /// Removes the entry of a room that could not be woken, unless someone else is still trying.
    fn forget(&self, id: &str, cell: &Arc<OnceCell<Room>>) {
        let mut rooms = self.lock();
        let is_it = rooms.get(id).is_some_and(|other| Arc::ptr_eq(other, cell));
        if is_it && !cell.initialized() && Arc::strong_count(cell) <= 2 {
            rooms.remove(id);
        }
    }

    /// Sends a request to a room, waking it if necessary, and returns the answer.
    pub(crate) async fn ask<T>(
        &self,
        app: &AppState,
        id: &str,
        ask: impl Fn(oneshot::Sender<T>) -> RoomCommand,
    ) -> Result<(Room, T), ApiError> {
        for _ in 0..TRIES {
            let room = self.room(app, id).await?;
            if let Some(answer) = room.ask(&ask).await {
                return Ok((room, answer));
            }
        }
        Err(not_answering())
    }

    /// Removes a room from memory if `is_idle` still holds; returns whether it was removed.
    pub(crate) fn retire(&self, id: &str, is_idle: impl FnOnce() -> bool) -> bool {
        let mut rooms = self.lock();
        let may = is_idle();
        if may {
            rooms.remove(id);
        }
        may
    }

    /// Makes every room in memory log how long the current turn has taken.
    pub(crate) async fn checkpoint_all(&self) {
        let rooms: Vec<Room> =
            self.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        for room in rooms {
            let _ = room.ask(|reply| RoomCommand::Checkpoint { reply }).await; // it may have fallen asleep
        }
    }

    /// Creates a room from this log and returns its id.
    pub(crate) async fn open(&self, app: &AppState, story: RoomLog) -> Result<String, ApiError> {
        let id = random_or_error(secret::new_id())?;
        let mut lines = vec![line(&RoomEvent::Made(story.config.clone()))];
        for (seat, sitter) in story.occupants.iter().enumerate() {
            if let Some(sitter) = sitter {
                let (name, secret) = (sitter.name.clone(), sitter.secret.clone());
                lines.push(line(&RoomEvent::Sat { seat, name, secret }));
            }
        }
        let append = LogAppend { name: id.as_str().into(), expected: 0, lines, summary: None };
        app.log.append(append).await.map_err(|error| log_error(&error))?;
        app.metrics.rooms_made.up();
        tracing::info!(room = id, game = story.config.game, "a room was made");
        self.room(app, &id).await?;
        Ok(id)
    }
}

fn line(event: &RoomEvent) -> String {
    serde_json::to_string(event).expect("what happens is plain data")
}

/// Converts (and reports) a failure of the log; nothing was done.
pub(crate) fn log_error(error: &LogError) -> ApiError {
    tracing::error!(%error, "the log fails");
    ApiError::new(ErrorCode::Broken, format!("The log fails: {error}."))
}

//! The lobby: the rooms in memory by id. Asking for another room loads it from the log ("wakes" it).

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    lock::lock,
    log::LogAppend,
    room::{
        self, Room, RoomCommand, RoomPhase, RoomSummary,
        room_log::{RoomEvent, RoomLog},
    },
    secret,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::sync::{OnceCell, oneshot};

/// How many times to ask a room that keeps leaving memory before it can answer.
const TRIES: usize = 3;

/// The rooms in memory. Clones are handles to the same rooms.
#[derive(Clone, Default)]
pub(crate) struct Lobby {
    rooms: Arc<Mutex<HashMap<String, Arc<OnceCell<Room>>>>>,
}

impl Lobby {
    fn rooms_in_memory(&self) -> Vec<Room> {
        lock(&self.rooms).values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Returns the phases of the rooms in memory.
    pub(crate) fn phases(&self) -> Vec<RoomPhase> {
        self.rooms_in_memory().iter().map(Room::phase).collect()
    }

    /// Returns summaries of the public rooms in memory whose games aren't over.
    pub(crate) fn public_rooms(&self) -> Vec<RoomSummary> {
        let summaries = self.rooms_in_memory().into_iter().map(|room| room.summary());
        summaries.filter(|summary| summary.public && summary.phase != RoomPhase::Over).collect()
    }

    /// Returns the room with this id, waking it if necessary.
    pub(crate) async fn room(&self, app: &AppState, id: &str) -> Result<Room, ApiError> {
        if !secret::is_id(id) {
            return Err(ApiError::not_found("There is no such room."));
        }
        let cell = {
            let mut rooms = lock(&self.rooms);
            if !rooms.contains_key(id) && rooms.len() as u64 >= app.config.limits.rooms.total {
                let message = "The server is full. Try again later.";
                return Err(ApiError::new(ErrorCode::TooMany, message));
            }
            Arc::clone(rooms.entry(id.to_owned()).or_default())
        };
        let woken = cell.get_or_try_init(|| async {
            room::spawn(app, id, RoomLog::replay(&app.read_log(id).await?)?)
        });
        woken.await.cloned().inspect_err(|_| self.forget(id, &cell))
    }

    /// Removes the entry of a room that could not be woken, unless someone else is still trying.
    fn forget(&self, id: &str, cell: &Arc<OnceCell<Room>>) {
        let mut rooms = lock(&self.rooms);
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
        Err(ApiError::not_now("The room does not answer. Try again."))
    }

    /// Removes a room from memory if `is_idle` still holds; returns whether it was removed.
    pub(crate) fn retire(&self, id: &str, is_idle: impl FnOnce() -> bool) -> bool {
        let mut rooms = lock(&self.rooms);
        let may_leave = is_idle();
        if may_leave {
            rooms.remove(id);
        }
        may_leave
    }

    /// Makes every room in memory log how long the current turn has taken.
    pub(crate) async fn checkpoint_all(&self) {
        for room in self.rooms_in_memory() {
            let _ = room.ask(|reply| RoomCommand::Checkpoint { reply }).await; // it may have fallen asleep
        }
    }

    /// Creates a room from this log and returns its id.
    pub(crate) async fn open(&self, app: &AppState, log: RoomLog) -> Result<String, ApiError> {
        let id = secret::new_id()?;
        let mut lines = vec![RoomEvent::Made(log.config.clone()).to_line()];
        for (seat, occupant) in log.occupants.iter().enumerate() {
            if let Some(occupant) = occupant.clone() {
                lines.push(RoomEvent::Sat { seat, occupant }.to_line());
            }
        }
        let append = LogAppend { name: id.as_str().into(), expected: 0, lines, summary: None };
        app.append(append).await?;
        app.metrics.rooms_made.inc();
        tracing::info!(room = id, game = log.config.game, "room created");
        self.room(app, &id).await?;
        Ok(id)
    }
}

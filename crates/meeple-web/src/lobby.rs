//! The lobby: the rooms in memory by id. Asking for another room loads it from the log ("wakes" it).

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    guard::{Client, Held, LimitScope, Permit, Rate},
    lock::lock,
    log::{LogAppend, LogError, StoredKind},
    room::{
        self, Room, RoomCommand, RoomPhase, RoomSummary, StoredRoom,
        room_log::{RoomEvent, RoomLog},
    },
    secret,
};
use futures_util::future::join_all;
use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};
use tokio::{
    sync::{OnceCell, oneshot},
    time::timeout,
};

/// How many times to ask a room that keeps leaving memory before it can answer, and how many rooms to send to
/// sleep for one that needs memory.
const TRIES: usize = 3;
/// How long a room may take to leave memory for another one.
const SLEEP_TIMEOUT: Duration = Duration::from_secs(2);
/// How long saving the running clocks may take when the server is stopped.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_secs(5);

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

    /// Returns summaries of at most `limit` public rooms in memory whose games aren't over, all or those of one
    /// game: first the room that was created or woken last.
    pub(crate) fn public_rooms(&self, game: Option<&str>, limit: usize) -> Vec<RoomSummary> {
        let is_listed = |summary: &RoomSummary| {
            let is_wanted = game.is_none_or(|game| game == summary.game);
            summary.public && summary.phase != RoomPhase::Over && is_wanted
        };
        let mut rooms = self.rooms_in_memory();
        rooms.retain(|room| room.is_shown(is_listed));
        rooms.sort_by_key(|room| Reverse(room.opened));
        rooms.truncate(limit);
        rooms.iter().map(Room::summary).collect()
    }

    /// Returns the room with this id, waking it if necessary.
    pub(crate) async fn room(
        &self,
        app: &AppState,
        client: &Client,
        id: &str,
    ) -> Result<Room, ApiError> {
        if !secret::is_id(id) {
            return Err(ApiError::not_found("There is no such room."));
        }
        let entry = self.entry(id);
        let woken = entry.cell.get_or_try_init(|| async {
            client.spend(Rate::WakeUps, 1)?;
            let mut stored = StoredRoom::read(app, id, client).await?;
            if !app.config.retention.is_forever() {
                stored.log.changed = app.log.last_change(id).await?;
            }
            let permit = self.make_place(client).await?;
            room::spawn(app, id, stored, permit)
        });
        woken.await.cloned()
    }

    /// Returns the entry with this id; there is one from now on.
    fn entry<'a>(&'a self, id: &'a str) -> LobbyEntry<'a> {
        let cell = Arc::clone(lock(&self.rooms).entry(id.to_owned()).or_default());
        LobbyEntry { lobby: self, id, cell }
    }

    /// Removes the log of a room or record if it is still that old, unless the room is in memory or being woken.
    /// Who asks for the room meanwhile waits, and doesn't find it.
    pub(crate) async fn remove_old_log(
        &self,
        app: &AppState,
        id: &str,
        kind: StoredKind,
        since: SystemTime,
    ) -> Result<bool, LogError> {
        let entry = {
            let mut rooms = lock(&self.rooms);
            if rooms.contains_key(id) {
                return Ok(false);
            }
            let cell = Arc::<OnceCell<Room>>::default();
            rooms.insert(id.to_owned(), Arc::clone(&cell));
            LobbyEntry { lobby: self, id, cell }
        };
        let removed = entry.cell.get_or_try_init(|| async {
            let removed = app.log.remove_old_log(id, kind, since).await;
            if removed == Ok(true) {
                app.records.forget(id);
                app.running_games.forget(id);
            }
            Err(removed)
        });
        // It isn't an error if someone else was faster and has woken the room.
        removed.await.err().unwrap_or(Ok(false))
    }

    /// Makes place in memory for a room of this client. If there is none, idle rooms leave memory, always the one
    /// that was idle longest: those of the same client, then those of others unless that would be in vain.
    async fn make_place(&self, client: &Client) -> Result<Permit, ApiError> {
        for _ in 0..TRIES {
            let full = match client.try_acquire(Held::Rooms, 1) {
                Ok(permit) => return Ok(permit),
                Err(scope) => scope,
            };
            let idle = self.rooms_in_memory().into_iter().filter_map(|room| {
                let (since, owner) = room.idle_since()?;
                Some((owner != client.address(), since, room))
            });
            let idle = idle.filter(|(is_other, ..)| full == LimitScope::Total || !is_other);
            let idlest = idle.min_by_key(|(is_other, since, _)| (*is_other, *since));
            let Some((_, _, room)) = idlest else { break };
            let asleep = room.ask(|reply| RoomCommand::Sleep { reply });
            let _ = timeout(SLEEP_TIMEOUT, asleep).await; // if it doesn't answer, another room may be idle
        }
        client.acquire(Held::Rooms, 1)
    }

    /// Sends a request to a room, waking it if necessary, and returns the answer.
    pub(crate) async fn ask<T>(
        &self,
        app: &AppState,
        client: &Client,
        id: &str,
        ask: impl Fn(oneshot::Sender<T>) -> RoomCommand,
    ) -> Result<(Room, T), ApiError> {
        for _ in 0..TRIES {
            let room = self.room(app, client, id).await?;
            if let Some(answer) = room.ask(&ask).await {
                return Ok((room, answer));
            }
        }
        Err(ApiError::new(ErrorCode::Unavailable, "The room does not answer. Try again soon."))
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

    /// Makes every room in memory log how long the current turn has taken: all at once, so that the log can
    /// store them together.
    pub(crate) async fn checkpoint_all(&self) {
        let rooms = self.rooms_in_memory();
        let saving = rooms.iter().map(|room| room.ask(|reply| RoomCommand::Checkpoint { reply }));
        if timeout(CHECKPOINT_TIMEOUT, join_all(saving)).await.is_err() {
            tracing::warn!("some running clocks were not saved in time");
        }
    }

    /// Creates a room from this log and returns its id.
    pub(crate) async fn open(
        &self,
        app: &AppState,
        client: &Client,
        mut log: RoomLog,
    ) -> Result<String, ApiError> {
        app.check_disk_space().await?;
        client.spend(Rate::BytesStored, 0)?; // not while it has filled its share of the disk
        let permit = self.make_place(client).await?;
        let id = secret::new_id()?;
        let mut lines = vec![RoomEvent::Made(log.config.clone()).to_line()];
        for (seat, occupant) in log.occupants.iter().enumerate() {
            if let Some(occupant) = occupant.clone() {
                lines.push(RoomEvent::Sat { seat, occupant }.to_line());
            }
        }
        log.bytes = lines.iter().map(String::len).sum();
        client.charge(Rate::BytesStored, log.bytes as u64);
        let append = LogAppend { name: id.as_str().into(), expected: 0, lines, summary: None };
        let entry = self.entry(&id);
        let opening = entry.cell.get_or_try_init(|| async {
            log.length = app.append(append).await?;
            log.changed = Some(SystemTime::now());
            app.metrics.rooms_made.inc();
            tracing::info!(game = log.config.game, "room created");
            tracing::debug!(room = id, "its id");
            room::spawn(app, &id, StoredRoom { log, session: None }, permit)
        });
        opening.await?;
        drop(entry);
        Ok(id)
    }
}

/// An entry of the lobby while someone uses it. When nobody does, an entry without a room is removed.
struct LobbyEntry<'a> {
    lobby: &'a Lobby,
    id: &'a str,
    cell: Arc<OnceCell<Room>>,
}

impl Drop for LobbyEntry<'_> {
    fn drop(&mut self) {
        if self.cell.initialized() {
            return;
        }
        let mut rooms = lock(&self.lobby.rooms);
        let cell = std::mem::take(&mut self.cell); // is dropped while the rooms are locked, so that the count is right
        let is_it = rooms.get(self.id).is_some_and(|other| Arc::ptr_eq(other, &cell));
        if is_it && !cell.initialized() && Arc::strong_count(&cell) <= 2 {
            rooms.remove(self.id);
        }
    }
}

//! The lobby: rooms by their ids; who asks for one that sleeps wakes it.

use crate::{
    app::App,
    log::{Append, LogError},
    refusal::{Code, Refusal},
    room::{
        self, Ask, Phase, Room, Summary, asleep,
        plan::drawn,
        story::{RoomEvent, Story},
    },
    secret,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{OnceCell, oneshot};

/// How often a room that has just fallen asleep is asked.
const TRIES: usize = 3;

/// Rooms that are awake; a clone is another handle on the same.
#[derive(Clone, Default)]
pub(crate) struct Lobby {
    rooms: Arc<Mutex<HashMap<String, Arc<OnceCell<Room>>>>>,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<Room>>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are awake.
    pub(crate) fn awake(&self) -> usize {
        self.lock().len()
    }

    /// What a list shows of the public rooms that wait for people or are being played.
    pub(crate) fn public(&self) -> Vec<Summary> {
        let rooms: Vec<Room> =
            self.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        let summaries = rooms.iter().map(Room::summary);
        summaries.filter(|summary| summary.public && summary.phase != Phase::Over).collect()
    }

    /// The room of this id; it is woken if it sleeps.
    pub(crate) async fn room(&self, app: &App, id: &str) -> Result<Room, Refusal> {
        if !secret::is_id(id) {
            return Err(Refusal::not_found("There is no such room."));
        }
        let cell = {
            let mut rooms = self.lock();
            if !rooms.contains_key(id) && rooms.len() >= app.config.limits.rooms {
                return Err(Refusal::new(Code::TooMany, "The house is full: try again later."));
            }
            Arc::clone(rooms.entry(id.to_owned()).or_default())
        };
        let woken = cell.get_or_try_init(|| async {
            let lines = app.log.read(id).await.map_err(|error| failed(&error))?;
            room::spawn(app, id, Story::read(&lines)?)
        });
        match woken.await {
            Ok(room) => Ok(room.clone()),
            Err(refusal) => {
                self.forget(id, &cell);
                Err(refusal)
            }
        }
    }

    /// An empty place is no room: it is not kept.
    fn forget(&self, id: &str, cell: &Arc<OnceCell<Room>>) {
        let mut rooms = self.lock();
        let is_it = rooms.get(id).is_some_and(|other| Arc::ptr_eq(other, cell));
        if is_it && !cell.initialized() && Arc::strong_count(cell) <= 2 {
            rooms.remove(id);
        }
    }

    /// Asks a room, which is woken for it.
    pub(crate) async fn ask<T>(
        &self,
        app: &App,
        id: &str,
        ask: impl Fn(oneshot::Sender<T>) -> Ask,
    ) -> Result<(Room, T), Refusal> {
        for _ in 0..TRIES {
            let room = self.room(app, id).await?;
            if let Some(answer) = room.ask(&ask).await {
                return Ok((room, answer));
            }
        }
        Err(asleep())
    }

    /// A room falls asleep, if nobody wants anything of it at this moment; whether it may.
    pub(crate) fn retire(&self, id: &str, is_idle: impl FnOnce() -> bool) -> bool {
        let mut rooms = self.lock();
        let may = is_idle();
        if may {
            rooms.remove(id);
        }
        may
    }

    /// Every room that is awake writes down how long the running turn has taken.
    pub(crate) async fn write_down_clocks(&self) {
        let rooms: Vec<Room> =
            self.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        for room in rooms {
            let _ = room.ask(|reply| Ask::Checkpoint { reply }).await; // it may have fallen asleep
        }
    }

    /// A new room with this story; its id.
    pub(crate) async fn open(&self, app: &App, story: Story) -> Result<String, Refusal> {
        let id = drawn(secret::new_id())?;
        let mut lines = vec![line(&RoomEvent::Made(story.plan.clone()))];
        for (seat, sitter) in story.sitters.iter().enumerate() {
            if let Some(sitter) = sitter {
                let (name, secret) = (sitter.name.clone(), sitter.secret.clone());
                lines.push(line(&RoomEvent::Sat { seat, name, secret }));
            }
        }
        let append = Append { name: id.as_str().into(), expected: 0, lines, summary: None };
        app.log.append(append).await.map_err(|error| failed(&error))?;
        app.metrics.rooms_made.up();
        tracing::info!(room = id, game = story.plan.game, "a room was made");
        self.room(app, &id).await?;
        Ok(id)
    }
}

fn line(event: &RoomEvent) -> String {
    serde_json::to_string(event).expect("what happens is plain data")
}

/// The log fails: nothing was done.
pub(crate) fn failed(error: &LogError) -> Refusal {
    tracing::error!(%error, "the log fails");
    Refusal::new(Code::Broken, format!("The log fails: {error}."))
}

//! A room: a task that owns one game.
//!
//! ```text
//! socket ──┐ asks                         ┌── append to the log, then ...
//! HTTP ────┼──────► the room's task ──────┤
//! bot ─────┘  owns its Session            └── news ──► every socket, every stream
//! ```
//!
//! Every request to a room is answered. Nothing becomes visible before it is in the log. There is no lock
//! around a game.
//!
//! - `room_config`: the settings of a room; `room_size`: their limits;
//!   `room_log`: its log and the state replayed from it
//! - `task`: the event loop; `actions`: what people do; `automation`: what happens automatically
//! - `storing`: how the room uses its log
//! - `presence`: who is connected; `bots`: connected bots
//! - `snapshot`: the messages to clients; `feed`: a client's subscription to them

mod actions;
mod automation;
mod bots;
mod feed;
mod presence;
pub(crate) mod room_config;
pub(crate) mod room_log;
mod room_size;
mod snapshot;
mod storing;
mod task;
#[cfg(test)]
mod tests;

pub(crate) use actions::RoomAction;
pub(crate) use feed::NewsFeed;
pub(crate) use room_config::RoomRequest;
pub(crate) use room_size::{check_board, check_moves, check_size, list_moves};
pub(crate) use snapshot::RoomSeatKind;
pub(crate) use storing::StoredRoom;
pub(crate) use task::spawn;

use crate::{
    api_error::ApiError,
    guard::Client,
    lock::lock,
    log::{StoredKind, StoredSummary},
    secret::SecretHash,
};
use axum::extract::ws::Utf8Bytes;
use meeple_core::AnyGame;
use serde::Serialize;
use serde_json::Value;
use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Instant,
};
use tokio::sync::{broadcast, mpsc, oneshot};

/// The number of messages a socket may fall behind before it is sent the whole state instead.
const NEWS_CAPACITY: usize = 32;

/// The progress of a room's game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoomPhase {
    /// The game has not started.
    #[default]
    Open,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

impl RoomPhase {
    /// Returns the phase as clients see it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            RoomPhase::Open => "open",
            RoomPhase::Playing => "playing",
            RoomPhase::Over => "over",
        }
    }

    /// Returns what a log of a room in this phase contains.
    pub(crate) fn stored_kind(self) -> StoredKind {
        match self {
            RoomPhase::Over => StoredKind::Finished,
            RoomPhase::Open | RoomPhase::Playing => StoredKind::Unfinished,
        }
    }
}

/// A message to sockets and streams.
#[derive(Debug, Clone)]
pub(crate) struct RoomNews {
    /// The kind of message.
    pub(crate) kind: NewsKind,
    /// The sequence number; a State with the same or a higher number already includes this message.
    pub(crate) sequence: u64,
    /// The message as JSON.
    pub(crate) text: Utf8Bytes,
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NewsKind {
    /// A State or an Update; carries the phase that it shows.
    Update(RoomPhase),
    /// A player's reaction, which is not logged.
    Reaction,
    /// A message that was left out, because clients that fall behind have too much to read already.
    Skipped,
}

/// The sender of a request: the hash of a secret, or `None` for anonymous clients.
pub(crate) type Identity = Option<SecretHash>;

/// A request to a room.
pub(crate) enum RoomCommand {
    /// A client connects and subscribes to news.
    Join { who: Identity, client: Client, reply: oneshot::Sender<Joined> },
    /// A connected client has changed seats.
    SeatChanged { was: Option<usize>, is: Option<usize> },
    /// A client disconnects.
    Leave { seat: Option<usize> },
    /// Requests the current state. Only a player who asks counts as present.
    State { who: Identity, reply: oneshot::Sender<RoomNews> },
    /// Another room needs the memory: leave it if nobody is here.
    Sleep { reply: oneshot::Sender<()> },
    /// The server is stopping: log the time of the running turn.
    Checkpoint { reply: oneshot::Sender<()> },
    /// A person does something.
    Do {
        who: Identity,
        client: Client,
        /// When the request arrived, by the server's clock.
        at: Instant,
        action: RoomAction,
        reply: oneshot::Sender<Result<CommandResult, ApiError>>,
    },
    /// A bot connects to a seat.
    BotJoin { who: Identity, client: Client, reply: oneshot::Sender<Result<BotJoined, ApiError>> },
    /// The bot sent a line; `heard` lets it continue once the line has been processed.
    BotLine { seat: usize, connection: u64, line: String, heard: oneshot::Sender<()> },
    /// The bot disconnects.
    BotLeave { seat: usize, connection: u64 },
}

/// The reply to a client that has connected.
pub(crate) struct Joined {
    /// The client's seat, if any.
    pub(crate) seat: Option<usize>,
    /// The current state of the room.
    pub(crate) state: RoomNews,
    /// The messages that follow.
    pub(crate) news: broadcast::Receiver<RoomNews>,
    /// Tells the room when the client has left.
    pub(crate) leaving: LeaveOnDrop,
}

/// The reply to a bot that has connected.
pub(crate) struct BotJoined {
    pub(crate) seat: usize,
    /// The number of this bot connection, unique within the room.
    pub(crate) connection: u64,
    /// The messages to send to the bot; closed when the bot is disconnected.
    pub(crate) messages: mpsc::Receiver<String>,
    /// Tells the room when the bot has left.
    pub(crate) leaving: LeaveOnDrop,
}

/// Tells a room that a client or bot has left, however its connection ends. It comes with the reply to whoever
/// connects, so that nobody stays in the room whose connection ended before the reply was read.
pub(crate) struct LeaveOnDrop {
    room: mpsc::WeakUnboundedSender<RoomCommand>,
    /// What the room is told.
    command: Option<RoomCommand>,
}

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        if let (Some(room), Some(command)) = (self.room.upgrade(), self.command.take()) {
            let _ = room.send(command); // a room that has left memory doesn't need it
        }
    }
}

/// The result of an action.
pub(crate) enum CommandResult {
    /// The response.
    Done(Value),
    /// The response is advice on this position, which the caller requests from the thread pool.
    Advise(Box<dyn AnyGame>),
}

/// A room as shown in lists.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct RoomSummary {
    /// The room's id.
    pub(crate) room: String,
    /// The game's name.
    pub(crate) game: String,
    /// The game's options.
    pub(crate) options: Vec<String>,
    /// The progress of the game.
    pub(crate) phase: RoomPhase,
    /// Whether the room is listed publicly.
    pub(crate) public: bool,
    /// The seats in order.
    pub(crate) seats: Vec<SummarySeat>,
    /// The seed, if its creator chose it and others play too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    /// The number of moves and deals so far.
    pub(crate) ply: usize,
    /// The time at which the game started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) started: Option<String>,
}

impl RoomSummary {
    /// Returns the summary as the log stores it.
    pub(crate) fn to_stored(&self, is_kept: bool) -> StoredSummary {
        StoredSummary {
            kind: self.phase.stored_kind(),
            is_public: self.public,
            is_kept,
            game: self.game.clone(),
            json: serde_json::to_string(self).expect("a summary is plain data"),
        }
    }
}

/// A seat as shown in lists.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SummarySeat {
    /// The kind of occupant.
    pub(crate) kind: RoomSeatKind,
    /// The occupant's name.
    pub(crate) name: Option<String>,
}

/// A handle to a room in memory.
#[derive(Clone)]
pub(crate) struct Room {
    commands: mpsc::UnboundedSender<RoomCommand>,
    status: Arc<Mutex<RoomStatus>>,
    /// When the room was created or woken.
    pub(crate) opened: Instant,
}

/// What the lobby knows of a room in memory.
struct RoomStatus {
    summary: RoomSummary,
    /// Since when nobody has done anything here, if the room may leave memory.
    idle_since: Option<Instant>,
    /// The address of the client for whom the room is in memory.
    client: IpAddr,
}

impl Room {
    /// Returns whether the room as shown in lists satisfies a condition.
    pub(crate) fn is_shown(&self, condition: impl FnOnce(&RoomSummary) -> bool) -> bool {
        condition(&lock(&self.status).summary)
    }

    /// Returns the room as shown in lists.
    pub(crate) fn summary(&self) -> RoomSummary {
        lock(&self.status).summary.clone()
    }

    /// Returns since when nobody has done anything here, and for whom the room is in memory; `None` if it must
    /// not leave memory.
    pub(crate) fn idle_since(&self) -> Option<(Instant, IpAddr)> {
        let status = lock(&self.status);
        status.idle_since.map(|since| (since, status.client))
    }

    /// Returns the progress of the room's game.
    pub(crate) fn phase(&self) -> RoomPhase {
        lock(&self.status).summary.phase
    }

    /// Sends a request and waits for the reply; `None` if the room has just left memory.
    pub(crate) async fn ask<T>(
        &self,
        ask: impl FnOnce(oneshot::Sender<T>) -> RoomCommand,
    ) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.commands.send(ask(reply)).ok()?;
        answer.await.ok()
    }

    /// Sends a request that has no reply.
    pub(crate) fn notify(&self, ask: RoomCommand) {
        let _ = self.commands.send(ask); // a room that has left memory doesn't need it
    }
}

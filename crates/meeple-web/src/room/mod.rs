//! A room: a task that owns a table.
//!
//! ```text
//! socket ──┐ asks                         ┌── append to the log, then ...
//! HTTP ────┼──────► the room's task ──────┤
//! bot ─────┘  a Table, nobody else's      └── news ──► every socket, every stream
//! ```
//!
//! Whoever wants something asks, and is always answered. Nothing is seen before
//! it is in the log. There is no lock around a game.
//!
//! - `plan`: what a room is to be; `story`: its log, and what it adds up to
//! - `task`: the loop; `verbs`: what people do; `course`: what happens by itself
//! - `presence`: who is there; `bots`: programs that came; `telling`: what everybody is shown

mod bots;
mod course;
pub(crate) mod plan;
mod presence;
pub(crate) mod story;
mod task;
mod telling;
mod verbs;

pub(crate) use plan::Wish;
pub(crate) use task::spawn;
pub(crate) use telling::SeatKind;
pub(crate) use verbs::Verb;

use crate::{
    log::StoredSummary,
    refusal::{Code, Refusal},
    secret::SecretHash,
};
use axum::extract::ws::Utf8Bytes;
use meeple_core::AnyGame;
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use tokio::sync::{broadcast, mpsc, oneshot};

/// How much a socket may fall behind before it gets the whole state instead.
const NEWS: usize = 32;

/// How far the game of a room has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// It has not begun.
    #[default]
    Open,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// Something new, as every socket gets it.
#[derive(Debug, Clone)]
pub(crate) struct News {
    /// What it is.
    pub(crate) kind: NewsKind,
    /// Its number; a state of the same number has it in it.
    pub(crate) sequence: u64,
    /// The message.
    pub(crate) text: Utf8Bytes,
}

impl News {
    /// Whether a listener who has everything up to this number still needs it. A reaction has no
    /// number of its own, so it is always new.
    pub(crate) fn is_new_after(&self, sequence: u64) -> bool {
        self.kind == NewsKind::Reaction || self.sequence > sequence
    }
}

/// What kind of news a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NewsKind {
    /// The room has changed; the phase that the message shows.
    Update(Phase),
    /// A reaction of a player, which is not kept.
    Reaction,
}

/// Who speaks: nobody known, or whoever has this secret.
pub(crate) type Identity = Option<SecretHash>;

/// What is asked of a room.
pub(crate) enum Ask {
    /// Somebody comes to stay.
    Join { who: Identity, reply: oneshot::Sender<Joined> },
    /// Somebody who came has another identity from now on.
    Became { was: Option<usize>, is: Option<usize> },
    /// Somebody who came goes.
    Leave { seat: Option<usize> },
    /// The state as it is.
    State { reply: oneshot::Sender<Told> },
    /// The server stops: the running turn is written down.
    Checkpoint { reply: oneshot::Sender<()> },
    /// A verb.
    Do { who: Identity, verb: Verb, reply: oneshot::Sender<Result<Done, Refusal>> },
    /// A program comes to a seat.
    BotJoin { who: Identity, reply: oneshot::Sender<Result<BotJoined, Refusal>> },
    /// It said something; it may go on when that was heard.
    BotSaid { seat: usize, visit: u64, line: String, heard: oneshot::Sender<()> },
    /// It goes.
    BotLeave { seat: usize, visit: u64 },
}

/// Somebody has come.
pub(crate) struct Joined {
    /// Where they sit.
    pub(crate) seat: Option<usize>,
    /// How it stands.
    pub(crate) told: Told,
    /// What comes next.
    pub(crate) news: broadcast::Receiver<News>,
}

/// How it stands.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) phase: Phase,
    pub(crate) sequence: u64,
    pub(crate) text: Utf8Bytes,
}

/// A program has come.
pub(crate) struct BotJoined {
    pub(crate) seat: usize,
    /// Which visit of a program it is.
    pub(crate) visit: u64,
    /// What it is told; closed when it is sent home.
    pub(crate) lines: mpsc::Receiver<String>,
}

/// What came of a verb.
pub(crate) enum Done {
    /// This is the answer.
    Said(Value),
    /// Advice on this position is the answer: whoever asked has it thought about.
    Think(Box<dyn AnyGame>),
}

/// What a list shows of a room.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Summary {
    /// Its id.
    pub(crate) room: String,
    /// The game's name.
    pub(crate) game: String,
    /// Its options.
    pub(crate) options: Vec<String>,
    /// How far the game has come.
    pub(crate) phase: Phase,
    /// Whether it is listed.
    pub(crate) public: bool,
    /// Who sits where.
    pub(crate) seats: Vec<SummarySeat>,
    /// What lets one sit down, where that is open to everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) invite: Option<String>,
    /// How many deals and moves were made.
    pub(crate) ply: usize,
    /// When the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) started: Option<String>,
}

impl Summary {
    /// What the log keeps of it.
    pub(crate) fn to_stored(&self) -> StoredSummary {
        StoredSummary {
            is_finished: self.phase == Phase::Over,
            is_public: self.public,
            json: serde_json::to_string(self).expect("a summary is plain data"),
        }
    }
}

/// What a list shows of a seat.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SummarySeat {
    /// Who sits there.
    pub(crate) kind: SeatKind,
    /// What they are called.
    pub(crate) name: Option<String>,
}

/// A room that is awake, from outside.
#[derive(Clone)]
pub(crate) struct Room {
    asks: mpsc::UnboundedSender<Ask>,
    summary: Arc<Mutex<Summary>>,
}

impl Room {
    /// What a list shows of it.
    pub(crate) fn summary(&self) -> Summary {
        self.summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Asks, and waits for the answer; `None` if the room has just fallen asleep.
    pub(crate) async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.asks.send(ask(reply)).ok()?;
        answer.await.ok()
    }

    /// Says something that needs no answer.
    pub(crate) fn tell(&self, ask: Ask) {
        let _ = self.asks.send(ask); // whoever sleeps need not know
    }
}

/// Nobody answers although the room was woken.
pub(crate) fn asleep() -> Refusal {
    Refusal::new(Code::NotNow, "The room does not answer now: try again.")
}

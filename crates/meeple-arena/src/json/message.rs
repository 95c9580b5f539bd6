//! What the engine says: `start`, `turn`, `end`.

use meeple_core::{EndedBy, Event, Seat, SeatResult};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};

/// A line from the engine.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// Before anything else.
    Start(Start),
    /// A move is due.
    Turn(Turn),
    /// The game is over.
    End(Ended),
    /// Something that a later version of the protocol says.
    Unknown,
}

/// What is played, and who sits where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// [`super::PROTOCOL`].
    pub protocol: u32,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options that were not left to their defaults.
    pub options: Map<String, Value>,
    /// Where the bot sits.
    pub seat: Seat,
    /// Everybody's name.
    pub seats: Vec<String>,
    /// How long a bot may think.
    pub limits: Limit,
}

/// How long a bot may think about each answer; what is `None` does not bind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// In milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub move_ms: Option<u64>,
    /// In positions looked at.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

/// The position, and what may be done in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Turn {
    /// How many deals and moves led here.
    pub ply: usize,
    /// Where the bot sits.
    pub seat: Seat,
    /// The legal moves as text; never none.
    pub moves: Vec<String>,
    /// The position as text.
    pub position: String,
    /// The position as data.
    #[serde(default)]
    pub picture: Box<RawValue>,
    /// The legal moves as data, in the order of `moves`.
    #[serde(default)]
    pub choices: Box<RawValue>,
    /// What happened since the bot's last turn.
    #[serde(default)]
    pub events: Vec<Event>,
    /// The time for this answer, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_ms: Option<u64>,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Who ended it.
    pub by: By,
    /// Why.
    pub reason: String,
    /// One result a seat; none where the game was left.
    pub results: Vec<SeatResult>,
    /// What happened since the bot's last turn.
    #[serde(default)]
    pub events: Vec<Event>,
}

/// Who ended a game, or a bot's part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The game was broken off, or goes on without the bot.
    Left,
    /// As a record says.
    #[serde(untagged)]
    Ended(EndedBy),
}

impl Message {
    /// Reads a line.
    pub fn read(line: &[u8]) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Kind {
            #[serde(rename = "type")]
            kind: String,
        }
        let Kind { kind } = serde_json::from_slice(line)?;
        Ok(match kind.as_str() {
            "start" => Message::Start(serde_json::from_slice(line)?),
            "turn" => Message::Turn(serde_json::from_slice(line)?),
            "end" => Message::End(serde_json::from_slice(line)?),
            _ => Message::Unknown,
        })
    }

    /// The messages as lines, each with its line feed.
    pub fn lines(messages: &[Message]) -> Vec<u8> {
        let mut lines = Vec::new();
        for message in messages {
            let written = serde_json::to_writer(&mut lines, message);
            written.expect("messages are plain data with text keys");
            lines.push(b'\n');
        }
        lines
    }
}

//! What the engine says: `start`, `turn`, `end`.

use meeple_core::{AnyGame, EndedBy, Event, Limits, Seat, SeatInfo, SeatResult};
use meeple_view::AnyView;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};
use std::time::Duration;

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

/// How long a bot may think; what is `None` does not bind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// About each answer, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub move_ms: Option<u64>,
    /// About all its answers together, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game_ms: Option<u64>,
    /// What is added to that after each move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub increment_ms: Option<u64>,
    /// About each answer, in positions looked at.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

impl Limit {
    /// These limits as they are at the beginning of a game.
    pub(super) fn of(limits: &Limits) -> Self {
        let clock = limits.clock.as_ref();
        Limit {
            move_ms: limits.time.filter(|_| clock.is_none()).map(whole_ms),
            game_ms: clock.map(|clock| whole_ms(clock.game)),
            increment_ms: clock.map(|clock| whole_ms(clock.increment)),
            nodes: limits.nodes,
        }
    }
}

/// Never more than there is.
fn whole_ms(time: Duration) -> u64 {
    time.as_millis() as u64
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
    /// What each seat has left on its clock, where there is one for the whole game, in
    /// milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks_ms: Option<Vec<u64>>,
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

    /// Writes the message as a line, behind what is there.
    pub fn write(&self, out: &mut Vec<u8>) {
        write(out, self);
        out.push(b'\n');
    }
}

/// A [`Turn`] that is about to be asked. It is written many thousand times a second, so it goes
/// straight from the position to the line.
pub(super) struct Asking<'a> {
    pub(super) ply: usize,
    pub(super) seat: Seat,
    pub(super) position: &'a dyn AnyGame,
    pub(super) view: &'static dyn AnyView,
    /// Who sits where.
    pub(super) seats: &'a [SeatInfo],
    pub(super) events: &'a [Event],
    pub(super) limits: &'a Limits,
}

impl Asking<'_> {
    /// Writes the line that [`Message::read`] reads, behind what is there.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut key = |name: &str, value: &dyn Fn(&mut Vec<u8>)| {
            out.extend(name.as_bytes());
            value(out);
        };
        key("{\"type\":\"turn\",\"ply\":", &|out| write(out, &self.ply));
        key(",\"seat\":", &|out| write(out, &self.seat));
        key(",\"moves\":", &|out| write(out, &self.position.legal_texts()));
        key(",\"position\":", &|out| write(out, &self.position.to_string()));
        key(",\"picture\":", &|out| self.view.write_picture(self.position, self.seats, out));
        key(",\"choices\":", &|out| self.view.write_legal_moves(self.position, out));
        key(",\"events\":", &|out| write(out, &self.events));
        if let Some(time) = self.limits.time {
            key(",\"time_ms\":", &|out| write(out, &whole_ms(time)));
        }
        if let Some(clock) = &self.limits.clock {
            let left: Vec<u64> = clock.left.iter().copied().map(whole_ms).collect();
            key(",\"clocks_ms\":", &|out| write(out, &left));
        }
        out.extend(b"}\n");
    }
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect("messages are plain data with text keys");
}

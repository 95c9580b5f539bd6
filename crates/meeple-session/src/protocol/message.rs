//! Messages from the engine to a bot: `start`, `turn`, `end`.

use meeple_core::{AnyGame, EndedBy, Event, Limits, OptionValues, Seat, SeatInfo, SeatResult};
use meeple_view::AnyView;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::time::Duration;

/// A line from the engine.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EngineMessage {
    /// The first message.
    Start(StartMessage),
    /// A move is due.
    Turn(TurnMessage),
    /// The game is over.
    End(EndMessage),
    /// A message from a later protocol version.
    Unknown,
}

/// What is played and who sits where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StartMessage {
    /// See [`super::PROTOCOL`].
    pub protocol: u32,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options that differ from their defaults.
    pub options: OptionValues,
    /// The bot's seat.
    pub seat: Seat,
    /// The names of all players, in the order of the seats.
    pub seats: Vec<String>,
    /// How long the bot may think.
    pub limits: LimitsMessage,
}

/// How long a bot may think; a limit that is `None` does not apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsMessage {
    /// Time for each answer in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub move_ms: Option<u64>,
    /// Time for all answers together in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game_ms: Option<u64>,
    /// Time added after each move in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub increment_ms: Option<u64>,
    /// Positions to search for each answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

impl LimitsMessage {
    /// Returns the limits at the start of a game.
    pub(super) fn of(limits: &Limits) -> Self {
        let clock = limits.clock.as_ref();
        LimitsMessage {
            move_ms: limits.time.filter(|_| clock.is_none()).map(whole_ms),
            game_ms: clock.map(|clock| whole_ms(clock.game)),
            increment_ms: clock.map(|clock| whole_ms(clock.increment)),
            nodes: limits.nodes,
        }
    }
}

/// Rounds down, so that a bot never gets more time than there is.
fn whole_ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// The position and what can be done in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TurnMessage {
    /// How many deals and moves were made before.
    pub ply: usize,
    /// The bot's seat.
    pub seat: Seat,
    /// The legal moves as text; never empty.
    pub moves: Vec<String>,
    /// The position as text.
    pub position: String,
    /// The position as JSON data.
    #[serde(default)]
    pub picture: Box<RawValue>,
    /// The legal moves as JSON data, in the order of `moves`.
    #[serde(default)]
    pub choices: Box<RawValue>,
    /// The events since the bot's last turn.
    #[serde(default)]
    pub events: Vec<Event>,
    /// The time for this answer in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_ms: Option<u64>,
    /// The time left on each seat's clock in milliseconds, if there is a clock for the whole game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks_ms: Option<Vec<u64>>,
}

/// How the game ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EndMessage {
    /// What ended it.
    pub by: EndCause,
    /// A description of why it ended.
    pub reason: String,
    /// One result per seat; empty if the game was abandoned.
    pub results: Vec<SeatResult>,
    /// The events since the bot's last turn.
    #[serde(default)]
    pub events: Vec<Event>,
}

/// What ended a game, or a bot's part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCause {
    /// The game was abandoned, or goes on without the bot.
    Left,
    /// The game ended as its record says.
    #[serde(untagged)]
    Ended(EndedBy),
}

impl EngineMessage {
    /// Parses a line; an unknown type gives [`EngineMessage::Unknown`].
    pub fn read(line: &[u8]) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct MessageKind {
            #[serde(rename = "type")]
            kind: String,
        }
        let MessageKind { kind } = serde_json::from_slice(line)?;
        Ok(match kind.as_str() {
            "start" => EngineMessage::Start(serde_json::from_slice(line)?),
            "turn" => EngineMessage::Turn(serde_json::from_slice(line)?),
            "end" => EngineMessage::End(serde_json::from_slice(line)?),
            _ => EngineMessage::Unknown,
        })
    }

    /// Appends the message and a line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        write(out, self);
        out.push(b'\n');
    }
}

/// The data of a [`TurnMessage`] about to be sent. It is written many thousand times a second, so
/// it is serialised straight from the position.
pub(super) struct TurnWriter<'a> {
    pub(super) ply: usize,
    pub(super) seat: Seat,
    pub(super) position: &'a dyn AnyGame,
    pub(super) view: &'static dyn AnyView,
    /// The players, in the order of the seats.
    pub(super) seats: &'a [SeatInfo],
    pub(super) events: &'a [Event],
    pub(super) limits: &'a Limits,
    /// The maximum size of the choices in bytes.
    pub(super) max_choices_bytes: usize,
}

impl TurnWriter<'_> {
    /// Appends the line that [`EngineMessage::read`] parses to `out`.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut key = |name: &str, value: &dyn Fn(&mut Vec<u8>)| {
            out.extend(name.as_bytes());
            value(out);
        };
        key("{\"type\":\"turn\",\"ply\":", &|out| write(out, &self.ply));
        key(",\"seat\":", &|out| write(out, &self.seat));
        key(",\"moves\":", &|out| write(out, &self.position.legal_move_texts()));
        key(",\"position\":", &|out| write(out, &self.position.to_string()));
        key(",\"picture\":", &|out| self.view.write_picture(self.position, self.seats, out));
        key(",\"choices\":", &|out| {
            self.view.write_legal_moves(self.position, self.max_choices_bytes, out);
        });
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

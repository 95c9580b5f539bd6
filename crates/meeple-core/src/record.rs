//! Records: a game as an append-only log of events, one JSON object per line.
//!
//! ```text
//! {"event":"start","format":2,"game":"chomp","rules":1,"options":{"width":3,"height":2},"seats":[...],"time":"..."}
//! {"event":"move","seat":0,"move":"1,2","ms":812}
//! {"event":"move","seat":1,"move":"0,1"}
//! {"event":"end","by":"rules","results":[...],"reason":"only the poison is left"}
//! ```
//!
//! Everything else (board, score, chart) is derived from the log. Reading a record validates every
//! event; an error names the bad line's number. If a file was cut off in the middle of its last
//! line, only that line is lost, and [`Replay::cut_line`] reports it.

use crate::{
    AnyGame, Game, GameHistory, Millis, OptionValues, Seat, SeatResult,
    game_history::EventError,
    options::{from_values, to_values},
    text::excerpt,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the record format, written to every first line.
pub const FORMAT: u32 = 2;

/// One line of a record. Exhaustive on purpose: a new event is a new [`FORMAT`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The game starts; always the first line.
    Start(Header),
    /// Chance decided something.
    Deal {
        /// The deal's text.
        deal: String,
    },
    /// A player made a move.
    Move {
        /// The seat that moved.
        seat: Seat,
        /// The move's text.
        #[serde(rename = "move")]
        mv: String,
        /// See [`Notes::ms`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ms: Option<Millis>,
        /// See [`Notes::value`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        value: Option<f64>,
        /// See [`Notes::nodes`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        nodes: Option<u64>,
        /// See [`Notes::comment`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        comment: Option<String>,
        /// See [`Notes::info`].
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        info: Vec<String>,
    },
    /// A player failed: crashed, timed out, answered nonsense.
    Fault {
        /// The seat of the player who failed.
        seat: Seat,
        /// The name of the [`crate::Verdict`].
        verdict: String,
        /// A description of what happened.
        seen: String,
        /// What happens to the game.
        then: Consequence,
        /// The last lines a program wrote to stderr.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        stderr: Vec<String>,
    },
    /// A player resigned.
    Resign {
        /// The seat of the player who resigned.
        seat: Seat,
    },
    /// The last deals and moves were undone.
    Undo {
        /// How many deals and moves were undone.
        plies: usize,
    },
    /// The game ended; always the last line.
    End(EndEvent),
}

/// Optional facts about how a move was chosen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    /// Thinking time, if it was measured.
    pub ms: Option<Millis>,
    /// The mover's evaluation, in the unit of the game's search.
    pub value: Option<f64>,
    /// How many positions were searched.
    pub nodes: Option<u64>,
    /// The mover's remark.
    pub comment: Option<String>,
    /// Lines a program reported while thinking.
    pub info: Vec<String>,
}

impl Event {
    /// Creates a move event with these notes.
    pub fn new_move(seat: Seat, mv: impl Into<String>, notes: Notes) -> Self {
        let Notes { ms, value, nodes, comment, info } = notes;
        // JSON cannot represent NaN or infinity.
        let value = value.filter(|value| value.is_finite());
        Event::Move { seat, mv: mv.into(), ms, value, nodes, comment, info }
    }
}

/// What happens to the game after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// The game ends immediately; the seat comes last.
    Ends,
    /// The next event is a move made on the player's behalf; the game goes on and counts.
    Plays,
    /// The player is out: someone else moves for the seat, which comes last.
    Out,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndEvent {
    /// What ended it.
    pub by: EndedBy,
    /// One result per seat.
    pub results: Vec<SeatResult>,
    /// A description of why it ended.
    pub reason: String,
}

/// What ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// The rules: the last position is over.
    Rules,
    /// A player lost because of a fault.
    Forfeit,
    /// All other players resigned.
    Resignation,
}

/// The first line of a record: what was played, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// See [`FORMAT`].
    pub format: u32,
    /// See [`crate::Game::NAME`].
    pub game: String,
    /// See [`crate::Game::RULES_VERSION`].
    pub rules: u32,
    /// The options that differ from their defaults.
    pub options: OptionValues,
    /// The players, in the order of the seats.
    pub seats: Vec<SeatInfo>,
    /// The seed of the deals and of the computer players, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
    /// A hash of the seed and the salt that was published before the first move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub commitment: Option<String>,
    /// What was hashed together with the seed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub salt: Option<String>,
    /// One word for the source of the deals, if it was not the seed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deals: Option<String>,
    /// The position the game started from, if it was not the usual one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub position: Option<String>,
    /// When the game started, as RFC 3339 text in UTC.
    pub time: String,
}

impl Header {
    /// Creates the header of a game with these options, without a seed or a time.
    pub fn new<G: Game>(options: &G::Options, seats: Vec<SeatInfo>) -> Self {
        Self::from_parts(G::NAME, G::RULES_VERSION, to_values(options), seats)
    }

    /// Creates a header from a game's name and rules version, without a seed or a time.
    pub(crate) fn from_parts(
        game: &str,
        rules: u32,
        options: OptionValues,
        seats: Vec<SeatInfo>,
    ) -> Self {
        Header {
            format: FORMAT,
            game: game.into(),
            rules,
            options,
            seats,
            seed: None,
            commitment: None,
            salt: None,
            deals: None,
            position: None,
            time: String::new(),
        }
    }

    /// Sets up the starting position if this header describes a game of `G` with the current rules
    /// version; to be passed to [`Replay::read`].
    pub fn open<G: Game>(&self) -> Result<Box<dyn AnyGame>, String> {
        if self.game != G::NAME {
            return Err(format!("this is a record of {}, not {}", excerpt(&self.game), G::NAME));
        }
        if self.rules != G::RULES_VERSION {
            let (theirs, ours, name) = (self.rules, G::RULES_VERSION, G::NAME);
            return Err(format!(
                "recorded with version {theirs} of the rules of {name}; this program has version {ours}"
            ));
        }
        if let Some(text) = &self.position {
            let game: Result<G, _> = text.parse();
            return game.map(|game| Box::new(game) as _).map_err(|error| error.to_string());
        }
        let game = from_values(&self.options).and_then(|options| G::new(&options));
        game.map(|game| Box::new(game) as _).map_err(|error| error.to_string())
    }
}

/// The player of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name to show.
    pub name: String,
    /// The colour to show, in games where each seat has a colour of its own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub colour: Option<String>,
    /// What kind of player it was.
    #[serde(flatten)]
    pub who: Contestant,
}

/// What kind of player takes a seat, as written in records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Contestant {
    /// A person.
    Person,
    /// One of Meeple's own computer players.
    Computer {
        /// The computer player's name.
        player: String,
        /// The parameters that differ from their defaults.
        #[serde(skip_serializing_if = "OptionValues::is_empty", default)]
        parameters: OptionValues,
    },
    /// A program that speaks one of the bot protocols.
    Program {
        /// The path or command line as it was typed.
        command: String,
    },
}

/// The event as one line of JSON, without a line feed.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Why a record was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct RecordError {
    /// The number of the bad line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordLineError,
}

/// What can be wrong with a line of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordLineError {
    /// The line is not a valid event.
    #[error("not an event: {0}")]
    NotAnEvent(String),
    /// The record is empty or was cut off within its first line.
    #[error("the record has no complete first line")]
    NoStart,
    /// The first line is not a start event.
    #[error("a record begins with a start event")]
    NotStart,
    /// The record has another format version.
    #[error("unsupported record format {0} (this program reads {FORMAT})")]
    OtherFormat(u32),
    /// The game cannot be set up from the header.
    #[error("{0}")]
    CannotOpen(String),
    /// The event is not possible in the current position.
    #[error(transparent)]
    BadEvent(#[from] EventError),
}

/// A record that has been read and validated, event by event.
#[derive(Debug)]
pub struct Replay {
    /// The game after the last event.
    pub game: GameHistory,
    /// The number of the last line if it was cut off; it is not part of the game.
    pub cut_line: Option<usize>,
    /// How many bytes of the input are complete lines that are part of the game.
    pub whole_bytes: usize,
}

impl Replay {
    /// Reads a record; `open` sets up the position that the header describes.
    pub fn read(
        bytes: &[u8],
        open: impl Fn(&Header) -> Result<Box<dyn AnyGame>, String>,
    ) -> Result<Self, RecordError> {
        let mut game: Option<GameHistory> = None;
        let mut whole_bytes = 0;
        let mut cut_line = None;
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let number = index + 1;
            let fail = |problem| RecordError { line: number, problem };
            let event = match serde_json::from_slice::<Event>(line) {
                Ok(event) => event,
                // Only the last line can lack its line feed: the writer was interrupted there.
                Err(_) if !line.ends_with(b"\n") => {
                    cut_line = Some(number);
                    break;
                }
                Err(error) => return Err(fail(RecordLineError::NotAnEvent(error.to_string()))),
            };
            match (&mut game, event) {
                (Some(game), event) => game.apply(event).map_err(|error| fail(error.into()))?,
                (None, Event::Start(header)) if header.format != FORMAT => {
                    return Err(fail(RecordLineError::OtherFormat(header.format)));
                }
                (None, Event::Start(header)) => {
                    let position =
                        open(&header).map_err(|why| fail(RecordLineError::CannotOpen(why)))?;
                    game =
                        Some(GameHistory::start(header, position).map_err(|bad| fail(bad.into()))?);
                }
                (None, _) => return Err(fail(RecordLineError::NotStart)),
            }
            whole_bytes += line.len();
        }
        let game = game.ok_or(RecordError { line: 1, problem: RecordLineError::NoStart })?;
        Ok(Replay { game, cut_line, whole_bytes })
    }
}

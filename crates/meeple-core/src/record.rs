//! Records: a game as a log of events, one JSON object a line, append-only.
//!
//! ```text
//! {"event":"start","format":1,"game":"chomp","rules":1,"options":{"width":3,"height":2},"seats":[...],"time":"..."}
//! {"event":"move","seat":0,"move":"1,2","ms":812}
//! {"event":"move","seat":1,"move":"0,1"}
//! {"event":"end","by":"rules","results":[...],"reason":"only the poison is left"}
//! ```
//!
//! Everything else (board, score, chart) is derived from the log. Reading one
//! validates every event; a bad line is named by its number. A file that was
//! cut in the middle of its last line loses only that line, and says so.

use crate::{AnyGame, Match, Outcome, Seat, SeatResult, game_match::BadEvent};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The version of the record format, in every first line.
pub const FORMAT: u32 = 1;

/// One line of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The first line.
    Start(Header),
    /// Chance decided.
    Deal {
        /// The deal's text.
        deal: String,
    },
    /// A seat decided.
    Move {
        /// The seat.
        seat: Seat,
        /// The move's text.
        #[serde(rename = "move")]
        mv: String,
        /// Thinking time in milliseconds, where somebody held a clock.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ms: Option<u64>,
    },
    /// The last deals and moves were taken back.
    Undo {
        /// How many of them.
        plies: usize,
    },
    /// The last line.
    End {
        /// Who ended the game.
        by: EndedBy,
        /// One result a seat.
        results: Vec<SeatResult>,
        /// Why it ended.
        reason: String,
    },
}

/// The first line of a record: what was played, by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`].
    pub format: u32,
    /// [`crate::Game::NAME`].
    pub game: String,
    /// [`crate::Game::RULES_VERSION`].
    pub rules: u32,
    /// The options that were not left to their defaults.
    pub options: Map<String, Value>,
    /// Who sat where.
    pub seats: Vec<SeatInfo>,
    /// The seed of the deals and of the computer players, if one was used.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
    /// When the game started, as RFC 3339 text in UTC.
    pub time: String,
}

/// Who sat on a chair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name shown.
    pub name: String,
    /// The colour shown, where the game gives each seat one of choice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub colour: Option<String>,
    /// What kind of player it was.
    #[serde(flatten)]
    pub who: Who,
}

/// What kind of player sat on a chair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Who {
    /// A human being.
    Person,
    /// One of Meeple's own players.
    Computer {
        /// Its name.
        player: String,
        /// Its parameters that were not left to their defaults.
        #[serde(skip_serializing_if = "Map::is_empty", default)]
        parameters: Map<String, Value>,
    },
    /// A program that speaks one of the protocols.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
    },
}

/// Who ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// The rules: the last position is over, and the results are its outcome.
    Rules,
    /// A player misbehaved and lost for that.
    Forfeit,
}

impl Event {
    /// The event of a game that ended by its rules.
    pub fn end_by_rules(outcome: &Outcome) -> Self {
        let results = outcome.results.to_vec();
        Event::End { by: EndedBy::Rules, results, reason: outcome.reason.to_string() }
    }
}

/// The event's line, without a line feed.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Why a record was refused: the number of the bad line, from 1, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RecordError {
    /// The line's number.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a line of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is no event.
    #[error("not an event: {0}")]
    NotAnEvent(String),
    /// There is nothing before the cut or the end of the file.
    #[error("the record has no complete first line")]
    NoStart,
    /// The first line is another event.
    #[error("a record begins with a start event")]
    NotStart,
    /// Written by a later Meeple.
    #[error("record format {0} is newer than this program's ({FORMAT})")]
    NewerFormat(u32),
    /// The game cannot be set up as the first line says.
    #[error("{0}")]
    CannotOpen(String),
    /// The event does not fit the position.
    #[error(transparent)]
    BadEvent(#[from] BadEvent),
}

/// A record that was read and validated, event by event.
#[derive(Debug)]
pub struct Replay {
    /// The game as it stands after the last event.
    pub game: Match,
    /// The number of the last line if it was cut off (it is not part of the game).
    pub cut_line: Option<usize>,
    /// How many bytes of the input are whole lines that are part of the game.
    pub whole_bytes: usize,
}

impl Replay {
    /// Reads a record. `open` sets up the position that the first line describes.
    pub fn read(
        bytes: &[u8],
        open: impl Fn(&Header) -> Result<Box<dyn AnyGame>, String>,
    ) -> Result<Self, RecordError> {
        let mut game: Option<Match> = None;
        let mut whole_bytes = 0;
        let mut cut_line = None;
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let number = index + 1;
            let fail = |fault| RecordError { line: number, fault };
            let event = match serde_json::from_slice::<Event>(line) {
                Ok(event) => event,
                // Only the last piece can lack its line feed: the writer was stopped there.
                Err(_) if !line.ends_with(b"\n") => {
                    cut_line = Some(number);
                    break;
                }
                Err(error) => return Err(fail(Fault::NotAnEvent(error.to_string()))),
            };
            match (&mut game, event) {
                (Some(game), event) => game.apply(event).map_err(|error| fail(error.into()))?,
                (None, Event::Start(header)) if header.format > FORMAT => {
                    return Err(fail(Fault::NewerFormat(header.format)));
                }
                (None, Event::Start(header)) => {
                    let position = open(&header).map_err(|why| fail(Fault::CannotOpen(why)))?;
                    game = Some(Match::start(header, position).map_err(|bad| fail(bad.into()))?);
                }
                (None, _) => return Err(fail(Fault::NotStart)),
            }
            whole_bytes += line.len();
        }
        let game = game.ok_or(RecordError { line: 1, fault: Fault::NoStart })?;
        Ok(Replay { game, cut_line, whole_bytes })
    }
}

//! Records: a game as a log of events, one JSON object a line, append-only.
//!
//! ```text
//! {"event":"start","format":2,"game":"chomp","rules":1,"options":{"width":3,"height":2},"seats":[...],"time":"..."}
//! {"event":"move","seat":0,"move":"1,2","ms":812}
//! {"event":"move","seat":1,"move":"0,1"}
//! {"event":"end","by":"rules","results":[...],"reason":"only the poison is left"}
//! ```
//!
//! Everything else (board, score, chart) is derived from the log. Reading one
//! validates every event; a bad line is named by its number. A file that was
//! cut in the middle of its last line loses only that line, and says so.

use crate::{
    AnyGame, Game, Match, Millis, Seat, SeatResult,
    game_match::BadEvent,
    options::{from_json, to_json},
    text::excerpt,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The version of the record format, in every first line.
pub const FORMAT: u32 = 2;

/// One line of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
        /// [`Notes::ms`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ms: Option<Millis>,
        /// [`Notes::value`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        value: Option<f64>,
        /// [`Notes::nodes`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        nodes: Option<u64>,
        /// [`Notes::comment`].
        #[serde(skip_serializing_if = "Option::is_none", default)]
        comment: Option<String>,
        /// [`Notes::info`].
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        info: Vec<String>,
    },
    /// A player failed.
    Fault {
        /// Whose.
        seat: Seat,
        /// The name of the [`crate::Verdict`].
        verdict: String,
        /// What was seen, in words.
        seen: String,
        /// What follows from it.
        then: Consequence,
        /// The last lines that it wrote to stderr, where it is a program.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        stderr: Vec<String>,
    },
    /// A player gives up.
    Resign {
        /// Whose seat it was.
        seat: Seat,
    },
    /// The last deals and moves were taken back.
    Undo {
        /// How many of them.
        plies: usize,
    },
    /// The last line.
    End(End),
}

/// What is known of how a move was found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    /// Thinking time, where somebody held a clock.
    pub ms: Option<Millis>,
    /// What the mover expected of it, in the unit of the game's search.
    pub value: Option<f64>,
    /// How many positions were looked at.
    pub nodes: Option<u64>,
    /// What the mover had to say about it.
    pub comment: Option<String>,
    /// What a program reported while it thought, line by line.
    pub info: Vec<String>,
}

impl Event {
    /// A move, and what is known of how it was found.
    pub fn played(seat: Seat, mv: impl Into<String>, notes: Notes) -> Self {
        let Notes { ms, value, nodes, comment, info } = notes;
        // JSON has no word for what is not a number.
        let value = value.filter(|value| value.is_finite());
        Event::Move { seat, mv: mv.into(), ms, value, nodes, comment, info }
    }
}

/// What follows from a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// The game ends at once: the seat comes last.
    Ends,
    /// A move is made in the player's stead, the next event; the game goes on and counts.
    Plays,
    /// The player is gone: somebody else moves for the seat, which comes last.
    Out,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Who ended it.
    pub by: EndedBy,
    /// One result a seat.
    pub results: Vec<SeatResult>,
    /// Why.
    pub reason: String,
}

/// Who ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// The rules: the last position is over.
    Rules,
    /// A player misbehaved and lost for that.
    Forfeit,
    /// Nobody is left to play against: the others gave up.
    Resignation,
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
    /// Where the deals came from, if not from the seed: one word.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deals: Option<String>,
    /// The position it began with, where that is not the game's first one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub position: Option<String>,
    /// When the game started, as RFC 3339 text in UTC.
    pub time: String,
}

impl Header {
    /// The header of a game with these options: no seed, no time.
    pub fn new<G: Game>(options: &G::Options, seats: Vec<SeatInfo>) -> Self {
        Self::of(G::NAME, G::RULES_VERSION, to_json(options), seats)
    }

    /// The header of a game by its name and the version of its rules: no seed, no time.
    pub(crate) fn of(
        game: &str,
        rules: u32,
        options: Map<String, Value>,
        seats: Vec<SeatInfo>,
    ) -> Self {
        Header {
            format: FORMAT,
            game: game.into(),
            rules,
            options,
            seats,
            seed: None,
            deals: None,
            position: None,
            time: String::new(),
        }
    }

    /// The first position of what this header describes, if that is `G` by the rules of today:
    /// how [`Replay::read`] opens the records of one game.
    pub fn open<G: Game>(&self) -> Result<Box<dyn AnyGame>, String> {
        if self.game != G::NAME {
            return Err(format!("a game of {}, not of {}", excerpt(&self.game), G::NAME));
        }
        if self.rules != G::RULES_VERSION {
            let (theirs, ours, name) = (self.rules, G::RULES_VERSION, G::NAME);
            return Err(format!("played by rules {theirs} of {name}; this program has {ours}"));
        }
        if let Some(text) = &self.position {
            let game: Result<G, _> = text.parse();
            return game.map(|game| Box::new(game) as _).map_err(|error| error.to_string());
        }
        let game = from_json(&self.options).and_then(|options| G::new(&options));
        game.map(|game| Box::new(game) as _).map_err(|error| error.to_string())
    }
}

/// Who sat on a chair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name shown.
    pub name: String,
    /// The colour shown, where the game gives each seat one of choice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub colour: Option<String>,
    /// Who it was.
    #[serde(flatten)]
    pub who: Contestant,
}

/// Somebody who can take a seat, as a record names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Contestant {
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
        /// Its path or command line, as it was typed.
        command: String,
    },
}

/// The event's line, without a line feed.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Why a record was refused: the number of the bad line, from 1, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line's number.
    pub line: usize,
    /// What is wrong.
    pub problem: BadLine,
}

/// What can be wrong with a line of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// The text is no event.
    #[error("not an event: {0}")]
    NotAnEvent(String),
    /// There is nothing before the cut or the end of the file.
    #[error("the record has no complete first line")]
    NoStart,
    /// The first line is another event.
    #[error("a record begins with a start event")]
    NotStart,
    /// Written by another Meeple.
    #[error("record format {0} is not this program's ({FORMAT})")]
    OtherFormat(u32),
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
            let fail = |problem| RecordError { line: number, problem };
            let event = match serde_json::from_slice::<Event>(line) {
                Ok(event) => event,
                // Only the last piece can lack its line feed: the writer was stopped there.
                Err(_) if !line.ends_with(b"\n") => {
                    cut_line = Some(number);
                    break;
                }
                Err(error) => return Err(fail(BadLine::NotAnEvent(error.to_string()))),
            };
            match (&mut game, event) {
                (Some(game), event) => game.apply(event).map_err(|error| fail(error.into()))?,
                (None, Event::Start(header)) if header.format != FORMAT => {
                    return Err(fail(BadLine::OtherFormat(header.format)));
                }
                (None, Event::Start(header)) => {
                    let position = open(&header).map_err(|why| fail(BadLine::CannotOpen(why)))?;
                    game = Some(Match::start(header, position).map_err(|bad| fail(bad.into()))?);
                }
                (None, _) => return Err(fail(BadLine::NotStart)),
            }
            whole_bytes += line.len();
        }
        let game = game.ok_or(RecordError { line: 1, problem: BadLine::NoStart })?;
        Ok(Replay { game, cut_line, whole_bytes })
    }
}

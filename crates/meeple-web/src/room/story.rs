//! A room's story: the lines of its log, and what they add up to.
//!
//! ```text
//! {"room":"made","game":"chomp",...}             who may sit where
//! {"room":"sat","seat":0,"name":"Ann",...}       people come
//! {"event":"start",...}                          from here on it is a record,
//! {"event":"move","seat":0,"move":"2,2"}         event by event
//! {"room":"next","id":"..."}                     where the rematch is played
//! ```
//!
//! The record of a room is its story without the lines about the room.

use super::plan::{Chair, Plan};
use crate::{
    refusal::{Code, Refusal},
    secret::SecretHash,
};
use meeple_core::{Contestant, Event, Header, Match, SeatInfo, record::FORMAT};
use meeple_games::open_record;
use serde::{Deserialize, Serialize};

/// What happens in a room beside the game itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "room", rename_all = "snake_case")]
pub(crate) enum RoomEvent {
    /// It was made.
    Made(Plan),
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: usize,
        /// What they are called.
        name: String,
        /// What is kept of their secret.
        secret: SecretHash,
    },
    /// Somebody stood up before the game began.
    Stood {
        /// Where they sat.
        seat: usize,
    },
    /// There is a rematch.
    Next {
        /// In this room.
        id: String,
    },
}

/// Somebody who sits on a chair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sitter {
    /// What they are called.
    pub(crate) name: String,
    /// What is kept of their secret.
    pub(crate) secret: SecretHash,
}

/// What the lines of a room add up to.
#[derive(Debug)]
pub(crate) struct Story {
    /// What the room is.
    pub(crate) plan: Plan,
    /// Who sits where.
    pub(crate) sitters: Vec<Option<Sitter>>,
    /// The game, once it has begun.
    pub(crate) game: Option<Match>,
    /// Where the rematch is played.
    pub(crate) next: Option<String>,
    /// How many lines there are.
    pub(crate) length: usize,
}

impl Story {
    /// A room that was just made.
    pub(crate) fn begin(plan: Plan) -> Self {
        let sitters = vec![None; plan.chairs.len()];
        Story { plan, sitters, game: None, next: None, length: 1 }
    }

    /// Reads the lines of a log.
    pub(crate) fn read(lines: &[String]) -> Result<Self, Refusal> {
        let (first, rest) = lines.split_first().ok_or_else(no_room)?;
        let Ok(RoomEvent::Made(plan)) = serde_json::from_str(first) else {
            return Err(no_room());
        };
        let mut story = Story::begin(plan);
        for (index, line) in rest.iter().enumerate() {
            story.follow(line).map_err(|why| damaged(index + 2, &why))?;
            story.length += 1;
        }
        Ok(story)
    }

    fn follow(&mut self, line: &str) -> Result<(), String> {
        if line.starts_with("{\"event\"") {
            let event: Event = serde_json::from_str(line).map_err(|error| error.to_string())?;
            return follow(&mut self.game, event);
        }
        let event: RoomEvent = serde_json::from_str(line).map_err(|error| error.to_string())?;
        self.happen(event)
    }

    /// Something happened that is not part of the game.
    pub(crate) fn happen(&mut self, event: RoomEvent) -> Result<(), String> {
        let chair = |seat: usize| format!("there is no chair {seat}");
        match event {
            RoomEvent::Made(_) => return Err("a room is made once".into()),
            RoomEvent::Sat { seat, name, secret } => {
                let place = self.sitters.get_mut(seat).ok_or_else(|| chair(seat))?;
                *place = Some(Sitter { name, secret });
            }
            RoomEvent::Stood { seat } => {
                *self.sitters.get_mut(seat).ok_or_else(|| chair(seat))? = None;
            }
            RoomEvent::Next { id } => self.next = Some(id),
        }
        Ok(())
    }

    /// Whether somebody sits, or will come by itself, on every chair.
    pub(crate) fn is_complete(&self) -> bool {
        let chairs = self.plan.chairs.iter().zip(&self.sitters);
        chairs.into_iter().all(|(chair, sitter)| *chair != Chair::Person || sitter.is_some())
    }

    /// What is shown of a chair: a name, if there is one.
    pub(crate) fn name(&self, seat: usize) -> Option<String> {
        match &self.plan.chairs[seat] {
            Chair::Person => self.sitters[seat].as_ref().map(|sitter| sitter.name.clone()),
            Chair::Computer(player) => Some(player.clone()),
            Chair::Bot(_) => Some(format!("bot {}", seat + 1)),
        }
    }

    /// Everybody, as a record names them; names tell them apart.
    pub(crate) fn seats(&self) -> Vec<SeatInfo> {
        let mut seats: Vec<SeatInfo> = Vec::new();
        for (seat, chair) in self.plan.chairs.iter().enumerate() {
            let name = self.name(seat).unwrap_or_else(|| format!("player {}", seat + 1));
            let is_taken = |name: &str| seats.iter().any(|other| other.name == name);
            let numbers = (2..).map(|number| format!("{name} {number}"));
            let name = std::iter::once(name.clone()).chain(numbers).find(|name| !is_taken(name));
            let who = match chair {
                Chair::Person => Contestant::Person,
                Chair::Bot(_) => Contestant::Program { command: format!("bot {}", seat + 1) },
                Chair::Computer(spec) => self.computer(spec),
            };
            seats.push(SeatInfo { name: name.unwrap_or_default(), colour: None, who });
        }
        seats
    }

    fn computer(&self, spec: &str) -> Contestant {
        let kind = self.plan.kind().ok();
        let known = kind.and_then(|kind| meeple_ai::roster::roster(kind).read(spec).ok());
        known.unwrap_or_else(|| Contestant::Computer {
            player: spec.into(),
            parameters: serde_json::Map::new(),
        })
    }

    /// The first line of the record.
    pub(crate) fn header(&self, time: String) -> Result<Header, Refusal> {
        let kind = self.plan.kind()?;
        let words: Vec<&str> = self.plan.options.iter().map(String::as_str).collect();
        let options = kind.read_options(&words);
        let options = options.map_err(|error| Refusal::bad_request(error.to_string()))?;
        let position = match &self.plan.position {
            Some(text) => kind.read_position(text),
            None => return self.usual_header(kind, options, time),
        };
        let position = position.map_err(|error| Refusal::bad_request(error.to_string()))?;
        Ok(Header {
            format: FORMAT,
            game: self.plan.game.clone(),
            rules: position.rules_version(),
            options,
            seats: self.seats(),
            seed: Some(self.plan.seed),
            deals: None,
            position: self.plan.position.clone(),
            time,
        })
    }

    fn usual_header(
        &self,
        kind: meeple_games::GameKind,
        options: serde_json::Map<String, serde_json::Value>,
        time: String,
    ) -> Result<Header, Refusal> {
        let table = meeple_session::opening::without_players(kind, &self.plan.options, 0);
        let table = table.map_err(Refusal::bad_request)?;
        let header = table.game().header().clone();
        Ok(Header { options, seats: self.seats(), seed: Some(self.plan.seed), time, ..header })
    }
}

/// The game in the lines of a log: of a room, or of a record that was brought.
pub(crate) fn game_of(lines: &[String]) -> Result<Match, Refusal> {
    let mut game = None;
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with("{\"event\"") {
            let event = serde_json::from_str(line).map_err(|error| error.to_string());
            event
                .and_then(|event| follow(&mut game, event))
                .map_err(|why| damaged(index + 1, &why))?;
        }
    }
    game.ok_or_else(|| {
        let known = !lines.is_empty();
        if known { Refusal::new(Code::NotNow, "This game has not begun.") } else { no_room() }
    })
}

fn follow(game: &mut Option<Match>, event: Event) -> Result<(), String> {
    match (game.as_mut(), event) {
        (Some(game), event) => game.apply(event).map_err(|error| error.to_string()),
        (None, Event::Start(header)) => {
            let position = open_record(&header)?;
            *game = Some(Match::start(header, position).map_err(|error| error.to_string())?);
            Ok(())
        }
        (None, _) => Err("the game has not begun".into()),
    }
}

fn no_room() -> Refusal {
    Refusal::not_found("There is no such room or record.")
}

fn damaged(line: usize, why: &str) -> Refusal {
    tracing::error!(line, why, "a log cannot be read");
    Refusal::new(Code::Broken, format!("Line {line} of the log cannot be read: {why}."))
}

//! A room's log: its lines, and the state replayed from them.
//!
//! ```text
//! {"room":"made","game":"chomp",...}             the settings: who may sit where
//! {"room":"sat","seat":0,"name":"Ann",...}       people sit down
//! {"event":"start",...}                          from here on it is a game record,
//! {"event":"move","seat":0,"move":"2,2"}         event by event
//! {"room":"spent","seat":1,"ms":5000}            clock time that isn't part of any move
//! {"room":"next","id":"..."}                     the room of the rematch
//! {"room":"kept","seat":0,"kept":true}           a player wants the game to be kept
//! ```
//!
//! The record of a game is the room's log without the lines that start with `{"room"`.

use super::{
    actions::not_started,
    room_config::{RoomConfig, SeatPolicy},
};
use crate::{
    api_error::{ApiError, error_sentence},
    secret::SecretHash,
};
use meeple_ai::roster::roster;
use meeple_core::{Contestant, Event, GameHistory, Header, OptionValues, SeatInfo};
use meeple_games::open_record;
use meeple_session::{SpentTime, setup::make_names_unique};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, time::SystemTime};

/// A log event about the room rather than the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "room", rename_all = "snake_case")]
pub(crate) enum RoomEvent {
    /// The room was created.
    Made(RoomConfig),
    /// A person sat down.
    Sat {
        /// The seat.
        seat: usize,
        /// The person.
        #[serde(flatten)]
        occupant: Occupant,
    },
    /// A person left their seat before the game started.
    Stood {
        /// The seat.
        seat: usize,
    },
    /// Time was spent on a turn without a move being made.
    Spent(SpentTime),
    /// A rematch was created.
    Next {
        /// The id of the rematch's room.
        id: String,
    },
    /// A player wants the game to be stored forever, or doesn't want that any more.
    Kept {
        /// The player's seat.
        seat: usize,
        /// Whether it is to be kept.
        kept: bool,
    },
}

impl RoomEvent {
    /// Returns the event as a line of the log.
    pub(crate) fn to_line(&self) -> String {
        serde_json::to_string(self).expect("an event is plain data")
    }
}

/// A person who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Occupant {
    /// The person's name.
    pub(crate) name: String,
    /// The hash of the person's secret.
    pub(crate) secret: SecretHash,
}

/// The state of a room, replayed from its log.
#[derive(Debug)]
pub(crate) struct RoomLog {
    /// The room's settings.
    pub(crate) config: RoomConfig,
    /// The person on each seat, if any.
    pub(crate) occupants: Vec<Option<Occupant>>,
    /// The game, once it has started.
    pub(crate) game: Option<GameHistory>,
    /// Clock time that isn't part of any move, with the number of game events before it.
    pub(crate) spent: Vec<(usize, SpentTime)>,
    /// The id of the rematch's room.
    pub(crate) next: Option<String>,
    /// The seats whose players want the game to be stored forever.
    pub(crate) kept: BTreeSet<usize>,
    /// When the log has changed last, if that is needed.
    pub(crate) changed: Option<SystemTime>,
    /// The number of lines in the log.
    pub(crate) length: usize,
    /// The size of the lines in bytes.
    pub(crate) bytes: usize,
}

impl RoomLog {
    /// Returns the log of a room that was just created.
    pub(crate) fn new(config: RoomConfig) -> Self {
        let occupants = vec![None; config.seats.len()];
        RoomLog {
            config,
            occupants,
            game: None,
            spent: Vec::new(),
            next: None,
            kept: BTreeSet::new(),
            changed: None,
            length: 1,
            bytes: 0,
        }
    }

    /// Replays the lines of a log.
    pub(crate) fn replay(lines: &[String]) -> Result<Self, ApiError> {
        let (first, rest) = lines.split_first().ok_or_else(no_room)?;
        let Ok(RoomEvent::Made(config)) = serde_json::from_str(first) else {
            return Err(no_room());
        };
        let mut log = RoomLog::new(config);
        log.bytes = lines.iter().map(String::len).sum();
        for (index, line) in rest.iter().enumerate() {
            log.apply_line(line).map_err(|why| damaged(index + 2, &why))?;
            log.length += 1;
        }
        Ok(log)
    }

    fn apply_line(&mut self, line: &str) -> Result<(), String> {
        if is_game_event(line) {
            return apply_game_event(&mut self.game, line);
        }
        match serde_json::from_str(line).map_err(|error| error.to_string())? {
            RoomEvent::Made(_) => return Err("a room is created only once".into()),
            RoomEvent::Sat { seat, occupant } => *self.occupant(seat)? = Some(occupant),
            RoomEvent::Stood { seat } => {
                *self.occupant(seat)? = None;
                self.kept.remove(&seat);
            }
            RoomEvent::Spent(spent) => {
                let events = self.game.as_ref().map_or(0, |game| game.log().len());
                self.spent.push((events, spent));
            }
            RoomEvent::Next { id } => self.next = Some(id),
            RoomEvent::Kept { seat, kept } => {
                self.occupant(seat)?;
                self.set_kept(seat, kept);
            }
        }
        Ok(())
    }

    /// Notes whether the player on this seat wants the game to be kept; returns whether that is new.
    pub(crate) fn set_kept(&mut self, seat: usize, kept: bool) -> bool {
        if kept { self.kept.insert(seat) } else { self.kept.remove(&seat) }
    }

    fn occupant(&mut self, seat: usize) -> Result<&mut Option<Occupant>, String> {
        self.occupants.get_mut(seat).ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// Returns whether the game can start: every seat for a person is taken.
    pub(crate) fn is_complete(&self) -> bool {
        let seats = self.config.seats.iter().zip(&self.occupants);
        seats.into_iter().all(|(policy, person)| *policy != SeatPolicy::Person || person.is_some())
    }

    /// Returns the name shown for a seat, if it has one.
    pub(crate) fn name(&self, seat: usize) -> Option<String> {
        match &self.config.seats[seat] {
            SeatPolicy::Person => Some(self.occupants[seat].as_ref()?.name.clone()),
            SeatPolicy::Computer(player) => Some(player.clone()),
            SeatPolicy::Bot(_) => Some(format!("bot {}", seat + 1)),
        }
    }

    /// Returns the seats as the record lists them, with unique names.
    pub(crate) fn seats(&self) -> Vec<SeatInfo> {
        let info = |(seat, policy): (usize, &SeatPolicy)| SeatInfo {
            name: self.name(seat).unwrap_or_else(|| format!("player {}", seat + 1)),
            colour: None,
            who: match policy {
                SeatPolicy::Person => Contestant::Person,
                SeatPolicy::Bot(_) => Contestant::Program { command: format!("bot {}", seat + 1) },
                SeatPolicy::Computer(spec) => self.computer(spec),
            },
        };
        let mut seats: Vec<SeatInfo> = self.config.seats.iter().enumerate().map(info).collect();
        make_names_unique(&mut seats);
        seats
    }

    fn computer(&self, spec: &str) -> Contestant {
        let kind = self.config.kind().ok();
        let known = kind.and_then(|kind| roster(kind).parse(spec).ok());
        known.unwrap_or_else(|| Contestant::Computer {
            player: spec.into(),
            parameters: OptionValues::new(),
        })
    }

    /// Returns the header of the record.
    pub(crate) fn header(&self, time: String) -> Result<Header, ApiError> {
        let start = self.config.kind()?.entry().starting_position(&self.config.options);
        let start = start.map_err(|error| ApiError::bad_request(error_sentence(&error)))?;
        let RoomConfig { seed, salt, position, .. } = &self.config;
        Ok(Header {
            seed: Some(*seed),
            commitment: self.config.commitment(),
            salt: salt.clone(),
            position: position.clone(),
            time,
            ..start.header(self.seats())
        })
    }
}

/// Reads the game from the lines of a log, either a room's or an uploaded record's.
pub(crate) fn replay_game(lines: &[String]) -> Result<GameHistory, ApiError> {
    let mut game = None;
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| is_game_event(line)) {
        apply_game_event(&mut game, line).map_err(|why| damaged(index + 1, &why))?;
    }
    game.ok_or_else(|| if lines.is_empty() { no_room() } else { not_started() })
}

/// Returns the seed that everyone may know from the start, if the lines are those of a room that has one.
pub(crate) fn known_seed(lines: &[String]) -> Option<u64> {
    match serde_json::from_str(lines.first()?) {
        Ok(RoomEvent::Made(config)) => config.known_seed(),
        _ => None,
    }
}

fn is_game_event(line: &str) -> bool {
    line.starts_with("{\"event\"")
}

fn apply_game_event(game: &mut Option<GameHistory>, line: &str) -> Result<(), String> {
    let event: Event = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match (game.as_mut(), event) {
        (Some(game), event) => game.apply(event).map_err(|error| error.to_string()),
        (None, Event::Start(header)) => {
            let position = open_record(&header)?;
            *game = Some(GameHistory::start(header, position).map_err(|error| error.to_string())?);
            Ok(())
        }
        (None, _) => Err("the game has not started".into()),
    }
}

fn no_room() -> ApiError {
    ApiError::not_found("There is no such room or record.")
}

fn damaged(line: usize, why: &str) -> ApiError {
    tracing::error!(line, why, "a log cannot be read");
    ApiError::broken(format!("line {line} of the log cannot be read: {why}"))
}

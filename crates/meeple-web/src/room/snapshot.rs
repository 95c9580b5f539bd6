//! The messages to a room's clients: the full State, and an Update whenever something has changed.
//!
//! Each is serialised once for all clients: the session's snapshot of the game, plus what the room adds (who
//! is connected, where the rematch is).

use super::{RoomPhase, RoomSummary, SummarySeat, room_config::SeatPolicy, task::RoomTask};
use crate::log::StoredSummary;
use meeple_core::{GameHistory, Seat};
use meeple_session::{ClockSnapshot, Session, ShownMoves, Snapshot};
use serde::Serialize;
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Instant};

/// A message to all clients.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum RoomMessage<'a> {
    /// The full state.
    State(RoomState<'a>),
    /// Everything that may have changed.
    Update(RoomUpdate<'a>),
}

/// The end of every message.
const CLOSING_BRACES: &[u8] = b"}}";

impl RoomMessage<'_> {
    fn moves(&self) -> ShownMoves<'_> {
        match self {
            RoomMessage::State(state) => state.now.game.moves,
            RoomMessage::Update(update) => update.game.moves,
        }
    }
}

/// The full state of a room.
#[derive(Serialize)]
struct RoomState<'a> {
    room: &'a str,
    game: &'a str,
    options: &'a [String],
    public: bool,
    away: Value,
    #[serde(flatten)]
    now: RoomUpdate<'a>,
}

/// The part of the state that changes during a game.
#[derive(Serialize)]
struct RoomUpdate<'a> {
    sequence: u64,
    phase: RoomPhase,
    thinking: bool,
    seats: Vec<RoomSeatState<'a>>,
    next: Option<&'a str>,
    commitment: Option<&'a str>,
    seed: Option<u64>,
    salt: Option<&'a str>,
    kept: &'a BTreeSet<usize>,
    stored_until: Option<String>,
    #[serde(flatten)]
    game: Snapshot<'a>,
}

#[derive(Serialize)]
struct RoomSeatState<'a> {
    kind: RoomSeatKind,
    name: Option<String>,
    player: Option<&'a str>,
    here: bool,
    away_ms: Option<u64>,
    stand_in: bool,
    gone: bool,
}

/// The kind of occupant of a seat in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoomSeatKind {
    /// A person.
    Person,
    /// A seat for a person that nobody has taken.
    Open,
    /// A built-in computer player.
    Computer,
    /// A bot that connects over a socket.
    Bot,
}

impl RoomTask {
    /// Returns the `{"state": ...}` message.
    pub(super) fn state_message(&self, now: Instant) -> String {
        let config = &self.room_log.config;
        to_json(&RoomMessage::State(RoomState {
            room: &self.id,
            game: &config.game,
            options: &config.options,
            public: config.public,
            away: json!({ "seconds": config.away, "stand_in": config.stand_in }),
            now: self.room_update(self.snapshot(0, now), now),
        }))
    }

    /// Returns the `{"update": ...}` message, with the narration from `narrated_from` on.
    pub(super) fn update_message(&self, narrated_from: usize, now: Instant) -> String {
        to_json(&RoomMessage::Update(self.room_update(self.snapshot(narrated_from, now), now)))
    }

    /// Returns the update message for an earlier ply, so that the consequences of a move, such as a scoring,
    /// are seen before the next deal.
    pub(super) fn update_message_at(
        &self,
        session: &Session,
        (ply, narrated_from): (usize, usize),
        now: Instant,
    ) -> String {
        let moment = self.room_update(session.snapshot_at(ply, narrated_from, now), now);
        let seed = self.room_log.config.known_seed();
        let playing = RoomUpdate { phase: RoomPhase::Playing, seed, salt: None, ..moment };
        to_json(&RoomMessage::Update(playing))
    }

    fn snapshot(&self, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        match &self.session {
            Some(session) => session.snapshot(narrated_from, now),
            None => self.snapshot_before_start(),
        }
    }

    /// Returns the snapshot of a game that has not started.
    fn snapshot_before_start(&self) -> Snapshot<'_> {
        let config = &self.room_log.config;
        Snapshot {
            clock: ClockSnapshot::at_start(config.clock, config.seats.len()),
            picture: self.preview.clone(),
            ..Snapshot::default()
        }
    }

    fn room_update<'a>(&'a self, game: Snapshot<'a>, now: Instant) -> RoomUpdate<'a> {
        let config = &self.room_log.config;
        let is_over = self.phase() == RoomPhase::Over;
        RoomUpdate {
            sequence: self.sequence,
            phase: self.phase(),
            thinking: self.thinking.is_some(),
            seats: (0..self.room_log.config.seats.len())
                .map(|seat| self.seat_state(seat, now))
                .collect(),
            next: self.room_log.next.as_deref(),
            commitment: self.commitment.as_deref(),
            seed: if is_over { Some(config.seed) } else { config.known_seed() },
            salt: config.salt.as_deref().filter(|_| is_over),
            kept: &self.room_log.kept,
            stored_until: self.stored_until(),
            game,
        }
    }

    /// Returns until when the game is stored at least; `None` if it isn't removed for its age.
    fn stored_until(&self) -> Option<String> {
        let changed = self.room_log.changed.filter(|_| self.room_log.kept.is_empty())?;
        let until = self.app.config.retention.stored_until(self.phase().stored_kind(), changed)?;
        Some(humantime::format_rfc3339_seconds(until).to_string())
    }

    fn seat_state(&self, seat: usize, now: Instant) -> RoomSeatState<'_> {
        let kind = self.kind_of_seat(seat);
        let player = match &self.room_log.config.seats[seat] {
            SeatPolicy::Computer(player) => Some(player.as_str()),
            SeatPolicy::Person | SeatPolicy::Bot(_) => None,
        };
        let away = self.presence.away_since(seat).filter(|_| kind == RoomSeatKind::Person);
        let named = self.game().and_then(|game| game.header().seats.get(seat));
        let is = |of: fn(&Session, Seat) -> bool| {
            self.session.as_ref().is_some_and(|session| of(session, Seat::new(seat)))
        };
        RoomSeatState {
            kind,
            name: named.map(|info| info.name.clone()).or_else(|| self.room_log.name(seat)),
            here: player.is_some() || self.presence.is_connected(seat),
            player,
            away_ms: away.map(|since| now.saturating_duration_since(since).as_millis() as u64),
            stand_in: is(Session::is_away),
            gone: is(|session, seat| session.game().has_left(seat)),
        }
    }

    fn kind_of_seat(&self, seat: usize) -> RoomSeatKind {
        match &self.room_log.config.seats[seat] {
            SeatPolicy::Computer(_) => RoomSeatKind::Computer,
            SeatPolicy::Bot(_) => RoomSeatKind::Bot,
            SeatPolicy::Person if self.room_log.occupants[seat].is_some() => RoomSeatKind::Person,
            SeatPolicy::Person => RoomSeatKind::Open,
        }
    }

    /// Returns the room as shown in lists.
    pub(super) fn summary(&self) -> RoomSummary {
        let config = &self.room_log.config;
        let seats = (0..config.seats.len()).map(|seat| SummarySeat {
            kind: self.kind_of_seat(seat),
            name: self.room_log.name(seat),
        });
        RoomSummary {
            room: self.id.to_string(),
            game: config.game.clone(),
            options: config.options.clone(),
            phase: self.phase(),
            public: config.public,
            seats: seats.collect(),
            seed: config.known_seed(),
            ply: self.game().map_or(0, |game| game.plies().len()),
            started: self.game().map(|game| game.header().time.clone()),
        }
    }

    /// Returns the summary as the log stores it.
    pub(super) fn stored_summary(&self) -> StoredSummary {
        self.summary().to_stored(!self.room_log.kept.is_empty())
    }

    /// Returns the game, once it has started.
    pub(super) fn game(&self) -> Option<&GameHistory> {
        self.session.as_ref().map(Session::game)
    }

    pub(super) fn phase(&self) -> RoomPhase {
        match &self.session {
            None => RoomPhase::Open,
            Some(session) if session.is_over() => RoomPhase::Over,
            Some(_) => RoomPhase::Playing,
        }
    }
}

/// Serialises a message. The legal moves, which are most of it, become the last member of its only object.
fn to_json(message: &RoomMessage<'_>) -> String {
    let mut json = serde_json::to_vec(message).expect("messages are plain data with text keys");
    json.truncate(json.len() - CLOSING_BRACES.len());
    json.extend_from_slice(b",\"moves\":");
    message.moves().write(&mut json);
    json.extend_from_slice(CLOSING_BRACES);
    String::from_utf8(json).expect("JSON is text")
}

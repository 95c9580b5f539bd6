//! Tracks who is connected, seat by seat, and since when absent players have been away.

use std::time::{Duration, Instant};

/// The connected people and bots of a room.
#[derive(Debug)]
pub(super) struct Presence {
    seats: Vec<SeatPresence>,
    /// The number of connected clients, including players and bots.
    watchers: usize,
    /// The time of the last request by a player, if any.
    last_request: Option<Instant>,
    /// How long a player without a socket counts as present after a request.
    timeout: Duration,
}

#[derive(Debug, Clone)]
struct SeatPresence {
    connections: usize,
    /// The time of the player's or bot's last connection, disconnection or request.
    last_seen: Instant,
    /// The time of the player's last request, if any.
    last_request: Option<Instant>,
}

impl Presence {
    pub(super) fn new(seats: usize, timeout: Duration, now: Instant) -> Self {
        let seats =
            vec![SeatPresence { connections: 0, last_seen: now, last_request: None }; seats];
        Presence { seats, watchers: 0, last_request: None, timeout }
    }

    /// Counts a new client, who may have a seat.
    pub(super) fn connect(&mut self, seat: Option<usize>, now: Instant) {
        self.watchers += 1;
        self.change_seat(None, seat, now);
    }

    /// Counts a client's leaving.
    pub(super) fn disconnect(&mut self, seat: Option<usize>, now: Instant) {
        self.watchers = self.watchers.saturating_sub(1);
        self.change_seat(seat, None, now);
    }

    /// Moves a client from one seat to another.
    pub(super) fn change_seat(&mut self, was: Option<usize>, is: Option<usize>, now: Instant) {
        if let Some(place) = was.and_then(|seat| self.seats.get_mut(seat)) {
            place.connections = place.connections.saturating_sub(1);
            place.last_seen = now;
        }
        if let Some(place) = is.and_then(|seat| self.seats.get_mut(seat)) {
            place.connections += 1;
            place.last_seen = now;
        }
    }

    /// Notes a request by the player on this seat.
    pub(super) fn note_request(&mut self, seat: usize, now: Instant) {
        self.last_request = Some(now);
        if let Some(place) = self.seats.get_mut(seat) {
            (place.last_seen, place.last_request) = (now, Some(now));
        }
    }

    /// Returns whether the player on this seat is connected or has made a request recently.
    pub(super) fn is_present(&self, seat: usize, now: Instant) -> bool {
        let is_recent = |asked: Instant| now < asked + self.timeout;
        self.is_connected(seat)
            || self.seats.get(seat).and_then(|place| place.last_request).is_some_and(is_recent)
    }

    /// Returns whether the player on this seat is connected.
    pub(super) fn is_connected(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|place| place.connections > 0)
    }

    /// Returns since when the seat has had no connection, or `None` if it has one.
    pub(super) fn away_since(&self, seat: usize) -> Option<Instant> {
        self.seats.get(seat).filter(|place| place.connections == 0).map(|place| place.last_seen)
    }

    /// Returns whether a client is connected or a player has made a request recently.
    pub(super) fn is_anyone_present(&self, now: Instant) -> bool {
        self.watchers > 0 || self.last_request.is_some_and(|asked| now < asked + self.timeout)
    }

    /// Returns when the last player without a socket stops counting as present.
    pub(super) fn presence_ends(&self) -> Option<Instant> {
        self.last_request.map(|asked| asked + self.timeout)
    }

    /// Returns whether any client is connected.
    pub(super) fn is_watched(&self) -> bool {
        self.watchers > 0
    }
}

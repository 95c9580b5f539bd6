//! Who is there, seat by seat, and since when somebody is not.

use std::time::{Duration, Instant};

/// Who is there.
#[derive(Debug)]
pub(super) struct Presence {
    seats: Vec<Place>,
    /// Everybody who looks, players among them.
    watchers: usize,
    /// When somebody asked for something last.
    asked: Option<Instant>,
}

#[derive(Debug, Clone)]
struct Place {
    here: usize,
    /// When they were seen last.
    seen: Instant,
}

/// Who asks without a socket is waited with for so long.
const INTEREST: Duration = Duration::from_secs(60);

impl Presence {
    pub(super) fn new(seats: usize, now: Instant) -> Self {
        let seats = vec![Place { here: 0, seen: now }; seats];
        Presence { seats, watchers: 0, asked: None }
    }

    /// Somebody comes, perhaps to a seat.
    pub(super) fn come(&mut self, seat: Option<usize>, now: Instant) {
        self.watchers += 1;
        self.became(None, seat, now);
    }

    /// Somebody goes.
    pub(super) fn go(&mut self, seat: Option<usize>, now: Instant) {
        self.watchers = self.watchers.saturating_sub(1);
        self.became(seat, None, now);
    }

    /// Somebody changes the seat.
    pub(super) fn became(&mut self, was: Option<usize>, is: Option<usize>, now: Instant) {
        if let Some(place) = was.and_then(|seat| self.seats.get_mut(seat)) {
            place.here = place.here.saturating_sub(1);
            place.seen = now;
        }
        if let Some(place) = is.and_then(|seat| self.seats.get_mut(seat)) {
            place.here += 1;
            place.seen = now;
        }
    }

    /// Whoever sits there has asked for something.
    pub(super) fn asked(&mut self, seat: Option<usize>, now: Instant) {
        self.asked = Some(now);
        if let Some(place) = seat.and_then(|seat| self.seats.get_mut(seat)) {
            place.seen = now;
        }
    }

    /// Whether somebody is connected to this seat.
    pub(super) fn is_here(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|place| place.here > 0)
    }

    /// Since when nobody is, if so.
    pub(super) fn away_since(&self, seat: usize) -> Option<Instant> {
        self.seats.get(seat).filter(|place| place.here == 0).map(|place| place.seen)
    }

    /// Whether anybody waits for what happens next.
    pub(super) fn is_anybody_there(&self, now: Instant) -> bool {
        self.watchers > 0 || self.asked.is_some_and(|asked| now < asked + INTEREST)
    }

    /// Until when somebody is waited for who has no socket.
    pub(super) fn interest_ends(&self) -> Option<Instant> {
        self.asked.map(|asked| asked + INTEREST)
    }

    /// Whether anybody looks.
    pub(super) fn is_watched(&self) -> bool {
        self.watchers > 0
    }
}

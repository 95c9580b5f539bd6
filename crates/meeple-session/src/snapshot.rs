//! Snapshots: plain data for front ends to show.

use crate::{Session, TimeControl, narration::NarrationEntry, offers::TakeBackRequest};
use meeple_core::{Contestant, Seat};
use meeple_view::GameResult;
use serde::Serialize;
use serde_json::value::RawValue;
use std::time::Instant;

/// The state of a session as everyone at the table may see it.
#[derive(Debug, Serialize)]
pub struct Snapshot<'a> {
    /// How many deals and moves were made.
    pub ply: usize,
    /// The seat to move, if any.
    pub to_move: Option<Seat>,
    /// The clocks, if any.
    pub clock: Option<ClockSnapshot>,
    /// The index of the first ply in `narration`.
    #[serde(rename = "told_from")]
    pub narrated_from: usize,
    /// The narrated plies from `narrated_from` on.
    #[serde(rename = "told")]
    pub narration: &'a [NarrationEntry],
    /// The pending take-back request, if any.
    #[serde(rename = "back")]
    pub take_back: Option<TakeBackSnapshot<'a>>,
    /// The seats that want a rematch.
    pub rematch: &'a [Seat],
    /// How the game ended, if it has.
    pub ending: Option<GameResult>,
    /// The board, as described by the game's view.
    pub picture: Box<RawValue>,
    /// The legal moves, as described by the game's view.
    pub moves: Box<RawValue>,
}

/// The clocks of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ClockSnapshot {
    /// The time each seat has left in milliseconds.
    pub left_ms: Vec<u64>,
    /// The seat whose clock is running, if any.
    pub running: Option<Seat>,
    /// The time added after each move in milliseconds.
    pub increment_ms: u64,
}

/// A pending take-back request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TakeBackSnapshot<'a> {
    /// The seat that asks.
    pub by: Seat,
    /// The seats that have agreed.
    pub agreed: &'a [Seat],
}

/// A seat as shown by a front end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SeatSnapshot {
    /// What kind of player it is.
    pub kind: SeatKind,
    /// The name to show.
    pub name: String,
    /// Whether the player has left for good.
    pub gone: bool,
    /// Whether a computer player moves for a person who is away.
    pub stand_in: bool,
}

/// The kind of player in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Person,
    /// A computer player.
    Computer,
    /// An external program.
    Program,
}

impl Session {
    /// Returns the current state, with the narration from this ply on.
    pub fn snapshot(&self, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        let game = self.game();
        let from = narrated_from.min(self.narration.len());
        let view = self.config.view;
        Snapshot {
            ply: game.plies().len(),
            to_move: self.seat_to_move(),
            clock: self.clock_snapshot(now),
            narrated_from: from,
            narration: &self.narration[from..],
            take_back: self.offers.take_back.as_ref().map(take_back),
            rematch: &self.offers.rematch,
            ending: view.ending(game),
            picture: view.raw_picture(game, game.plies().len()),
            moves: view.raw_legal_moves((!self.is_over()).then(|| game.position())),
        }
    }

    /// Returns the state after an earlier ply, without legal moves. Front ends use it to show what
    /// followed from a move, such as a scoring, before the next deal.
    pub fn snapshot_at(&self, ply: usize, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        let from = narrated_from.min(self.narration.len());
        let view = self.config.view;
        Snapshot {
            ply,
            to_move: None,
            clock: self.clock_snapshot(now),
            narrated_from: from,
            narration: &self.narration[from..ply.clamp(from, self.narration.len())],
            take_back: self.offers.take_back.as_ref().map(take_back),
            rematch: &self.offers.rematch,
            ending: None,
            picture: view.raw_picture(self.game(), ply),
            moves: view.raw_legal_moves(None),
        }
    }

    /// Returns the last ply before the newest one that had further consequences by the rules, if it
    /// is among the plies from this index on.
    pub fn consequences_since(&self, narrated_from: usize) -> Option<usize> {
        let before_last = self.narration.len().checked_sub(1)?;
        let mut new = narrated_from.min(before_last)..before_last;
        new.rfind(|&at| !self.narration[at].words.followed.is_empty()).map(|at| at + 1)
    }

    /// Returns all seats, in order.
    pub fn seat_snapshots(&self) -> Vec<SeatSnapshot> {
        let seats = self.game().header().seats.iter().zip(self.seats());
        let snapshot = |(info, seat): (&meeple_core::SeatInfo, Seat)| SeatSnapshot {
            kind: match info.who {
                Contestant::Person => SeatKind::Person,
                Contestant::Computer { .. } => SeatKind::Computer,
                Contestant::Program { .. } => SeatKind::Program,
            },
            name: info.name.clone(),
            gone: self.game().has_left(seat),
            stand_in: self.stand_ins[seat.index()],
        };
        seats.map(snapshot).collect()
    }

    fn clock_snapshot(&self, now: Instant) -> Option<ClockSnapshot> {
        let increment = match self.config.control {
            TimeControl::Game { increment, .. } => increment,
            TimeControl::None | TimeControl::Move(_) => std::time::Duration::ZERO,
        };
        let left = self.time_left(now)?;
        Some(ClockSnapshot {
            left_ms: left.iter().map(|left| left.as_millis() as u64).collect(),
            running: self.seat_to_move(),
            increment_ms: increment.as_millis() as u64,
        })
    }
}

impl ClockSnapshot {
    /// Returns the clocks of this many seats before the game has started; `None` without a clock.
    pub fn at_start(control: TimeControl, seats: usize) -> Option<Self> {
        let (time, increment) = match control {
            TimeControl::None => return None,
            TimeControl::Move(time) => (time, std::time::Duration::ZERO),
            TimeControl::Game { time, increment } => (time, increment),
        };
        Some(ClockSnapshot {
            left_ms: vec![time.as_millis() as u64; seats],
            running: None,
            increment_ms: increment.as_millis() as u64,
        })
    }
}

fn take_back(offer: &TakeBackRequest) -> TakeBackSnapshot<'_> {
    TakeBackSnapshot { by: offer.by, agreed: &offer.agreed }
}
